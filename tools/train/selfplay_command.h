#pragma once

namespace lanternfish {

// The command `selfplay` of lanternfish-train: a network learns by play. The command's own arguments, its name first.
// What the program exits with.
int run_selfplay_command(int argc, char** argv);

}  // namespace lanternfish
