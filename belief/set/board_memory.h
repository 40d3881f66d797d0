#pragma once

// Memory for large arrays of boards: slabs of huge pages where the system has huge pages, slabs of small pages
// elsewhere. With small pages there is a page fault for every 128 boards, and that costs as much as making and
// deduplicating them.

#include <cstddef>
#include <stop_token>
#include <utility>

namespace lanternfish {

constexpr std::size_t kSlabBytes = std::size_t{4} << 20;

// Memory for whole slabs straight from the system. `bytes` must be a multiple of kSlabBytes; the address is one, too.
// Throws std::bad_alloc. unmap_slabs() takes what map_slabs() returned and the same `bytes`.
void* map_slabs(std::size_t bytes);
void unmap_slabs(void* memory, std::size_t bytes) noexcept;

// Bytes in slabs that were unmapped and wait for their next use. The system may take their pages back meanwhile.
std::size_t kept_slab_bytes();
// Touches memory that nobody uses yet, slab after slab, until `bytes` are kept, `stop` is requested or the system has
// no more: whoever maps slabs then finds them without page faults. For a thread of its own (belief/memory_ahead.h).
void touch_slabs(std::size_t bytes, const std::stop_token& stop) noexcept;

// Memory for an array of any size. Large arrays get slabs of their own, arrays from 32 KB on share slabs, small ones
// come from operator new. A shared slab goes back to the system with the last of its arrays. The address is a multiple
// of 16. Throws std::bad_alloc. free_boards() takes the same `bytes`, from any thread.
void* allocate_boards(std::size_t bytes);
void free_boards(void* memory, std::size_t bytes) noexcept;

// The allocator of vectors of boards.
template <typename T>
struct BoardAllocator {
  using value_type = T;

  BoardAllocator() = default;
  template <typename U>
  BoardAllocator(const BoardAllocator<U>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t n) { return static_cast<T*>(allocate_boards(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t n) noexcept { free_boards(memory, n * sizeof(T)); }
  // resize() does not initialise new elements; the caller must write them.
  template <typename U>
  void construct(U*) noexcept {}
  template <typename U, typename... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
  }
  template <typename U>
  friend bool operator==(const BoardAllocator&, const BoardAllocator<U>&) {
    return true;
  }
};

}  // namespace lanternfish
