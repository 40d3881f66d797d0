#include "belief/set/board_memory.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

using namespace lanternfish;

namespace {

// Small, shared and large arrays, and the sizes where one kind ends.
constexpr std::size_t kSizes[] = {1,       100,       32767,   32768,          40'000,
                                  500'000, 1'000'000, 1048575, kSlabBytes / 4, kSlabBytes + 1};

struct Array {
  unsigned char* memory;
  std::size_t bytes;
  unsigned char fill;

  bool intact() const {
    return std::all_of(memory, memory + bytes, [&](unsigned char byte) { return byte == fill; });
  }
};

std::vector<Array> allocate_all(int rounds) {
  std::vector<Array> arrays;
  for (int round = 0; round < rounds; ++round) {
    for (const std::size_t bytes : kSizes) {
      Array array{static_cast<unsigned char*>(allocate_boards(bytes)), bytes,
                  static_cast<unsigned char>(arrays.size() + 1)};
      REQUIRE(reinterpret_cast<std::uintptr_t>(array.memory) % 16 == 0);
      std::memset(array.memory, array.fill, array.bytes);
      arrays.push_back(array);
    }
  }
  return arrays;
}

}  // namespace

TEST_CASE("board memory: arrays of all sizes do not overlap, and stay intact while others are freed") {
  std::vector<Array> arrays = allocate_all(8);
  for (std::size_t i = 0; i < arrays.size(); i += 2) {
    free_boards(arrays[i].memory, arrays[i].bytes);
  }
  const std::vector<Array> more = allocate_all(4);
  for (std::size_t i = 1; i < arrays.size(); i += 2) {
    REQUIRE(arrays[i].intact());
    free_boards(arrays[i].memory, arrays[i].bytes);
  }
  for (const Array& array : more) {
    REQUIRE(array.intact());
    free_boards(array.memory, array.bytes);
  }
}

TEST_CASE("board memory: arrays outlive the thread that allocated them, and any thread may free them") {
  std::vector<Array> arrays;
  std::thread([&] { arrays = allocate_all(4); }).join();
  for (const Array& array : arrays) {
    REQUIRE(array.intact());
  }
  std::thread([&] {
    for (const Array& array : arrays) {
      free_boards(array.memory, array.bytes);
    }
  }).join();
}

TEST_CASE("board memory: slabs lie at multiples of their size") {
  for (const std::size_t slabs : {std::size_t{1}, std::size_t{3}}) {
    void* const memory = map_slabs(slabs * kSlabBytes);
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % kSlabBytes == 0);
    std::memset(memory, 1, slabs * kSlabBytes);
    unmap_slabs(memory, slabs * kSlabBytes);
  }
}

TEST_CASE("board memory: a vector keeps its elements while it grows from small to large arrays") {
  std::vector<std::uint64_t, BoardAllocator<std::uint64_t>> numbers;
  for (std::uint64_t i = 0; i < 300'000; ++i) {
    numbers.push_back(i);
  }
  bool same = true;
  for (std::uint64_t i = 0; i < numbers.size(); ++i) {
    same = same && numbers[i] == i;
  }
  CHECK(same);
}
