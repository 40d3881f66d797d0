#include <doctest/doctest.h>

#include "game/recorded_game.h"
#include "tests/arena/engines.h"

using namespace lanternfish;
using lanternfish::testing::fake_engine;
using lanternfish::testing::play_once;
using lanternfish::testing::short_patience;

namespace {

EngineGameSettings with_clock(const char* control) {
  EngineGameSettings settings;
  settings.time = {parse_time_control(control).value(), parse_time_control(control).value()};
  return settings;
}

// A game in which Black misbehaves as ordered, White does nothing.
GameReport faulty_game(const std::string& orders, const char* control) {
  EngineGameSettings settings = with_clock(control);
  settings.time[kWhite] = parse_time_control("60").value();  // a busy machine must not make the wrong side lose
  const GameReport report = play_once(fake_engine(), fake_engine(orders), settings, short_patience());
  CHECK(recorded_game(report.record).ok());
  return report;
}

}  // namespace

TEST_CASE("game: a king is captured by a real process, and the record says so") {
  const GameReport report =
      play_once(fake_engine("moves=b1c3,c3b5,b5d6,d6e8"), fake_engine("moves=a7a6,h7h6"), with_clock("10+0.1"));
  CHECK(winner_text(report.result) == "white");
  CHECK(report.result.reason == WinReason::kKingCapture);
  CHECK(fault_text(report.result).empty());
  CHECK(report.sides[kWhite].turns == 4);
  CHECK(report.sides[kWhite].most_boards == 7);
  CHECK(report.record.players[kBlack].moves.size() == 3);
  CHECK(report.record.winner == kWhite);
  CHECK(recorded_game(report.record).ok());
}

TEST_CASE("game: two that only pass draw by the move limit") {
  const GameReport report = play_once(fake_engine(), fake_engine(), with_clock("10+0.1"));
  CHECK(winner_text(report.result) == "draw");
  CHECK(report.result.reason == WinReason::kMoveLimit);
  CHECK(report.record.players[kWhite].moves.size() == 50);
}

TEST_CASE("game: every fault is a result with a reason") {
  struct Case {
    const char* orders;
    const char* control;
    Ending ending;
    WinReason reason;
    const char* text;
  };
  // By clock where the fault is found at once, so that a hang fails the test by its flag.
  const Case cases[] = {
      {"fault=exit at=sense turn=2", "20", Ending::kCrash, WinReason::kResign, "exit code 3"},
      {"fault=exit at=go turn=2", "20", Ending::kCrash, WinReason::kResign, "exit code 3"},
      {"fault=exit at=observe turn=2", "20", Ending::kCrash, WinReason::kResign, "exit code 3"},
      {"fault=abort at=go", "20", Ending::kCrash, WinReason::kResign, "signal 6"},
      {"fault=closed at=go", "20", Ending::kCrash, WinReason::kResign, "closed its output"},
      {"fault=garbage at=sense", "20", Ending::kNonsense, WinReason::kResign, "bestsense j9"},
      {"fault=garbage at=go", "20", Ending::kNonsense, WinReason::kResign, "bestmove e2e9"},
      {"fault=other at=sense", "20", Ending::kNonsense, WinReason::kResign, "bestmove e2e4"},
      {"fault=other at=go", "20", Ending::kNonsense, WinReason::kResign, "bestsense e4"},
      {"fault=illegal at=go turn=3", "20", Ending::kIllegal, WinReason::kResign, "a1a8"},
      {"fault=silence at=sense turn=2", "0.3", Ending::kFlag, WinReason::kTimeout, "flag"},
      {"fault=silence at=go", "0.3", Ending::kFlag, WinReason::kTimeout, "flag"},
      {"fault=slow at=go", "0.2", Ending::kFlag, WinReason::kTimeout, "flag"},
      {"fault=spam at=sense", "0.3", Ending::kFlag, WinReason::kTimeout, "flag"},
      {"fault=silence at=go", "none", Ending::kSilence, WinReason::kTimeout, "no answer to 'go'"},
      {"fault=spam at=go", "none", Ending::kSilence, WinReason::kTimeout, "no answer to 'go'"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.orders);
    CAPTURE(c.control);
    const GameReport report = faulty_game(c.orders, c.control);
    CAPTURE(fault_text(report.result));
    CHECK(report.result.winner == kWhite);
    CHECK(report.result.ending == c.ending);
    CHECK(report.result.reason == c.reason);
    CHECK(fault_text(report.result).find(c.text) != std::string::npos);
  }
}

TEST_CASE("game: lines of no protocol are passed over") {
  const GameReport report = faulty_game("fault=noise at=go moves=e7e5", "20");
  CHECK(report.result.reason == WinReason::kMoveLimit);
  CHECK(report.sides[kBlack].errors == 0);
}

TEST_CASE("game: after an error the engine is given its whole history, and the game goes on") {
  // The fake engine counts its turns from the history it is sent: without it the second request would be the third.
  const GameReport report = faulty_game("fault=error at=sense turn=2 moves=e7e5,d7d5,a7a5", "20");
  CHECK(report.result.reason == WinReason::kMoveLimit);
  CHECK(report.sides[kBlack].errors == 1);
  CHECK(report.sides[kBlack].first_error.find("ordered") != std::string::npos);
  REQUIRE(report.record.players[kBlack].moves.size() > 3);
  CHECK(report.record.players[kBlack].moves[2].requested == Move{48, 32});
}

TEST_CASE("game: belief warnings and a lost true board are counted, not punished") {
  EngineGameSettings settings = with_clock("20");
  settings.rules.turn_limit = 3;
  settings.probe = true;
  const GameReport report = play_once(fake_engine("ppm=0"), fake_engine("fault=belief at=go turn=1"), settings);
  CHECK(report.result.reason == WinReason::kTurnLimit);
  CHECK(report.sides[kWhite].probes == 3);
  CHECK(report.sides[kWhite].lost == 3);
  CHECK(report.sides[kWhite].deferred == 0);
  CHECK(report.sides[kBlack].lost == 0);
  CHECK(report.sides[kBlack].belief_warnings == 1);

  // A board that was put off is not lost.
  const GameReport deferring = play_once(fake_engine("ppm=0 deferred=5"), fake_engine(), settings);
  CHECK(deferring.sides[kWhite].lost == 0);
  CHECK(deferring.sides[kWhite].deferred == 3);
}

TEST_CASE("game: a player that tells no belief plays on and is probed no more") {
  EngineGameSettings settings = with_clock("20");
  settings.rules.turn_limit = 3;
  settings.probe = true;
  const GameReport report = play_once(fake_engine("fault=error at=probe"), fake_engine(), settings);
  CHECK(report.result.reason == WinReason::kTurnLimit);
  CHECK(report.sides[kWhite].probes == 0);
  CHECK(report.sides[kWhite].errors == 1);
  CHECK(report.sides[kBlack].probes == 3);
}

TEST_CASE("game: an engine that reads what it is probed for plays as one that is not probed") {
  // Black's king goes to f7; White would take it there with d6f7, if it knew.
  const EngineSpec reader = fake_engine("moves=b1c3,c3b5,b5d6,d6e8 aim=4");
  const EngineSpec walker = fake_engine("moves=f7f5,e8f7");
  EngineGameSettings settings = with_clock("20");
  settings.rules.turn_limit = 8;
  const GameReport blind = play_once(reader, walker, settings);
  settings.probe = true;
  const GameReport probed = play_once(reader, walker, settings);
  CHECK(probed.result.reason == WinReason::kTurnLimit);
  CHECK(probed.record.players == blind.record.players);
  for (const Color c : {kWhite, kBlack}) {
    CHECK(probed.sides[c].probes == 8);
    CHECK(blind.sides[c].probes == 0);
  }
  for (const TurnReport& turn : probed.turns) {
    CHECK(turn.truth_ppm == 1'000'000);
  }
}

TEST_CASE("game: who lost by a fault is probed, too, and who fails at a probe has not lost") {
  EngineGameSettings settings = with_clock("20");
  settings.probe = true;
  const GameReport crashed = play_once(fake_engine(), fake_engine("fault=exit at=go turn=3"), settings);
  CHECK(crashed.result.ending == Ending::kCrash);
  CHECK(crashed.sides[kBlack].probes == 2);
  CHECK_FALSE(crashed.unusable[kBlack]);
  settings.rules.turn_limit = 4;
  const GameReport late = play_once(fake_engine(), fake_engine("fault=exit at=probe turn=2"), settings);
  CHECK(late.result.reason == WinReason::kTurnLimit);
  CHECK(late.sides[kBlack].errors == 1);
  CHECK(late.sides[kBlack].first_error.find("exit code 3") != std::string::npos);
  CHECK(late.unusable == std::array{false, true});
}

TEST_CASE("game: an answer to a probe is off the clock") {
  EngineGameSettings settings = with_clock("2");  // eight probes of 300 ms would not fit
  settings.rules.turn_limit = 8;
  settings.probe = true;
  const GameReport report = play_once(fake_engine("fault=slow at=probe"), fake_engine(), settings);
  CHECK(report.result.reason == WinReason::kTurnLimit);
}

TEST_CASE("game: a movetime that is not kept is counted, and no loss") {
  EngineGameSettings settings;
  settings.rules.turn_limit = 4;
  settings.time[kBlack].movetime = 50;
  const GameReport report = play_once(fake_engine(), fake_engine("fault=slow at=go"), settings);
  CHECK(report.result.reason == WinReason::kTurnLimit);
  CHECK(report.sides[kWhite].overruns == 0);
  CHECK(report.sides[kBlack].overruns == 4);
  CHECK(report.sides[kBlack].longest_overrun >= 200);
}

TEST_CASE("game: pondering is stopped before the next turn") {
  EngineGameSettings settings = with_clock("20");
  settings.rules.turn_limit = 3;
  EngineSpec thinker = fake_engine();
  thinker.ponder = true;
  CHECK(play_once(thinker, thinker, settings).result.reason == WinReason::kTurnLimit);

  EngineSpec deaf = fake_engine("fault=silence at=stop");
  deaf.ponder = true;
  const GameReport report = play_once(fake_engine(), deaf, settings, short_patience());
  CHECK(report.result.winner == kWhite);
  CHECK(report.result.ending == Ending::kSilence);
}

TEST_CASE("engine_link: a program that cannot serve is refused with a sentence") {
  const auto error = [](const EngineSpec& spec) { return EngineLink::start(spec, short_patience()).error(); };
  CHECK(error(parse_engine_spec("/no/such/program").value()).find("/no/such/program") != std::string::npos);
  CHECK(error(parse_engine_spec("true").value()).find("no RBC-UCI engine") != std::string::npos);
  CHECK(error(fake_engine("option.Has=1")).find("no option 'Has'; it has: UCI_Variant, Move Overhead") !=
        std::string::npos);
  CHECK(error(fake_engine("fault=error at=setoption option.Move Overhead=1")).find("refuses an option") !=
        std::string::npos);
}
