#include "belief/opponent/move_judgements.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace lanternfish {

namespace {

// The first value of the next class.
constexpr std::array<int, judgement_rows::kRanks - 1> kRankEnds = {1, 2, 3, 5, 8, 13, 20, 30};
constexpr std::array<int, judgement_rows::kLosses - 1> kLossEnds = {5, 15, 30, 60, 100, 180, 300, 500, 900};  // cp

template <std::size_t size>
std::uint8_t class_of(int value, const std::array<int, size>& ends) {
  return static_cast<std::uint8_t>(std::upper_bound(ends.begin(), ends.end(), value) - ends.begin());
}

}  // namespace

MoveJudgements judgements_of(std::span<const JudgedMove> judged, JudgedDepth depth) {
  const auto best =
      std::find_if(judged.begin(), judged.end(), [](const JudgedMove& m) { return m.verdict == Verdict::kScored; });
  std::vector<MoveJudgement> moves;
  moves.reserve(judged.size());
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const JudgedMove& move = judged[i];
    const int loss = move.verdict == Verdict::kScored ? class_of(best->centipawns - move.centipawns, kLossEnds)
                                                      : judgement_rows::kLosses + static_cast<int>(move.verdict) - 1;
    moves.push_back({move.taken, class_of(static_cast<int>(i), kRankEnds), static_cast<std::uint8_t>(loss)});
  }
  std::sort(moves.begin(), moves.end(),
            [](const MoveJudgement& a, const MoveJudgement& b) { return a.taken < b.taken; });
  return {std::move(moves), depth};
}

const MoveJudgement& judgement_of(const MoveJudgements& judgements, Move taken) {
  const auto found = std::lower_bound(judgements.moves.begin(), judgements.moves.end(), taken,
                                      [](const MoveJudgement& j, const Move& move) { return j.taken < move; });
  assert(found != judgements.moves.end() && found->taken == taken);
  return *found;
}

JudgementRows judgement_rows_of(const MoveJudgement& judgement, bool captures) {
  assert(!(captures && judgement.taken.is_null()));
  const int kind = judgement.taken.is_null() ? 2 : captures ? 1 : 0;
  return {judgement_rows::kRank + kind * judgement_rows::kRanks + judgement.rank,
          judgement_rows::kLoss + kind * judgement_rows::kLossesAndVerdicts + judgement.loss};
}

}  // namespace lanternfish
