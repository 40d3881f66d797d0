#include "support/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "support/descriptor.h"
#include "support/text.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;

Descriptor open_file(const fs::path& file, int flags) {
  return Descriptor(::open(file.c_str(), flags | O_CLOEXEC, 0666));
}

std::string kind_of(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR: return "it is a folder";
    case S_IFIFO: return "it is a pipe";
    case S_IFSOCK: return "it is a socket";
    case S_IFBLK: return "it is a disk";
    default: return "it is a device";
  }
}

// The bytes from `offset` on, `max_bytes` at the most. The size that the system reports is a hint: of /proc it is 0.
Result<std::string> read_bytes(const Descriptor& file, std::uintmax_t offset, std::uintmax_t max_bytes) {
  const auto size = static_cast<std::uintmax_t>(std::max<off_t>(size_of(file), 0));
  std::uintmax_t room = std::min(max_bytes, size > offset ? size - offset + 1 : std::uintmax_t{1} << 12);
  std::string content;
  for (std::size_t read = 0;;) {
    content.resize(room);
    const ssize_t n =
        ::pread(file.get(), content.data() + read, content.size() - read, static_cast<off_t>(offset + read));
    if (n < 0 && errno != EINTR) {
      return Error{errno_text()};
    }
    read += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
    if (n == 0 || read == max_bytes) {
      content.resize(read);
      return content;
    }
    room = read == room ? std::min(2 * room, max_bytes) : room;
  }
}

Status write_to(const fs::path& file, int flags, std::string_view content) {
  Descriptor out = open_file(file, flags);
  if (!out.open() || !write_all(out.get(), content)) {
    return Error{errno_text()};
  }
  // Devices and pipes cannot be synchronised.
  const bool kept = ::fdatasync(out.get()) == 0 || errno == EINVAL || errno == EROFS;
  return kept && out.close() ? success() : Status(Error{errno_text()});
}

// Here and below: without content nothing is written, but whether it could be is tried.
Status write_aside(const fs::path& file, std::optional<std::string_view> content) {
  const fs::path part = file.string() + ".part";
  std::error_code error;
  const Status written =
      write_to(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, content.value_or(std::string_view()));
  if (!written || !content) {
    fs::remove(part, error);
    return written;
  }
  fs::rename(part, file, error);
  return error ? Status(Error{error.message()}) : success();
}

Status write_by_kind(const fs::path& file, std::optional<std::string_view> content) {
  std::error_code error;
  switch (fs::status(file, error).type()) {
    case fs::file_type::character:
    case fs::file_type::fifo: return content ? write_to(file, O_WRONLY | O_NOCTTY, *content) : success();
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

Result<Descriptor> open_ordinary(const fs::path& file, int flags) {
  Descriptor opened = open_file(file, flags | O_NONBLOCK | O_NOCTTY);
  struct stat status {};
  if (!opened.open() || ::fstat(opened.get(), &status) != 0) {
    return Error{errno_text()};
  }
  return S_ISREG(status.st_mode) ? Result<Descriptor>(std::move(opened)) : Error{kind_of(status.st_mode)};
}

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

Result<std::string> read_file(const fs::path& file, std::uintmax_t max_bytes) {
  const auto failed = [&](const std::string& why) {
    return Error{fmt::format("cannot read {}: {}", file.string(), why)};
  };
  const auto too_large = [&] {
    return Error{fmt::format("{} is too large: more than {} bytes", file.string(), max_bytes)};
  };
  const Result<Descriptor> in = open_ordinary(file, O_RDONLY);
  if (!in) {
    return failed(in.error());
  }
  if (size_of(*in) > 0 && static_cast<std::uintmax_t>(size_of(*in)) > max_bytes) {
    return too_large();
  }
  Result<std::string> content = read_bytes(*in, 0, max_bytes + 1);
  if (!content) {
    return failed(content.error());
  }
  if (content->size() > max_bytes) {
    return too_large();  // it grew meanwhile
  }
  return content;
}

Result<std::string> read_file_part(const fs::path& file, std::uintmax_t offset, std::uintmax_t max_bytes) {
  const Result<Descriptor> in = open_ordinary(file, O_RDONLY);
  Result<std::string> content = in ? read_bytes(*in, offset, max_bytes) : Error{in.error()};
  return content ? std::move(content) : Error{fmt::format("cannot read {}: {}", file.string(), content.error())};
}

namespace {

Status write_or_try(const fs::path& file, std::optional<std::string_view> content) {
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

}  // namespace

Status write_file(const fs::path& file, std::string_view content) { return write_or_try(file, content); }
Status can_write_file(const fs::path& file) { return write_or_try(file, std::nullopt); }

Status can_replace_file(const fs::path& file, std::string_view beginning) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) {
    std::string there(beginning.size(), '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(there.data(), static_cast<std::streamsize>(there.size()));
    there.resize(static_cast<std::size_t>(stream.gcount()));
    if (!there.empty() && there != beginning) {
      return Error{
          fmt::format("{} holds something else than what is to be written: please name another file, or "
                      "remove it",
                      file.string())};
    }
  }
  return can_write_file(file);
}

}  // namespace lanternfish
