#pragma once

// How likely the opponent is to make each of its possible taken moves on a board.
//
// Two models: `uniform`, and a fitted one, which is a mixture. Its parts are styles of play, each a conditional logit
// over the taken moves of a board (features in move_model_features.h, coefficients in move_model_weights.inc), the odd
// player, who makes any request as likely as any other, and the passer, who makes none. How much of each the opponent
// is made of is learnt during the game (move_model_habits.h). docs/move_model.md says how it was fitted.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "belief/opponent/evaluator_word.h"
#include "belief/opponent/move_model_features.h"

namespace lanternfish {

enum class MoveModelKind : std::uint8_t { kUniform, kFitted };

constexpr int kMoveStyles = 3;
constexpr int kMoveParts = kMoveStyles + 2;
constexpr int kOddPart = kMoveStyles;
constexpr int kPassPart = kMoveStyles + 1;

// How much of each part an opponent is made of: styles, odd, pass. Above 0 each, adding up to 1.
using MoveShares = std::array<float, kMoveParts>;
// Over the players of the games of the fit; what an opponent is held for before its first move.
extern const MoveShares kUsualShares;
// In [0, 1]: how likely an opponent's move is to be chosen with an eye to what an evaluator would say.
extern const float kUsualTrust;

struct MoveModel {
  MoveModelKind kind = MoveModelKind::kUniform;
  MoveShares shares{};

  static MoveModel uniform() { return {}; }
  static MoveModel fitted(const MoveShares& shares) { return {MoveModelKind::kFitted, shares}; }
  static MoveModel fitted() { return fitted(kUsualShares); }
};

// How the opponent chooses. The situation is not looked at by the uniform model.
struct MoveContext {
  MoveModel model;
  MoveSituation situation;
};

// One number for each style, and a spare one: a vector register. Both compilers leave the loops over styles scalar
// unless told.
struct StyleVector {
  using Floats = float __attribute__((vector_size(16)));
  Floats of{};
};
static_assert(kMoveStyles <= 4);
// Scores in units of log 2.
using MoveScoreTable = std::array<StyleVector, move_rows::kCount>;
const MoveScoreTable& move_score_table();

struct TakenMove {
  PieceType type = kNoPieceType;  // none: the null move
  Move move;
  Square captured = kNoSquare;
  float probability = 0;
};

// What the scores of moves owe to where they lead, by phase, piece and squares: the same on all boards before one
// unseen move, so that large sets add it up only once.
class PlaceScores {
 public:
  explicit PlaceScores(const MoveSituation& situation);

  const StyleVector& of(int phase, PieceType type, Move move) const {
    return by_phase_[static_cast<std::size_t>(phase)][(static_cast<std::size_t>(type) * 64 + move.from) * 64 + move.to];
  }

 private:
  std::array<std::vector<StyleVector>, kGamePhases> by_phase_;  // empty: no board is in that phase
};

// The taken moves of one board after another with their probabilities. Keeps its memory in between.
class MoveProbabilities {
 public:
  // `places`, where given, is of the same situation. It changes no score.
  MoveProbabilities(const MoveModel& model, const MoveSituation& situation, const PlaceScores* places = nullptr);

  // All taken moves of the mover, the null move last; the probabilities add up to 1. Good until the next call.
  std::span<const TakenMove> of(const MoverView& view);
  // The same for an opponent of the fitted model whose styles care for `word`, which is about that board.
  std::span<const TakenMove> of(const MoverView& view, const EvaluatorWord& word);

 private:
  void list(const MoverView& view);
  void score(const MoverBoard& board);
  using PieceScores = std::array<StyleVector, 2>;  // of moves to attacked squares, and to others
  template <PieceType type>
  std::size_t score_type(const MoverBoard& board, std::size_t first);
  void score_rare(const MoverBoard& board, const PieceScores& of_piece, std::size_t i);
  StyleVector place_score(const MoverBoard& board, const TakenMove& taken) const;
  void hear(const EvaluatorWord& word);
  void mix();

  MoveModel model_;
  MoveSituation situation_;
  const MoveScoreTable* table_;
  const PlaceScores* places_;
  Bitboard passed_targets_ = 0;  // where a pawn is passed
  // With room for more than the moves of the board at hand.
  std::vector<TakenMove> moves_;
  std::size_t count_ = 0;
  std::vector<StyleVector> scores_;  // by move; then their exponentials
  std::vector<float> requests_;      // by move: how many requests come to it
};

}  // namespace lanternfish
