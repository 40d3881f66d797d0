#include "eval/stockfish_pool.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "rules/notation.h"
#include "tests/eval/boards.h"
#include "tests/eval/fake_pool.h"
#include "tests/eval/score_of.h"
#include "tests/folder.h"
#include "tests/support_files.h"
#include "uci/engine_command.h"

using namespace lanternfish;
using namespace lanternfish::testing;
using namespace std::chrono_literals;

namespace {

const std::optional<std::string> kStockfish = find_engine_program("stockfish");

// With one engine up: on a busy machine the built-in evaluator would stand in for engines that are slow to start.
std::unique_ptr<StockfishPool> stockfish(int workers) {
  auto pool = std::make_unique<StockfishPool>(PoolSettings{.commands = {{*kStockfish}}, .workers = workers});
  for (int i = 0; i < 2'000 && pool->pids().empty(); ++i) {
    std::this_thread::sleep_for(5ms);
  }
  return pool;
}

}  // namespace

TEST_CASE("pool: a real engine's scores of depth 1 are averaged with those of depth 4 where it is wanted") {
  if (!kStockfish) {
    return;
  }
  const auto answer = [](int depth, double first_share) {
    RbcTerms terms = chess_terms();
    terms.first_share = first_share;
    StockfishPool pool(PoolSettings{.commands = {{*kStockfish}}, .terms = terms});  // with a hash of its own
    pool.await_start(SteadyClock::now() + 20s, {});
    BoardScores scores;
    const std::vector<Board> boards = {Board::start()};
    pool.score(boards, {.depth = depth}, SteadyClock::now() + 20s, {},
               [&](std::size_t, const BoardScores& all) { scores = all; });
    return scores;
  };
  const BoardScores first = answer(1, 0);
  const BoardScores deep = answer(4, 0);
  const BoardScores both = answer(4, 0.5);
  REQUIRE(both.depth == 4);
  int apart = 0;
  for (const char* move : {"a2a3", "e2e4", "g1h3", "f2f3"}) {
    CAPTURE(move);
    const int mean = (score_of(first, move).cp() + score_of(deep, move).cp()) / 2;
    CHECK(std::abs(score_of(both, move).cp() - mean) <= 1);
    apart += std::abs(score_of(first, move).cp() - score_of(deep, move).cp());
  }
  CHECK(apart > 10);
}

TEST_CASE("pool: a healthy engine's scores are delivered with the moves it cannot see") {
  FakePool fake({});
  const Report report = ask(*fake.pool, kStarts, 10s);
  check_all_answered(report);
  CHECK(by_engine(report) == 8);
  const BoardScores& answer = report.answers.front();
  CHECK(answer.depth == 2);
  CHECK(answer.moves.front().taken == parse_move("a2a3").value());
  CHECK(answer.moves.front().score.cp() == 99);
  CHECK(fake.warnings.empty());
}

TEST_CASE("pool: options are set only when the engine announced them, and within its range") {
  const testing::Folder folder("lanternfish_fake_engine");
  const std::filesystem::path log = folder / "log";
  {
    FakePool fake({"--log=" + log.string()});
    fake.pool->new_game();
    CHECK(by_engine(ask(*fake.pool, kStarts, 10s)) == 8);
  }
  std::ifstream in(log);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  CHECK(text.find("setoption name Hash value 16\n") != std::string::npos);
  CHECK(text.find("setoption name MultiPV value 20\n") != std::string::npos);
  CHECK(text.find("quit\n") != std::string::npos);
  std::filesystem::remove(log);

  FakePool few({"--few-options"});
  const Report report = ask(*few.pool, kStarts, 10s);
  check_all_answered(report);  // the engine names one move of each board, the rest is completed
  CHECK(by_engine(report) == 8);
}

TEST_CASE("pool: an engine that cannot be used leaves everything to the built-in evaluator, with one warning") {
  for (const char* flag : {"--no-uciok", "--exit-at-once", "--exit-on-go"}) {
    CAPTURE(flag);
    FakePool fake({flag}, 2);
    const Report report = ask(*fake.pool, kStarts, 20s);
    check_all_answered(report);
    CHECK(by_engine(report) < 8);
    if (std::string(flag) != "--exit-on-go") {
      CHECK(by_engine(report) == 0);
      ask(*fake.pool, kStarts, 20s);
      CHECK(fake.warnings.size() == 1);
    }
  }
  PoolSettings settings{.commands = {{"/nowhere/engine"}}};
  StockfishPool nowhere(std::move(settings));
  const Report report = ask(nowhere, kStarts, 10s);
  check_all_answered(report);
  CHECK(report.time < 1s);
}

TEST_CASE("pool: whoever waits for the start waits for it, for a failure, or as long as told") {
  const Deadline begin = SteadyClock::now();
  FakePool up({});
  up.pool->await_start(begin + 20s, {});
  CHECK(up.pool->counts().started == 1);
  FakePool mute({"--no-uciok"});
  mute.pool->await_start(begin + 30s, {});  // it is given up several times
  CHECK(mute.pool->counts().failed_starts >= 1);
  REQUIRE_FALSE(mute.warnings.empty());
  CHECK(mute.warnings.back().find("is no chess engine") != std::string::npos);
  StockfishPool slow({.commands = {{kFakeUciEngine, "--no-uciok"}}});
  const Deadline asked = SteadyClock::now();
  slow.await_start(asked + 100ms, {});
  CHECK(SteadyClock::now() - asked >= 100ms);
  std::stop_source stop;
  stop.request_stop();
  slow.await_start(asked + 60s, stop.get_token());
  CHECK(SteadyClock::now() - begin < 25s);
}

TEST_CASE("pool: whoever has no deadline waits for an engine that starts slowly") {
  // Nor is it named: no answer suffers, and what is named stays on the page of a game.
  StockfishPool slow({.commands = {{kFakeUciEngine, "--slow-start=2500"}},
                      .warning = [](const std::string& text) { FAIL_CHECK(text); }});
  std::size_t answered = 0;
  slow.score(kStarts, {.depth = 2}, Deadline::max(), {}, [&](std::size_t, const BoardScores& scores) {
    CHECK(scores.source == ScoreSource::kChessEngine);
    ++answered;
  });
  CHECK(answered == kStarts.size());
}

TEST_CASE("pool: an engine that does not greet is named long before it is given up") {
  std::vector<std::string> warnings;
  PoolSettings settings{.commands = {{kFakeUciEngine, "--no-uciok"}},
                        .slow_start = 50ms,
                        .warning = [&](const std::string& text) { warnings.push_back(text); }};
  settings.timeouts.start = 60s;
  StockfishPool pool(std::move(settings));
  while (warnings.empty()) {  // ctest ends a test that never does
    check_all_answered(ask(pool, kStarts, 100ms));
  }
  CHECK(warnings[0].find("has not started yet") != std::string::npos);
  ask(pool, kStarts, 100ms);
  CHECK(warnings.size() == 1);
}

TEST_CASE("pool: an engine that dies costs one question, asked again of its replacement") {
  FakePool fake({"--crash-on-go=5"});
  const Report report = ask(*fake.pool, kStarts, 10s);
  check_all_answered(report);
  CHECK(by_engine(report) == 8);
  CHECK(fake.pool->counts().died == 1);
  CHECK(fake.pool->counts().started == 2);
  REQUIRE(fake.warnings.size() == 1);
  CHECK(fake.warnings[0].find("signal 11") != std::string::npos);
}

TEST_CASE("pool: questions queued at an engine that dies are asked of its replacement") {
  FakePool fake({"--queues", "--crash-on-go=5"});
  const Report report = ask(*fake.pool, kStarts, 10s);
  check_all_answered(report);
  CHECK(by_engine(report) == 8);
  CHECK(fake.pool->counts().died == 1);
  // A cancelled batch leaves none of its questions behind to be taken for the next one's.
  FakePool late({"--queues", "--late=8"});
  CHECK(by_engine(ask(*late.pool, kStarts, 2s)) == 8);
  for (int i = 0; i < 5; ++i) {
    ask(*late.pool, kStarts, std::chrono::milliseconds(5 + 7 * i));
    CHECK(by_engine(ask(*late.pool, {Board::start()}, 2s)) == 1);
  }
  CHECK(late.pool->counts().started == 1);
}

TEST_CASE("pool: an engine that dies at every question is not waited for") {
  FakePool fake({"--crash-on-go=1"}, 2);
  const Report report = ask(*fake.pool, kStarts, 20s);
  check_all_answered(report);
  CHECK(by_engine(report) == 0);
  for (const BoardScores& answer : report.answers) {
    CHECK(answer.stand_in);
  }
  CHECK(report.time < 3s);
}

TEST_CASE("pool: hung, endless and senseless engines are replaced, and all is answered") {
  for (const char* flag : {"--stall", "--ignore-stop", "--spam", "--garbage", "--wrong-move"}) {
    CAPTURE(flag);
    FakePool fake({flag}, 2);
    const Report report = ask(*fake.pool, kStarts, 20s);
    check_all_answered(report);
    CHECK(by_engine(report) == 0);
    CHECK(fake.pool->counts().silent + fake.pool->counts().garbage >= 2);
    CHECK(report.time < 5s);
  }
}

TEST_CASE("pool: returns at the deadline, whatever the engines do") {
  for (const char* flag : {"--stall", "--ignore-stop", "--spam", "--late=5000"}) {
    CAPTURE(flag);
    FakePool fake({flag}, 2);
    ask(*fake.pool, kStarts, 60ms);
    const Report report = ask(*fake.pool, kStarts, 100ms);
    CHECK(report.time < 150ms);
  }
}

TEST_CASE("pool: a cancelled search is not taken for the answer to the next question") {
  FakePool fake({"--late=30"});
  const Report first = ask(*fake.pool, kStarts, 2s);
  CHECK(by_engine(first) == 8);
  for (int i = 0; i < 5; ++i) {
    ask(*fake.pool, kStarts, std::chrono::milliseconds(7 + 10 * i));
    CHECK(by_engine(ask(*fake.pool, {Board::start()}, 2s)) == 1);
  }
  CHECK(fake.pool->counts().silent == 0);
  CHECK(fake.pool->counts().started == 1);
}

TEST_CASE("pool: stop returns at once, and the engine is of use afterwards") {
  FakePool fake({"--search-until-stop"});
  while (fake.pool->pids().empty()) {
    std::this_thread::sleep_for(1ms);
  }
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(60ms);
    stop.request_stop();
  });
  const Report report = ask(*fake.pool, kStarts, 10s, 2, stop.get_token());
  CHECK(report.answered == 0);
  CHECK(report.time < 110ms);
  std::this_thread::sleep_for(50ms);
  CHECK(fake.pool->counts().silent == 0);
  CHECK(fake.pool->pids().size() == 1);
}

TEST_CASE("pool: hundreds of replacements leave no descriptor and no process behind") {
  const auto open_descriptors = [] {
    const std::filesystem::directory_iterator list("/proc/self/fd");
    return std::distance(begin(list), end(list));
  };
  const auto resident_pages = [] {
    std::size_t size = 0;
    std::size_t resident = 0;
    std::ifstream("/proc/self/statm") >> size >> resident;
    return resident;
  };
  const char* wanted = std::getenv("LANTERNFISH_REPLACEMENTS");
  const int replacements = wanted != nullptr ? std::max(100, std::atoi(wanted)) : 200;
  constexpr int kWarmUp = 50;
  [[maybe_unused]] constexpr std::size_t kPagesOfGrowth = 1'000;
  [[maybe_unused]] std::size_t pages_before = 0;
  const auto before = open_descriptors();
  {
    PoolSettings settings{.commands = {{kFakeUciEngine, "--crash-on-go"}}, .workers = 2};
    settings.first_pause = settings.longest_pause = 0ms;
    StockfishPool pool(std::move(settings));
    for (int i = 0; pool.counts().died < static_cast<std::uint64_t>(replacements); ++i) {
      if (i == kWarmUp) {
        pages_before = resident_pages();
      }
      while (pool.pids().empty()) {
        std::this_thread::sleep_for(1ms);
      }
      check_all_answered(ask(pool, {Board::start()}, 60s));
    }
    CHECK(pool.counts().started >= static_cast<std::uint64_t>(replacements));
  }
  CHECK(open_descriptors() == before);
#ifndef __SANITIZE_ADDRESS__  // keeps what was freed for a while, and looks for leaks itself
  CHECK(resident_pages() < pages_before + kPagesOfGrowth);
#endif
  siginfo_t info{};
  CHECK(::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0);  // no child at all, zombies included
}

TEST_CASE("pool: closes quickly in any state") {
  for (const char* flag :
       {"--no-uciok", "--stall", "--ignore-stop", "--spam", "--search-until-stop", "--exit-at-once"}) {
    CAPTURE(flag);
    FakePool fake({flag}, 3);
    ask(*fake.pool, kStarts, 40ms);
    const Deadline begin = SteadyClock::now();
    fake.pool.reset();
    CHECK(SteadyClock::now() - begin < 500ms);
  }
}

TEST_CASE("pool: real Stockfish survives what random play produces" * doctest::skip(!kStockfish)) {
  const auto pool = stockfish(2);
  const std::vector<Board> boards = testing::random_play_boards(2'000, 17);
  const Report report = ask(*pool, boards, 120s, 1);
  CHECK(report.answered == boards.size());
  const PoolCounts counts = pool->counts();
  CHECK(counts.answered > 1'000);
  CHECK(counts.died + counts.silent + counts.garbage == 0);
  CHECK(counts.stand_ins == 0);
}

TEST_CASE("pool: one worker gives the same scores every time" * doctest::skip(!kStockfish)) {
  const std::vector<Board> boards = testing::random_play_boards(40, 23);
  const auto text = [&] {
    std::string all;
    const auto pool = stockfish(1);
    for (const BoardScores& answer : ask(*pool, boards, 60s, 5).answers) {
      for (const MoveScore& move : answer.moves) {
        all += format_move(move.taken) + (move.score.is_centipawns() ? std::to_string(move.score.cp()) : "!");
      }
    }
    return all;
  };
  CHECK(text() == text());
}

TEST_CASE("pool: finds mate and the free queen with real Stockfish" * doctest::skip(!kStockfish)) {
  const auto pool = stockfish(1);
  const std::vector<Board> boards = {parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80").value(),
                                     parse_fen("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1").value()};
  const Report report = ask(*pool, boards, 20s, 4);
  CHECK(report.answers[0].moves.front().taken == parse_move("a1a8").value());
  CHECK(report.answers[0].moves.front().score == Score::mates_in(1));
  CHECK(report.answers[1].moves.front().taken == parse_move("c3d5").value());
}

TEST_CASE("pool: castling out of check into a mate is a mate, with real Stockfish" * doctest::skip(!kStockfish)) {
  const auto pool = stockfish(1);
  const std::vector<Board> boards = {
      parse_fen("r1b2rk1/pppp1ppp/8/4P3/2BnP1nq/2NP4/PPP3PP/R1BQK2R w KQ - 3 10").value()};
  const BoardScores scores = ask(*pool, boards, 20s, 1).answers[0];
  CHECK(score_of(scores, "e1g1") == -Score::mates_in(1));
  CHECK(scores.moves.front().taken == parse_move("g2g3").value());
}

TEST_CASE("pool: asked about some moves, Stockfish searches these alone" * doctest::skip(!kStockfish)) {
  const auto pool = stockfish(1);
  const std::vector<Board> boards(3, parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").value());
  // Of the second board the null move, too, and of the third nothing else.
  const std::vector<std::vector<Move>> moves = {
      {parse_move("a1a8").value(), parse_move("e1d2").value()}, {kNullMove, parse_move("a1b1").value()}, {kNullMove}};
  std::vector<BoardScores> answers(3);
  pool->score({boards, moves}, {.depth = 6}, SteadyClock::now() + 20s, {},
              [&](std::size_t i, const BoardScores& scores) { answers[i] = scores; });
  REQUIRE(answers[0].moves.size() == 2);
  CHECK(answers[0].depth == 6);
  CHECK(answers[0].moves[0].taken == parse_move("a1a8").value());
  CHECK(answers[0].moves[0].score == Score::mates_in(1));
  CHECK(answers[0].moves[1].taken == parse_move("e1d2").value());
  CHECK(answers[1].moves.size() == 2);
  CHECK(answers[2].moves.size() == 1);
  for (const BoardScores& answer : answers) {
    CHECK(answer.some_moves);
  }
  CHECK(pool->counts().garbage + pool->counts().silent + pool->counts().stand_ins == 0);
}

TEST_CASE("pool: a pass into a mate is one, where moves are searched deep" * doctest::skip(!kStockfish)) {
  const auto pool = stockfish(1);
  const std::vector<Board> boards = {parse_fen("2k5/2P2p2/4p3/8/1n4p1/2b3P1/4KPP1/3B3r w - - 0 49").value()};
  pool->score(boards, {.depth = 6}, SteadyClock::now() + 20s, {}, [&](std::size_t, const BoardScores& scores) {
    CHECK(score_of(scores, "0000") == -Score::mates_in(1));
    CHECK(score_of(scores, "e2e3").is_centipawns());
    CHECK(scores.depth == 6);
  });
}

TEST_CASE("pool: an engine that does not know searchmoves answers what it likes, and is not replaced for it") {
  FakePool fake({});
  const std::vector<std::vector<Move>> moves(8, {parse_move("h2h3").value(), parse_move("h2h4").value()});
  std::size_t answered = 0;
  fake.pool->score({kStarts, moves}, {.depth = 2}, SteadyClock::now() + 10s, {},
                   [&](std::size_t, const BoardScores& scores) {
                     CHECK(scores.source == ScoreSource::kChessEngine);
                     CHECK(scores.moves.size() == 2);
                     ++answered;
                   });
  CHECK(answered == 8);
  CHECK(fake.warnings.empty());
}

TEST_CASE("pool: engines killed and stopped from outside" * doctest::skip(!kStockfish)) {
  const auto pool = stockfish(2);
  const std::vector<Board> boards = testing::random_play_boards(600, 29);
  std::jthread enemy([&](std::stop_token over) {
    for (int i = 0; !over.stop_requested(); ++i) {
      std::this_thread::sleep_for(100ms);
      for (const int pid : pool->pids()) {
        ::kill(pid, i % 2 == 0 ? SIGKILL : SIGSTOP);
        break;
      }
    }
  });
  const Report report = ask(*pool, boards, 120s, 4);
  enemy.request_stop();
  CHECK(report.answered == boards.size());
  CHECK(pool->counts().died + pool->counts().silent > 0);
}
