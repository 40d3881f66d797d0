#include "tests/support_files.h"

namespace lanternfish::testing {

std::filesystem::path source_dir() { return LANTERNFISH_SOURCE_DIR; }
std::filesystem::path build_dir() { return LANTERNFISH_BINARY_DIR; }

const char* const kLanternfish = LANTERNFISH_BINARY_DIR "/lanternfish";
const char* const kBookProgram = LANTERNFISH_BINARY_DIR "/lanternfish-book";
const char* const kAnalyzeProgram = LANTERNFISH_BINARY_DIR "/lanternfish-analyze";
const char* const kFakeUciEngine = LANTERNFISH_BINARY_DIR "/tests/fake-uci-engine";
const char* const kFakeRbcEngine = LANTERNFISH_BINARY_DIR "/tests/arena/fake-rbc-engine";
const char* const kFaultyProxy = LANTERNFISH_BINARY_DIR "/tests/arena/faulty-proxy";

}  // namespace lanternfish::testing
