#include "game/game_log.h"

#include <doctest/doctest.h>

#include <array>

#include "rules/notation.h"
#include "rules/rbc.h"

using namespace lanternfish;

namespace {

// White at a board, told what happens.
struct White {
  GameLog log{Board::start(), kWhite};

  void add(const Observation& event) { REQUIRE(log.append(std::span(&event, 1)).ok()); }
  // A turn without captures.
  void play(const char* move) {
    add(OpponentMoved{});
    add(Sensed{});
    add(Moved{parse_move(move).value(), parse_move(move).value(), kNoSquare});
  }
};

Moved moved(const char* move) { return {parse_move(move).value(), parse_move(move).value(), kNoSquare}; }

}  // namespace

TEST_CASE("game log: phase and turn follow from the events") {
  White white;
  CHECK(white.log.phase() == Phase::kOpponent);
  CHECK(white.log.turn() == 1);
  white.add(OpponentMoved{});
  CHECK(white.log.phase() == Phase::kSense);
  white.add(Sensed{});
  CHECK(white.log.phase() == Phase::kMove);
  CHECK(white.log.turn() == 1);
  white.add(Moved{kNullMove, kNullMove, kNoSquare});
  CHECK(white.log.phase() == Phase::kOpponent);
  CHECK(white.log.turn() == 2);
  white.log.end();
  CHECK(white.log.phase() == Phase::kOver);
  CHECK(white.log.turn() == 2);
  CHECK(white.log.history().size() == 3);
}

TEST_CASE("game log: my side is known before the first event and after each") {
  White white;
  white.play("e2e4");
  const Bitboard e2 = bit(parse_square("e2").value());
  REQUIRE(white.log.size() == 3);
  CHECK(white.log.own_after(0).first_notice_is_empty());
  CHECK_FALSE(white.log.own_after(1).first_notice_is_empty());
  CHECK((white.log.own_after(2).occupied() & e2) != 0);
  CHECK((white.log.own().occupied() & e2) == 0);
}

TEST_CASE("game log: plies since the last irreversible move that is known") {
  White white;
  white.play("g1f3");
  CHECK(white.log.quiet_plies() == 1);  // the first notice stands for no move
  white.play("f3g1");
  CHECK(white.log.quiet_plies() == 3);
  white.play("e2e4");
  CHECK(white.log.quiet_plies() == 0);
  white.play("g1f3");
  CHECK(white.log.quiet_plies() == 2);
  white.add(OpponentMoved{parse_square("e4").value()});
  CHECK(white.log.quiet_plies() == 0);
}

TEST_CASE("game log: quiet plies before the start count, until the first irreversible move") {
  GameLog log(parse_fen("7k/8/8/8/8/R7/R6P/K7 w - - 98 60").value(), kWhite);
  CHECK(log.quiet_plies() == 98);
  REQUIRE(log.append(std::vector<Observation>{OpponentMoved{}, Sensed{}, moved("a2b2")}).ok());
  CHECK(log.quiet_plies() == 99);
  REQUIRE(log.append(std::vector<Observation>{OpponentMoved{}, Sensed{}, moved("h2h3")}).ok());
  CHECK(log.quiet_plies() == 0);
}

TEST_CASE("game log: what was requested before with the own pieces where they are, since the last irreversible move") {
  White white;
  for (const char* move : {"g1f3", "f3g1", "g1f3", "f3g1"}) {
    white.play(move);
  }
  white.add(OpponentMoved{});
  white.add(Sensed{});
  CHECK(white.log.requests_made_here() == std::vector<Move>(2, parse_move("g1f3").value()));
  white.add(Moved{parse_move("e2e4").value(), parse_move("e2e4").value(), kNoSquare});
  CHECK(white.log.requests_made_here().empty());
}

TEST_CASE("game log: continued by a longer history of the same game only, and not once it is over") {
  White white;
  white.play("g1f3");
  std::vector<Observation> longer(white.log.history().begin(), white.log.history().end());
  CHECK(white.log.is_continued_by(Board::start(), kWhite, longer));
  longer.emplace_back(OpponentMoved{});
  CHECK(white.log.is_continued_by(Board::start(), kWhite, longer));
  CHECK_FALSE(white.log.is_continued_by(Board::start(), kBlack, longer));
  CHECK_FALSE(white.log.is_continued_by(parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value(), kWhite, longer));
  CHECK_FALSE(white.log.is_continued_by(Board::start(), kWhite, std::span(longer).first(2)));
  longer[0] = OpponentMoved{parse_square("a2").value()};
  CHECK_FALSE(white.log.is_continued_by(Board::start(), kWhite, longer));
  white.log.end();
  CHECK_FALSE(white.log.is_continued_by(Board::start(), kWhite, white.log.history()));
}

TEST_CASE("game log: the first event out of turn is named, and nothing of its line is taken in") {
  White white;
  const std::array<Observation, 3> twice = {OpponentMoved{}, Sensed{}, Sensed{}};
  const EventStatus refused = white.log.append(twice);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.refusal().why == Refusal::Why::kPhase);
  CHECK(refused.error() == "event 3: sense comes out of turn: my turn, after the sense");
  CHECK(white.log.size() == 0);
  white.log.end();
  CHECK(white.log.append(twice).error() == "event 1: opponent comes out of turn: no game is on");
  CHECK(white.log.append({}).ok());
  CHECK(GameLog::none().check(twice).refusal().why == Refusal::Why::kPhase);
}

TEST_CASE("game log: the first event that contradicts what is certain is named, and nothing of its line is taken in") {
  White white;
  const std::array<Observation, 3> turn = {OpponentMoved{}, Sensed{}, moved("e2e5")};
  const EventStatus refused = white.log.append(turn);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.refusal().why == Refusal::Why::kFit);
  CHECK(refused.error() == "event 3 of 3: e2e5 cannot be requested");
  CHECK(white.log.size() == 0);
  white.play("e2e4");
  CHECK(white.log.own().occupied() ==
        OwnSide(Board::start(), kWhite).occupied() - bit(parse_square("e2").value()) + bit(parse_square("e4").value()));
}

TEST_CASE("game log: of a history that is known in part, the rest alone is checked") {
  White white;
  white.play("e2e4");
  std::vector<Observation> longer(white.log.history().begin(), white.log.history().end());
  longer.emplace_back(OpponentMoved{parse_square("e4").value()});
  const auto rest = white.log.check(longer, 3);
  REQUIRE(rest.ok());
  REQUIRE(rest.events.size() == 1);
  white.log.append(rest.events.front());
  CHECK(white.log.size() == 4);
  longer.emplace_back(moved("d2d4"));
  CHECK(white.log.check(longer, 4).error() == "event 5: move comes out of turn: my turn, before the sense");
}
