#include "belief/preparation.h"

#include <algorithm>
#include <atomic>
#include <cassert>

namespace lanternfish {

namespace {

// False also where `stop` came before the answer.
bool all_have_kings(const BoardSet& set, ThreadPool& threads, const Interruption& stop) {
  std::atomic<bool> all = true;
  threads.for_each(set.shards().size(), [&](std::size_t s) {
    const auto has_king = [](const Hypothesis& h) { return h.of_type(kKing) != 0; };
    const BoardSet::Shard& shard = set.shards()[s];
    if (all && (stop.requested() || !std::all_of(shard.begin(), shard.end(), has_king))) {
      all = false;
    }
  });
  return all;
}

// No capture comes first; without room for that nothing is worth preparing.
std::vector<Square> captures_with_room(const BoardSet& parents, const OwnSide& own, const Preparation::Limits& limits) {
  const auto children = estimate_children(parents, own);
  std::size_t room = limits.boards;
  std::vector<Square> captures;
  const auto add_if_fits = [&](Square captured) {
    const auto distinct = static_cast<std::size_t>(kMaxDistinctShare * static_cast<double>(children[captured]));
    if (distinct <= room) {
      room -= distinct;
      captures.push_back(captured);
    }
  };
  if (limits.captured) {
    add_if_fits(*limits.captured);
    return captures;
  }
  add_if_fits(kNoSquare);
  for (Bitboard b = captures.empty() ? 0 : own.occupied() & ~own.pieces().pieces(own.me(), kKing); b != 0;) {
    add_if_fits(pop_lowest(b));
  }
  return captures;
}

}  // namespace

bool Preparation::work(const BoardSet& parents, const OwnSide& own, const MoveContext& moves, const Limits& limits,
                       ThreadPool& threads, const Interruption& stop) {
  if (expansion_) {
    return expansion_->run(threads, stop);
  }
  if (own.first_notice_is_empty() || own.pieces().turn() == own.me() || parents.empty()) {
    return true;
  }
  // The notice drops boards without a king; the rest is then another set of parents.
  if (!all_have_kings(parents, threads, stop)) {
    return !stop.requested();
  }
  const std::vector<Square> captures = captures_with_room(parents, own, limits);
  if (captures.empty()) {
    return true;
  }
  expansion_.emplace(parents, own, captures, limits.expansion, moves);
  return expansion_->run(threads, stop);
}

BoardSet Preparation::take(Square captured, ThreadPool& threads, const Interruption& until,
                           std::vector<Hypothesis>* left_out) {
  assert(covers(captured));
  BoardSet set = expansion_->take(captured, threads, until, left_out);
  clear();
  return set;
}

}  // namespace lanternfish
