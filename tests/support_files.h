#pragma once

// Where the tests find what is not code: golden files of the project, and the shared reference data where present.

#include <cstdlib>
#include <filesystem>
#include <string>

namespace lanternfish::testing {

inline std::filesystem::path source_dir() { return LANTERNFISH_SOURCE_DIR; }
inline std::filesystem::path golden(const std::string& name) { return source_dir() / "tests" / "golden" / name; }

// The folder of reference data (LANTERNFISH_SHARED, or `shared` beside the project's root); may not exist.
inline std::filesystem::path shared_dir() {
  const char* set = std::getenv("LANTERNFISH_SHARED");
  return set != nullptr ? std::filesystem::path(set) : source_dir().parent_path() / "shared";
}

}  // namespace lanternfish::testing
