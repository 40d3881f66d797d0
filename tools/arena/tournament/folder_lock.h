#pragma once

// Who writes into a tournament's folder, or renames it, holds the folder's lock meanwhile.

#include <filesystem>
#include <utility>

#include "support/result.h"

namespace lanternfish {

class FolderLock {
 public:
  enum class Kind { kAlone, kWithShards };  // the shards of one tournament share its folder

  // Makes the folder. An error where somebody else holds it. File systems that know no locks of folders grant it.
  static Result<FolderLock> take(const std::filesystem::path& folder, Kind kind);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace lanternfish
