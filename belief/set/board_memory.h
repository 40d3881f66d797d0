#pragma once

// Memory for large arrays of boards: slabs of huge pages, where the system has them. A page fault for every 128 boards
// costs as much as making and deduplicating them.

#include <cstddef>
#include <utility>

namespace lanternfish {

constexpr std::size_t kSlabBytes = std::size_t{4} << 20;

// `bytes` is a multiple of kSlabBytes, and so is the address. Throws std::bad_alloc. Goes back to the system when
// freed.
void* map_slabs(std::size_t bytes);
void unmap_slabs(void* memory, std::size_t bytes) noexcept;

// Arrays of a few dozen KB and more share slabs; a slab goes back to the system with the last of its arrays. Any thread
// may free what another one allocated.
void* allocate_boards(std::size_t bytes);
void free_boards(void* memory, std::size_t bytes) noexcept;

template <typename T>
struct BoardAllocator {
  using value_type = T;

  BoardAllocator() = default;
  template <typename U>
  BoardAllocator(const BoardAllocator<U>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t n) { return static_cast<T*>(allocate_boards(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t n) noexcept { free_boards(memory, n * sizeof(T)); }
  // resize() leaves new elements as they are, to be written over.
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
