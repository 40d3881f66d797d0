#pragma once

#include <string>

#include "support/output.h"
#include "support/program.h"

namespace lanternfish {

// Says on standard error what went wrong. Gives the exit status.
inline int fail(const std::string& text) {
  print_error("lanternfish-bench: {}\n", text);
  return kFailed;
}

}  // namespace lanternfish
