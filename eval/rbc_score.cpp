#include "eval/rbc_score.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "eval/position_value.h"
#include "eval/static_evaluator.h"
#include "rules/attacks.h"
#include "rules/movegen.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

// On how many of the engine's best moves the two scales are compared.
constexpr std::size_t kComparedMoves = 3;

Square capture_square(const Board& board, Move move) {
  if (contains(board.pieces(~board.turn()), move.to)) {
    return move.to;
  }
  const bool pawn_diagonal =
      contains(board.pieces(board.turn(), kPawn), move.from) && file_of(move.from) != file_of(move.to);
  return pawn_diagonal ? forward(move.to, ~board.turn()) : kNoSquare;
}

// What to add to the built-in score of a move to compare it with the engine's.
int scale_difference(const Board& board, std::span<const MoveScore> engine) {
  std::vector<int> differences;
  for (const MoveScore& known : engine) {
    if (known.score.is_centipawns() && differences.size() < kComparedMoves) {
      const Score ours = built_in_score(board, known.taken, capture_square(board, known.taken));
      if (ours.is_centipawns()) {
        differences.push_back(known.score.cp() - ours.cp());
      }
    }
  }
  if (differences.empty()) {
    return 0;
  }
  const auto middle = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
  std::nth_element(differences.begin(), middle, differences.end());
  return *middle;
}

// A move that the engine could not be asked about is never taken for better than the best it knows: its lookahead is
// the deeper one, and where it sees itself mated the built-in evaluator sees nothing.
Score below(Score score, Score best_known) {
  if (best_known.is_centipawns()) {
    return std::min(score, Score::centipawns(best_known.cp() - 1));
  }
  return std::min(score, best_known);
}

// Undefended pieces of `side` under attack, in centipawns.
int hanging_material(const Board& board, Bitboard attacked, Bitboard defended, Color side) {
  int total = 0;
  for (int t = kPawn; t <= kQueen; ++t) {
    total += kPieceValues[t] * count(board.pieces(side, static_cast<PieceType>(t)) & attacked & ~defended);
  }
  return total;
}

// Moves without capture that would attack the enemy king, were it `us` to move again.
int quiet_checks(const Board& board, Color us) {
  const Square king = board.king(~us);
  const Bitboard occupied = board.occupied();
  const Bitboard diagonal = bishop_attacks(king, occupied) & ~occupied;
  const Bitboard straight = rook_attacks(king, occupied) & ~occupied;
  const std::array<Bitboard, kPieceTypes> checking = {pawn_attacks(bit(king), ~us) & ~occupied,
                                                      kKnightAttacks[king] & ~occupied,
                                                      diagonal,
                                                      straight,
                                                      diagonal | straight,
                                                      0};
  int total = count(forward(board.pieces(us, kPawn), us) & checking[kPawn]);
  for (int t = kKnight; t <= kQueen; ++t) {
    const auto type = static_cast<PieceType>(t);
    for (Bitboard b = board.pieces(us, type); b != 0;) {
      total += count(piece_attacks(type, pop_lowest(b), occupied) & checking[t]);
    }
  }
  return total;
}

// The defender's king does not count as one: what it alone defends can be taken under cover of another attacker.
int defence_terms(const Board& board, Color us, const RbcTerms& terms) {
  if (terms.hanging == 0 && terms.weak_square == 0) {
    return 0;
  }
  const Bitboard attacked = attacked_by(board, ~us);
  Board without_king = board;
  without_king.remove(board.king(us));
  const Bitboard defended = attacked_by(without_king, us);
  const int weak = count(kKingAttacks[board.king(us)] & attacked & ~defended);
  return -static_cast<int>(terms.hanging * hanging_material(board, attacked, defended, us)) - terms.weak_square * weak;
}

int structure_terms(const Board& board, Color us, const RbcTerms& terms) {
  int total = 0;
  if (terms.pawn_on_piece != 0 || terms.pawn_on_pawn != 0) {
    const Bitboard struck = pawn_attacks(board.pieces(us, kPawn), us) & board.pieces(~us);
    const int pawns = count(struck & board.pieces(~us, kPawn));
    total += terms.pawn_on_pawn * pawns + terms.pawn_on_piece * (count(struck) - pawns);
  }
  if (terms.passed_pawn != 0) {
    total += terms.passed_pawn * count(passed_pawns(board, us));
  }
  return total + terms.castling_right * std::popcount(static_cast<unsigned>(board.castling() & castling_of(us)));
}

int terms_of(const Board& board, Move move, const RbcTerms& terms) {
  const Color us = board.turn();
  const bool captures = capture_square(board, move) != kNoSquare;
  Board after = board;
  apply(after, move);
  int total = captures ? terms.capture : 0;
  if (move.is_null()) {
    total += terms.pass;
  }
  if (!captures && terms.king_attack != 0) {
    const Bitboard attackers = attackers_of(after, after.king(~us), us);
    if (attackers != 0) {
      total += terms.king_attack;
      const bool capturable = attackers_of(after, lowest(attackers), ~us) != 0;
      total += capturable ? terms.capturable_attacker : 0;
    }
  }
  if (terms.quiet_check != 0) {
    total += terms.quiet_check * quiet_checks(after, us);
  }
  return total + defence_terms(after, us, terms) + structure_terms(after, us, terms);
}

}  // namespace

std::vector<MoveScore> merged_scores(const Board& board, std::span<const MoveScore> engine) {
  std::vector<MoveScore> scores(engine.begin(), engine.end());
  std::optional<int> difference;  // only when a move needs it
  const auto known = [&](Move move) {
    return std::find_if(engine.begin(), engine.end(), [&](const MoveScore& m) { return m.taken == move; }) !=
           engine.end();
  };
  const auto add_unknown = [&](PieceType, Move move, Square captured) {
    if (known(move)) {
      return;
    }
    Score score = built_in_score(board, move, captured);
    if (score.is_centipawns() && !engine.empty()) {
      if (!difference) {
        difference = scale_difference(board, engine);
      }
      const Score best = std::max_element(engine.begin(), engine.end(), [](const MoveScore& a, const MoveScore& b) {
                           return a.score < b.score;
                         })->score;
      score = below(Score::centipawns(score.cp() + *difference), best);
    }
    scores.push_back({move, score});
  };
  for_each_taken_move(mover_view(board), board.turn(), add_unknown);
  add_unknown(kNoPieceType, kNullMove, kNoSquare);
  return scores;
}

void finish_scores(const Board& board, const RbcTerms& terms, std::vector<MoveScore>& scores) {
  int best = -Score::kMaxCentipawns;
  for (const MoveScore& move : scores) {
    best = move.score.is_centipawns() ? std::max(best, move.score.cp()) : best;
  }
  const int shared = static_cast<int>(terms.best_score_share * best);
  for (MoveScore& move : scores) {
    if (move.score.is_centipawns()) {
      move.score = Score::centipawns(move.score.cp() + terms_of(board, move.taken, terms) - shared);
    }
  }
  std::sort(scores.begin(), scores.end(), [](const MoveScore& a, const MoveScore& b) {
    return a.score != b.score ? a.score > b.score : a.taken < b.taken;
  });
}

int flattened(Score score, const RbcTerms& terms) {
  if (score.is_king_capture()) {
    return terms.king_captured;
  }
  if (score.is_king_loss()) {
    return terms.king_lost;
  }
  const int most = terms.most_centipawns;
  if (score.is_centipawns()) {
    return std::clamp(score.cp(), -most, most);
  }
  // Decays towards `most`, so that the order is kept.
  const int moves = score.mate_moves();
  const int value = std::max(most, static_cast<int>(terms.mate * std::pow(terms.mate_decay, std::abs(moves))));
  return moves > 0 ? value : -value;
}

}  // namespace lanternfish
