#include "uci/engine_gate.h"

#include "rules/attacks.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

// Of one side. Stockfish's network has room for 32 pieces in all, older engines have room for 16 on each side.
constexpr int kMaxPieces = 16;
constexpr int kMaxPawns = 8;
// Moves of the side to move, check ignored. Stockfish has room for 256. No position with the pieces of a chess set has
// more than 218; nine queens and more may have.
constexpr std::size_t kMaxMoves = 218;

bool pieces_of_a_chess_set(const Board& board, Color c) {
  const Bitboard pawns = board.pieces(c, kPawn);
  return count(board.pieces(c, kKing)) == 1 && count(board.pieces(c)) <= kMaxPieces && count(pawns) <= kMaxPawns &&
         (pawns & (rank_bb(0) | rank_bb(7))) == 0;
}

bool leaves_king_safe(const Board& board, Move move) {
  Board after = board;
  apply(after, move);
  return !in_check(after, board.turn());
}

// Whether chess allows en passant. In check it must answer a check of the pawn that just moved: no other check can
// follow a double step in chess, and boards with one have crashed engines.
bool en_passant_is_legal(const Board& board) {
  const Color us = board.turn();
  const Square ep = board.usable_ep_square();
  if (ep == kNoSquare || relative_rank(ep, us) != 5) {
    return false;
  }
  const Square pushed = forward(ep, ~us);
  const Square origin = forward(ep, us);
  const Bitboard checkers = attackers_of(board, board.king(us), ~us);
  if (!contains(board.pieces(~us, kPawn), pushed) || (board.occupied() & (bit(ep) | bit(origin))) != 0 ||
      (checkers & ~bit(pushed)) != 0) {
    return false;
  }
  for (Bitboard b = pawn_attacks(bit(ep), ~us) & board.pieces(us, kPawn); b != 0;) {
    if (leaves_king_safe(board, {pop_lowest(b), ep})) {
      return true;
    }
  }
  return false;
}

bool castles_out_of_or_through_check(const Board& board, Move move) {
  const auto middle = static_cast<Square>((move.from + move.to) / 2);
  return in_check(board, board.turn()) || attackers_of(board, middle, ~board.turn()) != 0;
}

// The legal moves of chess, on a board whose rights and en-passant square are possible. Empty when there are too many.
std::vector<Move> legal_moves(const Board& board) {
  std::vector<Move> legal;
  legal.reserve(64);
  std::size_t all = 0;
  // Out of check, a piece that does not stand in a line with the king cannot uncover it; en passant removes two.
  const Color us = board.turn();
  const Square king = board.king(us);
  const Bitboard bound = in_check(board, us) ? ~Bitboard(0) : piece_attacks(kQueen, king, board.occupied()) | bit(king);
  const auto safe = [&](PieceType type, Move move) {
    const bool passing = type == kPawn && move.to == board.ep_square();
    return (!contains(bound, move.from) && !passing) || leaves_king_safe(board, move);
  };
  const auto add = [&](PieceType type, Move move, Square) {
    ++all;
    const bool barred = is_castling(type, move) && castles_out_of_or_through_check(board, move);
    if (!barred && safe(type, move)) {
      legal.push_back(move);
    }
  };
  for_each_taken_move(mover_view(board), board.turn(), add);
  if (all > kMaxMoves) {
    legal.clear();
  }
  return legal;
}

bool could_be_chess(const Board& board) {
  return pieces_of_a_chess_set(board, kWhite) && pieces_of_a_chess_set(board, kBlack) &&
         !in_check(board, ~board.turn());  // a capturable king; adjacent kings too
}

// The board with castling rights, en-passant square and move counts that chess can have.
Board cleaned_for_chess(const Board& board) {
  Board cleaned = board;
  cleaned.set_castling(rights_with_pieces_at_home(board, board.castling()));
  cleaned.set_clocks(0, 1);
  if (!en_passant_is_legal(cleaned)) {
    cleaned.set_ep_square(kNoSquare);
  }
  return cleaned;
}

}  // namespace

bool is_checkmate(const Board& board) {
  return in_check(board, board.turn()) && could_be_chess(board) && legal_moves(cleaned_for_chess(board)).empty();
}

std::optional<EngineQuestion> engine_question(const Board& board) {
  if (!could_be_chess(board)) {
    return std::nullopt;
  }
  const Board cleaned = cleaned_for_chess(board);
  EngineQuestion question{.fen = {}, .legal = legal_moves(cleaned)};
  if (question.legal.empty()) {
    return std::nullopt;
  }
  question.fen = format_fen(cleaned);
  return question;
}

}  // namespace lanternfish
