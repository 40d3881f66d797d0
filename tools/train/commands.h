#pragma once

// The commands of lanternfish-train: each takes the words behind its name, and gives what the program exits with.

#include <string>
#include <vector>

namespace lanternfish {

int run_data(std::vector<std::string> words);
int run_boards(std::vector<std::string> words);
int run_info(std::vector<std::string> words);
int run_train(std::vector<std::string> words);
int run_selfplay(std::vector<std::string> words);

constexpr const char* kNoData = "name one file of training data";

}  // namespace lanternfish
