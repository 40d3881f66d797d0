#pragma once

// The boards after the opponent's next move, made before its notice while there is time: a set for each capture square
// that memory has room for.

#include <optional>

#include "belief/set/expand.h"
#include "rules/observation.h"

namespace lanternfish {

class Preparation {
 public:
  Preparation() = default;
  // A copy has nothing prepared, because prepared work refers to its parents.
  Preparation(const Preparation&) {}
  Preparation& operator=(const Preparation&) {
    clear();
    return *this;
  }
  Preparation(Preparation&&) = default;
  Preparation& operator=(Preparation&&) = default;
  ~Preparation() = default;

  struct Limits {
    std::size_t boards = 0;  // about, of all sets together
    ExpandLimits expansion;
    std::optional<Square> captured = {};  // prepare the set of this capture square alone; none: of all of them
  };

  // Begins the work, or continues it. Returns true when nothing is left to do, false when `stop` came first. All calls
  // until clear() must have the same `parents`, at the same place in memory, and the same `own` and `moves` (as for
  // expand()). Nothing is prepared on my own turn, before the empty first notice, or where a board has no opponent's
  // king.
  bool work(const BoardSet& parents, const OwnSide& own, const MoveContext& moves, const Limits& limits,
            ThreadPool& threads, const Interruption& stop);
  bool is_under_way() const { return expansion_.has_value(); }
  bool covers(Square captured) const { return expansion_ && expansion_->covers(captured); }
  // Completes and returns the set of a covered capture square: the set that expand() makes. Clears all others. `until`
  // and `left_out` are as for Expansion::take().
  BoardSet take(Square captured, ThreadPool& threads, const Interruption& until = {},
                std::vector<Hypothesis>* left_out = nullptr);
  void clear() { expansion_.reset(); }

  std::size_t bytes() const { return expansion_ ? expansion_->bytes() : 0; }

 private:
  std::optional<Expansion> expansion_;
};

}  // namespace lanternfish
