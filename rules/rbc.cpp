#include "rules/rbc.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace lanternfish {

namespace {

Outcome resolve_pawn(const Board& board, Move request) {
  const Color side = board.turn();
  if (file_of(request.from) != file_of(request.to)) {
    if (contains(board.pieces(~side), request.to)) {
      return {request, request.to};
    }
    if (request.to == board.ep_square()) {
      return {request, forward(request.to, ~side)};
    }
    return {};
  }
  const Square one = forward(request.from, side);
  if (contains(board.occupied(), one)) {
    return {};
  }
  const bool second_blocked = request.to != one && contains(board.occupied(), request.to);
  return {second_blocked ? Move{request.from, one} : request, kNoSquare};
}

Outcome resolve_piece(const Board& board, Move request) {
  const Bitboard enemy = board.pieces(~board.turn());
  const Bitboard way = between(request.from, request.to) & enemy;
  if (way == 0) {
    return {request, contains(enemy, request.to) ? request.to : kNoSquare};
  }
  // The first enemy on the way is the lowest or the highest of them, depending on the direction of travel.
  const Square first = request.to > request.from ? lowest(way) : static_cast<Square>(63 - std::countl_zero(way));
  return {{request.from, first}, first};
}

void move_piece(Board& board, Square from, Square to) {
  const Piece piece = board.piece_at(from);
  board.remove(from);
  board.put(to, piece);
}

}  // namespace

WindowSquares window_squares(Square center) {
  WindowSquares window;
  if (center == kNoSquare) {
    return window;
  }
  const int first_file = std::max(file_of(center) - 1, 0);
  const int last_file = std::min(file_of(center) + 1, 7);
  window.columns = last_file - first_file + 1;
  for (int rank = std::min(rank_of(center) + 1, 7); rank >= std::max(rank_of(center) - 1, 0); --rank) {
    for (int file = first_file; file <= last_file; ++file) {
      window.squares[window.size++] = make_square(file, rank);
    }
  }
  return window;
}

Move normalized_request(const Board& board, Move request) {
  const Piece piece = board.piece_at(request.from);
  if (piece.type == kPawn && request.promotion == kNoPieceType && !request.is_null() &&
      relative_rank(request.to, piece.color) == 7) {
    request.promotion = kQueen;
  }
  return request;
}

bool may_request(const Board& board, Color side, Move request) {
  const std::vector<Move> list = requests(board, side);
  return std::find(list.begin(), list.end(), request) != list.end();
}

Outcome resolve(const Board& board, Move request) {
  if (request.is_null()) {
    return {};
  }
  const Piece piece = board.piece_at(request.from);
  assert(piece.exists() && piece.color == board.turn());
  if (piece.type == kPawn) {
    return resolve_pawn(board, request);
  }
  if (is_castling(piece.type, request)) {
    const Bitboard path = castling_path(board.turn(), file_of(request.to) == 6);
    return {(path & board.occupied()) == 0 ? request : kNullMove, kNoSquare};
  }
  return resolve_piece(board, request);
}

void apply(Board& board, Move taken) {
  const Color side = board.turn();
  int halfmove = board.halfmove_clock() + 1;
  Square new_ep = kNoSquare;

  if (!taken.is_null()) {
    const Piece piece = board.piece_at(taken.from);
    assert(piece.exists() && piece.color == side);
    const bool castles = is_castling(piece.type, taken);
    if (piece.type == kPawn && taken.to == board.ep_square() && file_of(taken.from) != file_of(taken.to)) {
      board.remove(forward(taken.to, ~side));
    } else if (contains(board.occupied(), taken.to)) {
      board.remove(taken.to);
      halfmove = 0;
    }
    move_piece(board, taken.from, taken.to);
    if (castles) {
      const Move hop = rook_hop(taken);
      move_piece(board, hop.from, hop.to);
    }
    if (piece.type == kPawn) {
      halfmove = 0;
      if (std::abs(taken.to - taken.from) == 16) {
        new_ep = forward(taken.from, side);
      }
      if (taken.promotion != kNoPieceType) {
        board.remove(taken.to);
        board.put(taken.to, {taken.promotion, side});
      }
    }
    board.set_castling(board.castling() & castling_kept_by(taken.from) & castling_kept_by(taken.to));
  }
  board.set_ep_square(new_ep);
  board.set_clocks(halfmove, board.fullmove_number() + (side == kBlack ? 1 : 0));
  board.set_turn(~side);
}

Window sense(const Board& board, Square center) {
  Window window{.center = center};
  std::size_t i = 0;
  for (const Square s : window_squares(center)) {
    window.contents.at(i++) = board.piece_at(s);
  }
  return window;
}

GameEnd game_end(const Board& board, int move_limit) {
  for (const Color c : {kWhite, kBlack}) {
    if (board.pieces(c, kKing) == 0) {
      return {WinReason::kKingCapture, ~c};
    }
  }
  if (move_limit > 0 && board.halfmove_clock() >= move_limit) {
    return {WinReason::kMoveLimit, std::nullopt};
  }
  return {};
}

std::uint64_t perft(const Board& board, int depth) {
  if (depth == 0 || board.pieces(board.turn(), kKing) == 0) {
    return 1;
  }
  std::uint64_t total = 0;
  for (const Move request : requests(board, board.turn())) {
    Board child = board;
    apply(child, resolve(board, request).taken);
    assert(child.key() == child.recomputed_key());
    total += perft(child, depth - 1);
  }
  return total;
}

}  // namespace lanternfish
