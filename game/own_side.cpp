#include "game/own_side.h"

#include <cassert>
#include <cstdlib>

#include <fmt/format.h>

#include "rules/attacks.h"
#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

std::string piece_name(Piece piece) { return piece.exists() ? fmt::format("a {}", piece_letter(piece)) : "no piece"; }

}  // namespace

OwnSide::OwnSide(const Board& start, Color me) : board_(start), me_(me), first_notice_is_empty_(start.turn() == me) {
  for (Bitboard b = start.pieces(~me); b != 0;) {
    board_.remove(pop_lowest(b));
  }
  board_.set_castling(start.castling() & castling_of(me));
  if (start.turn() == me) {
    board_.set_ep_square(kNoSquare);  // the opponent's double step is a matter of each board
  }
  board_.set_clocks(0, start.fullmove_number());
}

Status OwnSide::observe(const OpponentMoved& event) {
  if (event.captured != kNoSquare) {
    const Piece piece = board_.piece_at(event.captured);
    if (first_notice_is_empty_) {
      return Error{fmt::format("capture on {} before any move of the opponent", format_square(event.captured))};
    }
    if (!piece.exists()) {
      return Error{fmt::format("capture on {}, where none of my pieces stands", format_square(event.captured))};
    }
    if (piece.type == kKing) {
      return Error{
          fmt::format("capture on {}, where my king stands: the game would be over", format_square(event.captured))};
    }
    board_.remove(event.captured);
    board_.set_castling(board_.castling() & castling_kept_by(event.captured));
  }
  if (!first_notice_is_empty_) {
    board_.set_turn(me_);
    board_.set_ep_square(kNoSquare);
    board_.set_clocks(0, board_.fullmove_number() + (me_ == kWhite ? 1 : 0));
  }
  first_notice_is_empty_ = false;
  return success();
}

Status OwnSide::observe(const Sensed& event) {
  const WindowSquares squares = window_squares(event.window.center);
  for (int i = 0; i < squares.size; ++i) {
    const Piece mine = board_.piece_at(squares.squares[i]);
    const Piece seen = event.window.contents[i];
    const bool seen_mine = seen.exists() && seen.color == me_;
    if (seen_mine != mine.exists() || (seen_mine && seen != mine)) {
      return Error{fmt::format("the window shows {} on {}, where I have {}", piece_name(seen),
                               format_square(squares.squares[i]), piece_name(mine))};
    }
  }
  return success();
}

Status OwnSide::check_taken(const Moved& event) const {
  const Move requested = normalized_request(board_, event.requested);
  const Move taken = event.taken;
  const auto refuse = [&](std::string_view why) {
    return Error{fmt::format("requested {} cannot become taken {} capture {}: {}", format_move(event.requested),
                             format_move(taken), format_square(event.captured), why)};
  };
  if (!may_request(board_, me_, requested)) {
    return Error{fmt::format("{} cannot be requested", format_move(event.requested))};
  }
  const bool captures = event.captured != kNoSquare;
  const PieceType type = board_.piece_at(requested.from).type;
  if (taken.is_null()) {
    if (captures) {
      return refuse("nothing was moved");
    }
    const bool can_fail = requested.is_null() || type == kPawn || is_castling(type, requested);
    return can_fail ? success() : refuse("such a request never fails");
  }
  if (requested.is_null() || taken.from != requested.from) {
    return refuse("another piece was moved");
  }
  if (type == kPawn && file_of(requested.from) != file_of(requested.to)) {
    const Square behind = forward(requested.to, ~me_);
    const bool en_passant =
        event.captured == behind && relative_rank(requested.to, me_) == 5 && !contains(occupied(), behind);
    return taken == requested && (event.captured == requested.to || en_passant)
               ? success()
               : refuse("a pawn's diagonal captures, or fails");
  }
  if (type == kPawn) {
    const bool shortened =
        std::abs(requested.to - requested.from) == 16 && taken == Move{requested.from, forward(requested.from, me_)};
    return !captures && (taken == requested || shortened) ? success() : refuse("not the way a pawn is blocked");
  }
  if (captures && event.captured != taken.to) {
    return refuse("a piece captures where it arrives");
  }
  if (is_castling(type, requested) && captures) {
    return refuse("castling captures nothing");
  }
  const bool shortened = taken.promotion == kNoPieceType && captures &&
                         contains(between(requested.from, requested.to), taken.to) &&
                         (type == kBishop || type == kRook || type == kQueen);
  return taken == requested || shortened ? success() : refuse("not on its way");
}

Status OwnSide::observe(const Moved& event) {
  TRY(check_taken(event));
  // apply() looks at the moving side alone, but for the en-passant capture, whose pawn it would remove.
  board_.set_ep_square(kNoSquare);
  apply(board_, event.taken);
  return success();
}

Status OwnSide::observe(const Observation& event) {
  return std::visit([this](const auto& e) { return observe(e); }, event);
}

void OwnSide::follow(const Observation& event) {
  [[maybe_unused]] const Status fits = observe(event);
  assert(fits.ok());
}

}  // namespace lanternfish
