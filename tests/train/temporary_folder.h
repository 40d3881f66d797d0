#pragma once

// A folder that goes with the test.

#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

namespace lanternfish {

class TemporaryFolder {
 public:
  explicit TemporaryFolder(const char* test)
      : path_(std::filesystem::temp_directory_path() / fmt::format("lanternfish_{}_test_{}", test, ::getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace lanternfish
