#pragma once

// A file descriptor that is closed with its holder, and how large its file is.

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "support/result.h"

namespace lanternfish {

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  bool open() const { return fd_ >= 0; }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  // False where the system reports a failure: some file systems report a full disk only here.
  bool close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

// In bytes; -1, with errno, where the system does not say.
inline off_t size_of(const Descriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 ? status.st_size : -1;
}

// Files that are neither pipe nor device nor folder, for those who want more than support/file.h and
// support/append_file.h have.

// Opened as open(2) does, without waiting for anybody. An error says the reason alone.
Result<Descriptor> open_ordinary(const std::filesystem::path& file, int flags);

// Of a file that grows: at most `max_bytes` from `offset` on.
Result<std::string> read_file_part(const std::filesystem::path& file, std::uintmax_t offset, std::uintmax_t max_bytes);

// False, with errno, where not all could be written.
bool write_all(int descriptor, std::string_view content);

}  // namespace lanternfish
