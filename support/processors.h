#pragma once

#include <algorithm>
#include <thread>

namespace lanternfish {

// Of this machine, as the system tells; at least 1.
inline int processors() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

}  // namespace lanternfish
