#include "engine/net_scores.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/evaluator_factory.h"
#include "nets/board_planes.h"
#include "nets/network.h"
#include "tests/engine/seat.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

std::shared_ptr<NetEvaluator> random_net() {
  const NetShape shape{.planes = kBoardPlanes, .channels = 16, .blocks = 1, .value_hidden = 8, .sense = false};
  return std::make_shared<Network>(random_weights(shape, 5), Network::Options{.kind = TowerKind::kPlain});
}

std::map<std::string, Score> scores_of(Evaluator& evaluator, const Board& board) {
  std::map<std::string, Score> scores;
  evaluator.score(std::span(&board, 1), {}, Deadline::max(), {}, [&](std::size_t, const BoardScores& answer) {
    CHECK(std::is_sorted(answer.moves.begin(), answer.moves.end(),
                         [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; }));
    for (const MoveScore& move : answer.moves) {
      scores.emplace(format_move(move.taken), move.score);
    }
  });
  return scores;
}

}  // namespace

TEST_CASE("net scores: a move is worth its logit, a king what he is") {
  const auto net = random_net();
  NetScores evaluator(net, {});
  const Board board = board_of("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1");
  const auto scores = scores_of(evaluator, board);
  const NetQuestion question{.planes = board_planes(board), .actions = {move_code(move_of("e1e2"), kWhite)}};
  const float logit = net->evaluate(std::span(&question, 1))[0].logits[0];
  CHECK(scores.at("e1e2") == Score::centipawns(static_cast<int>(std::lround(100 * logit))));
  CHECK(scores.at("a1a2").is_king_loss());
  CHECK(scores.at("0000").is_king_loss());
  const auto wins = scores_of(evaluator, board_of("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"));
  CHECK(wins.at("e1e8").is_king_capture());
}

TEST_CASE("net scores: many boards at once are answered as each by itself, in order") {
  NetScores evaluator(random_net(), lanternfish_terms());
  std::vector<Board> boards;
  Board board = Board::start();
  for (const char* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1", "f7f6",
                           "d2d4", "e5d4", "f3d4", "c6c5", "d4b3", "d8d1", "f1d1", "c8d7", "a2a4", "a8d8"}) {
    boards.push_back(board);
    apply(board, move_of(move));
  }
  std::size_t next = 0;
  evaluator.score(boards, {}, Deadline::max(), {}, [&](std::size_t i, const BoardScores& answer) {
    CHECK(i == next++);
    for (const auto& [move, score] : scores_of(evaluator, boards[i])) {
      const auto same = std::find_if(answer.moves.begin(), answer.moves.end(),
                                     [&](const MoveScore& m) { return format_move(m.taken) == move; });
      REQUIRE(same != answer.moves.end());
      CHECK(same->score == score);
    }
  });
  CHECK(next == boards.size());
}

TEST_CASE("net scores: the strategies that play by a policy get it from the program's factory, and play whole turns") {
  for (const Strategy strategy : {Strategy::kScorcaNet, Strategy::kFianchetto}) {
    for (const char* file : {"", "no_such_folder/none.lfn"}) {  // without weights the built-in evaluator scores
      Config config = seeded(strategy);
      config.net_file = file;
      std::vector<std::string> warnings;
      const auto evaluator = evaluator_for(config, [&](const std::string& text) { warnings.push_back(text); });
      CHECK(warnings.empty());
      const Board mate = board_of("4k3/8/8/8/8/8/8/4RK2 w - - 0 1");
      CHECK(scores_of(*evaluator, mate).at("e1e8").is_king_capture());
      AgentReports reports;
      reports.warning = [&](Trouble, const std::string& text) { warnings.push_back(text); };
      ThreadPool threads(1);
      Agent agent(config, *evaluator, threads, reports);
      CHECK(warnings.size() == (*file == 0 ? 0 : 1));
      REQUIRE(agent.set_position(Board::start(), kWhite, {}));
      Board truth = Board::start();
      for (int turn = 0; turn < 3; ++turn) {
        REQUIRE(agent.observe(std::array<Observation, 1>{OpponentMoved{}}));
        const Square square = agent.choose_sense(nodes(200), {}, {});
        REQUIRE(agent.observe(std::array<Observation, 1>{Sensed{sense(truth, square)}}));
        const Move request = agent.choose_move(nodes(200), {}, {});
        const Outcome outcome = resolve(truth, request);
        apply(truth, outcome.taken);
        REQUIRE(agent.observe(std::array<Observation, 1>{Moved{request, outcome.taken, outcome.captured}}));
        apply(truth, kNullMove);
      }
    }
  }
}
