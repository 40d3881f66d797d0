#include "belief/likely_parents.h"

#include <algorithm>
#include <array>
#include <bit>

#include "belief/set/board_hash.h"
#include "belief/set/child_maker.h"
#include "belief/set/filter.h"
#include "belief/set/marginals.h"

namespace lanternfish {

namespace {

constexpr std::size_t kChildrenOfBoard = 40;  // about; sizes tables only

// Where boards lie in a list, by hash.
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

  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::size_t find(const Hypothesis& h) const {
    for (std::size_t slot = hash_of(h) & (slots_.size() - 1); slots_[slot] != 0;
         slot = (slot + 1) & (slots_.size() - 1)) {
      if (boards_[slots_[slot] - 1]->same_board(h)) {
        return slots_[slot] - 1;
      }
    }
    return kNowhere;
  }

 private:
  const std::vector<const Hypothesis*>& boards_;
  std::vector<std::uint32_t> slots_;  // place + 1, 0 free
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
  // Without a king it has no children.
  std::erase_if(boards_, [](const Hypothesis& h) { return h.of_type(kKing) == 0; });
  words_.resize(boards_.size());
}

BoardSet LikelyParents::children(const std::vector<std::uint32_t>& which, float trust, ThreadPool& threads) const {
  std::vector<Hypothesis> parents;
  for (const std::uint32_t i : which) {
    parents.push_back(boards_[i]);
  }
  CaptureGroups groups;
  groups.want(captured_, 0);
  const ChildMaker maker(own_, groups);
  const auto make = [&](BoardRun run, ChildSink& sink, const ChildSink::Group&) {
    MoveProbabilities model(moves_.model, moves_.situation);
    std::vector<TakenMove> moves;
    for (const Hypothesis& parent : run) {
      const MoverView view = opponent_view(parent, own_.occupied());
      const auto without = model.of(view);
      moves.assign(without.begin(), without.end());
      if (trust > 0) {
        const auto with_word = model.of(view, words_[which[static_cast<std::size_t>(&parent - parents.data())]]);
        for (std::size_t m = 0; m < moves.size(); ++m) {
          moves[m].probability += trust * (with_word[m].probability - moves[m].probability);
        }
      }
      maker.append(parent, moves, sink);
    }
  };
  return build_set({BoardRun(parents)}, parents.size() * kChildrenOfBoard, threads, make);
}

void LikelyParents::hear(std::span<const EvaluatorWord> words, float trust, double scale, BoardSet& live,
                         ThreadPool& threads) {
  std::vector<std::uint32_t> fresh;
  for (std::size_t i = 0; i < std::min(words.size(), boards_.size()); ++i) {
    if (words_[i].empty() && !words[i].empty()) {
      words_[i] = words[i];
      fresh.push_back(static_cast<std::uint32_t>(i));
    }
  }
  heard_ += fresh.size();
  if (fresh.empty() || trust <= 0) {
    return;
  }
  const BoardSet was = children(fresh, 0, threads);
  const BoardSet is = children(fresh, trust, threads);
  const auto before = listed(was);
  const auto after = listed(is);
  const BoardIndex index(after);
  threads.for_each(live.shards().size(), [&](std::size_t s) {
    for (Hypothesis& h : live.shards()[s]) {
      if (const std::size_t at = index.find(h); at != BoardIndex::kNowhere) {
        // No less than the share of these parents alone: what others gave is never negative but for rounding.
        const double gains = scale * static_cast<double>(after[at]->weight);
        const double loses = scale * static_cast<double>(before[at]->weight);
        h.weight = floored_weight(std::max(static_cast<double>(h.weight) - loses, 0.0) + gains);
      }
    }
  });
}

LikelyParents::Likelihood LikelyParents::likelihood(const Window& window, ThreadPool& threads) const {
  std::vector<std::uint32_t> heard;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (!words_[i].empty()) {
      heard.push_back(static_cast<std::uint32_t>(i));
    }
  }
  const WindowMatch match(window, own_.me());
  Likelihood likelihood;
  for (const bool with_word : {true, false}) {
    BoardSet set = children(heard, with_word ? 1 : 0, threads);
    filter(set, match, threads);
    (with_word ? likelihood.with_word : likelihood.without) = set.total_weight();
  }
  return likelihood;
}

}  // namespace lanternfish
