#include "engine/strategies/learned/list_search.h"

#include <doctest/doctest.h>

#include <set>

#include "tests/engine/seat.h"
#include "tests/engine/tables.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

bool never() { return false; }

// Likes all actions alike, and finds every state worth the same to its side to act. Keeps what it was asked.
class Even : public NetEvaluator {
 public:
  explicit Even(float value = 0) : value_(value) {}
  const NetShape& shape() const override { return shape_; }
  std::vector<NetAnswer> evaluate(std::span<const NetQuestion> questions, HeadChoice /*heads*/) override {
    std::vector<NetAnswer> answers;
    for (const NetQuestion& question : questions) {
      asked.push_back(question);
      answers.push_back({.logits = std::vector<float>(question.actions.size()), .value = value_});
    }
    return answers;
  }
  using NetEvaluator::evaluate;

  std::vector<NetQuestion> asked;

 private:
  NetShape shape_{.planes = kStackPlanes, .channels = 16};
  float value_;
};

std::vector<LikelyBoard> likely(std::initializer_list<std::pair<const char*, float>> fens) {
  std::vector<LikelyBoard> boards;
  for (const auto& [fen, probability] : fens) {
    boards.push_back({board_of(fen), probability});
  }
  return boards;
}

int visits_of(const PolicyNode& node) {
  int visits = 0;
  for (const ActionStatistics& action : node.statistics) {
    visits += action.visits;
  }
  return visits;
}

}  // namespace

TEST_CASE("list search: a king taken on some boards is won there, and the rest is worth what the other side thinks") {
  Even net(-0.5F);
  const auto boards = likely({{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 0.3F}, {"3k4/8/8/8/8/8/8/4RK2 w - - 0 1", 0.1F}});
  const auto worth_of = [&](const char* request) {
    ListSearch search(boards, {}, moves_of({request}), net);
    search.run(1, never);
    CHECK(visits_of(search.root()) == 1);
    return search.root().statistics[0].mean();
  };
  // The others' -0.5 is 0.5 to the side that requests.
  CHECK(worth_of("e1e8") == doctest::Approx(0.75 * 1 + 0.25 * 0.5));
  CHECK(worth_of("f1g1") == doctest::Approx(0.5));
}

TEST_CASE("list search: what takes the king on all boards is visited most, and asks the network nothing") {
  Even net;
  const auto boards = likely({{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 0.6F}, {"4k3/p7/8/8/8/8/8/4RK2 w - - 0 1", 0.4F}});
  ListSearch search(boards, {}, moves_of({"e1d1", "e1e8", "f1g1", "e1e7"}), net);
  search.run(200, never);
  CHECK(search.root().statistics[1].mean() == doctest::Approx(1));
  CHECK(search.root().statistics[1].visits > 150);
  CHECK(net.asked.size() == 1 + static_cast<std::size_t>(200 - search.root().statistics[1].visits));
}

TEST_CASE("list search: a request that leaves the own king to be taken is worth less") {
  Even net;
  ListSearch search(likely({{"4k3/8/8/8/8/8/8/3R1K2 b - - 0 1", 1}}), {}, moves_of({"e8d8", "e8e7"}), net);
  search.run(300, never);
  CHECK(search.root().statistics[0].mean() < -0.3);
  CHECK(search.root().statistics[1].mean() > search.root().statistics[0].mean());
  CHECK(search.root().statistics[1].visits > 200);
}

TEST_CASE("list search: a request is made where it may be made, and each side sees its own turn before") {
  Even net;
  // The pawn's way is free on one board; a diagonal onto nothing loses the turn on both.
  const auto boards = likely({{"4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 9", 0.5F}, {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 9", 0.5F}});
  const PlaneList before = stack_step(likely({{"4k3/8/8/8/8/8/4P3/3K4 w - - 0 8", 1}}));
  ListSearch search(boards, before, moves_of({"e2e4"}), net);
  search.run(2, never);
  REQUIRE(net.asked.size() == 3);
  CHECK(net.asked[0].planes == board_stack(before, stack_step(boards)));
  const auto reply = likely({{"4k3/8/8/8/8/4p3/4P3/4K3 b - - 1 9", 0.5F}, {"4k3/8/8/8/4P3/8/8/4K3 b - - 0 9", 0.5F}});
  CHECK(net.asked[1].planes == board_stack({}, stack_step(reply)));
  // All that either board lets Black request, once: the pawn's push and its two diagonals, five moves of the king, the
  // pass. The push is blocked on the first board, but a request knows nothing of White's pieces.
  CHECK(net.asked[1].actions.size() == 9);
  // After Black's first of these White sees its boards of the root as its turn before.
  const PlaneList& third = net.asked[2].planes;
  const PlaneList root_step = stack_step(boards);
  REQUIRE(third.size() > root_step.size());
  CHECK(PlaneList(third.begin(), third.begin() + static_cast<std::ptrdiff_t>(root_step.size())) == root_step);
}

TEST_CASE("list search: stops when it is told to") {
  Even net;
  ListSearch search(likely({{"4k3/8/8/8/8/8/8/3R1K2 b - - 0 1", 1}}), {}, moves_of({"e8d8", "e8e7"}), net);
  int asked = 0;
  search.run(300, [&] { return ++asked > 10; });
  CHECK(visits_of(search.root()) == 10);
}

TEST_CASE("savelyev: takes a king that can be taken for certain, and draws among senses and requests by its seed") {
  Board truth = board_of("4k3/8/8/8/8/8/8/K3R3 w - - 0 1");
  AgentSeat seat(seeded(Strategy::kSavelyev), truth, kWhite);
  seat.sense_on(truth);
  CHECK(format_move(seat.move_on(truth)) == "e1e8");
  std::set<Square> senses;
  std::set<std::string> requests;
  for (int seed = 1; seed <= 8; ++seed) {
    Board start = Board::start();
    AgentSeat other(seeded(Strategy::kSavelyev, seed), start, kBlack);
    apply(start, move_of("e2e4"));
    senses.insert(other.sense_on(start, kNoSquare, nodes(20)));
    requests.insert(format_move(other.move_on(start, nullptr, nodes(20))));
    CHECK(other.last_report.nodes == 21);
  }
  CHECK(senses.size() > 1);
  CHECK(requests.size() > 1);
  for (const Square square : senses) {
    CHECK(contains(kInnerSquares, square));
  }
}
