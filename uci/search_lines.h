#pragma once

// What a chess engine prints while it searches, kept to the deepest depth at which it named all the moves asked for.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "uci/score.h"

namespace lanternfish {

class SearchLines {
 public:
  // `legal`: the moves the engine may name. `expected`: how many of them it will name at each depth.
  SearchLines(std::span<const Move> legal, std::size_t expected);

  // Takes an "info" line. Lines without a score, and scores that are only bounds, are ignored.
  void add(std::string_view line);

  // Whether each of the moves expected was named once, at some depth.
  bool complete() const;
  // Whether any was: all there is when a search had too few nodes for its first depth.
  bool any() const { return best().filled > 0; }
  // The scores of the moves named at the depth that counts, best first, and that depth.
  std::vector<MoveScore> scores() const;
  int depth() const { return best().depth; }

 private:
  struct Table {
    int depth = 0;
    std::size_t filled = 0;
    std::vector<MoveScore> lines;  // by multipv; the null move where none came yet
  };
  const Table& best() const { return current_.filled == expected_ || finished_.filled == 0 ? current_ : finished_; }

  std::span<const Move> legal_;
  std::size_t expected_;
  Table current_;   // the deepest depth seen
  Table finished_;  // the deepest one below it that was filled
};

}  // namespace lanternfish
