#pragma once

// Lines cut into words.

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace lanternfish {

// What stands between blanks and tabs. The views look into `text`.
std::vector<std::string_view> words_of(std::string_view text);

// What stands between separators; "a,,b" has an empty part, and so has the empty text.
std::vector<std::string_view> parts_of(std::string_view text, char separator);

// The words of a command line, by a shell's rules: quotes, single or double, hold blanks together, and a backslash
// takes what follows as it is, except between single quotes. An error where a quote is not closed.
Result<std::vector<std::string>> split_command(std::string_view text);

// The same of several command lines with ';' between them. Empty ones are left out.
Result<std::vector<std::vector<std::string>>> split_commands(std::string_view text);

}  // namespace lanternfish
