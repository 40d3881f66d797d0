#include "support/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace lanternfish {

namespace {

namespace fs = std::filesystem;

class OpenFile {
 public:
  OpenFile(const fs::path& file, int flags) : descriptor_(::open(file.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  bool open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  // Some file systems report a full disk only here.
  bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

 private:
  int descriptor_;
};

std::string reason() { return std::generic_category().message(errno); }

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(descriptor, content.data(), content.size());
    if (n < 0 && errno != EINTR) {
      return false;
    }
    content.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  }
  return true;
}

Status write_to(const fs::path& file, int flags, std::string_view content) {
  OpenFile out(file, flags);
  if (!out.open() || !write_all(out.get(), content) || !out.close()) {
    return Error{reason()};
  }
  return success();
}

Status write_aside(const fs::path& file, std::string_view content) {
  const fs::path part = file.string() + ".part";
  std::error_code error;
  if (const Status written = write_to(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, content); !written) {
    fs::remove(part, error);
    return written;
  }
  fs::rename(part, file, error);
  return error ? Status(Error{error.message()}) : success();
}

Status write_by_kind(const fs::path& file, std::string_view content) {
  std::error_code error;
  switch (fs::status(file, error).type()) {
    case fs::file_type::character:
    case fs::file_type::fifo: return write_to(file, O_WRONLY | O_NOCTTY, content);
    case fs::file_type::directory: return Error{"it is a folder"};
    case fs::file_type::socket: return Error{"it is a socket"};
    case fs::file_type::block: return Error{"it is a disk"};
    default: break;
  }
  if (fs::is_symlink(fs::symlink_status(file, error))) {
    const fs::path target = fs::weakly_canonical(file, error);
    return error ? Status(Error{error.message()}) : write_aside(target, content);
  }
  return write_aside(file, content);
}

}  // namespace

Result<std::string> read_file(const fs::path& file, std::uintmax_t max_bytes) {
  OpenFile in(file, O_RDONLY);
  if (!in.open()) {
    return Error{fmt::format("cannot read {}: {}", file.string(), reason())};
  }
  std::string content;
  std::vector<char> bytes(1 << 16);
  for (;;) {
    const ssize_t n = ::read(in.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return Error{fmt::format("cannot read {}: {}", file.string(), reason())};
    }
    if (n == 0) {
      return content;
    }
    content.append(bytes.data(), static_cast<std::size_t>(n));
    if (content.size() > max_bytes) {
      return Error{fmt::format("{} is too large: more than {} bytes", file.string(), max_bytes)};
    }
  }
}

Status write_file(const fs::path& file, std::string_view content) {
  std::error_code error;
  if (file.has_parent_path() && !fs::is_directory(file.parent_path(), error)) {
    fs::create_directories(file.parent_path(), error);
    if (error) {
      return Error{fmt::format("cannot make the folder {}: {}", file.parent_path().string(), error.message())};
    }
  }
  if (const Status written = write_by_kind(file, content); !written) {
    return Error{fmt::format("cannot write {}: {}", file.string(), written.error())};
  }
  return success();
}

}  // namespace lanternfish
