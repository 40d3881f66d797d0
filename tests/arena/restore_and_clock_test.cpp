#include <doctest/doctest.h>

#include "tests/arena/engines.h"
#include "tests/folder.h"

using namespace lanternfish;
using lanternfish::testing::fake_engine;
using lanternfish::testing::Folder;
using lanternfish::testing::play_once;
using lanternfish::testing::short_patience;

namespace {

EngineGameSettings settings_with(const char* control, Charging charging = Charging::kPhases) {
  EngineGameSettings settings;
  settings.time = {parse_time_control("60").value(), parse_time_control(control).value()};
  settings.charging = charging;
  settings.rules.turn_limit = 6;
  return settings;
}

}  // namespace

TEST_CASE("game: a crashed engine is restored wherever it crashes, and plays the same game") {
  const GameReport whole = play_once(fake_engine(), fake_engine("moves=e7e5,d7d5,a7a5,h7h5"), settings_with("60"));
  for (const char* where : {"sense", "go", "observe", "isready"}) {
    CAPTURE(where);
    const Folder folder("lanternfish_restore_test");
    EngineGameSettings settings = settings_with("60");
    settings.restarts = 2;
    const std::string turn = std::string(where) == "isready" ? "turn=1" : "turn=2";
    const GameReport report = play_once(fake_engine(),
                                        fake_engine(std::string("moves=e7e5,d7d5,a7a5,h7h5 fault=exit at=") + where +
                                                    " " + turn + " once=" + (folder.path() / "crashed").string()),
                                        settings);
    CAPTURE(fault_text(report.result));
    CHECK(report.result.reason == WinReason::kTurnLimit);
    CHECK(report.sides[kBlack].restarts == 1);
    CHECK(report.record.players == whole.record.players);
  }
}

TEST_CASE("game: an engine that crashes again and again has lost in the end") {
  EngineGameSettings settings = settings_with("60");
  settings.restarts = 3;
  const GameReport report = play_once(fake_engine(), fake_engine("fault=exit at=go turn=2"), settings);
  CHECK(report.result.winner == kWhite);
  CHECK(report.result.ending == Ending::kCrash);
  CHECK(report.sides[kBlack].restarts == 3);
}

TEST_CASE("game: LocalGame's clock is looked at after the turn, with the increment") {
  // 300 ms thought on a clock of 200 ms: an increment of a second saves it in LocalGame's way, and in no other.
  const EngineSpec slow = fake_engine("fault=slow at=go turn=1");
  CHECK(play_once(fake_engine(), slow, settings_with("0.2+1", Charging::kLocal)).result.reason ==
        WinReason::kTurnLimit);
  for (const Charging charging : {Charging::kPhases, Charging::kServer}) {
    const GameReport report = play_once(fake_engine(), slow, settings_with("0.2+1", charging));
    CHECK(report.result.ending == Ending::kFlag);
    CHECK(report.result.winner == kWhite);
  }
  const GameReport late = play_once(fake_engine(), slow, settings_with("0.2", Charging::kLocal));
  CHECK(late.result.ending == Ending::kFlag);
  CHECK(late.record.players[kBlack].moves.size() == 1);  // the move was made first
}

TEST_CASE("game: the absorbing of a move is charged in LocalGame's way only") {
  // Slow at the isready that follows its move: 300 ms a turn, six turns.
  const EngineSpec slow = fake_engine("fault=slow at=isready");
  CHECK(play_once(fake_engine(), slow, settings_with("1", Charging::kLocal)).result.ending == Ending::kFlag);
  CHECK(play_once(fake_engine(), slow, settings_with("1", Charging::kServer)).result.reason == WinReason::kTurnLimit);
  CHECK(play_once(fake_engine(), slow, settings_with("1", Charging::kPhases)).result.reason == WinReason::kTurnLimit);
}

TEST_CASE("game: what a player takes for its move beyond a while is its own time") {
  const EngineSpec slow = fake_engine("fault=slow at=isready");
  for (const Charging charging : {Charging::kPhases, Charging::kServer}) {
    EngineGameSettings settings = settings_with("0.5", charging);
    settings.free_absorb = std::chrono::milliseconds(50);
    CHECK(play_once(fake_engine(), slow, settings).result.ending == Ending::kFlag);
  }
}

TEST_CASE("game: only an engine that may see the truth is told it, each turn") {
  EngineGameSettings settings = settings_with("60");
  EngineSpec blind = fake_engine();
  blind.truth = true;  // an engine that has no place for it
  CHECK(EngineLink::start(blind, short_patience()).error().find("RBC_TrueBoard") != std::string::npos);
  const GameReport report = play_once(fake_engine("announce=RBC_TrueBoard fault=exit at=setoption turn=0"),
                                      fake_engine("announce=RBC_TrueBoard"), settings);
  CHECK(report.result.reason == WinReason::kTurnLimit);
  EngineSpec seeing = fake_engine("announce=RBC_TrueBoard fault=exit at=setoption turn=2");
  seeing.truth = true;
  CHECK(play_once(seeing, fake_engine(), settings).result.ending == Ending::kCrash);
}

TEST_CASE("clock: ways of charging have names") {
  for (const Charging charging : {Charging::kPhases, Charging::kServer, Charging::kLocal}) {
    CHECK(parse_charging(format_charging(charging)).value() == charging);
  }
  CHECK(parse_charging("turn").error().find("phases, server and local") != std::string::npos);
}
