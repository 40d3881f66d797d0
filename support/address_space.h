#pragma once

// Memory that the system lets this process have.

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <limits>

#include "support/file.h"

namespace lanternfish {

// Bytes that may still be mapped before RLIMIT_AS; the largest number where there is no such limit.
inline std::uint64_t address_space_left() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return std::numeric_limits<std::uint64_t>::max();
  }
  const auto pages = read_file("/proc/self/statm");  // the first number is what is mapped
  const std::uint64_t mapped =
      pages ? std::strtoull(pages->c_str(), nullptr, 10) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
  return limit.rlim_cur > mapped ? limit.rlim_cur - mapped : 0;
}

}  // namespace lanternfish
