#include "eval/static_evaluator.h"

#include <algorithm>
#include <array>

#include "eval/position_value.h"
#include "rules/attacks.h"
#include "rules/movegen.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr int kKingWon = 1'000'000;
constexpr int kMaxPly = 5;             // of captures
constexpr int kRecapturesFromPly = 2;  // later only captures on the square just captured on, to keep the tree small
constexpr int kHopelessMargin = 200;   // centipawns a capture may bring beyond the captured piece

struct Capture {
  Move move;
  int order = 0;
};

// More captures than any position of 16 pieces a side has in practice; further ones are ignored.
struct CaptureList {
  std::array<Capture, 96> items;
  std::size_t size = 0;

  void add(const Board& board, Move move, PieceType mover) {
    if (size < items.size()) {
      const PieceType victim = board.piece_at(move.to).type;
      const int gain = kPieceValues[victim] + (move.promotion != kNoPieceType ? kPieceValues[move.promotion] : 0);
      items[size++] = {move, gain * 16 - kPieceValues[mover]};
    }
  }
};

// Captures that may be worth something. En passant is left out: it is rare, and never worth more than a pawn.
CaptureList captures_of(const Board& board, Square only) {
  const Color us = board.turn();
  const Bitboard guarded = pawn_attacks(board.pieces(~us, kPawn), ~us);
  const Bitboard targets = only == kNoSquare ? board.pieces(~us) : bit(only);
  CaptureList list;
  for (Bitboard pawns = board.pieces(us, kPawn); pawns != 0;) {
    const Square from = pop_lowest(pawns);
    for (Bitboard b = pawn_attacks(bit(from), us) & targets; b != 0;) {
      const Square to = pop_lowest(b);
      list.add(board, {from, to, relative_rank(to, us) == 7 ? kQueen : kNoPieceType}, kPawn);
    }
  }
  for (int t = kKnight; t <= kKing; ++t) {
    const auto type = static_cast<PieceType>(t);
    for (Bitboard pieces = board.pieces(us, type); pieces != 0;) {
      const Square from = pop_lowest(pieces);
      for (Bitboard b = piece_attacks(type, from, board.occupied()) & targets; b != 0;) {
        const Square to = pop_lowest(b);
        const bool loses = contains(guarded, to) && kPieceValues[board.piece_at(to).type] + 50 < kPieceValues[type];
        if (!loses) {
          list.add(board, {from, to}, type);
        }
      }
    }
  }
  std::sort(
      list.items.begin(), list.items.begin() + static_cast<std::ptrdiff_t>(list.size),
      [](const Capture& a, const Capture& b) { return a.order != b.order ? a.order > b.order : a.move < b.move; });
  return list;
}

// The value for the side to move when both sides only capture or pass: kKingWon when it can capture the king.
int quiescence(const Board& board, int alpha, int beta, int ply, Square only, std::uint64_t& nodes) {
  ++nodes;
  const Color us = board.turn();
  if (attackers_of(board, board.king(~us), us) != 0) {
    return kKingWon;
  }
  const int standing = position_value(board);
  int best = standing;
  if (best >= beta || ply == kMaxPly) {
    return best;
  }
  alpha = std::max(alpha, best);
  const CaptureList list = captures_of(board, ply >= kRecapturesFromPly ? only : kNoSquare);
  for (std::size_t i = 0; i < list.size; ++i) {
    const Move move = list.items[i].move;
    if (standing + kPieceValues[board.piece_at(move.to).type] + kHopelessMargin < alpha &&
        move.promotion == kNoPieceType) {
      continue;
    }
    Board child = board;
    apply(child, move);
    const int value = -quiescence(child, -beta, -alpha, ply + 1, move.to, nodes);
    best = std::max(best, value);
    alpha = std::max(alpha, best);
    if (best >= beta) {
      break;
    }
  }
  return best;
}

Score score_of(const Board& board, Move move, Square captured, std::uint64_t& nodes) {
  const Color us = board.turn();
  if (captured != kNoSquare && captured == board.king(~us)) {
    return Score::captures_king();
  }
  Board child = board;
  apply(child, move);
  if (in_check(child, us)) {
    return !in_check(board, us)               ? Score::loses_king()
           : child.king(us) == board.king(us) ? Score::stays_in_check()
                                              : Score::flees_into_check();
  }
  return Score::centipawns(-quiescence(child, -kKingWon, kKingWon, 0, kNoSquare, nodes));
}

}  // namespace

std::vector<MoveScore> built_in_scores(const Board& board, std::uint64_t* nodes) {
  std::uint64_t valued = 0;
  std::vector<MoveScore> scores;
  scores.reserve(48);
  const auto add = [&](PieceType, Move move, Square captured) {
    scores.push_back({move, score_of(board, move, captured, valued)});
  };
  for_each_taken_move(mover_view(board), board.turn(), add);
  add(kNoPieceType, kNullMove, kNoSquare);
  if (nodes != nullptr) {
    *nodes += valued;
  }
  return scores;
}

Score built_in_score(const Board& board, Move taken, Square captured) {
  std::uint64_t nodes = 0;
  return score_of(board, taken, captured, nodes);
}

BoardScores built_in_answer(const Board& board, const RbcTerms& terms) {
  BoardScores answer{.moves = built_in_scores(board), .source = ScoreSource::kBuiltIn, .depth = 1};
  answer.worth = finish_scores(board, terms, answer.moves);
  return answer;
}

void StaticEvaluator::score(const BoardList& list, const Effort&, Deadline deadline, std::stop_token stop,
                            const Sink& sink) {
  for (std::size_t i = 0; i < list.boards.size() && !stop.stop_requested() && SteadyClock::now() < deadline; ++i) {
    sink(i, built_in_answer(list.boards[i], terms_));
  }
}

}  // namespace lanternfish
