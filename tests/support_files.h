#pragma once

// Where the tests find what is not code: programs of the build, golden files of the project, and the shared reference
// data where present. Paths of this clone are in one file, so that a compiler cache knows all others in every clone.

#include <cstdlib>
#include <filesystem>
#include <string>

namespace lanternfish::testing {

std::filesystem::path source_dir();
std::filesystem::path build_dir();

extern const char* const kLanternfish;  // the engine
extern const char* const kBookProgram;
extern const char* const kAnalyzeProgram;
extern const char* const kFakeUciEngine;  // tests/fake_uci_engine.cpp
extern const char* const kFakeRbcEngine;  // tests/arena/fake_rbc_engine.cpp
extern const char* const kFaultyProxy;    // tests/arena/faulty_proxy.cpp

inline std::filesystem::path golden(const std::string& name) { return source_dir() / "tests" / "golden" / name; }

// The folder of reference data (LANTERNFISH_SHARED, or `shared` beside the project's root); may not exist.
inline std::filesystem::path shared_dir() {
  const char* set = std::getenv("LANTERNFISH_SHARED");
  return set != nullptr ? std::filesystem::path(set) : source_dir().parent_path() / "shared";
}

}  // namespace lanternfish::testing
