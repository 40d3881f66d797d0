#pragma once

// What players on the exact belief have in common: they rank senses and requests, and one of the best is taken.

#include "engine/sense_choice.h"
#include "engine/strategy_player.h"

namespace lanternfish {

template <typename Value>
struct Ranking {
  std::vector<Value> values;  // best first
  std::size_t equal = 1;      // so many of the first are as good as each other: one of them is taken at random
  std::uint64_t samples = 0;  // boards scored
  std::uint64_t nodes = 0;    // positions
};
using SenseRanking = Ranking<SenseValue>;
using RequestRanking = Ranking<RequestValue>;

class ExactPlayer : public StrategyPlayer {
 public:
  Square choose_sense(Situation& situation, std::span<const Square> allowed) final;
  Move choose_move(Situation& situation, std::span<const Move> allowed) final;

 protected:
  // Neither is asked when there are no boards, nor the first when nothing can be learnt. At least one of each; requests
  // may be left out, windows too.
  virtual SenseRanking rank_senses(Situation& situation, Bitboard centers) = 0;
  virtual RequestRanking rank_requests(Situation& situation, std::vector<Move> allowed) = 0;

  static void report(Situation& situation, const SenseRanking& ranking);
  static void report(Situation& situation, const RequestRanking& ranking);
};

// Those that move as most boards would have them, each board counting the same: the chess engine's best moves.
class VotingPlayer : public ExactPlayer {
 protected:
  RequestRanking rank_requests(Situation& situation, std::vector<Move> allowed) override;
};

// A ranking out of what was computed from a table.
template <typename Value>
Ranking<Value> ranking_of(std::vector<Value> values, double margin, const ScoreTable& table) {
  Ranking<Value> ranking{std::move(values)};
  ranking.equal = near_best(ranking.values, margin);
  ranking.samples = table.rows().size();
  ranking.nodes = table.nodes();
  return ranking;
}

// Of players whose sense asks no chess engine.
inline constexpr TimeUse kTimeForMove = {.sense_share = 0.05, .move_share = 0.95};

// How windows split the belief; over a part of a set too large for the time there is, scaled.
enum class BoardWeights { kBelief, kEqual };
std::vector<WindowSplit> split_set(const Situation& situation, Bitboard centers, BoardWeights weights);

// Never settled: scores are wanted as far as they go.
bool never_settled(const ScoreTable& table);

// All boards equally likely, drawn at random where there are too many.
ScoreTable score_equally(Situation& situation, std::vector<Move> list);

}  // namespace lanternfish
