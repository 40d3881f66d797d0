#pragma once

// What is particular to each strategy, as one table: engine/strategy_table.inc. Whatever depends on the strategy asks
// here; nothing else names one.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "belief/opponent/move_model.h"
#include "engine/config.h"
#include "eval/rbc_score.h"
#include "rules/board.h"

namespace lanternfish {

class NetEvaluator;
class StrategyPlayer;

// What a player knows when its game begins.
struct NewGame {
  Board board;  // before any event
  Color me;
  std::uint64_t seed = 0;                       // for choices that hold for the whole game
  std::shared_ptr<NetEvaluator> net = nullptr;  // of the strategy's traits; null where there is none
};

// Boards held for a player that does not look at them: reports and probes show the belief all the same.
inline constexpr std::size_t kBoardsOfNoUse = 2'000;

struct StrategyTraits {
  std::string_view name;  // in the option Strategy
  std::unique_ptr<StrategyPlayer> (*make)(const NewGame&);

  RbcTerms (*terms)() = chess_terms;                                 // scores moves with these terms
  bool needs_belief = true;                                          // decides by the boards of the belief
  std::size_t max_boards = std::numeric_limits<std::size_t>::max();  // held live by the belief
  bool uses_move_model = false;  // weighs boards by the fitted model; otherwise all moves of the opponent weigh alike
  bool judges_opponent = false;  // weighs boards by the evaluator's judgement of the opponent's last move, too
  bool uses_book = false;        // may take its first actions from the opening book
  bool asks_evaluator = true;    // ever asks what a move is worth
  // Plays with a network: the kind of its weights file, and which planes it reads. Empty: without one.
  std::string_view net_kind = {};
  std::string_view net_planes = {};
  bool net_scores_moves = false;  // the network stands in the place of the chess engine (engine/net_scores.h)
};

const StrategyTraits& traits_of(Strategy strategy);
// By the number of the enumerator.
std::span<const StrategyTraits> strategies();
std::vector<std::string_view> strategy_names();

// What follows for a whole configuration.

// The model by which the boards are weighed.
MoveModelKind move_model_of(const Config& config);
// Whether the evaluator is asked about the opponent's moves.
bool judges_opponent(const Config& config);
// What the evaluator adds to a chess engine's scores, and how scores are flattened.
RbcTerms scoring_terms(const Config& config);
// Whether players of both configurations hold the same boards with the same weights after the same events. Every option
// that changes a belief is compared.
bool same_belief(const Config& a, const Config& b);

#define STRATEGY(enumerator, choice, maker, ...) std::unique_ptr<StrategyPlayer> maker(const NewGame& game);
#include "engine/strategy_table.inc"
#undef STRATEGY

}  // namespace lanternfish
