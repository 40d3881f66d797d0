#pragma once

// How the result of a sense would split a set of boards, for every window.

#include <vector>

#include "belief/set/board_set.h"

namespace lanternfish {

// The opponent's pieces in the window round `center`, in 27 bits. Two boards of a belief have the same content exactly
// where a sense shows the same window.
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
  std::uint64_t worst_boards = 0;  // boards left by the result that leaves the largest number
  double expected_boards = 0;      // expected number of boards left
  double gain_bits = 0;            // entropy of the results, by weight
};

// One entry for each square of `centers`, lowest square first. All numbers are 0 for an empty set. The result is the
// same for any number of threads. Sums of weights are rounded to 2^-36 of the whole per board.
std::vector<WindowSplit> split_by_windows(const BoardSet& set, Bitboard centers, ThreadPool& threads);

}  // namespace lanternfish
