#pragma once

namespace lanternfish {

// The subcommand `eval` of lanternfish-bench; argv[0] is its name. Gives the exit status.
int run_eval_bench(int argc, char** argv);

}  // namespace lanternfish
