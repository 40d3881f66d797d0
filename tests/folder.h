#pragma once

// A temporary folder of a test, empty at first and gone at the end. Nobody can have made one of its name before.

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace lanternfish::testing {

class Folder {
 public:
  explicit Folder(const std::string& name) {
    std::string path = (std::filesystem::temp_directory_path() / (name + ".XXXXXX")).string();
    if (::mkdtemp(path.data()) == nullptr) {
      throw std::runtime_error("cannot make " + path);
    }
    path_ = path;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace lanternfish::testing
