#pragma once

// What the programs print for people. Text from outside may be part of it: terminals get it escaped (support/text.h).

#include <cstdio>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace lanternfish {

// To be called first: what is opened next would take the place of a standard stream that is closed, and a program would
// read its own pipes as its input. What stands there then has no input and takes no output.
void fill_standard_streams();

// Writes escaped text. A write that fails is remembered for close_output() and does not end the program.
void write_text(std::FILE* file, std::string_view text);

template <typename... Args>
void print_text(fmt::format_string<Args...> format, Args&&... args) {
  write_text(stdout, fmt::format(format, std::forward<Args>(args)...));
}
// On standard error.
template <typename... Args>
void print_error(fmt::format_string<Args...> format, Args&&... args) {
  write_text(stderr, fmt::format(format, std::forward<Args>(args)...));
}

// The exit status of a program that would end with `status`: where standard output could not be written (a full disk),
// that is said on standard error, and a 0 becomes a 1. To be called at the end of main, after the last output.
int close_output(std::string_view program, int status);

}  // namespace lanternfish
