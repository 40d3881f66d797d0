#include "belief/opponent/move_model_board.h"

#include <algorithm>

namespace lanternfish {

namespace {

// Three phases by move number, then middlegame and endgame by the number of pieces.
constexpr std::array<int, 3> kOpeningEnds = {2, 5, 10};  // the last full move of each
constexpr int kMaxEndgamePieces = 16;

int phase_of(int fullmove_number, Bitboard occupied) {
  const auto phase =
      std::find_if(kOpeningEnds.begin(), kOpeningEnds.end(), [&](int end) { return fullmove_number <= end; });
  return static_cast<int>(phase - kOpeningEnds.begin()) +
         (phase == kOpeningEnds.end() && count(occupied) <= kMaxEndgamePieces ? 1 : 0);
}

// By two squares of one line: the squares of the line behind the second, seen from the first.
constexpr auto kBehind = [] {
  std::array<std::array<Bitboard, 64>, 64> behind{};
  for (Square from = 0; from < 64; ++from) {
    for (const auto& line : detail::kLines[from]) {
      for (const Bitboard half : {line.lower, line.upper}) {
        for (Bitboard b = half; b != 0;) {
          const Square to = pop_lowest(b);
          behind[from][to] = half & (half == line.upper ? ~Bitboard{1} << to : bit(to) - 1);
        }
      }
    }
  }
  return behind;
}();

template <typename Visit>
void for_each_square(Bitboard squares, Visit&& visit) {
  while (squares != 0) {
    visit(pop_lowest(squares));
  }
}

}  // namespace

std::span<const int> phases_at(int fullmove_number) {
  static constexpr std::array<int, kGamePhases> kPhases = {0, 1, 2, 3, 4};
  const int first = phase_of(fullmove_number, ~Bitboard{0});
  const std::size_t count = first == static_cast<int>(kOpeningEnds.size()) ? 2 : 1;
  return std::span(kPhases).subspan(static_cast<std::size_t>(first), count);
}

MoveSituation situation_before(const Board& board, Color observer) {
  MoveSituation situation;
  situation.mover = ~observer;
  for (int t = 0; t < kPieceTypes; ++t) {
    situation.observer[t] = board.pieces(observer, static_cast<PieceType>(t));
  }
  situation.fullmove_number = board.fullmove_number();
  return situation;
}

ObserverMap::ObserverMap(const MoveSituation& at) {
  pawn_attacks = lanternfish::pawn_attacks(at.observer[kPawn], ~at.mover);
  for_each_square(at.observer[kKnight], [&](Square s) { knight_attacks |= kKnightAttacks[s]; });
  for_each_square(at.observer[kKing], [&](Square s) { king_attacks |= kKingAttacks[s]; });
  victims.fill(kKing);
  for (int t = kPawn; t < kKing; ++t) {
    for_each_square(at.observer[t], [&](Square s) { victims[s] = static_cast<PieceType>(t); });
  }
  const Bitboard guarded = pawn_attacks | knight_attacks;
  targets = {at.observer[kKing], at.observer[kQueen], at.observer[kRook],
             (at.observer[kKnight] | at.observer[kBishop]) & ~guarded};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    steppers[i][kPawn] = lanternfish::pawn_attacks(targets[i], ~at.mover);
    for_each_square(targets[i], [&](Square s) {
      steppers[i][kKnight] |= kKnightAttacks[s];
      steppers[i][kKing] |= kKingAttacks[s];
    });
  }
}

MoverBoard::MoverBoard(const MoverView& mover_view, const MoveSituation& at, const ObserverMap& map,
                       const TakenMoves& moves)
    : view(mover_view), situation(at), occupied(mover_view.own | mover_view.enemy) {
  phase = phase_of(at.fullmove_number, occupied);
  mover_king = view.movers[kKing] != 0 ? lowest(view.movers[kKing]) : kNoSquare;
  observer_king = at.observer[kKing] != 0 ? lowest(at.observer[kKing]) : kNoSquare;
  add_observer_attacks(map);
  add_mover_attacks(moves);
  add_threats(map);
  if (mover_king != kNoSquare) {
    add_king_lines();
  }
  add_hanging();
}

void MoverBoard::add_observer_attacks(const ObserverMap& map) {
  const auto& pieces = situation.observer;
  const Bitboard seen = occupied & ~view.movers[kKing];
  const auto attacks_of = [&](PieceType type, auto attacks) {
    Bitboard all = 0;
    for_each_square(pieces[type], [&](Square s) { all |= attacks(s, seen); });
    return all;
  };
  observer_pawn_attacks = map.pawn_attacks;
  const Bitboard minor = map.pawn_attacks | map.knight_attacks | attacks_of(kBishop, bishop_attacks);
  const Bitboard rook = minor | attacks_of(kRook, rook_attacks);
  observer_attacks = rook | attacks_of(kQueen, queen_attacks) | map.king_attacks;
  by_less = {0, observer_pawn_attacks, observer_pawn_attacks, minor, rook, observer_attacks};
}

void MoverBoard::add_mover_attacks(const TakenMoves& moves) {
  const auto add = [&](Bitboard attacks) {
    defended_twice |= defended_once & attacks;
    defended_once |= attacks;
  };
  const Bitboard ahead = forward(view.movers[kPawn], situation.mover);
  add((ahead & ~kFileA) >> 1);
  add((ahead & ~kFileH) << 1);
  for (int i = 0; i < moves.piece_count; ++i) {
    add(moves.pieces[static_cast<std::size_t>(i)].attacks);
  }
}

void MoverBoard::add_threats(const ObserverMap& map) {
  threatens = map.steppers;
  for (std::size_t i = 0; i < map.targets.size(); ++i) {
    Bitboard diagonal = 0;
    Bitboard straight = 0;
    for_each_square(map.targets[i], [&](Square s) {
      diagonal |= bishop_attacks(s, occupied);
      straight |= rook_attacks(s, occupied);
    });
    threatens[i][kBishop] = diagonal;
    threatens[i][kRook] = straight;
    threatens[i][kQueen] = diagonal | straight;
  }
}

void MoverBoard::add_king_lines() {
  const auto& pieces = situation.observer;
  const Bitboard king = bit(mover_king);
  const Bitboard straight = pieces[kRook] | pieces[kQueen];
  const Bitboard diagonal = pieces[kBishop] | pieces[kQueen];
  Bitboard checkers =
      (pawn_attacks(king, situation.mover) & pieces[kPawn]) | (kKnightAttacks[mover_king] & pieces[kKnight]);
  // Sliders that would attack the king if the mover's other pieces were not there.
  const Bitboard far =
      (rook_attacks(mover_king, view.enemy) & straight) | (bishop_attacks(mover_king, view.enemy) & diagonal);
  for_each_square(far, [&](Square s) {
    const Bitboard way = between(mover_king, s) & occupied;
    if (way == 0) {
      checkers |= bit(s);
    } else if ((way & (way - 1)) == 0) {
      pinned |= way;
      pin_lines |= between(mover_king, s) | bit(s);
    }
  });
  in_check = checkers != 0;
  if (in_check) {
    evasions = (checkers & (checkers - 1)) != 0 ? 0 : checkers | between(mover_king, lowest(checkers));
  }
}

void MoverBoard::add_hanging() {
  const Bitboard attacked_pieces = view.own & ~view.movers[kKing] & observer_attacks;
  hanging = attacked_pieces & ~defended_once;
  for (const PieceType type : {kKnight, kBishop, kRook, kQueen}) {
    hanging |= attacked_pieces & view.movers[type] & by_less[type];
  }
  for_each_square(hanging, [&](Square s) {
    const Bitboard diagonal = bishop_attacks(s, occupied);
    const Bitboard straight = rook_attacks(s, occupied);
    const auto& observer = situation.observer;
    hanging_attackers |= (diagonal & (observer[kBishop] | observer[kQueen])) |
                         (straight & (observer[kRook] | observer[kQueen])) | (kKnightAttacks[s] & observer[kKnight]) |
                         (kKingAttacks[s] & observer[kKing]) |
                         (pawn_attacks(bit(s), situation.mover) & observer[kPawn]);
    covers_hanging[kPawn] |= pawn_attacks(bit(s), ~situation.mover);
    covers_hanging[kKnight] |= kKnightAttacks[s];
    covers_hanging[kBishop] |= diagonal;
    covers_hanging[kRook] |= straight;
    covers_hanging[kQueen] |= diagonal | straight;
    covers_hanging[kKing] |= kKingAttacks[s];
  });
}

PieceType MoverBoard::victim_at(Square s) const {
  for (int t = kPawn; t < kKing; ++t) {
    if (contains(situation.observer[t], s)) {
      return static_cast<PieceType>(t);
    }
  }
  return kKing;
}

int requests_for(const MoverBoard& board, PieceType type, Move move, Square captured) {
  const MoverView& view = board.view;
  const Color side = board.situation.mover;
  if (type == kPawn) {
    const bool from_home = relative_rank(move.from, side) == 1 && move.to == forward(move.from, side);
    return from_home && contains(view.enemy, forward(move.to, side)) ? 2 : 1;
  }
  if (captured == kNoSquare || type == kKnight || type == kKing) {
    return 1;
  }
  // The squares behind the capture, as far as the mover's own pieces leave them free.
  const Bitboard behind = kBehind[move.from][move.to];
  const Bitboard blockers = behind & view.own;
  if (blockers == 0) {
    return 1 + count(behind);
  }
  const auto first = move.to > move.from ? lowest(blockers) : static_cast<Square>(63 - std::countl_zero(blockers));
  return 1 + count(between(move.to, first));
}

int requests_for_null(const MoverBoard& board) {
  const MoverView& view = board.view;
  const Color side = board.situation.mover;
  const Bitboard pawns = view.movers[kPawn];
  const Bitboard last = side == kWhite ? rank_bb(7) : rank_bb(0);
  const Bitboard third = side == kWhite ? rank_bb(2) : rank_bb(5);
  Bitboard refused = ~view.own & ~view.enemy;
  if (view.ep_square != kNoSquare) {
    refused &= ~bit(view.ep_square);
  }
  const auto weighed = [&](Bitboard targets) { return count(targets) + 3 * count(targets & last); };
  const Bitboard blocked = forward(pawns, side) & view.enemy;
  int requests = 1 + weighed(blocked);
  // Counted diagonal by diagonal, because two pawns may request the same square.
  const Bitboard ahead = forward(pawns, side);
  requests += weighed((ahead & ~kFileA) >> 1 & refused) + weighed((ahead & ~kFileH) << 1 & refused);
  requests += count(forward(blocked & third, side) & ~view.own);
  for (const bool kingside : {true, false}) {
    const Bitboard path = castling_path(side, kingside);
    const CastlingRights right = kingside ? kKingside[side] : kQueenside[side];
    requests += (view.castling & right) != 0 && (path & view.own) == 0 && (path & view.enemy) != 0 ? 1 : 0;
  }
  return requests;
}

}  // namespace lanternfish
