#include "belief/set/board_memory.h"

#include <cassert>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>

#include <sys/mman.h>

namespace lanternfish {

namespace {

constexpr std::size_t kMinShared = 32768;        // bytes; smaller arrays come from operator new
constexpr std::size_t kMinOwn = kSlabBytes / 4;  // bytes; from here on an array has slabs of its own
constexpr std::size_t kSmallPage = 4096;         // bytes; the smallest there are
constexpr std::size_t kAlignment = 64;           // of arrays in shared slabs: a cache line

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

// Slabs that nobody uses at present. The system may take their pages back when memory runs short (MADV_FREE); until
// then their next use costs no page faults, and nobody has to fill them with zeros.
class KeptSlabs {
 public:
  // Null where there are not `bytes` in one piece.
  void* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (auto range = ranges_.begin(); range != ranges_.end(); ++range) {
      if (range->second < bytes) {
        continue;
      }
      // From the end, so that the range keeps its place in the map.
      std::byte* const taken = range->first + range->second - bytes;
      range->second -= bytes;
      bytes_ -= bytes;
      if (range->second == 0) {
        ranges_.erase(range);
      }
      return taken;
    }
    return nullptr;
  }

  void give_back(std::byte* begin, std::size_t bytes) {
    (void)madvise(begin, bytes, MADV_FREE);
    const std::lock_guard lock(mutex_);
    const std::size_t added = bytes;
    auto next = ranges_.lower_bound(begin);
    if (next != ranges_.end() && begin + bytes == next->first) {
      bytes += next->second;
      next = ranges_.erase(next);
    }
    if (next != ranges_.begin()) {
      const auto before = std::prev(next);
      if (before->first + before->second == begin) {
        before->second += bytes;
        bytes_ += added;
        return;
      }
    }
    ranges_.emplace_hint(next, begin, bytes);
    bytes_ += added;
  }

  // Gives all of them back to the system.
  void unmap() {
    const std::lock_guard lock(mutex_);
    for (const auto& [begin, bytes] : ranges_) {
      munmap(begin, bytes);
    }
    ranges_.clear();
    bytes_ = 0;
  }

  std::size_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::byte*, std::size_t> ranges_;  // their beginnings and bytes; no two of them touch
  std::size_t bytes_ = 0;                     // of all ranges
};

// Never destroyed: boards of static lifetime may outlive everything else.
KeptSlabs& kept_slabs() {
  static KeptSlabs& slabs = *new KeptSlabs;
  return slabs;
}

void* map_from_system(std::size_t bytes) {
  // One slab more than needed, to cut an aligned piece out of the middle.
  const auto map = [&] {
    return mmap(nullptr, bytes + kSlabBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  };
  void* mapped = map();
  if (mapped == MAP_FAILED) {
    kept_slabs().unmap();  // none of them was long enough, and they may be all that the system allows
    mapped = map();
  }
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

// A slab that arrays share begins with this.
struct alignas(kAlignment) SharedSlab {
  std::size_t users = 1;          // the arrays, and one more while new arrays go into the slab
  std::size_t used = kAlignment;  // bytes, this head included
};
static_assert(sizeof(SharedSlab) == kAlignment);

// Arrays side by side in slabs. One lock for all threads: an array has 32 KB at least, and writing them takes much
// longer than waiting here.
class SharedSlabs {
 public:
  void* allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (open_ == nullptr || open_->used + bytes > kSlabBytes) {
      SharedSlab* const full = std::exchange(open_, ::new (map_slabs(kSlabBytes)) SharedSlab);
      if (full != nullptr) {
        leave(full);
      }
    }
    ++open_->users;
    void* const memory = reinterpret_cast<std::byte*>(open_) + open_->used;
    open_->used += rounded_up(bytes, kAlignment);
    return memory;
  }
  void free(void* memory) noexcept {
    const std::lock_guard lock(mutex_);
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    leave(reinterpret_cast<SharedSlab*>(at - at % kSlabBytes));
  }

 private:
  static void leave(SharedSlab* slab) noexcept {
    assert(slab->users > 0);
    if (--slab->users == 0) {
      unmap_slabs(slab, kSlabBytes);
    }
  }

  std::mutex mutex_;
  SharedSlab* open_ = nullptr;  // the slab that the next arrays go into
};

SharedSlabs& shared_slabs() {
  static SharedSlabs& slabs = *new SharedSlabs;
  return slabs;
}

}  // namespace

void* map_slabs(std::size_t bytes) {
  void* const kept = kept_slabs().take(bytes);
  return kept != nullptr ? kept : map_from_system(bytes);
}

void unmap_slabs(void* memory, std::size_t bytes) noexcept {
  try {
    kept_slabs().give_back(static_cast<std::byte*>(memory), bytes);
  } catch (const std::bad_alloc&) {
    munmap(memory, bytes);
  }
}

std::size_t kept_slab_bytes() { return kept_slabs().bytes(); }

void touch_slabs(std::size_t bytes, const std::stop_token& stop) noexcept {
  const std::size_t kept = kept_slab_bytes();
  const std::size_t missing = bytes > kept ? (bytes - kept) / kSlabBytes * kSlabBytes : 0;
  if (missing == 0) {
    return;
  }
  std::byte* memory = nullptr;
  try {
    memory = static_cast<std::byte*>(map_from_system(missing));
  } catch (const std::bad_alloc&) {
    return;
  }
  // In one piece, so that large arrays fit in, but handed over slab by slab, so that an event need not wait for all.
  std::size_t touched = 0;
  for (; touched < missing && !stop.stop_requested() && kept_slab_bytes() < bytes; touched += kSlabBytes) {
    for (std::size_t at = 0; at < kSlabBytes; at += kSmallPage) {
      *const_cast<volatile std::byte*>(memory + touched + at) = std::byte{0};
    }
    unmap_slabs(memory + touched, kSlabBytes);
  }
  if (touched < missing) {
    munmap(memory + touched, missing - touched);
  }
}

void* allocate_boards(std::size_t bytes) {
  if (bytes < kMinShared) {
    return ::operator new(bytes);
  }
  return bytes >= kMinOwn ? map_slabs(rounded_up(bytes, kSlabBytes)) : shared_slabs().allocate(bytes);
}

void free_boards(void* memory, std::size_t bytes) noexcept {
  if (bytes < kMinShared) {
    ::operator delete(memory);
  } else if (bytes >= kMinOwn) {
    unmap_slabs(memory, rounded_up(bytes, kSlabBytes));
  } else {
    shared_slabs().free(memory);
  }
}

}  // namespace lanternfish
