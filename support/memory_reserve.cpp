#include "support/memory_reserve.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <exception>
#include <new>

namespace lanternfish {

namespace {

// Address space alone, mapped by ourselves: a thread for which malloc found no heap of its own gets nothing from other
// heaps, whatever is free there, but maps each piece.
constexpr std::size_t kBlock = std::size_t{256} << 10;
std::array<std::atomic<void*>, 16> blocks = {};

bool let_one_go() {
  for (std::atomic<void*>& block : blocks) {
    if (void* held = block.exchange(nullptr); held != nullptr) {
      ::munmap(held, kBlock);
      return true;
    }
  }
  return false;
}

// Called by operator new where there is no memory; it tries again when this returns. Whoever cleans up gets what he
// needs as long as there are blocks, and all others an exception.
void no_memory() {
  const bool cleaning_up = std::uncaught_exceptions() > 0 || std::current_exception() != nullptr;
  if (!cleaning_up || !let_one_go()) {
    throw std::bad_alloc();
  }
}

}  // namespace

void keep_memory_reserve() {
  renew_memory_reserve();
  std::set_new_handler(no_memory);
}

void renew_memory_reserve() {
  for (std::atomic<void*>& block : blocks) {
    if (block.load() != nullptr) {
      continue;
    }
    void* const taken = ::mmap(nullptr, kBlock, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (taken == MAP_FAILED) {
      return;
    }
    void* none = nullptr;
    if (!block.compare_exchange_strong(none, taken)) {
      ::munmap(taken, kBlock);
    }
  }
}

}  // namespace lanternfish
