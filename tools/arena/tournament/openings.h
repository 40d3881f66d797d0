#pragma once

// Start positions of a tournament's games, from a file: one FEN (or EPD) a line, '#' begins a comment.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/board.h"
#include "support/result.h"

namespace lanternfish {

struct Openings {
  std::vector<Board> boards;  // empty: every game begins at the rules' start position
  bool random = false;        // the order; drawn anew by each tournament's seed

  // The position of a pair of games, from 1: both games of a pair begin at the same one. After the last comes the
  // first.
  const Board& of_pair(int pair, std::uint64_t seed) const;
};

// "file=openings.epd order=random start=3", fastchess's words; the file's name alone will do. `start` skips positions.
Result<Openings> read_openings(std::string_view words);
// The lines of such a file. `name` begins error messages: "NAME:LINE: what is wrong".
Result<std::vector<Board>> parse_openings(std::string_view text, std::string_view name);

}  // namespace lanternfish
