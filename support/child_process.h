#pragma once

// A child program spoken to line by line over its stdin and stdout: chess engines for the evaluator, RBC engines for
// the arena. Stderr is passed through or discarded.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace lanternfish {

// One object belongs to one thread at a time. The child is the leader of its own process group and dies with its
// parent; the destructor kills and reaps the whole group.
class ChildProcess {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Command {
    std::vector<std::string> argv;  // argv[0] is looked up on PATH unless it holds a slash
    std::string directory;          // working directory; empty: ours
    bool show_stderr = false;
  };

  enum class ReadStatus { kLine, kTimeout, kClosed };

  static Result<std::unique_ptr<ChildProcess>> start(const Command& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends `line` and a newline. False when the child is gone or does not read (a full pipe at the deadline).
  bool write_line(std::string_view line, TimePoint deadline);

  // Waits for the next line, without its line end. Everything that the child wrote before it died is still delivered.
  // A line longer than kMaxLine, or wake() from another thread, see below.
  ReadStatus read_line(std::string& line, TimePoint deadline);

  // Makes a read_line in progress, or else the next one, return kTimeout at once. May be called from any thread.
  void wake();

  bool running();
  int pid() const;

  // Asks by SIGTERM nothing, kills by SIGKILL, reaps. Safe to call twice.
  void kill();
  // Waits for the child to leave by itself until the deadline, then kills. True when it left by itself.
  bool wait_or_kill(TimePoint deadline);
  // After the child ended: its exit status, or 128 + the signal that ended it; -1 before.
  int exit_code() const;

  static constexpr std::size_t kMaxLine = 1 << 20;  // bytes; what is longer is cut there and the rest of it skipped

 private:
  struct Impl;
  explicit ChildProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanternfish
