#pragma once

// What this machine bears: games that take processors or memory from each other are worth little.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanternfish {

// Keeps this thread to the part of the processors we may use that is this worker's. Its engines inherit that.
void keep_to_processors(std::size_t worker, std::size_t workers);

// Warns where `concurrency` games at a time want more open files, processors or memory than there are; our limit of
// open files is raised where that is possible. `memory_mb`: what each engine keeps at most.
void warn_of_load(int concurrency, std::vector<std::int64_t> memory_mb,
                  const std::function<void(const std::string&)>& say);

}  // namespace lanternfish
