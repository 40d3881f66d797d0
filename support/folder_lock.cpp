#include "support/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "support/text.h"

namespace lanternfish {

namespace {

// Whether the name still leads to what was opened: somebody may have renamed the folder before we had its lock.
bool still_there(int descriptor, const std::filesystem::path& folder) {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(folder.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder, Kind kind) {
  constexpr int kTries = 10;
  for (int i = 0; i < kTries; ++i) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const int descriptor = error ? -1 : ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0 && (error || errno != ENOENT)) {
      return Error{
          fmt::format("cannot write into the folder {}: {}", folder.string(), error ? error.message() : errno_text())};
    }
    FolderLock lock(descriptor);
    if (::flock(descriptor, (kind == Kind::kAlone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      break;
    }
    if (still_there(descriptor, folder)) {
      return lock;
    }
  }
  return Error{fmt::format("{} is in use by another run", folder.string())};
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

}  // namespace lanternfish
