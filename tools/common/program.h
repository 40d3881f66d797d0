#pragma once

// What the mains of all programs do alike.

#include <functional>
#include <string>

namespace lanternfish {

// Exit statuses of the programs; 0: all was done, and what was looked at is good.
constexpr int kFailed = 1;   // something could not be done, or is not as it should be
constexpr int kMisused = 2;  // the command line

// Answers --version (or -v) as the first word; else calls `run` and gives its exit status. A wrong command line
// (boost::program_options::error) and any other exception become a line on standard error, and a standard output that
// could not be written (a full disk) is a failure, too.
int run_program(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& run);

}  // namespace lanternfish
