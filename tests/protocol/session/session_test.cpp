#include <doctest/doctest.h>

#include <new>

#include <fmt/format.h>

#include "protocol/messages/messages.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "tests/protocol/session_host.h"

using namespace lanternfish;
using namespace lanternfish::testing;
using Lines = SessionHost::Lines;

namespace {

constexpr const char* kAsBlack = "position startpos color black";
constexpr const char* kNothing = "observe opponent capture none";

std::string boards_of(const Lines& lines) {
  const std::string line = find(lines, "info phase update");
  const std::size_t at = line.find("boardsbefore");
  return line.substr(at, line.find(' ', line.find(" boards ") + 8) - at);
}

}  // namespace

TEST_CASE("session: the transcript of the contract, boards exact, restored in a second session") {
  SessionHost engine;
  engine.send("uci");
  const Lines hello = engine.until("uciok");
  CHECK(begins(hello[0], "id name Lanternfish"));
  CHECK(count(hello, "id protocol rbc-uci 1") == 1);
  CHECK(count(hello, "option name UCI_Variant type combo default rbc var rbc") == 1);
  CHECK(engine.ask("ucinewgame").empty());
  CHECK(engine.ask(kAsBlack).empty());

  const Lines opponent = engine.ask(kNothing);
  CHECK(begins(find(opponent, "info"), "info phase update turn 1 event opponent"));
  CHECK(boards_of(opponent) == "boardsbefore 1 boards 21");
  engine.send("sense turn 1 btime 5000 binc 0");
  const Lines thought = engine.until("bestsense");
  CHECK(begins(find(thought, "info phase"), "info phase sense turn 1 boards 21"));
  CHECK(thought.back() != "bestsense none");

  const Lines sensed = engine.ask("observe sense g3 result 3/3/PPP");
  CHECK(boards_of(sensed) == "boardsbefore 21 boards 13");
  engine.send("go turn 1 btime 4800 binc 0");
  const Lines decided = engine.until("bestmove");
  const std::string last = decided.size() < 2 ? "" : decided[decided.size() - 2];
  CHECK(begins(find(decided, "info phase"), "info phase move turn 1 boards 13"));
  CHECK(last.substr(last.rfind(' ')) == decided.back().substr(decided.back().rfind(' ')));

  const Lines moved = engine.ask("observe move requested d7d5 taken d7d5 capture none");
  CHECK(boards_of(moved) == "boardsbefore 13 boards 13");

  SessionHost second;
  const Lines restored = second.ask(
      "position startpos color black history opponent capture none sense g3 result 3/3/PPP move requested d7d5 taken "
      "d7d5 capture none");
  REQUIRE(count(restored, "info phase update") == 3);
  CHECK(boards_of({restored.back()}) == "boardsbefore 13 boards 13");
  CHECK(second.ask("gameover winner black reason KING_CAPTURE").empty());
}

TEST_CASE("session: a thinking command out of turn forfeits at once, with an error and the null action") {
  SessionHost engine;
  const auto refused = [&](const char* command, const char* terminator) {
    CAPTURE(command);
    engine.send(command);
    const Lines lines = engine.until(terminator);
    REQUIRE(lines.size() == 2);
    CHECK(begins(lines[0], "info string error phase"));
    CHECK(engine.rest().empty());
  };
  const auto all_but = [&](const std::string& fitting) {
    if (fitting != "sense") refused("sense wtime 1000", "bestsense none");
    if (fitting != "go") refused("go wtime 1000", "bestmove 0000");
    if (fitting != "ponder") refused("ponder", "ponderdone");
  };
  all_but("");
  engine.ask(kAsBlack);
  all_but("ponder");
  engine.ask(kNothing);
  all_but("sense");
  engine.ask("observe sense none result none");
  all_but("go");
  engine.ask("gameover winner none reason none");
  all_but("");
  engine.ask("ucinewgame");
  all_but("");
}

TEST_CASE("session: events out of turn, contradictions and broken words leave no trace, alone or behind good ones") {
  SessionHost engine;
  engine.ask(kAsBlack);
  engine.ask(kNothing);
  const Lines before = engine.ask("d");
  const Lines boards = engine.ask("boards 100");
  const auto refused = [&](const std::string& line, const std::string& code) {
    CAPTURE(line);
    const Lines lines = engine.ask(line);
    REQUIRE(lines.size() == 1);
    CAPTURE(lines[0]);
    CHECK(begins(lines[0], "info string error " + code));
    CHECK(engine.ask("d") == before);
    CHECK(engine.ask("boards 100") == boards);
  };
  refused("observe opponent capture none", "phase");
  refused("observe move requested d7d5 taken d7d5 capture none", "phase");
  refused("observe sense g3 result 3/3/PPP opponent capture none", "phase");
  refused("observe sense g3 result 3/3/PPP move requested d7d5 taken d7d5 capture", "syntax");
  refused("observe sense g3 result 3/3/PPP move requested d7d5 taken d7d5 capture none please", "syntax");
  refused("observe sense g3 result 3/3/PPP move requested d7d5 taken e7e5 capture none", "observation");
  refused("observe sense g3 result 3/3/PPP move requested d7d4 taken d7d4 capture none", "observation");
  refused("observe sense e7 result qkb/p1p/3", "observation");  // my own pawn stands there
  refused("observe sense e7 result qkb/ppp/3 move requested 0000 taken 0000 capture e2", "observation");
  refused("position startpos color black history sense none result none", "phase");
  refused("position startpos color black history opponent capture e4", "observation");  // nothing of mine to capture
  refused("position fen 8/8/8/8/8/8/8/4K3 w - - 0 1 color white", "position");
  refused("position startpos color black moves e2e4", "syntax");
  refused("setoption name Threads value 0", "option");
  refused("setoption name NoSuchThing value 1", "option");
  refused("setoption name Strategy value clever", "option");
  refused("what is this", "syntax");
}

TEST_CASE("session: events need a position, and none are taken after the game") {
  SessionHost engine;
  CHECK(begins(find(engine.ask(kNothing), "info"), "info string error phase"));
  CHECK(begins(find(engine.ask("probe fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "info"), "info string error phase"));
  CHECK(begins(find(engine.ask("boards"), "info"), "info string error phase"));
  engine.ask(kAsBlack);
  engine.ask("gameover winner white reason TIMEOUT");
  CHECK(begins(find(engine.ask(kNothing), "info"), "info string error phase"));
  CHECK(engine.ask(kAsBlack).empty());
  CHECK(count(engine.ask(kNothing), "info phase update") == 1);
}

TEST_CASE("session: probe, boards and the options that show the belief agree") {
  SessionHost engine;
  engine.ask("setoption name RBC_ShowBoards value 30");
  engine.ask("setoption name RBC_ShowProbs value true");
  engine.ask(kAsBlack);
  const Lines shown = engine.ask(kNothing);
  CHECK(count(shown, "info board") == 21);
  CHECK(count(shown, "info pieceprob P") == 1);
  CHECK(count(shown, "info pieceprob K e1 1000") == 1);
  CHECK(count(engine.ask("boards"), "info board") == 10);
  const Lines three = engine.ask("boards 3");
  CHECK(three == Lines(shown.begin() + 1, shown.begin() + 4));

  long total = 0;
  for (const std::string& line : engine.ask("boards 1000")) {
    const Result<EngineMessage> parsed = parse_engine_line(line);
    REQUIRE(parsed);
    const auto& board = std::get<BoardInfo>(*parsed);
    total += board.ppm;
    const Lines probed = engine.ask(format_host_command(ProbeCommand{board.board}));
    REQUIRE(probed.size() == 1);
    CHECK(probed[0] == format_engine_message(BoardInfo{0, board.ppm, board.board}));
  }
  CHECK(total > 1'000'000 - 21);
  CHECK(total < 1'000'000 + 21);
  CHECK(begins(find(engine.ask("probe fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1"), "info"), "info prob 0 fen"));
  // Theirs where mine stand.
  CHECK(begins(find(engine.ask("probe fen QQ2k3/8/8/8/8/8/8/4K3 b - - 0 1"), "info"), "info prob 0 fen"));
}

TEST_CASE("session: restrictions are kept, whatever else is asked") {
  SessionHost engine;
  engine.ask("position startpos color white");
  engine.ask(kNothing);
  engine.send("sense nodes 100 searchsenses a1 zz");
  CHECK(engine.until("bestsense").back() == "bestsense a1");
  engine.send("sense nodes 100 searchsenses none");
  CHECK(engine.until("bestsense").back() == "bestsense none");
  engine.ask("observe sense none result none");
  engine.send("go nodes 100 searchmoves a2a3");
  CHECK(engine.until("bestmove").back() == "bestmove a2a3");
  engine.send("go nodes 100 searchmoves 0000");
  CHECK(engine.until("bestmove").back() == "bestmove 0000");
}

TEST_CASE("session: MultiPV candidates come ranked, the first being the answer") {
  SessionHost engine({"MultiPV=3"});
  engine.ask("position startpos color white");
  engine.ask(kNothing);
  engine.ask("observe sense none result none");
  engine.send("go nodes 200");
  const Lines lines = engine.until("bestmove");
  std::vector<SearchInfo> candidates;
  for (const std::string& line : lines) {
    const Result<EngineMessage> parsed = parse_engine_line(line);
    REQUIRE(parsed);
    if (const auto* info = std::get_if<SearchInfo>(&*parsed)) {
      candidates.push_back(*info);
    }
  }
  REQUIRE(candidates.size() >= 3);
  candidates.erase(candidates.begin(), candidates.end() - 3);
  for (int i = 0; i < 3; ++i) {
    CHECK(candidates[static_cast<std::size_t>(i)].rank == i + 1);
  }
  CHECK("bestmove " + format_move(std::get<SearchInfo::Request>(candidates[0].candidate).move) == lines.back());
}

TEST_CASE("session: a turn number that does not fit is a warning and nothing else") {
  SessionHost engine;
  engine.ask(kAsBlack);
  engine.ask(kNothing);
  engine.send("sense turn 7 nodes 50");
  const Lines lines = engine.until("bestsense");
  CHECK(count(lines, "info string warning phase") == 1);
  CHECK(lines.back() != "bestsense none");
}

TEST_CASE("session: the other side's clock is no limit, which is said") {
  SessionHost engine;
  engine.ask(kAsBlack);
  engine.ask(kNothing);
  engine.send("sense wtime 5000 nodes 50");
  CHECK(count(engine.until("bestsense"), "info string warning") == 0);
  engine.send("sense wtime 5000 winc 50");
  CHECK(count(engine.until("bestsense"), "info string warning syntax wtime is not the clock of black;") == 1);
}

TEST_CASE("session: observations that no board explains are a warning, and the game goes on with legal requests") {
  SessionHost engine;
  engine.ask(kAsBlack);
  engine.ask(kNothing);
  const Lines lines = engine.ask("observe sense e4 result QQQ/QQQ/QQQ");
  CHECK(boards_of(lines) == "boardsbefore 21 boards 0");
  CHECK(count(lines, "info string warning belief") == 1);
  engine.send("go nodes 100");
  const std::string best = engine.until("bestmove").back();
  const Result<EngineMessage> parsed = parse_engine_line(best);
  REQUIRE(parsed);
  Board start = Board::start();
  start.set_turn(kBlack);
  CHECK(may_request(start, kBlack, std::get<BestMove>(*parsed).request));
}

TEST_CASE("session: help names every command, debug tells what was passed over, comments and blank lines say nothing") {
  SessionHost engine;
  std::string help;
  for (const std::string& line : engine.ask("help")) {
    CHECK(begins(line, "info string"));
    help += line;
  }
  for (const char* word : {"uci", "isready", "ucinewgame", "stop", "quit", "debug", "setoption", "position", "observe",
                           "sense", "go", "ponder", "gameover", "d:", "boards", "probe", "bench", "help", "#"}) {
    CAPTURE(word);
    CHECK(help.find(word) != std::string::npos);
  }
  CHECK(engine.ask("# observe rubbish").empty());
  CHECK(engine.ask("").empty());
  CHECK(engine.ask(" \t\r").empty());
  CHECK(engine.ask("stop").empty());
  CHECK(engine.ask("ucinewgame now").empty());
  engine.ask("debug on");
  CHECK(engine.ask("ucinewgame now") == Lines{"info string passed over 'now'"});
  engine.ask("debug off");
  CHECK(engine.ask("ucinewgame now").empty());
}

TEST_CASE("session: carriage returns, tabs and very long lines") {
  SessionHost engine;
  CHECK(engine.ask("position\tstartpos   color black\r").empty());
  CHECK(count(engine.ask("observe\topponent capture none\r"), "info phase update") == 1);
  CHECK(engine.ask("# " + std::string(1 << 20, 'x')).empty());
  const Lines lines = engine.ask("go-" + std::string(100'000, 'y'));
  REQUIRE(lines.size() == 1);
  CHECK(begins(lines[0], "info string error syntax"));
  CHECK(lines[0].size() < 300);
}

TEST_CASE("session: where there is no more memory the game goes on with fewer boards, and no event is lost") {
  int shortages = 0;
  SessionHost engine({"BeliefMemory=64", "OwnBook=false"}, [&](const Config& config, auto warning) {
    if (shortages > 0) {
      --shortages;
      throw std::bad_alloc();
    }
    return evaluator_for(config, std::move(warning));
  });
  const auto short_of_memory = [&](int times, int number) {
    engine.send(fmt::format("setoption name Hash value {}", number));  // the next command makes the evaluator anew
    shortages = times;
  };
  short_of_memory(1, 8);
  CHECK(engine.ask(kAsBlack) ==
        Lines{"info string warning internal the system gives no more memory: the boards of this game get 32 MB"});
  engine.ask(kNothing);
  short_of_memory(2, 9);
  const Lines sensed = engine.ask("observe sense g3 result 3/3/PPP");
  CHECK(find(sensed, "info string warning").ends_with("get 16 MB"));
  CHECK(sensed[1].ends_with("get 8 MB"));
  CHECK(boards_of(sensed) == "boardsbefore 21 boards 13");
  CHECK(count(sensed, "info phase update") == 1);
  short_of_memory(1, 10);
  engine.send("go nodes 20");
  const Lines decided = engine.until("bestmove");
  CHECK(find(decided, "info string warning").ends_with("get 4 MB"));
  CHECK(decided.back() != "bestmove 0000");
  CHECK(find(engine.ask("d"), "info string error").empty());
}
