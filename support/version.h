#pragma once

// What was built, and how: the one answer of all programs to --version.

#include <optional>
#include <string>
#include <string_view>

namespace lanternfish {

std::string_view program_version();  // "0.2.0"

// Several lines, each with its newline: version and commit, compiler, processor features that the program uses.
std::string version_text(std::string_view program);

// version_text() where the first word of the command line is --version or -v.
std::optional<std::string> asked_version(int argc, char** argv, std::string_view program);

}  // namespace lanternfish
