// What stands in for fitting where liblbfgs is missing.

#include <cstdio>

#include <fmt/format.h>

#include "tools/common/arguments.h"
#include "tools/fit/fit_command.h"

namespace lanternfish {

int run_fit_command(std::vector<std::string> /*words*/) {
  fmt::print(stderr,
             "lanternfish-train: this program was built without liblbfgs and cannot fit. Install it (Debian: "
             "liblbfgs-dev), then configure and build again\n");
  return kFailed;
}

}  // namespace lanternfish
