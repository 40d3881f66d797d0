#include "belief/opponent/evaluator_word.h"

#include <algorithm>
#include <array>

namespace lanternfish {

namespace {

// Classes end before these.
constexpr std::array<int, word_rows::kRanks - 1> kRankEnds = {1, 2, 3, 5, 8, 13, 20, 30};
constexpr std::array<int, word_rows::kLosses - 1> kLossEnds = {5, 15, 30, 60, 100, 180, 300, 500, 900};  // centipawns

template <std::size_t size>
std::uint8_t class_of(int value, const std::array<int, size>& ends) {
  return static_cast<std::uint8_t>(std::upper_bound(ends.begin(), ends.end(), value) - ends.begin());
}

}  // namespace

EvaluatorWord word_of(std::span<const JudgedMove> judged) {
  const auto best =
      std::find_if(judged.begin(), judged.end(), [](const JudgedMove& m) { return m.verdict == Verdict::kScored; });
  EvaluatorWord word;
  word.reserve(judged.size());
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const JudgedMove& move = judged[i];
    const int judgement = move.verdict == Verdict::kScored ? class_of(best->centipawns - move.centipawns, kLossEnds)
                                                           : word_rows::kLosses + static_cast<int>(move.verdict) - 1;
    word.push_back({move.taken, class_of(static_cast<int>(i), kRankEnds), static_cast<std::uint8_t>(judgement)});
  }
  std::sort(word.begin(), word.end(), [](const WordOnMove& a, const WordOnMove& b) { return a.taken < b.taken; });
  return word;
}

WordRows rows_of(const WordOnMove& move, bool captures) {
  const int kind = move.taken.is_null() ? 2 : captures ? 1 : 0;
  return {word_rows::kRank + kind * word_rows::kRanks + move.rank,
          word_rows::kJudgement + kind * word_rows::kJudgements + move.judgement};
}

}  // namespace lanternfish
