#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace lanternfish {

// The calling thread, and the threads and programs that it starts, get a tenth of a processor where all are busy.
inline void lower_priority() {
  constexpr int kNice = 10;
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
}

}  // namespace lanternfish
