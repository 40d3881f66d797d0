#include "belief/memory_ahead.h"

#include <system_error>

#include <sys/resource.h>
#include <unistd.h>

#include "belief/set/board_memory.h"

namespace lanternfish {

namespace {

constexpr int kLowPriority = 10;  // nice value: a tenth of a processor where all are busy

}  // namespace

void MemoryAhead::want(std::size_t bytes) {
  wanted_ = bytes;
  if (at_work_ || kept_slab_bytes() + kSlabBytes > bytes) {
    return;
  }
  at_work_ = true;
  try {
    thread_ = std::jthread([this](const std::stop_token& stop) {
      (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kLowPriority);
      touch_slabs(wanted_, stop);
      at_work_ = false;
    });
  } catch (const std::system_error&) {
    at_work_ = false;  // no thread is to be had: the event touches its memory itself
  }
}

}  // namespace lanternfish
