#pragma once

// Memory for the next large event, touched before the event comes. Memory that a process touches for the first time
// costs more than the boards that are written there (docs/research/belief_memory.md), and while the opponent thinks
// nobody waits.

#include <atomic>
#include <cstddef>
#include <thread>

namespace lanternfish {

class MemoryAhead {
 public:
  // Lets a thread of low priority touch memory of boards (set/board_memory.h) until `bytes` are kept for the next
  // event; none where so many are kept already. Returns at once. The memory serves all beliefs of the process.
  void want(std::size_t bytes);

 private:
  std::atomic<std::size_t> wanted_ = 0;
  std::atomic<bool> at_work_ = false;
  std::jthread thread_;  // ends when there is enough, and at the latest with this object
};

}  // namespace lanternfish
