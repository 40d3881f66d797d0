#pragma once

// What players that decide by the boards of the belief have in common: they rank senses and requests, and one of the
// best is chosen.

#include "engine/sense_choice.h"
#include "engine/strategy_player.h"

namespace lanternfish {

template <typename Value>
struct Ranking {
  std::vector<Value> values;  // best first
  std::size_t equal = 1;      // how many of the first are equally good: one of them is chosen at random
  std::uint64_t samples = 0;  // boards scored
  std::uint64_t nodes = 0;    // positions
  RbcTerms terms = {};        // that the values come from
};
using SenseRanking = Ranking<SenseValue>;
using RequestRanking = Ranking<RequestValue>;

class ExactPlayer : public StrategyPlayer {
 public:
  Square choose_sense(Situation& situation, std::span<const Square> allowed) final;
  Move choose_move(Situation& situation, std::span<const Move> allowed) final;

 protected:
  // Rankings with at least one entry; poor windows and requests may be left out. Called only when the belief holds
  // boards, rank_senses only when a sense can tell something.
  virtual SenseRanking rank_senses(Situation& situation, Bitboard centers) = 0;
  virtual RequestRanking rank_requests(Situation& situation, std::vector<Move> allowed) = 0;

  static void report(Situation& situation, const SenseRanking& ranking);
  static void report(Situation& situation, const RequestRanking& ranking);
};

// Players that request the move that is the chess engine's best on most boards, each board counting the same.
class VotingPlayer : public ExactPlayer {
 protected:
  RequestRanking rank_requests(Situation& situation, std::vector<Move> allowed) override;
};

// The ranking of `values`, which come from the table; those within `margin` of the best are equally good.
template <typename Value>
Ranking<Value> ranking_of(std::vector<Value> values, double margin, const ScoreTable& table) {
  Ranking<Value> ranking{std::move(values)};
  ranking.equal = near_best(ranking.values, margin);
  ranking.samples = table.rows().size();
  ranking.nodes = table.nodes();
  ranking.terms = table.terms();
  return ranking;
}

// Values that differ by less are a tie, whatever their unit.
inline constexpr double kTie = 1e-9;

// A ranking of which one of the best is chosen at random.
template <typename Value>
Ranking<Value> with_ties(std::vector<Value> values) {
  Ranking<Value> ranking{std::move(values)};
  ranking.equal = near_best(ranking.values, kTie);
  return ranking;
}

// For players whose sense asks no chess engine.
inline constexpr TimeUse kTimeForMove = {.sense_share = 0.05, .move_share = 0.95};

// How windows split the belief. Where the set is too large for the time there is, a part of it is split and the numbers
// of boards are scaled. kEqual: all boards weigh the same.
enum class BoardWeights { kBelief, kEqual };
std::vector<WindowSplit> split_set(const Situation& situation, Bitboard centers, BoardWeights weights);

// The Progress of players that use all the time they have.
bool never_settled(const ScoreTable& table);

// Scores the requests of `list` on boards of the belief, all equally likely; on a random sample where they are too
// many.
ScoreTable score_equally(Situation& situation, std::vector<Move> list);

}  // namespace lanternfish
