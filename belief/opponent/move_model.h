#pragma once

// The probability of each possible taken move of the opponent on a board.
//
// There are two models. The uniform model gives every taken move the same probability. The fitted model is a mixture
// of five parts: three styles of play, each a conditional logit over the taken moves of a board (features in
// move_model_features.h, coefficients in move_model_weights.inc); the random player, who makes every request with the
// same probability; and the passer, who always passes. The shares of the parts are learnt during the game
// (move_model_habits.h). docs/research/opponent_model.md says how the model was fitted.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "belief/opponent/move_judgements.h"
#include "belief/opponent/move_model_features.h"

namespace lanternfish {

enum class MoveModelKind : std::uint8_t { kUniform, kFitted };

constexpr int kMoveStyles = 3;
constexpr int kMoveParts = kMoveStyles + 2;
constexpr int kRandomPart = kMoveStyles;
constexpr int kPassPart = kMoveStyles + 1;

// The share of each part in one opponent: styles, random, pass. Each share is above 0; the sum is 1.
using MoveShares = std::array<float, kMoveParts>;
// The average opponent of the games of the fit: every opponent before its first move.
extern const MoveShares kUsualShares;
// The probability that the average opponent chooses a move as an evaluator would judge it.
extern const float kUsualTrust;

struct MoveModel {
  MoveModelKind kind = MoveModelKind::kUniform;
  MoveShares shares{};

  static MoveModel uniform() { return {}; }
  static MoveModel fitted(const MoveShares& shares) { return {MoveModelKind::kFitted, shares}; }
  static MoveModel fitted() { return fitted(kUsualShares); }
};

// How the opponent chooses its next move. The uniform model does not use the situation.
struct MoveContext {
  MoveModel model;
  MoveSituation situation;
};

// One number for each style, and a spare number, in one vector register: without the attribute g++ and clang compile
// the loops over styles to scalar code.
struct StyleVector {
  using Floats = float __attribute__((vector_size(16)));
  Floats lanes{};
};
static_assert(kMoveStyles <= 4);
// Scores by row of the table; 1 is a factor of 2 in probability.
using MoveScoreTable = std::array<StyleVector, move_rows::kCount>;
const MoveScoreTable& move_score_table();

struct TakenMove {
  PieceType type = kNoPieceType;  // none: the null move
  Move move;
  Square captured = kNoSquare;
  float probability = 0;
};

// The taken moves of one board after another, with probabilities. The memory is used again from board to board. This
// follows the definition; expansions of many boards weigh their moves with MoveWeigher (move_weigher.h).
class MoveProbabilities {
 public:
  MoveProbabilities(const MoveModel& model, const MoveSituation& situation);

  // All taken moves of the mover, the null move last; the probabilities add up to 1. Valid until the next call.
  std::span<const TakenMove> of(const MoverView& view);
  // The same for an opponent whose styles follow `judgements` of this board. Only for the fitted model; `judgements`
  // has every taken move.
  std::span<const TakenMove> of(const MoverView& view, const MoveJudgements& judgements);

 private:
  void list(const MoverView& view);
  void score(const MoverBoard& board);
  void add_judgements(const MoveJudgements& judgements);
  void mix();

  MoveModel model_;
  MoveSituation situation_;
  // The next three are longer than count_, the number of moves of the present board.
  std::vector<TakenMove> moves_;
  std::size_t count_ = 0;
  std::vector<StyleVector> scores_;  // by move; mix() turns them into exponentials
  std::vector<float> requests_;      // by move: the number of requests that lead to the move
};

}  // namespace lanternfish
