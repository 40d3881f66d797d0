#pragma once

// How each window would split a set of boards.

#include <vector>

#include "belief/set/board_set.h"

namespace lanternfish {

// The opponent's pieces in the window round `center`, 27 bits: equal exactly where a sense there shows the same.
inline std::uint32_t window_content(const Hypothesis& h, Square center) {
  const Bitboard squares = window_bb(center);
  std::uint64_t content = 0;
  for (int k = 2; k >= 0; --k) {
    // Rows of three bits, eight apart once the window's lowest corner is at bit 0.
    const std::uint64_t rows = std::rotr(h.planes[k] & squares, center - 9);
    content = content << 9 | ((rows | rows >> 5 | rows >> 10) & 0x1ff);
  }
  return static_cast<std::uint32_t>(content);
}

struct WindowSplit {
  Square center = kNoSquare;
  std::uint64_t results = 0;       // distinct contents
  std::uint64_t worst_boards = 0;  // boards left after the result that leaves most
  double expected_boards = 0;      // boards left, weighted by the probability of each result
  double gain_bits = 0;            // entropy of the result
};

// One entry for each square of `centers`, lowest first. An empty set has no results.
std::vector<WindowSplit> split_by_windows(const BoardSet& set, Bitboard centers, ThreadPool& threads);

}  // namespace lanternfish
