#include <doctest/doctest.h>

#include <set>

#include "engine/agent.h"
#include "engine/strategy_traits.h"
#include "tests/engine/seat.h"
#include "tests/engine/tables.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

std::vector<Strategy> all_strategies() {
  std::vector<Strategy> all;
  for (std::size_t i = 0; i < strategies().size(); ++i) {
    all.push_back(static_cast<Strategy>(i));
  }
  return all;
}

}  // namespace

TEST_CASE("strategies: a king that can be captured for certain is captured") {
  for (const Strategy strategy : all_strategies()) {
    CAPTURE(static_cast<int>(strategy));
    if (!traits_of(strategy).asks_evaluator) {
      continue;
    }
    for (const Color me : {kWhite, kBlack}) {
      Board truth = board_of(me == kWhite ? "4k3/8/8/8/8/8/4P3/K3R3 w - - 0 1" : "4r2k/4p3/8/8/8/8/8/4K3 b - - 0 1");
      // The pawn in the way goes first, so that the king stands open and is known to.
      truth.remove(square_of(me == kWhite ? "e2" : "e7"));
      AgentSeat seat(seeded(strategy), truth, me);
      seat.sense_on(truth);
      CHECK(format_move(seat.move_on(truth)) == (me == kWhite ? "e1e8" : "e8e1"));
    }
  }
}

TEST_CASE("strategies: games are finished with legal requests, and a seed plays the same game again") {
  for (const Strategy strategy : all_strategies()) {
    CAPTURE(static_cast<int>(strategy));
    // A node of kevin's stands for a hundred positions of its search, one of penumbra's or savelyev's for many boards.
    const bool dear =
        strategy == Strategy::kKevin || strategy == Strategy::kPenumbra || strategy == Strategy::kSavelyev;
    const std::int64_t nodes = dear ? 20 : 300;
    Config config = seeded(strategy, 7);
    config.belief_memory_mb = 4;  // otherwise sets grow large, since a random opponent leaves much possible
    const std::string game = played(config, seeded(Strategy::kRandom, 11), 24, nodes);
    CHECK(game == played(config, seeded(Strategy::kRandom, 11), 24, nodes));
    const std::string as_black = played(seeded(Strategy::kRandom, 12), config, 24, nodes);
    CHECK(as_black == played(seeded(Strategy::kRandom, 12), config, 24, nodes));
  }
}

TEST_CASE("strategies: the host's list of senses and requests is kept to") {
  for (const Strategy strategy : all_strategies()) {
    CAPTURE(static_cast<int>(strategy));
    const Board truth = Board::start();
    AgentSeat seat(seeded(strategy), truth, kWhite);
    seat.tell(OpponentMoved{});
    const std::array<Square, 2> squares = {square_of("a1"), square_of("h5")};
    const Square sensed = seat.agent.choose_sense(nodes(100), squares, {});
    CHECK((sensed == squares[0] || sensed == squares[1]));
    const std::array<Square, 1> none = {kNoSquare};
    CHECK(seat.agent.choose_sense(nodes(100), none, {}) == kNoSquare);
    seat.tell(Sensed{sense(truth, sensed)});
    const auto moves = moves_of({"a2a4", "h2h4"});
    const Move request = seat.agent.choose_move(nodes(100), moves, {});
    CHECK((request == moves[0] || request == moves[1]));
    CHECK(seat.agent.choose_move(nodes(100), moves_of({"e2e5"}), {}).is_null());
  }
}

TEST_CASE("strategies: with the flag about to fall an answer comes at once") {
  for (const Strategy strategy : all_strategies()) {
    CAPTURE(static_cast<int>(strategy));
    Board truth = Board::start();
    AgentSeat seat(seeded(strategy), truth, kWhite);
    Clock limits;
    limits.time = 0;
    const auto begin = SteadyClock::now();
    seat.sense_on(truth, kNoSquare, limits);
    seat.move_on(truth, nullptr, limits);
    CHECK(SteadyClock::now() - begin < std::chrono::seconds(2));  // sanitizers are slow
  }
}

TEST_CASE("random: senses the inner squares only, passes as often as it is told") {
  Config config = seeded(Strategy::kRandom);
  const auto passes_of = [&](int percent) {
    config.random_pass_percent = percent;
    int passes = 0;
    for (int seed = 1; seed <= 200; ++seed) {
      config.seed = seed;
      Board truth = Board::start();
      AgentSeat seat(config, truth, kWhite);
      CHECK(contains(kInnerSquares, seat.sense_on(truth)));
      passes += seat.move_on(truth).is_null() ? 1 : 0;
    }
    return passes;
  };
  CHECK(passes_of(0) == 0);
  CHECK(passes_of(100) == 200);
  const int quarter = passes_of(25);
  CHECK(quarter > 25);
  CHECK(quarter < 80);
}

TEST_CASE("attacker: plays one of its four attacks by heart and then passes, mirrored for Black") {
  const std::set<std::string> attacks = {"b1c3 c3b5 b5d6 d6e8 ", "b1c3 c3e4 e4f6 f6e8 ", "g1h3 h3f4 f4h5 h5f6 f6e8 ",
                                         "e2e4 f1c4 d1h5 c4f7 f7e8 "};
  std::set<std::string> seen;
  for (int seed = 1; seed <= 8; ++seed) {
    for (const Color me : {kWhite, kBlack}) {
      // An opponent whose king walks away is missed, so that the line ends in passes.
      Board truth = Board::start();
      const Square home = relative_square(square_of("e8"), me);
      AgentSeat seat(seeded(Strategy::kAttacker, seed), truth, me);
      std::string line;
      Square captured = kNoSquare;
      if (me == kBlack) {
        apply(truth, kNullMove);
      }
      for (int turn = 0; turn < 8 && truth.king(~me) != kNoSquare; ++turn) {
        seat.sense_on(truth);
        const Move request = seat.move_on(truth, &captured);
        if (!request.is_null()) {
          line += format_move({relative_square(request.from, me), relative_square(request.to, me)}) + " ";
        }
        if (truth.king(~me) != kNoSquare) {
          apply(truth, kNullMove);
        }
      }
      CHECK(truth.king(~me) == kNoSquare);
      CHECK(captured == home);
      CHECK(attacks.count(line) == 1);
      seen.insert(line);
    }
  }
  CHECK(seen == attacks);
}

TEST_CASE("attacker: passes once its pieces are gone") {
  Board truth = board_of("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1");
  for (int seed = 1; seed <= 4; ++seed) {
    Board board = truth;
    AgentSeat seat(seeded(Strategy::kAttacker, seed), board, kWhite);
    seat.sense_on(board);
    CHECK(seat.move_on(board).is_null());
  }
}

TEST_CASE("trout: senses where it just lost a piece") {
  Board truth = Board::start();
  AgentSeat seat(seeded(Strategy::kTrout), truth, kWhite);
  const auto play = [&](const char* move) { apply(truth, move_of(move)); };
  seat.tell(OpponentMoved{});
  seat.tell(Sensed{sense(truth, kNoSquare)});
  seat.tell(Moved{move_of("e2e4"), move_of("e2e4"), kNoSquare});
  play("e2e4");
  play("d7d5");
  seat.tell(OpponentMoved{});
  seat.tell(Sensed{sense(truth, kNoSquare)});
  seat.tell(Moved{move_of("a2a3"), move_of("a2a3"), kNoSquare});
  play("a2a3");
  play("d5e4");
  CHECK(format_square(seat.sense_on(truth, square_of("e4"))) == "e4");
}

TEST_CASE("trout: senses the target of the capture it is about to make, else any square without a piece of its own") {
  Board hanging = board_of("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1");
  AgentSeat captures(seeded(Strategy::kTrout), hanging, kWhite);
  CHECK(format_square(captures.sense_on(hanging)) == "d5");
  CHECK(format_move(captures.move_on(hanging)) == "d1d5");
  for (int seed = 1; seed <= 20; ++seed) {
    Board start = Board::start();
    AgentSeat seat(seeded(Strategy::kTrout, seed), start, kWhite);
    CHECK(rank_of(seat.sense_on(start)) >= 2);
  }
}

TEST_CASE("trout: goes by its one board, right or wrong, until a sense puts it right") {
  // The queen that trout believes on d5 has left for d6: it is sensed away, and the capture is off.
  Board truth = board_of("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1");
  AgentSeat seat(seeded(Strategy::kTrout), truth, kWhite);
  seat.tell(OpponentMoved{});
  seat.tell(Sensed{sense(truth, kNoSquare)});
  seat.tell(Moved{kNullMove, kNullMove, kNoSquare});
  apply(truth, kNullMove);
  apply(truth, move_of("d5a5"));
  seat.tell(OpponentMoved{});
  CHECK(format_square(seat.agent.choose_sense(nodes(1'000), {}, {})) == "d5");  // still
  seat.tell(Sensed{sense(truth, square_of("d5"))});
  CHECK(format_move(seat.agent.choose_move(nodes(1'000), {}, {})) != "d1d5");
}

TEST_CASE("mht: senses what leaves the fewest boards, all equally likely") {
  Board truth = Board::start();
  AgentSeat seat(seeded(Strategy::kMht), truth, kBlack);
  apply(truth, move_of("d2d4"));
  seat.sense_on(truth);
  // Of the 21 boards each window leaves more, on average: b3 and g3 show three pawns' moves and a knight's.
  for (const Candidate& other : seat.last_report.candidates) {
    CHECK(seat.last_report.candidates[0].expected_boards <= other.expected_boards);
  }
  CHECK(seat.last_report.candidates.size() == 36);
}

TEST_CASE("oracle: senses where a check may come from") {
  // The rook may have gone to the e-file; wherever else it went, the pawns of the a-file are the greater uncertainty.
  Board truth = board_of("7k/8/p7/p6r/8/8/8/4K3 b - - 0 1");
  AgentSeat seat(seeded(Strategy::kOracle), truth, kWhite);
  apply(truth, move_of("h5e5"));
  const Square sensed = seat.sense_on(truth);
  CHECK((window_bb(sensed) & (bit(square_of("e5")) | bit(square_of("h1")))) != 0);
}

TEST_CASE("predictor: senses where the opponent's best move went") {
  // Black could win a queen on d4, so it is expected there, whatever the notice says.
  Board truth = board_of("4k3/8/8/8/1r1Q4/8/8/4K3 b - - 0 1");
  AgentSeat seat(seeded(Strategy::kPredictor), truth, kWhite);
  apply(truth, move_of("b4b8"));
  CHECK(contains(window_bb(seat.sense_on(truth)), square_of("d4")));
  CHECK(seat.last_report.samples == 1);
}

TEST_CASE("scorca: senses by the likely boards, or by all when told to, and asks nobody then") {
  Board truth = board_of("4k3/8/8/8/8/8/p7/4K3 b - - 0 1");
  Config config = seeded(Strategy::kScorca);
  AgentSeat likely(config, truth, kWhite);
  config.scorca_likely = false;
  AgentSeat all(config, truth, kWhite);
  apply(truth, move_of("a2a1q"));
  CHECK(contains(window_bb(likely.sense_on(truth)), square_of("a1")));
  CHECK(likely.last_report.nodes > 0);
  CHECK(likely.last_report.samples == 2);
  all.tell(OpponentMoved{});
  const std::uint64_t boards = all.agent.boards();
  all.agent.choose_sense(nodes(1'000), {}, {});
  CHECK(all.last_report.nodes == 0);
  CHECK(all.last_report.samples == boards);
}

TEST_CASE("naive: senses what it has not seen for longest, and takes a piece off where it was") {
  Board truth = board_of("3qk3/8/8/8/8/8/8/R3K3 w - - 0 1");
  AgentSeat seat(seeded(Strategy::kNaive), truth, kWhite);
  Bitboard seen = 0;
  for (int turn = 0; turn < 4; ++turn) {
    seat.tell(OpponentMoved{});
    const Square sensed = seat.agent.choose_sense(nodes(100), {}, {});
    CHECK((window_bb(sensed) & seen) == 0);  // there is room for four windows that do not meet
    seen |= window_bb(sensed);
    seat.tell(Sensed{sense(truth, sensed)});
    seat.tell(Moved{kNullMove, kNullMove, kNoSquare});
    apply(truth, kNullMove);
    apply(truth, kNullMove);
  }
  // It saw the queen go to a5, where the rook takes her, and does not look for her on d8 any more.
  apply(truth, kNullMove);
  apply(truth, move_of("d8a5"));
  seat.tell(OpponentMoved{});
  seat.tell(Sensed{sense(truth, square_of("b5"))});
  CHECK(format_move(seat.agent.choose_move(nodes(1'000), {}, {})) == "a1a5");
}

TEST_CASE("naive: a king that is not where it was is thought to be near by") {
  Board truth = board_of("4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
  AgentSeat seat(seeded(Strategy::kNaive), truth, kWhite);
  apply(truth, move_of("e8f7"));
  seat.tell(OpponentMoved{});
  Board without = truth;
  without.remove(square_of("f7"));
  without.put(square_of("g8"), {kKing, kBlack});  // what a sense at d8 shows is the same
  seat.tell(Sensed{sense(truth, square_of("d8"))});
  // A chess engine has a position to answer for, so it does not pass.
  CHECK_FALSE(seat.agent.choose_move(nodes(1'000), {}, {}).is_null());
}

TEST_CASE("savelyev-baseline: holds about ten thousand boards at most, the others hold all") {
  for (const Strategy strategy : {Strategy::kSavelyevBaseline, Strategy::kMht}) {
    Board truth = Board::start();
    AgentSeat seat(seeded(strategy), truth, kWhite);
    const char* const pairs[][2] = {{"e2e4", "e7e5"}, {"g1f3", "b8c6"}, {"f1c4", "g8f6"}, {"d2d3", "d7d6"}};
    std::uint64_t max = 0;
    for (const auto& pair : pairs) {
      seat.tell(OpponentMoved{});
      max = std::max(max, seat.agent.boards());
      seat.tell(Sensed{sense(truth, kNoSquare)});
      seat.tell(Moved{move_of(pair[0]), move_of(pair[0]), kNoSquare});
      apply(truth, move_of(pair[0]));
      apply(truth, move_of(pair[1]));
    }
    seat.tell(OpponentMoved{});
    max = std::max(max, seat.agent.boards());
    CHECK((max > 12'000) == (strategy == Strategy::kMht));
  }
}

TEST_CASE("strangefish2: looks at the outcome with time on the clock, and at the number of boards without") {
  const auto nodes_of_sense = [](std::int64_t time) {
    Board truth = Board::start();
    AgentSeat seat(seeded(Strategy::kStrangeFish2), truth, kWhite);
    for (const auto& pair : {std::array{"e2e4", "e7e5"}, std::array{"g1f3", "b8c6"}}) {
      seat.tell(OpponentMoved{});
      seat.tell(Sensed{sense(truth, kNoSquare)});
      seat.tell(Moved{move_of(pair[0]), move_of(pair[0]), kNoSquare});
      apply(truth, move_of(pair[0]));
      apply(truth, move_of(pair[1]));
    }
    Clock limits = nodes(2'000);
    limits.time = time;
    seat.sense_on(truth, kNoSquare, limits);
    return seat.last_report.nodes;
  };
  CHECK(nodes_of_sense(300'000) > 0);
  CHECK(nodes_of_sense(70'000) == 0);
}

TEST_CASE("strangefish, strangefish2: promote to a queen, and never ask for what no board lets them make") {
  for (const Strategy strategy : {Strategy::kStrangeFish, Strategy::kStrangeFish2}) {
    for (int seed = 1; seed <= 10; ++seed) {
      Board truth = board_of("8/P6k/8/8/8/8/8/4K3 w - - 0 1");
      AgentSeat seat(seeded(strategy, seed), truth, kWhite);
      seat.sense_on(truth);
      const Move request = seat.move_on(truth);
      CHECK(format_move(request) == "a7a8q");
    }
  }
}

TEST_CASE("strangefish2: once it gambles it gambles to the end") {
  // By the mean alone: then what a request is worth is the mean that is reported.
  const auto by_mean = [](std::int64_t first, std::int64_t second) {
    Board truth = Board::start();
    AgentSeat seat(seeded(Strategy::kStrangeFish2), truth, kWhite);
    for (const std::int64_t time : {first, second}) {
      seat.tell(OpponentMoved{});
      seat.tell(Sensed{sense(truth, kNoSquare)});
      Clock limits = nodes(2'000);
      limits.time = time;
      seat.move_on(truth, nullptr, limits);
      apply(truth, kNullMove);
    }
    const auto& candidates = seat.last_report.candidates;
    return std::all_of(candidates.begin(), candidates.end(),
                       [](const Candidate& c) { return std::abs(c.value - c.cp) <= 1; });
  };
  CHECK_FALSE(by_mean(300'000, 299'000));
  CHECK(by_mean(300'000, 59'000));
  CHECK(by_mean(59'000, 63'000));
}

TEST_CASE("strategies: equal senses are drawn by lot") {
  for (const Strategy strategy : {Strategy::kMht, Strategy::kOracle, Strategy::kSavelyevBaseline}) {
    CAPTURE(static_cast<int>(strategy));
    std::set<Square> chosen;
    for (int seed = 1; seed <= 30; ++seed) {
      Board truth = board_of("7k/8/8/8/8/8/4n3/K7 b - - 0 1");
      AgentSeat seat(seeded(strategy, seed), truth, kWhite);
      chosen.insert(seat.sense_on(truth));
    }
    CHECK(chosen.size() > 2);
  }
}
