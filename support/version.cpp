#include "support/version.h"

#include <fmt/format.h>

namespace lanternfish {

namespace {

// What the compiler was told to use; the program needs a processor that has it.
std::string processor_features() {
  std::string features;
#ifdef __AVX512F__
  features += " AVX-512";
#endif
#ifdef __AVX2__
  features += " AVX2";
#endif
#ifdef __BMI2__
  features += " BMI2";
#endif
#ifdef __FMA__
  features += " FMA";
#endif
#ifdef __POPCNT__
  features += " POPCNT";
#endif
  return features.empty() ? " none beyond the least of its kind" : features;
}

constexpr const char* kCompiler =
#ifdef __clang__
    "clang " __clang_version__;
#else
    "g++ " __VERSION__;
#endif

constexpr const char* kAssertions =
#ifdef NDEBUG
    "off";
#else
    "on";
#endif

}  // namespace

std::string_view program_version() { return LANTERNFISH_VERSION; }

std::string version_text(std::string_view program) {
  return fmt::format("{} {} (commit {})\ncompiler: {}, assertions {}\nprocessor features:{}\n", program,
                     program_version(), LANTERNFISH_COMMIT, kCompiler, kAssertions, processor_features());
}

std::optional<std::string> asked_version(int argc, char** argv, std::string_view program) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  return first == "--version" || first == "-v" ? std::optional(version_text(program)) : std::nullopt;
}

}  // namespace lanternfish
