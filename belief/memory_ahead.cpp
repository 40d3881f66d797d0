#include "belief/memory_ahead.h"

#include <system_error>

#include "belief/set/board_memory.h"
#include "support/thread_priority.h"

namespace lanternfish {

void MemoryAhead::want(std::size_t bytes) {
  wanted_ = bytes;
  if (at_work_ || kept_slab_bytes() + kSlabBytes > bytes) {
    return;
  }
  at_work_ = true;
  try {
    thread_ = std::jthread([this](const std::stop_token& stop) {
      lower_priority();
      touch_slabs(wanted_, stop);
      at_work_ = false;
    });
  } catch (const std::system_error&) {
    at_work_ = false;  // no thread is to be had: the event touches its memory itself
  }
}

}  // namespace lanternfish
