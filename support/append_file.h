#pragma once

// Files that grow at their end: results, turns, tables, training data. What is appended is in the file whole or not at
// all, whatever disk, limits and kill signals do.

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/descriptor.h"
#include "support/result.h"

namespace lanternfish {

struct AppendOptions {
  bool lines = true;   // a last line without its end was torn by a writer that was killed: it is cut off when opened
  bool empty = false;  // begin with an empty file
  bool sync = true;    // append() returns when the disk has it
};

// The file of one writer at a time, in this process and others.
class AppendFile {
 public:
  // Opens or creates an ordinary file, and its folder. An error names the file: it is none, cannot be written, or is in
  // use by another run.
  static Result<std::unique_ptr<AppendFile>> open(const std::filesystem::path& file, const AppendOptions& options = {});

  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  // Called from any thread. On an error nothing was added: a part that had been written is cut off before any other
  // call writes, and the caller may try again. Where it cannot be cut off, no later call writes either: all of them
  // fail.
  Status append(std::string_view text);
  Status append_line(std::string_view line) { return append(std::string(line) + '\n'); }

  // Leaves the first `bytes` of the file.
  Status cut(std::uintmax_t bytes);

  // Whether the file is still found under its name: once it was removed, another writer may open a new one.
  bool in_its_place() const;

 private:
  AppendFile(Descriptor file, std::filesystem::path path, bool sync)
      : file_(std::move(file)), path_(std::move(path)), sync_(sync) {}
  Status cut_torn_line();
  Error cannot(std::string_view what, const std::string& why) const;

  std::mutex mutex_;
  Descriptor file_;
  const std::filesystem::path path_;
  const bool sync_;
  std::optional<Error> broken_;  // guarded by mutex_; ends with something that could not be cut off
};

// Whether a writer has the file open, in any process.
bool is_being_written(const std::filesystem::path& file);

// One line, by a writer that opens the file for it alone.
Status append_line(const std::filesystem::path& file, std::string_view line);

// A line that cannot be read, with others behind it: an error, or left out and named.
enum class BadLines { kRefuse, kLeaveOut };

struct LinesRead {
  std::size_t good_bytes = 0;         // up to the end of the last line that was read
  std::optional<std::string> torn;    // the last line lacks its end or could not be read: the file's name and why
  std::vector<std::string> left_out;  // the same for lines in the middle
};

// Gives `read` each line of `content`. Errors name the file, the line and what `read` said.
Result<LinesRead> read_lines(std::string_view content, const std::filesystem::path& file, BadLines bad,
                             const std::function<Status(std::string_view line)>& read);

}  // namespace lanternfish
