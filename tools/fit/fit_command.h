#pragma once

namespace lanternfish {

// The command `fit` of lanternfish-train: fits the belief's move model on recorded games, and says what it is worth.
// The command's own arguments, its name first. What the program exits with; a wrong command line is an exception of
// boost::program_options. Built without liblbfgs it says so and fails.
int run_fit_command(int argc, char** argv);

}  // namespace lanternfish
