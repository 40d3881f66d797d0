#pragma once

// All boards after one unseen turn of the opponent.

#include <memory>
#include <span>

#include "belief/opponent/move_model.h"
#include "belief/set/board_set.h"
#include "belief/set/interruption.h"

namespace lanternfish {

struct ExpandLimits {
  // Children held before they are deduplicated, boards, at most; bounds the memory on top of the result. Fewer are
  // held where more would not help.
  std::size_t children_at_once = std::size_t{1} << 26;
};

// The distinct children of `parents` whose capture square is `captured` (kNoSquare: none, the null move included).
// `own` is my side before the move; `captured` is not my king. A parent's weight is shared out among all its taken
// moves as the model says, those that the notice rules out included; what coincides adds up.
BoardSet expand(const BoardSet& parents, const OwnSide& own, Square captured, ThreadPool& threads,
                const ExpandLimits& limits = {}, const MoveContext& moves = {});

// About how many children, not deduplicated, `expand` would make: from a sample of the parents.
std::size_t estimate_children(const BoardSet& parents, const OwnSide& own, Square captured);
// The same by capture square.
std::array<std::size_t, 65> estimate_children(const BoardSet& parents, const OwnSide& own);

// An expansion for several capture squares at once, before it is known which will be notified. Each of its sets is the
// one that expand() makes: the same boards in the same order with the same weights. Can be stopped, and carried on.
class Expansion {
 public:
  // `parents` must stay where they are until the expansion is complete.
  Expansion(const BoardSet& parents, const OwnSide& own, std::span<const Square> captures, const ExpandLimits& limits,
            const MoveContext& moves);
  ~Expansion();
  Expansion(Expansion&&) noexcept;
  Expansion& operator=(Expansion&&) noexcept;

  bool covers(Square captured) const;
  // True when complete; false when stopped before.
  bool run(ThreadPool& threads, const Interruption& stop);
  // Completes what belongs to one of the capture squares, drops the others, and hands the set over. Once only.
  BoardSet take(Square captured, ThreadPool& threads);
  // What it holds beside the parents, its sets included, and the most it ever held.
  std::size_t bytes() const;
  std::size_t peak_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanternfish
