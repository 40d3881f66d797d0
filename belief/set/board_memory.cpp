#include "belief/set/board_memory.h"

#include <atomic>
#include <cstdint>
#include <new>

#include <sys/mman.h>

namespace lanternfish {

namespace {

constexpr std::size_t kMinShared = 32768;        // bytes; smaller arrays come from operator new
constexpr std::size_t kMinOwn = kSlabBytes / 4;  // bytes; from here on an array has slabs of its own
constexpr std::size_t kAlignment = 64;           // of arrays in shared slabs: a cache line

// The head of a slab that arrays share.
struct alignas(kAlignment) SharedSlab {
  std::atomic<std::size_t> users = 1;  // the arrays, and the thread that has the slab open
  std::size_t used = kAlignment;       // bytes, the head included
};

static_assert(sizeof(SharedSlab) == kAlignment);

void leave(SharedSlab* slab) noexcept {
  if (slab->users.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    unmap_slabs(slab, kSlabBytes);
  }
}

// The slab that a thread puts its next arrays into.
struct OpenSlab {
  SharedSlab* slab = nullptr;
  ~OpenSlab() {
    if (slab != nullptr) {
      leave(slab);
    }
  }
};

std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

void* map_slabs(std::size_t bytes) {
  // One slab more than needed, to cut an aligned piece out of the middle.
  void* const mapped = mmap(nullptr, bytes + kSlabBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    throw std::bad_alloc();
  }
  auto* const begin = static_cast<std::byte*>(mapped);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(mapped) % kSlabBytes;
  if (before > 0) {
    munmap(begin, before);
  }
  munmap(begin + before + bytes, kSlabBytes - before);
  (void)madvise(begin + before, bytes, MADV_HUGEPAGE);  // may fail: then the pages are small
  return begin + before;
}

void unmap_slabs(void* memory, std::size_t bytes) noexcept { munmap(memory, bytes); }

void* allocate_boards(std::size_t bytes) {
  if (bytes < kMinShared) {
    return ::operator new(bytes);
  }
  if (bytes >= kMinOwn) {
    return map_slabs(rounded_up(bytes, kSlabBytes));
  }
  thread_local OpenSlab open;
  if (open.slab == nullptr || open.slab->used + bytes > kSlabBytes) {
    if (open.slab != nullptr) {
      leave(std::exchange(open.slab, nullptr));
    }
    open.slab = ::new (map_slabs(kSlabBytes)) SharedSlab;
  }
  SharedSlab* const slab = open.slab;
  slab->users.fetch_add(1, std::memory_order_relaxed);
  void* const memory = reinterpret_cast<std::byte*>(slab) + slab->used;
  slab->used += rounded_up(bytes, kAlignment);
  return memory;
}

void free_boards(void* memory, std::size_t bytes) noexcept {
  if (bytes < kMinShared) {
    ::operator delete(memory);
  } else if (bytes >= kMinOwn) {
    unmap_slabs(memory, rounded_up(bytes, kSlabBytes));
  } else {
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    leave(reinterpret_cast<SharedSlab*>(at - at % kSlabBytes));
  }
}

}  // namespace lanternfish
