#pragma once

#include <string>
#include <vector>

namespace lanternfish {

// The command `selfplay` of lanternfish-train: a network learns by play. The words behind its name. What the program
// exits with.
int run_selfplay_command(std::vector<std::string> words);

}  // namespace lanternfish
