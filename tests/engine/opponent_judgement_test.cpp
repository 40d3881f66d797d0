#include "engine/opponent_judgement.h"

#include <map>
#include <thread>

#include "tests/engine/seat.h"

using namespace lanternfish;

namespace {

// White has just moved, unseen, and Black has chosen its sense.
struct Sensing {
  explicit Sensing(int share, std::int64_t seed = 1, std::int64_t nodes = 20'000)
      : seat(config(share, seed), start(), kBlack) {
    seat.tell(OpponentMoved{kNoSquare});
    square = seat.agent.choose_sense(testing::nodes(nodes), {}, {});
  }
  static Config config(int share, std::int64_t seed) {
    Config config = testing::seeded(Strategy::kLanternfish, seed);
    config.opponent_share = share;
    return config;
  }
  // On d7 White's queen is lost.
  static Board start() { return parse_fen("r2r2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1").value(); }

  testing::AgentSeat seat;
  Square square = kNoSquare;
};

// Answers like a chess engine: a deep search of a board after 100 ms, others at once.
class Engine : public Evaluator {
 public:
  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override {
    for (std::size_t i = 0; i < list.boards.size(); ++i) {
      if (effort.depth >= deep_for_opponent({}).depth) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
      if (SteadyClock::now() > deadline || stop.stop_requested()) {
        return;
      }
      BoardScores scores = built_in_answer(list.boards[i], lanternfish_terms());
      scores.source = ScoreSource::kChessEngine;
      scores.depth = effort.depth;
      ++answers[list.boards[i].turn()][effort.depth];
      sink(i, scores);
    }
  }

  std::array<std::map<int, int>, 2> answers;  // about the moves of a colour, by depth
};

// Black's first sense with `time` for it, after White has moved twice from the first position and nothing was seen.
std::array<std::map<int, int>, 2> asked(int time_ms, std::optional<int> depth = {}) {
  Config config = testing::seeded(Strategy::kLanternfish);
  config.opponent_share = 50;
  Engine engine;
  ThreadPool threads(1);
  AgentReports reports;
  reports.warning = [](Trouble, const std::string& text) { FAIL(text); };
  Agent agent(config, engine, threads, reports);
  const std::array<Observation, 4> history = {OpponentMoved{}, Sensed{}, Moved{}, OpponentMoved{}};
  REQUIRE(agent.set_position(Board::start(), kBlack, history));
  Clock limits;
  limits.move_time = time_ms;
  limits.depth = depth;
  agent.choose_sense(limits, {}, {});
  return engine.answers;
}

double probability(const Sensing& game, const char* move) {
  Board board = Sensing::start();
  apply(board, parse_move(move).value());
  return game.seat.agent.probability(board);
}

}  // namespace

TEST_CASE("opponent's judgement: each kind of score has its verdict, in the order of the evaluator") {
  const std::vector<MoveScore> scores = {{{1, 2}, Score::captures_king()}, {{2, 3}, Score::mates_in(2)},
                                         {{3, 4}, Score::centipawns(30)},  {{4, 5}, Score::centipawns(-400)},
                                         {{5, 6}, Score::mated_in(1)},     {{6, 7}, Score::loses_king()},
                                         {{7, 8}, Score::stays_in_check()}};
  const auto judgements = opponent_judgements({.moves = scores}).moves;
  REQUIRE(judgements.size() == scores.size());
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    CHECK(judgements[i].taken == scores[i].taken);
    for (std::size_t k = 0; k < i; ++k) {
      CHECK(judgements[i].loss != judgements[k].loss);
      CHECK(judgements[i].rank >= judgements[k].rank);
    }
  }
}

TEST_CASE("opponent's judgement: an engine's word counts by its depth, the built-in evaluator's as a deep one") {
  const std::vector<MoveScore> scores = {{{1, 2}, Score::centipawns(30)}, {{2, 3}, Score::centipawns(-400)}};
  const auto depth_of = [&](ScoreSource source, int depth) {
    return opponent_judgements({.moves = scores, .source = source, .depth = depth}).depth;
  };
  CHECK(depth_of(ScoreSource::kChessEngine, shallow_for_opponent({}).depth) == JudgedDepth::kShallow);
  CHECK(depth_of(ScoreSource::kChessEngine, deep_for_opponent({}).depth) == JudgedDepth::kDeep);
  CHECK(depth_of(ScoreSource::kBuiltIn, 1) == JudgedDepth::kDeep);
}

TEST_CASE("opponent's judgement: the boards before our own move are asked about, for what the opponent knew") {
  CHECK(asked(2'000)[kBlack].contains(shallow_for_opponent({}).depth));
}

TEST_CASE("opponent's judgement: all likely boards at one ply first, then as many deeper as there is time for") {
  const auto of_white = asked(2'000)[kWhite];
  const int deep = deep_for_opponent({}).depth;
  REQUIRE(of_white.contains(1));
  REQUIRE(of_white.contains(deep));
  CHECK(of_white.at(1) >= 10);  // of the twenty boards after White's first move
  CHECK(of_white.at(deep) >= 1);
  CHECK(of_white.at(deep) < 20);
  CHECK_FALSE(asked(400, 4)[kWhite].contains(deep));  // the host has named a depth
}

TEST_CASE(
    "opponent's judgement: before the sense, a move that gives the queen away becomes less likely than a safe one") {
  const Sensing without(0), with_judgements(25);
  const auto odds = [](const Sensing& game) { return probability(game, "d1d7") / probability(game, "d1e1"); };
  CHECK(odds(with_judgements) < odds(without));
  CHECK(without.seat.agent.boards() == with_judgements.seat.agent.boards());
}

TEST_CASE("opponent's judgement: the same each time where nodes are counted, and only for lanternfish") {
  const Sensing first(25), second(25);
  CHECK(first.square == second.square);
  CHECK(probability(first, "d1e1") == probability(second, "d1e1"));
  Config config = Sensing::config(25, 1);
  CHECK(judges_opponent(config));
  CHECK_FALSE(judges_opponent(Sensing::config(0, 1)));
  config.strategy = Strategy::kStrangeFish2;
  CHECK_FALSE(judges_opponent(config));
}

TEST_CASE("opponent's judgement: what it takes of the nodes is not there for the decision") {
  const auto scored = [](int share) {
    const Sensing game(share, 1, 300);
    return game.seat.last_report.nodes;
  };
  CHECK(scored(80) > 0);
  CHECK(scored(80) < scored(0));
}
