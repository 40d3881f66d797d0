#include "rules/board.h"

#include <cassert>

#include "rules/attacks.h"
#include "support/hash.h"

namespace lanternfish {

namespace {

constexpr auto make_piece_keys() {
  std::array<std::array<std::array<Key, 64>, kPieceTypes>, 2> keys{};
  Key n = 0;
  for (auto& by_type : keys) {
    for (auto& by_square : by_type) {
      for (Key& key : by_square) {
        key = splitmix64(++n);
      }
    }
  }
  return keys;
}

constexpr auto kPieceKeys = make_piece_keys();
constexpr Key kTurnKey = splitmix64(10'000);
constexpr Key castling_key(CastlingRights rights) { return splitmix64(11'000 + rights); }
constexpr Key ep_key(Square s) { return splitmix64(12'000 + s); }

}  // namespace

Board Board::start() {
  constexpr std::array<PieceType, 8> kBackRank = {kRook, kKnight, kBishop, kQueen, kKing, kBishop, kKnight, kRook};
  Board board;
  for (int file = 0; file < 8; ++file) {
    for (const Color c : {kWhite, kBlack}) {
      board.put(relative_square(make_square(file, 0), c), {kBackRank[file], c});
      board.put(relative_square(make_square(file, 1), c), {kPawn, c});
    }
  }
  board.castling_ = kAllCastling;
  return board;
}

Piece Board::piece_at(Square s) const {
  if (!contains(occupied(), s)) {
    return {};
  }
  const Color color = contains(colors_[kWhite], s) ? kWhite : kBlack;
  for (int t = kPawn; t < kKing; ++t) {
    if (contains(types_[t], s)) {
      return {static_cast<PieceType>(t), color};
    }
  }
  return {kKing, color};
}

Square Board::king(Color c) const {
  const Bitboard kings = pieces(c, kKing);
  return kings == 0 ? kNoSquare : lowest(kings);
}

void Board::put(Square s, Piece piece) {
  assert(piece.exists() && !contains(occupied(), s));
  types_[piece.type] |= bit(s);
  colors_[piece.color] |= bit(s);
  placement_key_ ^= kPieceKeys[piece.color][piece.type][s];
}

void Board::remove(Square s) {
  const Piece piece = piece_at(s);
  assert(piece.exists());
  types_[piece.type] ^= bit(s);
  colors_[piece.color] ^= bit(s);
  placement_key_ ^= kPieceKeys[piece.color][piece.type][s];
}

void Board::set_clocks(int halfmove, int fullmove) {
  halfmove_clock_ = static_cast<std::uint16_t>(halfmove);
  fullmove_number_ = static_cast<std::uint16_t>(fullmove);
}

Square Board::usable_ep_square() const {
  if (ep_square_ == kNoSquare) {
    return kNoSquare;
  }
  const Bitboard capturers = pawn_attacks(bit(ep_square_), ~turn_) & pieces(turn_, kPawn);
  return capturers != 0 ? ep_square_ : kNoSquare;
}

Key Board::key() const {
  Key key = placement_key_ ^ castling_key(castling_);
  if (turn_ == kBlack) {
    key ^= kTurnKey;
  }
  if (const Square ep = usable_ep_square(); ep != kNoSquare) {
    key ^= ep_key(ep);
  }
  return key;
}

Key Board::recomputed_key() const {
  Board copy = *this;
  copy.placement_key_ = 0;
  for (Bitboard b = occupied(); b != 0;) {
    const Square s = pop_lowest(b);
    const Piece piece = piece_at(s);
    copy.placement_key_ ^= kPieceKeys[piece.color][piece.type][s];
  }
  return copy.key();
}

bool Board::same_board(const Board& other) const {
  return types_ == other.types_ && colors_ == other.colors_ && turn_ == other.turn_ && castling_ == other.castling_ &&
         usable_ep_square() == other.usable_ep_square();
}

CastlingRights castling_kept_by(Square s) {
  constexpr auto kKept = [] {
    std::array<CastlingRights, 64> kept{};
    kept.fill(kAllCastling);
    for (const Color c : {kWhite, kBlack}) {
      kept[relative_square(4, c)] = kAllCastling & ~castling_of(c);
      kept[relative_square(0, c)] = kAllCastling & ~kQueenside[c];
      kept[relative_square(7, c)] = kAllCastling & ~kKingside[c];
    }
    return kept;
  }();
  return kKept[s];
}

CastlingRights rights_with_pieces_at_home(const Board& board, CastlingRights rights) {
  for (const Color c : {kWhite, kBlack}) {
    const Bitboard rooks = board.pieces(c, kRook);
    if (!contains(board.pieces(c, kKing), relative_square(4, c))) {
      rights &= ~castling_of(c);
    }
    if (!contains(rooks, relative_square(0, c))) {
      rights &= ~kQueenside[c];
    }
    if (!contains(rooks, relative_square(7, c))) {
      rights &= ~kKingside[c];
    }
  }
  return rights;
}

Bitboard attackers_of(const Board& board, Square target, Color attacker) {
  const Bitboard occupied = board.occupied();
  const Bitboard queens = board.pieces(attacker, kQueen);
  return (pawn_attacks(bit(target), ~attacker) & board.pieces(attacker, kPawn)) |
         (kKnightAttacks[target] & board.pieces(attacker, kKnight)) |
         (bishop_attacks(target, occupied) & (board.pieces(attacker, kBishop) | queens)) |
         (rook_attacks(target, occupied) & (board.pieces(attacker, kRook) | queens)) |
         (kKingAttacks[target] & board.pieces(attacker, kKing));
}

bool in_check(const Board& board, Color c) {
  const Square king = board.king(c);
  return king != kNoSquare && attackers_of(board, king, ~c) != 0;
}

}  // namespace lanternfish
