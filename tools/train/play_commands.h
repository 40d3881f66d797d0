#pragma once

// The commands of lanternfish-train that play games: selfplay and compare.

#include <string>

namespace lanternfish {

// The command's own arguments, its name first. What the program exits with.
int run_play_command(const std::string& command, int argc, char** argv);

}  // namespace lanternfish
