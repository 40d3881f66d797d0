#include "belief/memory_ahead.h"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "belief/belief.h"
#include "belief/set/board_memory.h"

using namespace lanternfish;

namespace {

constexpr std::size_t kSlabs = 6;

bool wait_until_kept(std::size_t bytes) {
  for (int tries = 0; tries < 6000 && kept_slab_bytes() < bytes; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return kept_slab_bytes() >= bytes;
}

bool resident(void* memory, std::size_t bytes) {
  std::vector<unsigned char> pages(bytes / static_cast<std::size_t>(getpagesize()));
  REQUIRE(mincore(memory, bytes, pages.data()) == 0);
  for (const unsigned char page : pages) {
    if ((page & 1) == 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("memory ahead: slabs that were wanted are in memory before anybody maps them") {
  MemoryAhead ahead;
  ahead.want(kept_slab_bytes() + kSlabs * kSlabBytes);
  REQUIRE(wait_until_kept(kSlabs * kSlabBytes));
  std::vector<void*> slabs;
  for (std::size_t i = 0; i < kSlabs; ++i) {
    slabs.push_back(map_slabs(kSlabBytes));
    CHECK(resident(slabs.back(), kSlabBytes));
  }
  for (void* slab : slabs) {
    unmap_slabs(slab, kSlabBytes);
  }
}

TEST_CASE("memory ahead: what is kept already is not touched again, and ending early leaves nothing behind") {
  const std::size_t kept = kept_slab_bytes();
  {
    MemoryAhead ahead;
    ahead.want(kept);
    ahead.want(0);
  }
  CHECK(kept_slab_bytes() == kept);
  { MemoryAhead().want(kept + 64 * kSlabBytes); }
  const std::size_t now = kept_slab_bytes();
  CHECK(now % kSlabBytes == 0);
  CHECK(now <= kept + 64 * kSlabBytes);
}

TEST_CASE(
    "memory ahead: a belief wants memory for the opponent's move alone, and never more than a quarter of its own") {
  ThreadPool threads(1);
  for (const std::size_t megabytes : {8, 256}) {
    const std::size_t memory = megabytes << 20;
    Belief belief(Board::start(), kBlack, {.memory_bytes = memory}, threads);
    std::size_t most = 0;
    while (belief.boards().size() < 10'000 && belief.deferred() == 0) {
      most = std::max(most, belief.bytes_for_notice());
      REQUIRE(belief.observe(OpponentMoved{}));
      CHECK(belief.bytes_for_notice() == 0);
      REQUIRE(belief.observe(Sensed{}));
      REQUIRE(belief.observe(Moved{}));
    }
    most = std::max(most, belief.bytes_for_notice());
    CHECK(most <= memory / 4);
    // At least what its boards take after the next move.
    CHECK(most >= std::min(memory / 4, belief.boards().size() * sizeof(Hypothesis)));
  }
}
