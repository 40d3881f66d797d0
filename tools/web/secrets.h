#pragma once

#include <string>

namespace lanternfish {

// 128 random bits of the system's as 32 hexadecimal digits: tokens, and names that nobody guesses.
std::string random_name();

}  // namespace lanternfish
