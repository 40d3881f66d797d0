#pragma once

#include <string>
#include <vector>

namespace lanternfish {

// The command `fit` of lanternfish-train: fits the belief's move model on recorded games, and says what it is worth.
// The words behind its name. What the program exits with. Built without liblbfgs it says so and fails.
int run_fit_command(std::vector<std::string> words);

}  // namespace lanternfish
