#pragma once

// Collects what a chess engine prints while it searches: the scores at the deepest depth at which it named all the
// moves asked for.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "uci/score.h"

namespace lanternfish {

class SearchLines {
 public:
  // `legal`: the moves that the engine may name; must stay where they are. `expected`: how many of them the engine
  // names at each depth.
  SearchLines(std::span<const Move> legal, std::size_t expected);

  // Reads an "info" line. Ignores lines without a score, and scores that are only bounds.
  void add(std::string_view line);

  // Whether the expected number of moves was named at one depth, each once.
  bool complete() const;
  // Whether any move was named: enough for a search that had too few nodes for its first depth.
  bool any() const { return best().filled > 0; }
  // The scores at the deepest complete depth, or else at the deepest one; best first. And this depth.
  std::vector<MoveScore> scores() const;
  int depth() const { return best().depth; }
  // The scores at depth 1, where all moves were named there and at a deeper depth; else none.
  std::span<const MoveScore> first_scores() const;

 private:
  struct Table {
    int depth = 0;
    std::size_t filled = 0;
    std::vector<MoveScore> lines;  // by multipv; the null move where none came yet
  };
  const Table& best() const { return current_.filled == expected_ || finished_.filled == 0 ? current_ : finished_; }

  std::span<const Move> legal_;
  std::size_t expected_;
  Table current_;                 // the deepest depth seen
  Table finished_;                // the deepest filled depth below current_
  std::vector<MoveScore> first_;  // of depth 1, once a deeper depth has begun
};

}  // namespace lanternfish
