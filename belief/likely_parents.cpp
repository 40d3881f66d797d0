#include "belief/likely_parents.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "belief/set/board_hash.h"
#include "belief/set/child_maker.h"
#include "belief/set/filter.h"
#include "belief/set/marginals.h"

namespace lanternfish {

namespace {

constexpr std::size_t kChildrenOfBoard = 40;  // about; decides the sizes of tables only

// Finds the place of a board in a list.
class BoardIndex {
 public:
  explicit BoardIndex(const std::vector<const Hypothesis*>& boards)
      : boards_(boards), slots_(std::bit_ceil(2 * boards.size() + 1), 0) {
    for (std::size_t i = 0; i < boards.size(); ++i) {
      std::size_t slot = hash_of(*boards[i]) & (slots_.size() - 1);
      while (slots_[slot] != 0) {
        slot = (slot + 1) & (slots_.size() - 1);
      }
      slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
  }

  static constexpr std::size_t kNotThere = ~std::size_t{0};
  std::size_t find(const Hypothesis& h) const {
    for (std::size_t slot = hash_of(h) & (slots_.size() - 1); slots_[slot] != 0;
         slot = (slot + 1) & (slots_.size() - 1)) {
      if (boards_[slots_[slot] - 1]->same_board(h)) {
        return slots_[slot] - 1;
      }
    }
    return kNotThere;
  }

 private:
  const std::vector<const Hypothesis*>& boards_;
  std::vector<std::uint32_t> slots_;  // by hash: place + 1; 0 is a free slot
};

std::vector<const Hypothesis*> listed(const BoardSet& set) {
  std::vector<const Hypothesis*> list;
  set.for_each([&](const Hypothesis& h) { list.push_back(&h); });
  return list;
}

}  // namespace

LikelyParents::LikelyParents(const BoardSet& set, std::size_t limit, const OwnSide& own, Square captured,
                             const MoveContext& moves)
    : boards_(likeliest(set, limit)), own_(own), captured_(captured), moves_(moves), total_weight_(set.total_weight()) {
  // A board without a king has no children.
  std::erase_if(boards_, [](const Hypothesis& h) { return h.of_type(kKing) == 0; });
  judgements_.resize(boards_.size());
}

BoardSet LikelyParents::children(const std::vector<std::uint32_t>& which, const MoveTrust& trust,
                                 ThreadPool& threads) const {
  std::vector<Hypothesis> parents;
  for (const std::uint32_t i : which) {
    parents.push_back(boards_[i]);
  }
  CaptureGroups groups;
  groups.want(captured_, 0);
  const ChildMaker maker(own_, groups);
  const auto make = [&](const ParentRun& run, ChildSink& sink, const ChildSink::Group&) {
    MoveProbabilities model(moves_.model, moves_.situation);
    std::vector<TakenMove> moves;
    for (std::size_t i = 0; i < run.boards.size(); ++i) {
      const Hypothesis& parent = run.boards[i];
      const MoverView view = opponent_view(parent, own_.occupied());
      const auto without = model.of(view);
      moves.assign(without.begin(), without.end());
      const MoveJudgements& judgements = judgements_[which[run.first + i]];
      // What was not foreseen, judgements stand for.
      const float foreseen = judgements.foreseen ? trust.foreseen : 0;
      const float judged = trust.judged + trust.foreseen - foreseen;
      const float plain = 1 - judged - foreseen;
      if (plain < 1) {
        const auto by_judgement = model.of(view, judgements);
        for (std::size_t m = 0; m < moves.size(); ++m) {
          moves[m].probability = plain * moves[m].probability + judged * by_judgement[m].probability +
                                 (foreseen > 0 ? foreseen * judgement_of(judgements, moves[m].move).foreseen : 0);
        }
      }
      maker.append(parent, moves, sink);
    }
  };
  return build_set({BoardRun(parents)}, parents.size() * kChildrenOfBoard, threads, make);
}

void LikelyParents::reweigh(std::span<const MoveJudgements> judgements, const MoveTrust& trust, double scale,
                            BoardSet& live, ThreadPool& threads) {
  assert(judgements.size() <= boards_.size());
  std::vector<std::uint32_t> newly_judged;
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    if (judgements_[i].empty() && !judgements[i].empty()) {
      judgements_[i] = judgements[i];
      newly_judged.push_back(static_cast<std::uint32_t>(i));
    }
  }
  judged_ += newly_judged.size();
  if (newly_judged.empty() || trust.judged + trust.foreseen <= 0) {
    return;
  }
  const BoardSet without = children(newly_judged, {}, threads);
  const BoardSet with = children(newly_judged, trust, threads);
  const auto before = listed(without);
  const auto after = listed(with);
  const BoardIndex index(after);
  threads.for_each(live.shards().size(), [&](std::size_t s) {
    for (Hypothesis& h : live.shards()[s]) {
      if (const std::size_t at = index.find(h); at != BoardIndex::kNotThere) {
        // Never less than what these parents give: the part of other parents is negative by rounding only.
        const double gains = scale * static_cast<double>(after[at]->weight);
        const double loses = scale * static_cast<double>(before[at]->weight);
        h.weight = floored_weight(std::max(static_cast<double>(h.weight) - loses, 0.0) + gains);
      }
    }
  });
}

MoveLikelihood LikelyParents::likelihood(const Window& window, ThreadPool& threads) const {
  std::vector<std::uint32_t> judged;
  for (std::size_t i = 0; i < judgements_.size(); ++i) {
    if (!judgements_[i].empty()) {
      judged.push_back(static_cast<std::uint32_t>(i));
    }
  }
  const WindowMatch match(window, own_.me());
  const auto weight = [&](const MoveTrust& trust) {
    BoardSet set = children(judged, trust, threads);
    filter(set, match, threads);
    return set.total_weight();
  };
  return {.plain = weight({}), .judged = weight({.judged = 1}), .foreseen = weight({.foreseen = 1})};
}

}  // namespace lanternfish
