#pragma once

// All boards after one unseen move of the opponent.

#include <memory>
#include <span>

#include "belief/opponent/move_model.h"
#include "belief/set/board_set.h"
#include "belief/set/interruption.h"

namespace lanternfish {

struct ExpandLimits {
  // Maximum number of children held before deduplication; bounds the memory on top of the result.
  std::size_t children_at_once = std::size_t{1} << 26;
};

// The distinct children of `parents` whose capture square is `captured` (kNoSquare: no capture, the null move
// included). `own` is my side before the move; `captured` is not my king's square. The model of `moves` distributes a
// parent's weight over all of its taken moves, whatever their capture squares. The weights of equal children add up.
BoardSet expand(const BoardSet& parents, const OwnSide& own, Square captured, ThreadPool& threads,
                const ExpandLimits& limits = {}, const MoveContext& moves = {});

// The share of distinct boards among the children made in large sets; sets of the bench have 0.28 to 0.59
// (docs/research/belief_speed.md). The usual share decides the sizes of shards and tables, the maximum share bounds
// memory.
constexpr double kUsualDistinctShare = 0.4;
constexpr double kMaxDistinctShare = 0.6;

// About how many children expand() would make before deduplication, estimated from a sample of the parents.
std::size_t estimate_children(const BoardSet& parents, const OwnSide& own, Square captured);
// The same by capture square.
std::array<std::size_t, 65> estimate_children(const BoardSet& parents, const OwnSide& own);

// An expansion for several capture squares at once, before the notice names one of them. Each set is the one that
// expand() makes: the same boards in the same order with the same weights. Can be interrupted and called again.
class Expansion {
 public:
  // `parents` must stay where they are until the expansion is complete.
  Expansion(const BoardSet& parents, const OwnSide& own, std::span<const Square> captures, const ExpandLimits& limits,
            const MoveContext& moves);
  ~Expansion();
  Expansion(Expansion&&) noexcept;
  Expansion& operator=(Expansion&&) noexcept;

  bool covers(Square captured) const;
  // Returns true when all sets are complete, false when `stop` came first.
  bool run(ThreadPool& threads, const Interruption& stop);
  // Completes the set of one covered capture square and returns it; drops the other sets. At most once. With
  // `left_out`, parents whose turn has not come when `until` is requested are put there, and their children are not
  // made: the caller keeps them. What was made until then still has to be merged, which takes about as long as making
  // it took.
  BoardSet take(Square captured, ThreadPool& threads, const Interruption& until = {},
                std::vector<Hypothesis>* left_out = nullptr);
  // Memory held at present apart from the parents, sets included, and the maximum so far.
  std::size_t bytes() const;
  std::size_t peak_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanternfish
