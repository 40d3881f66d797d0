#include "support/append_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "support/descriptor.h"
#include "support/text.h"

namespace lanternfish {

Error AppendFile::cannot(std::string_view what, const std::string& why) const {
  return Error{fmt::format("cannot {} {}: {}", what, path_.string(), why)};
}

Result<std::unique_ptr<AppendFile>> AppendFile::open(const std::filesystem::path& file, const AppendOptions& options) {
  std::error_code ignored;
  if (file.has_parent_path()) {
    std::filesystem::create_directories(file.parent_path(), ignored);
  }
  Result<Descriptor> opened = open_ordinary(file, O_RDWR | O_CREAT | O_APPEND);
  if (!opened) {
    return Error{fmt::format("cannot write {}: {}", file.string(), opened.error())};
  }
  std::unique_ptr<AppendFile> made(new AppendFile(std::move(opened).value(), file, options.sync));
  if (::flock(made->file_.get(), LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? Error{fmt::format("{} is in use by another run", file.string())}
                                : made->cannot("lock", errno_text());
  }
  const Status ready = options.empty ? made->cut(0) : options.lines ? made->cut_torn_line() : success();
  return ready ? Result<std::unique_ptr<AppendFile>>(std::move(made)) : Error{ready.error()};
}

AppendFile::~AppendFile() {
  ::flock(file_.get(), LOCK_UN);  // a child between fork and exec has the descriptor, too, and would keep the lock
}

Status AppendFile::append(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (broken_) {
    return *broken_;
  }
  const off_t before = size_of(file_);
  if (before < 0) {
    return cannot("write", errno_text());
  }
  if (write_all(file_.get(), text) && (!sync_ || ::fdatasync(file_.get()) == 0)) {
    return success();
  }
  const Error failed = cannot("write", errno_text());
  if (::ftruncate(file_.get(), before) != 0) {
    broken_ = Error{fmt::format("{}; what was written of it cannot be cut off: {}", failed.text, errno_text())};
    return *broken_;
  }
  return failed;
}

Status AppendFile::cut(std::uintmax_t bytes) {
  const std::lock_guard lock(mutex_);
  return ::ftruncate(file_.get(), static_cast<off_t>(bytes)) == 0 ? success() : Status(cannot("repair", errno_text()));
}

bool AppendFile::in_its_place() const {
  struct stat own {
  }, named{};
  return ::fstat(file_.get(), &own) == 0 && ::stat(path_.c_str(), &named) == 0 && own.st_dev == named.st_dev &&
         own.st_ino == named.st_ino;
}

Status AppendFile::cut_torn_line() {
  std::array<char, 1 << 16> bytes{};
  const off_t size = size_of(file_);
  for (off_t end = size; end > 0;) {
    const off_t begin = std::max<off_t>(0, end - static_cast<off_t>(bytes.size()));
    const ssize_t n = ::pread(file_.get(), bytes.data(), static_cast<std::size_t>(end - begin), begin);
    if (n != end - begin) {
      return cannot("read", errno_text());
    }
    const std::size_t at = std::string_view(bytes.data(), static_cast<std::size_t>(n)).rfind('\n');
    if (at != std::string_view::npos) {
      const off_t whole = begin + static_cast<off_t>(at) + 1;
      return whole == size ? success() : cut(static_cast<std::uintmax_t>(whole));
    }
    end = begin;
  }
  return size == 0 ? success() : cut(0);
}

bool is_being_written(const std::filesystem::path& file) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  return descriptor.get() >= 0 && ::flock(descriptor.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Status append_line(const std::filesystem::path& file, std::string_view line) {
  const auto opened = AppendFile::open(file, {.sync = false});
  return opened ? (*opened)->append_line(line) : Status(Error{opened.error()});
}

Result<LinesRead> read_lines(std::string_view content, const std::filesystem::path& file, BadLines bad,
                             const std::function<Status(std::string_view line)>& read) {
  LinesRead lines;
  int number = 0;
  for (std::size_t at = 0; at < content.size();) {
    ++number;
    const std::size_t end = content.find('\n', at);
    const bool whole = end != std::string_view::npos;
    const Status taken = whole ? read(content.substr(at, end - at)) : Status(Error{"it is not whole"});
    at = whole ? end + 1 : content.size();
    if (taken) {
      lines.good_bytes = at;
      continue;
    }
    std::string sentence = fmt::format("{}, line {}: {}", file.string(), number, taken.error());
    if (at == content.size()) {
      lines.torn = std::move(sentence);
    } else if (bad == BadLines::kLeaveOut) {
      lines.left_out.push_back(std::move(sentence));
    } else {
      return Error{std::move(sentence)};
    }
  }
  return lines;
}

}  // namespace lanternfish
