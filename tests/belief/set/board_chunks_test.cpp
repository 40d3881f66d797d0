#include "belief/set/board_chunks.h"

#include <doctest/doctest.h>

#include "belief/set/board_memory.h"
#include "support/thread_pool.h"
#include "tests/belief/numbered_boards.h"

using namespace lanternfish;
using testing::number_of;
using testing::numbered_board;

namespace {

std::vector<std::uint64_t> numbers_in(const ChildLists& lists, std::size_t list) {
  std::vector<std::uint64_t> numbers;
  for (const BoardChunk* chunk = lists.first_of(list); chunk != nullptr; chunk = chunk->next) {
    for (const Hypothesis& h : lists.boards_of(*chunk, list)) {
      numbers.push_back(number_of(h));
    }
  }
  return numbers;
}

// Writes `sizes[i]` boards to list i, by turns, and checks what the lists then have.
void fill_and_check(ChildLists& lists, ChunkPool& pool, const std::vector<std::size_t>& sizes, std::uint64_t first) {
  lists.reset(sizes.size(), pool);
  std::vector<std::vector<std::uint64_t>> expected(sizes.size());
  std::uint64_t number = first;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t list = 0; list < sizes.size(); ++list) {
      if (expected[list].size() < sizes[list]) {
        lists.add(list, numbered_board(++number));
        expected[list].push_back(number);
        more = true;
      }
    }
  }
  for (std::size_t list = 0; list < sizes.size(); ++list) {
    REQUIRE(lists.boards_in(list) == sizes[list]);
    REQUIRE(numbers_in(lists, list) == expected[list]);
  }
}

}  // namespace

TEST_CASE("child lists: each keeps its boards in order, empty, with full chunks and with part of a chunk") {
  ChunkPool pool(10'000);
  ChildLists lists;
  fill_and_check(lists, pool, {0, 1, kBoardsPerChunk, kBoardsPerChunk + 1, 7 * kBoardsPerChunk, 1000}, 0);
  CHECK(lists.first_of(0) == nullptr);
  lists.release();
}

TEST_CASE("child lists: memory that was released is used again") {
  ChunkPool pool(10'000);
  ChildLists lists;
  fill_and_check(lists, pool, {3000, 5, 4000}, 0);
  const std::size_t bytes = pool.bytes();
  CHECK(bytes >= 7000 * sizeof(Hypothesis));
  for (std::uint64_t round = 1; round < 10; ++round) {
    lists.release();
    fill_and_check(lists, pool, {4000, 3000, 5}, round << 20);
    CHECK(pool.bytes() == bytes);
  }
  lists.release();
}

TEST_CASE("child lists: many threads fill lists from one pool, small or large") {
  for (const std::size_t boards : {std::size_t{1000}, std::size_t{1} << 20}) {
    ThreadPool threads(4);
    ChunkPool pool(boards);
    std::vector<ChildLists> tasks(40);
    threads.for_each(tasks.size(), [&](std::size_t i) {
      ChildLists& lists = tasks[i];
      lists.reset(3, pool);
      for (std::uint64_t k = 0; k < 3000; ++k) {
        lists.add(k % 3, numbered_board((i << 32) + k + 1));
      }
    });
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      for (std::size_t list = 0; list < 3; ++list) {
        const auto numbers = numbers_in(tasks[i], list);
        REQUIRE(numbers.size() == 1000);
        for (std::size_t k = 0; k < numbers.size(); ++k) {
          REQUIRE(numbers[k] == (i << 32) + 3 * k + list + 1);
        }
      }
    }
    CHECK(pool.bytes() >= tasks.size() * 3000 * sizeof(Hypothesis));
    if (boards * sizeof(Hypothesis) >= kSlabBytes) {
      CHECK(pool.bytes() % kSlabBytes == 0);
    }
    for (ChildLists& lists : tasks) {
      lists.release();
    }
  }
}
