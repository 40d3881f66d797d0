#include <doctest/doctest.h>

#include "protocol/messages/events.h"
#include "rules/notation.h"
#include "tests/protocol/session_host.h"
#include "tests/protocol/truth.h"

using namespace lanternfish;
using namespace lanternfish::testing;
using Lines = SessionHost::Lines;

namespace {

// State and boards of an engine, for comparison.
Lines state_of(SessionHost& engine) {
  Lines lines = engine.ask("d");
  const Lines boards = engine.ask("boards 2000");
  lines.insert(lines.end(), boards.begin(), boards.end());
  return lines;
}

// Plays random moves against random moves, a sense where the truth is most in doubt keeping the set small.
std::vector<Observation> random_game(Color me, unsigned seed, int events) {
  Truth truth(me, seed);
  std::vector<Observation> history;
  while (static_cast<int>(history.size()) < events) {
    const auto event = truth.next();
    if (!event) {
      break;
    }
    history.push_back(*event);
  }
  return history;
}

}  // namespace

TEST_CASE("restore: one position line with a history equals the same events one by one, at every point of games") {
  for (const Color me : {kWhite, kBlack}) {
    SessionHost stepwise;
    SessionHost extending;
    stepwise.ask(format_host_command(PositionCommand{Board::start(), me, {}}));
    std::vector<Observation> so_far;
    for (const Observation& event : random_game(me, 5 + me, 11)) {
      so_far.push_back(event);
      const PositionCommand restore{Board::start(), me, so_far};
      const Lines update = stepwise.ask("observe" + format_events(std::array{event}));
      REQUIRE(count(update, "info phase update") == 1);
      const Lines state = state_of(stepwise);
      CAPTURE(state[0]);

      // The same engine given ever longer histories tells of the new event alone.
      const Lines extended = extending.ask(format_host_command(restore));
      CHECK(timeless(extended) == timeless(update));
      CHECK(state_of(extending) == state);

      SessionHost fresh;
      const Lines replayed = fresh.ask(format_host_command(restore));
      CHECK(count(replayed, "info phase update") == std::ssize(so_far));
      CHECK(timeless(replayed.back()) == timeless(update.back()));
      CHECK(state_of(fresh) == state);
    }
  }
}

TEST_CASE("restore: the true board is in the belief after every event") {
  for (const unsigned seed : {1u, 2u, 3u}) {
    Truth truth(seed % 2 == 0 ? kWhite : kBlack, seed);
    SessionHost engine;
    engine.ask(format_host_command(PositionCommand{Board::start(), truth.me(), {}}));
    for (int i = 0; i < 12; ++i) {
      const auto event = truth.next();
      if (!event) {
        break;
      }
      engine.ask("observe" + format_events(std::array{*event}));
      const Lines probed = engine.ask(format_host_command(ProbeCommand{truth.board()}));
      REQUIRE(probed.size() == 1);
      CAPTURE(format_fen(truth.board()));
      const Result<EngineMessage> parsed = parse_engine_line(probed[0]);
      REQUIRE(parsed);
      CHECK(std::get<BoardInfo>(*parsed).ppm > 0);
    }
  }
}

TEST_CASE("restore: another start, colour or past begins anew") {
  SessionHost engine;
  engine.ask("position startpos color black history opponent capture none sense none result none");
  CHECK(count(engine.ask("position startpos color white history opponent capture none"), "info phase update") == 1);
  const Lines changed =
      engine.ask("position startpos color black history opponent capture none sense g3 result 3/3/PPP");
  CHECK(count(changed, "info phase update") == 2);
  const Lines shorter = engine.ask("position startpos color black history opponent capture none");
  CHECK(count(shorter, "info phase update") == 1);
  const Lines fen =
      engine.ask("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 color black history opponent capture none");
  CHECK(fen.back().find("boardsbefore 1 boards 7") != std::string::npos);
}

namespace {

// What the engine says in a whole game it plays against random moves, times and rates left out.
Lines own_game(const std::vector<std::string>& options) {
  SessionHost engine(options);
  Truth truth(kWhite, 9);
  Lines said = engine.ask("position startpos color white");
  const auto tell = [&](const Observation& event) {
    const Lines lines = engine.ask("observe" + format_events(std::array{event}));
    said.insert(said.end(), lines.begin(), lines.end());
  };
  const auto think = [&](const std::string& command, const std::string& terminator) {
    engine.send(command);
    const Lines lines = engine.until(terminator);
    said.insert(said.end(), lines.begin(), lines.end());
    return parse_engine_line(lines.back());
  };
  for (int turn = 0; turn < 6; ++turn) {
    const auto opponent = truth.next();
    if (!opponent) {
      break;
    }
    tell(*opponent);
    const auto sense = think("sense nodes 500", "bestsense");
    REQUIRE(sense);
    tell(truth.sense_at(std::get<BestSense>(*sense).square));
    const auto move = think("go nodes 500", "bestmove");
    REQUIRE(move);
    const Observation moved = truth.request(std::get<BestMove>(*move).request);
    if (truth.over()) {
      break;
    }
    tell(moved);
  }
  return timeless(said);
}

}  // namespace

TEST_CASE("restore: with one thread, a seed and a node limit a game is the same byte for byte") {
  for (const char* strategy : {"lanternfish", "random", "attacker", "trout"}) {
    CAPTURE(strategy);
    const std::vector<std::string> options = {"Threads=1", "Seed=7", std::string("Strategy=") + strategy};
    const Lines first = own_game(options);
    CHECK(first.size() > 20);
    CHECK(own_game(options) == first);
  }
}
