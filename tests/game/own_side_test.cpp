#include "game/own_side.h"

#include <doctest/doctest.h>

#include <string>

#include "rules/notation.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using testing::board_of;
using testing::move_of;
using testing::square_of;

namespace {

OwnSide own_side(std::string_view fen, Color me) { return OwnSide(board_of(fen), me); }

// White's side of a position in which White is to request: the empty first notice is taken in.
OwnSide white_to_move(std::string_view fen) {
  OwnSide own = own_side(fen, kWhite);
  REQUIRE(own.observe(OpponentMoved{}));
  return own;
}

Moved moved(std::string_view requested, std::string_view taken, std::string_view captured = "none") {
  return {move_of(requested), move_of(taken), square_of(captured)};
}

// "" when the event is accepted, else the refusal; a refusal must change nothing.
template <typename Event>
std::string refusal(OwnSide own, const Event& event) {
  const Board before = own.pieces();
  const Status status = own.observe(event);
  if (status) {
    return "";
  }
  CHECK(own.pieces() == before);
  return status.error();
}

bool names(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr const char* kOpen = "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8";

}  // namespace

TEST_CASE("own side: knows my pieces and rights, and nothing of the opponent's") {
  const OwnSide own = own_side(kOpen, kWhite);
  CHECK(own.me() == kWhite);
  CHECK(own.pieces().pieces(kBlack) == 0);
  CHECK(own.occupied() == board_of(kOpen).pieces(kWhite));
  CHECK(own.pieces().castling() == castling_of(kWhite));
  CHECK(own.pieces().fullmove_number() == 8);
}

TEST_CASE("own side: the first mover's first notice is empty, and no move of the opponent") {
  OwnSide own = own_side(kOpen, kWhite);
  CHECK(own.first_notice_is_empty());
  CHECK(names(refusal(own, OpponentMoved{square_of("d3")}), "before any move of the opponent"));
  REQUIRE(own.observe(OpponentMoved{}));
  CHECK_FALSE(own.first_notice_is_empty());
  CHECK(own.pieces().turn() == kWhite);
  CHECK_FALSE(own_side(kOpen, kBlack).first_notice_is_empty());
}

TEST_CASE("own side: a notice of a capture takes my piece, and the right of a rook at home") {
  OwnSide own = own_side(kOpen, kBlack);
  CHECK(names(refusal(own, OpponentMoved{square_of("e4")}), "none of my pieces"));
  CHECK(names(refusal(own, OpponentMoved{square_of("d5")}), "none of my pieces"));
  CHECK(names(refusal(own, OpponentMoved{square_of("e8")}), "the game would be over"));
  REQUIRE(own.observe(OpponentMoved{square_of("h8")}));
  CHECK_FALSE(own.pieces().piece_at(square_of("h8")).exists());
  CHECK(own.pieces().castling() == kQueenside[kBlack]);
  CHECK(own.pieces().turn() == kBlack);
}

TEST_CASE("own side: a window must show my pieces where they are, and only there") {
  const OwnSide own = white_to_move(kOpen);
  const auto seen = [](std::string_view text) { return Sensed{parse_window(square_of("d4"), text).value()}; };
  CHECK(refusal(own, seen("2p/2P/NPB")).empty());
  CHECK(refusal(own, seen("qkb/rrP/NPB")).empty());      // the opponent's pieces may be anywhere else
  CHECK(names(refusal(own, seen("2p/3/NPB")), "e4"));    // mine is missing
  CHECK(names(refusal(own, seen("2p/1PP/NPB")), "d4"));  // mine where I have none
  CHECK(names(refusal(own, seen("2p/2P/BPB")), "c3"));   // another one of mine
  CHECK(names(refusal(own, seen("2p/2p/NPB")), "e4"));   // the opponent's on my square
  CHECK(refusal(own, Sensed{}).empty());                 // no sense at all
}

TEST_CASE("own side: requests that may not be made are refused") {
  const OwnSide own = white_to_move(kOpen);
  CHECK(names(refusal(own, moved("e3e4", "e3e4")), "cannot be requested"));  // onto my own pawn
  CHECK(names(refusal(own, moved("a1a3", "0000")), "cannot be requested"));  // through my own pawn
  CHECK(names(refusal(own, moved("d5d4", "0000")), "cannot be requested"));  // from an empty square
  CHECK(names(refusal(own, moved("f3f4", "0000")), "cannot be requested"));  // not how a knight moves
}

TEST_CASE("own side: what a pass and a lost turn may look like") {
  const OwnSide own = white_to_move(kOpen);
  CHECK(refusal(own, moved("0000", "0000")).empty());
  CHECK(names(refusal(own, moved("0000", "a2a3")), "another piece"));
  CHECK(names(refusal(own, moved("0000", "0000", "a7")), "nothing was moved"));
  CHECK(names(refusal(own, moved("f3g5", "0000")), "never fails"));  // a knight's move always happens
  CHECK(names(refusal(own, moved("e3a7", "0000")), "never fails"));  // a slider's captures at least
  CHECK(refusal(own, moved("a2a3", "0000")).empty());                // a pawn's push may be blocked
  CHECK(refusal(own, moved("e4d5", "0000")).empty());                // its diagonal may hit nothing
  CHECK(refusal(own, moved("e1c1", "0000")).empty());                // castling may meet a piece
}

TEST_CASE("own side: what a pawn's request may become") {
  const OwnSide own = white_to_move(kOpen);
  CHECK(refusal(own, moved("a2a4", "a2a4")).empty());
  CHECK(refusal(own, moved("a2a4", "a2a3")).empty());  // the second square was blocked
  CHECK(names(refusal(own, moved("a2a3", "a2a4")), "pawn is blocked"));
  CHECK(names(refusal(own, moved("a2a4", "a2a4", "a4")), "pawn is blocked"));
  CHECK(names(refusal(own, moved("a2a4", "b2b4")), "another piece"));
  CHECK(refusal(own, moved("e4d5", "e4d5", "d5")).empty());
  CHECK(names(refusal(own, moved("e4d5", "e4d5")), "captures, or fails"));
  CHECK(names(refusal(own, moved("e4d5", "e4e5")), "captures, or fails"));
  CHECK(names(refusal(own, moved("e4d5", "e4d5", "d4")), "captures, or fails"));  // en passant from the wrong rank
}

TEST_CASE("own side: en passant takes the pawn behind, where none of mine stands") {
  const char* const fen = "4k3/8/8/4P3/8/8/8/4K3 w - - 0 8";
  CHECK(refusal(white_to_move(fen), moved("e5d6", "e5d6", "d5")).empty());
  CHECK(refusal(white_to_move(fen), moved("e5d6", "e5d6", "d6")).empty());
  CHECK_FALSE(refusal(white_to_move("4k3/8/8/3NP3/8/8/8/4K3 w - - 0 8"), moved("e5d6", "e5d6", "d5")).empty());
}

TEST_CASE("own side: a slider may stop early, but only at a capture on its way") {
  const OwnSide own = white_to_move(kOpen);
  CHECK(refusal(own, moved("e3a7", "e3a7")).empty());
  CHECK(refusal(own, moved("e3a7", "e3a7", "a7")).empty());
  CHECK(refusal(own, moved("e3a7", "e3c5", "c5")).empty());
  CHECK(names(refusal(own, moved("e3a7", "e3c5")), "not on its way"));
  CHECK(names(refusal(own, moved("e3a7", "e3g5", "g5")), "not on its way"));
  CHECK(names(refusal(own, moved("e3a7", "e3a7", "c5")), "captures where it arrives"));
  CHECK(names(refusal(own, moved("f3g5", "f3h4", "h4")), "not on its way"));
}

TEST_CASE("own side: castling happens whole or not at all") {
  OwnSide own = white_to_move(kOpen);
  CHECK(names(refusal(own, moved("e1g1", "e1g1", "g1")), "castling captures nothing"));
  CHECK_FALSE(refusal(own, moved("e1g1", "e1f1")).empty());
  REQUIRE(own.observe(moved("e1g1", "e1g1")));
  CHECK(own.pieces().piece_at(square_of("f1")) == Piece{kRook, kWhite});
  CHECK_FALSE(own.pieces().piece_at(square_of("h1")).exists());
  CHECK(own.pieces().castling() == kNoCastling);
}

TEST_CASE("own side: a promotion request without a piece is a queen's") {
  const char* const fen = "8/3P3k/8/8/8/8/8/4K3 w - - 0 40";
  OwnSide own = white_to_move(fen);
  REQUIRE(own.observe(moved("d7d8", "d7d8q")));
  CHECK(own.pieces().piece_at(square_of("d8")) == Piece{kQueen, kWhite});
  CHECK_FALSE(refusal(white_to_move(fen), moved("d7d8r", "d7d8q")).empty());
  CHECK(refusal(white_to_move(fen), moved("d7c8n", "d7c8n", "c8")).empty());
}

TEST_CASE("own side: keeps my double step as the en-passant square for one turn, and counts moves") {
  OwnSide own = white_to_move(kOpen);
  REQUIRE(own.observe(moved("a2a4", "a2a4")));
  CHECK(own.pieces().ep_square() == square_of("a3"));
  CHECK(own.pieces().turn() == kBlack);
  REQUIRE(own.observe(OpponentMoved{}));
  CHECK(own.pieces().ep_square() == kNoSquare);
  CHECK(own.pieces().turn() == kWhite);
  CHECK(own.pieces().fullmove_number() == 9);
}
