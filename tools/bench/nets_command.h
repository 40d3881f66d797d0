#pragma once

namespace lanternfish {

// The subcommand `nets` of lanternfish-bench; argv[0] is its name. Gives the exit status.
int run_nets_bench(int argc, char** argv);

}  // namespace lanternfish
