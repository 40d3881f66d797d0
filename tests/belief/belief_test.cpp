#include "belief/belief.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "support/json_line.h"
#include "tests/belief/held.h"
#include "tests/belief/slow_belief.h"
#include "tests/recorded_game.h"
#include "tests/support_files.h"

using namespace lanternfish;

namespace {

const BeliefLimits kPlenty{.memory_bytes = std::size_t{1} << 30};

void check_same_boards(const Belief& fast, const testing::SlowBelief& slow) {
  double total = 0;
  for (const auto& [id, entry] : slow.boards()) {
    total += entry.second;
  }
  REQUIRE(fast.boards().size() == slow.size());
  fast.boards().for_each([&](const Hypothesis& h) {
    const Board board = unpack(h, fast.own());
    const auto found = slow.boards().find(testing::identity_of(board));
    CAPTURE(format_fen(board));
    REQUIRE(found != slow.boards().end());
    REQUIRE(h.weight == doctest::Approx(found->second.second / total).epsilon(1e-4));
    REQUIRE(fast.probability(found->second.first) > 0);
  });
}

// Follows a game with both trackers as long as the slow one can.
std::size_t follow(const Board& start, const testing::PrivateHistory& history, Color me) {
  constexpr std::size_t kSlowLimit = 1500;
  std::array<ThreadPool, 3> threads{ThreadPool(1), ThreadPool(2), ThreadPool(7)};
  std::vector<Belief> fast;
  for (ThreadPool& pool : threads) {
    fast.emplace_back(start, me, kPlenty, pool);
  }
  testing::SlowBelief slow(start, me);
  std::size_t events = 0;
  for (; events < history.events.size() && slow.size() < kSlowLimit; ++events) {
    std::visit([&](const auto& e) { slow.observe(e); }, history.events[events]);
    for (Belief& belief : fast) {
      const auto update = belief.observe(history.events[events]);
      REQUIRE(update.ok());
      REQUIRE(update->deferred == 0);
    }
    check_same_boards(fast[0], slow);
    if (history.truth[events].king(me) != kNoSquare) {
      REQUIRE(fast[0].probability(history.truth[events]) > 0);
    }
    for (const Belief& belief : fast) {
      REQUIRE(testing::same_in_order(belief, fast[0]));
    }
  }
  return events;
}

}  // namespace

TEST_CASE("belief: agrees with the slow tracker in random games, with 1, 2 and 7 threads") {
  std::size_t events = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const auto game = testing::random_game(Board::start(), seed, 60);
    for (const Color me : {kWhite, kBlack}) {
      events += follow(Board::start(), game[me], me);
    }
  }
  CHECK(events > 40);
}

TEST_CASE("belief: agrees with the slow tracker where castling, en passant and promotion are near") {
  const char* starts[] = {
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/pp1p1p1p/8/2P1P1P1/1p1p1p2/8/P1P1P1PP/4K3 w - - 0 1",
      "8/P1P1k3/8/8/8/8/p1p1K3/8 b - - 0 1",  "r3k3/1P6/8/8/8/8/1p6/R3K3 w Qq - 0 1",
      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",    "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1",
  };
  std::size_t events = 0;
  for (const char* fen : starts) {
    const Board start = parse_fen(fen).value();
    for (unsigned seed = 1; seed <= 4; ++seed) {
      const auto game = testing::random_game(start, seed, 24);
      for (const Color me : {kWhite, kBlack}) {
        events += follow(start, game[me], me);
      }
    }
  }
  CHECK(events > 200);
}

TEST_CASE("belief: prepared for the opponent's move, it holds the same boards in the same order as without") {
  ThreadPool one(1);
  ThreadPool two(2);
  std::size_t used = 0;
  std::size_t captures = 0;
  const std::array starts = {Board::start(),
                             parse_fen("r3k2r/p1p2p1p/2n5/1p1pp1q1/1b1PP1B1/2P5/P4P1P/R2QK2R w KQkq - 0 9").value(),
                             parse_fen("4k3/pp1p1p1p/8/2P1P1P1/1p1p1p2/8/P1P1P1PP/4K3 w - - 0 1").value()};
  for (unsigned seed = 1; seed <= 9; ++seed) {
    const Board& start = starts[seed % starts.size()];
    const auto game = testing::random_game(start, seed, 60);
    for (const Color me : {kWhite, kBlack}) {
      for (const MoveModelKind model : {MoveModelKind::kUniform, MoveModelKind::kFitted}) {
        Belief plain(start, me, kPlenty, one, model);
        Belief prepared(start, me, kPlenty, two, model);
        Belief half_prepared(start, me, kPlenty, two, model);
        Belief prepared_for_one(start, me, kPlenty, two, model);
        Belief copied = prepared;  // of `prepared`, before each event anew
        for (const Observation& event : game[me].events) {
          if (plain.boards().size() > 20'000) {
            break;
          }
          if (const auto* moved = std::get_if<OpponentMoved>(&event)) {
            REQUIRE(prepared.prepare({}));
            used += prepared.is_prepared_for(moved->captured) ? 1 : 0;
            captures += prepared.is_prepared_for(moved->captured) && moved->captured != kNoSquare ? 1 : 0;
            half_prepared.prepare({.deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(200)});
            prepared_for_one.prepare({.deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(50)});
            REQUIRE(prepared_for_one.prepare_for(moved->captured, {}));
          }
          copied = prepared;
          CHECK_FALSE(copied.is_prepared_for(kNoSquare));
          for (Belief* belief : {&plain, &prepared, &half_prepared, &prepared_for_one, &copied}) {
            REQUIRE(belief->observe(event).ok());
          }
          for (const Belief* belief : {&prepared, &half_prepared, &prepared_for_one, &copied}) {
            REQUIRE(testing::same_in_order(*belief, plain));
          }
        }
      }
    }
  }
  CHECK(used > 50);
  CHECK(captures > 3);
}

TEST_CASE("belief: what contradicts my own pieces is refused and changes nothing") {
  ThreadPool threads(1);
  Belief belief(Board::start(), kBlack, kPlenty, threads);
  CHECK_FALSE(belief.observe(OpponentMoved{parse_square("e5").value()}).ok());
  CHECK_FALSE(belief.observe(OpponentMoved{parse_square("e8").value()}).ok());
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  CHECK(belief.boards().size() == 21);
  const auto window = [](const char* center, const char* text) {
    return Sensed{parse_window(parse_square(center).value(), text).value()};
  };
  CHECK_FALSE(belief.observe(window("e7", "qkb/pp1/3")).ok());
  CHECK_FALSE(belief.observe(window("e5", "3/1p1/3")).ok());
  CHECK(belief.boards().size() == 21);
  REQUIRE(belief.observe(window("g3", "3/3/PPP")).ok());
  CHECK(belief.boards().size() == 13);
  const auto moved = [](const char* requested, const char* taken, const char* captured) {
    return Moved{parse_move(requested).value(), parse_move(taken).value(), parse_square(captured).value()};
  };
  CHECK_FALSE(belief.observe(moved("d7d3", "d7d3", "none")).ok());
  CHECK_FALSE(belief.observe(moved("d7d5", "e7e5", "none")).ok());
  CHECK_FALSE(belief.observe(moved("b8c6", "0000", "none")).ok());
  CHECK_FALSE(belief.observe(moved("d7e6", "d7e6", "none")).ok());
  CHECK_FALSE(belief.observe(moved("d7d5", "d7d5", "d5")).ok());
  CHECK(belief.boards().size() == 13);
  REQUIRE(belief.observe(moved("d7d5", "d7d5", "none")).ok());
  CHECK(belief.boards().size() == 13);
}

TEST_CASE("belief: with little memory the true board stays live or under a deferred parent") {
  ThreadPool threads(2);
  constexpr std::size_t kMemory = std::size_t{1} << 20;
  std::size_t deferring_events = 0;
  std::size_t live = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const auto game = testing::random_game(Board::start(), seed, 120);
    for (const Color me : {kWhite, kBlack}) {
      Belief belief(Board::start(), me, {.memory_bytes = kMemory}, threads);
      const auto& history = game[me];
      for (std::size_t i = 0; i < history.events.size(); ++i) {
        const auto update = belief.observe(history.events[i]);
        REQUIRE(update.ok());
        REQUIRE(belief.bytes() <= kMemory);
        if (history.truth[i].king(me) != kNoSquare) {
          CAPTURE(seed);
          CAPTURE(i);
          REQUIRE(testing::held(belief, history.truth, Board::start()));
        }
        deferring_events += update->deferred > 0 ? 1 : 0;
        live += belief.probability(history.truth[i]) > 0 ? 1 : 0;
      }
    }
  }
  CHECK(deferring_events > 50);
  CHECK(live > 0);
}

TEST_CASE("belief: the counts of the official arbiter" *
          doctest::skip(!std::filesystem::exists(testing::shared_dir() / "traces/belief_counts.json"))) {
  const Json reference = parse_json(read_file(testing::shared_dir() / "traces/belief_counts.json").value()).value();
  ThreadPool threads(2);
  std::size_t rows = 0;
  for (const auto& entry : reference.items()) {
    const std::string& name = entry.key();
    const auto& players = entry.value();
    const auto game = testing::read_game(testing::shared_dir() / "games" / (name + ".json"));
    for (const Color me : {kWhite, kBlack}) {
      const auto& player = players[me == kWhite ? "white" : "black"];
      Belief belief(Board::start(), me, kPlenty, threads);
      std::size_t event = 0;
      for (std::size_t turn = 0; turn < player["rows"].size(); ++turn, ++rows) {
        const auto& row = player["rows"][turn];
        for (int step = 0; step < 3; ++step, ++event) {
          const auto update = belief.observe(game[me].events.at(event));
          CAPTURE(name);
          CAPTURE(me);
          CAPTURE(turn);
          CAPTURE(step);
          REQUIRE(update.ok());
          REQUIRE(update->boards == row[step].get<std::uint64_t>());
        }
      }
    }
  }
  MESSAGE("rows: " << rows);
  CHECK(rows > 1000);
}

TEST_CASE("belief: weighed anew, boards without weight are gone and the others share what there is") {
  ThreadPool threads(1);
  Belief belief(Board::start(), kBlack, kPlenty, threads);
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  const Bitboard advanced = bit(parse_square("e4").value()) | bit(parse_square("d4").value());
  double of_e4 = 0;
  belief.weigh([&](const Hypothesis& h) {
    const bool e4 = contains(h.occupied(), parse_square("e4").value());
    return (h.occupied() & advanced) == 0 ? 0.0 : e4 ? 3.0 : 1.0;
  });
  CHECK(belief.boards().size() == 2);
  CHECK(belief.boards().total_weight() == doctest::Approx(1));
  belief.boards().for_each([&](const Hypothesis& h) {
    of_e4 += contains(h.occupied(), parse_square("e4").value()) ? static_cast<double>(h.weight) : 0;
  });
  CHECK(of_e4 == doctest::Approx(0.75));  // all taken moves were alike before
  REQUIRE(belief.observe(Sensed{sense(Board::start(), parse_square("b5").value())}).ok());
  CHECK(belief.boards().size() == 2);
}
