#include "game/game_so_far.h"

#include <doctest/doctest.h>

#include <array>

#include "rules/notation.h"
#include "rules/rbc.h"

using namespace lanternfish;

namespace {

// White at a board, told what happens.
struct White {
  GameSoFar game{Board::start(), kWhite};
  OwnSide own{Board::start(), kWhite};

  void add(const Observation& event) {
    const OwnSide before = own;
    REQUIRE(std::visit([&](const auto& e) { return own.observe(e); }, event));
    game.add(event, before);
  }
  // A turn without captures.
  void play(const char* move) {
    add(OpponentMoved{});
    add(Sensed{});
    add(Moved{parse_move(move).value(), parse_move(move).value(), kNoSquare});
  }
};

}  // namespace

TEST_CASE("game so far: phase and turn follow from the events") {
  White white;
  CHECK(white.game.phase() == Phase::kOpponent);
  CHECK(white.game.turn() == 1);
  white.add(OpponentMoved{});
  CHECK(white.game.phase() == Phase::kSense);
  white.add(Sensed{});
  CHECK(white.game.phase() == Phase::kMove);
  CHECK(white.game.turn() == 1);
  white.add(Moved{kNullMove, kNullMove, kNoSquare});
  CHECK(white.game.phase() == Phase::kOpponent);
  CHECK(white.game.turn() == 2);
  white.game.end();
  CHECK(white.game.phase() == Phase::kOver);
  CHECK(white.game.turn() == 2);
  CHECK(white.game.history().size() == 3);
}

TEST_CASE("game so far: plies since the last irreversible move that is known") {
  White white;
  white.play("g1f3");
  CHECK(white.game.quiet_plies() == 2);
  white.play("f3g1");
  CHECK(white.game.quiet_plies() == 4);
  white.play("e2e4");
  CHECK(white.game.quiet_plies() == 0);
  white.play("g1f3");
  CHECK(white.game.quiet_plies() == 2);
  white.add(OpponentMoved{parse_square("e4").value()});
  CHECK(white.game.quiet_plies() == 0);
}

TEST_CASE("game so far: continued by a longer history of the same game only, and not once it is over") {
  White white;
  white.play("g1f3");
  std::vector<Observation> longer(white.game.history().begin(), white.game.history().end());
  CHECK(white.game.is_continued_by(Board::start(), kWhite, longer));
  longer.emplace_back(OpponentMoved{});
  CHECK(white.game.is_continued_by(Board::start(), kWhite, longer));
  CHECK_FALSE(white.game.is_continued_by(Board::start(), kBlack, longer));
  CHECK_FALSE(white.game.is_continued_by(parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value(), kWhite, longer));
  CHECK_FALSE(white.game.is_continued_by(Board::start(), kWhite, std::span(longer).first(2)));
  longer[0] = OpponentMoved{parse_square("a2").value()};
  CHECK_FALSE(white.game.is_continued_by(Board::start(), kWhite, longer));
  white.game.end();
  CHECK_FALSE(white.game.is_continued_by(Board::start(), kWhite, white.game.history()));
}

TEST_CASE("turn: events in order lead to the next phase, and the first one out of turn is named") {
  const std::array<Observation, 3> turn = {OpponentMoved{}, Sensed{}, Moved{}};
  CHECK(phase_after(Phase::kOpponent, turn).value() == Phase::kOpponent);
  CHECK(phase_after(Phase::kOpponent, std::span(turn).first(2)).value() == Phase::kMove);
  const std::array<Observation, 2> twice = {Sensed{}, Sensed{}};
  CHECK(phase_after(Phase::kSense, twice).error() == "event 2: sense comes out of turn: my turn, after the sense");
  CHECK_FALSE(phase_after(Phase::kOver, std::span(turn).first(1)).ok());
  CHECK(phase_after(Phase::kOver, {}).value() == Phase::kOver);
}
