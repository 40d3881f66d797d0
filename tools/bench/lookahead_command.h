#pragma once

namespace lanternfish {

// lanternfish-bench lookahead: what a search that looks ahead costs, on situations of recorded games. Gives the exit
// status.
int run_lookahead_bench(int argc, char** argv);

}  // namespace lanternfish
