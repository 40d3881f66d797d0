#include <doctest/doctest.h>

#include <set>

#include <fmt/format.h>

#include "engine/strategies/learned/opponent_particles.h"
#include "engine/strategies/learned/playouts.h"
#include "nets/network.h"
#include "tests/engine/seat.h"
#include "tests/nets/random_net.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

std::unique_ptr<NetEvaluator> small_net() {
  const NetShape shape{.planes = kSynopsisPlanes, .channels = 16, .blocks = 1, .stem = 1, .value_hidden = 8};
  return std::make_unique<Network>(trained_looking_weights(shape, 3), Network::Options{.kind = TowerKind::kPlain});
}

bool unstopped() { return false; }

// Answers as its network, with the same value for all.
class ConstantValue : public NetEvaluator {
 public:
  explicit ConstantValue(float value) : value_(value) {}
  const NetShape& shape() const override { return net_->shape(); }
  std::vector<NetAnswer> evaluate(std::span<const NetQuestion> questions, HeadChoice heads) override {
    std::vector<NetAnswer> answers = net_->evaluate(questions, heads);
    for (NetAnswer& answer : answers) {
      answer.value = value_;
    }
    return answers;
  }
  using NetEvaluator::evaluate;

 private:
  std::unique_ptr<NetEvaluator> net_ = small_net();
  float value_;
};

// In my turn: the side knows its own pieces and rights, and whose turn it is.
void check_cannot_be_told_apart(const SampledBelief& particle) {
  const Color side = particle.side;
  std::set<Key> keys;
  for (const Board& board : particle.boards) {
    CHECK(board.pieces(side) == particle.boards[0].pieces(side));
    for (int t = 0; t < kPieceTypes; ++t) {
      CHECK(board.pieces(side, static_cast<PieceType>(t)) ==
            particle.boards[0].pieces(side, static_cast<PieceType>(t)));
    }
    CHECK((board.castling() & castling_of(side)) == (particle.boards[0].castling() & castling_of(side)));
    CHECK(board.turn() == ~side);
    CHECK(board.king(~side) != kNoSquare);
    keys.insert(board.key());
  }
  CHECK(keys.size() == particle.boards.size());
}

}  // namespace

TEST_CASE("particles: each has a board of the belief first, and boards that the opponent cannot tell apart") {
  const auto net = small_net();
  ThreadPool threads(1);
  Board truth = Board::start();
  Belief belief(truth, kWhite, {}, threads);
  OpponentParticles particles(truth, kWhite);
  const std::pair<const char*, const char*> moves[] = {{"e2e4", "d7d5"}, {"e4d5", "d8d5"}, {"b1c3", "d5a5"},
                                                       {"d2d4", "g8f6"}, {"f1d3", "c8g4"}, {"d1g4", "f6g4"}};
  OpponentMoved notice;
  std::size_t shared = 0;
  for (const auto& [mine, theirs] : moves) {
    REQUIRE(belief.observe(notice).ok());
    for (const bool sensed : {false, true}) {
      if (sensed) {
        REQUIRE(belief.observe(Sensed{sense(truth, square_of("d6"))}).ok());
      }
      Random random(1, truth.fullmove_number(), sensed ? 1 : 0);
      particles.update(belief, 24, *net, unstopped, random);
      REQUIRE_FALSE(particles.particles().empty());
      CHECK(particles.particles().size() <= 24);
      for (const SampledBelief& particle : particles.particles()) {
        CHECK(particle.side == kBlack);
        CHECK(belief.probability(particle.boards[0]) > 0);
        check_cannot_be_told_apart(particle);
        shared += particle.boards.size() > 1 ? 1 : 0;
      }
    }
    const Outcome outcome = resolve(truth, move_of(mine));
    apply(truth, outcome.taken);
    const Moved moved{move_of(mine), outcome.taken, outcome.captured};
    REQUIRE(belief.observe(moved).ok());
    particles.observe(moved);
    notice.captured = resolve(truth, move_of(theirs)).captured;
    apply(truth, move_of(theirs));
  }
  CHECK(shared > 100);  // the opponent is not taken to know the board
}

TEST_CASE("particles: forgotten after moves that they were not asked between, and drawn anew") {
  const auto net = small_net();
  ThreadPool threads(1);
  Belief belief(Board::start(), kBlack, {}, threads);
  OpponentParticles particles(Board::start(), kBlack);
  for (const char* move : {"e7e5", "g8f6"}) {
    const Moved moved{move_of(move), move_of(move), kNoSquare};
    REQUIRE(belief.observe(OpponentMoved{}).ok());
    REQUIRE(belief.observe(Sensed{}).ok());
    REQUIRE(belief.observe(moved).ok());
    particles.observe(moved);
  }
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  Random random(1, 3, 0);
  particles.update(belief, 8, *net, unstopped, random);
  CHECK(particles.particles().size() == 8);
  for (const SampledBelief& particle : particles.particles()) {
    CHECK(belief.probability(particle.boards[0]) > 0);
  }
}

TEST_CASE("particles: a stop leaves those drawn so far, and some there are") {
  const auto net = small_net();
  ThreadPool threads(1);
  Belief belief(Board::start(), kBlack, {}, threads);
  OpponentParticles particles(Board::start(), kBlack);
  REQUIRE(belief.observe(OpponentMoved{}).ok());
  Random random(1, 1, 0);
  particles.update(
      belief, 64, *net, [] { return true; }, random);
  CHECK(particles.particles().size() == 16);
  particles.update(belief, 64, *net, unstopped, random);
  CHECK(particles.particles().size() == 64);
}

TEST_CASE("playouts: what wins the king on half of the boards is found, and its worth is the share") {
  ConstantValue net(-0.5F);
  PlayoutRoot root;
  root.me = kWhite;
  root.stage = Stage::kMove;
  root.boards = {board_of("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"), board_of("3k4/8/8/8/8/8/8/4RK2 w - - 0 1")};
  std::vector<SampledBelief> opponents(2);
  for (std::size_t i = 0; i < 2; ++i) {
    opponents[i].side = kBlack;
    opponents[i].boards = {root.boards[i]};
  }
  root.opponents = opponents;
  for (const char* request : {"e1e8", "f1f2", "e1a1"}) {
    root.node.actions.push_back({.sense = kNoSquare, .request = move_of(request)});
  }
  Random random(1, 1, 1);
  CHECK(set_mean_policy(root, 4, net, unstopped, random) == 4);
  float sum = 0;
  for (const float share : root.node.policy) {
    sum += share;
  }
  CHECK(sum == doctest::Approx(1));
  PolicyTable table(64);
  const PlayoutSettings settings{.bandit = {.mixing = std::numeric_limits<double>::infinity()}, .steps = 1};
  const std::uint64_t looked = run_playouts(root, settings, net, table, 400, unstopped, random);
  CHECK(looked >= 400);
  CHECK(best_action(root.node) == 0);
  // After the other requests Black is to act: worth 0.5 to White. A king is worth 1, and then nothing is looked at.
  CHECK(root.node.statistics[0].mean() == doctest::Approx(0.5 * 1 + 0.5 * 0.5).epsilon(0.1));
  CHECK(root.node.statistics[1].mean() == doctest::Approx(0.5));
}

TEST_CASE("playouts: a king left where he can be captured for certain is lost, and senses see it, too") {
  ConstantValue net(0);
  PlayoutRoot root;
  root.me = kBlack;
  root.stage = Stage::kMove;
  root.boards = {board_of("4k3/8/8/8/8/8/8/3R1K2 b - - 0 1")};
  std::vector<SampledBelief> opponents(1);
  opponents[0].side = kWhite;
  opponents[0].boards = root.boards;
  root.opponents = opponents;
  for (const char* request : {"e8d8", "e8e7"}) {
    root.node.actions.push_back({.sense = kNoSquare, .request = move_of(request)});
  }
  Random random(1, 1, 1);
  set_mean_policy(root, 1, net, unstopped, random);
  PolicyTable table(64);
  run_playouts(root, {.bandit = {}, .steps = 2}, net, table, 200, unstopped, random);
  CHECK(best_action(root.node) == 1);
  CHECK(root.node.statistics[0].worst == doctest::Approx(-1));
}

TEST_CASE("policy: no window is looked at that shows less than another") {
  SampledBelief belief;
  belief.side = kWhite;
  for (const char* fen : {"3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "r3k3/8/8/8/8/8/8/4K3 w - - 0 1"}) {
    belief.boards.push_back(board_of(fen));
  }
  const auto senses = actions_of(belief, Stage::kSense, take_synopsis(belief, Stage::kSense));
  // a8 and d8 are not known; no window shows both.
  REQUIRE(senses.size() == 2);
  CHECK(contains(window_bb(senses[0].sense), square_of("a8")) != contains(window_bb(senses[0].sense), square_of("d8")));
  CHECK(contains(window_bb(senses[1].sense), square_of("a8")) != contains(window_bb(senses[0].sense), square_of("a8")));
  belief.boards.pop_back();
  CHECK(actions_of(belief, Stage::kSense, take_synopsis(belief, Stage::kSense)).size() == 1);
}

TEST_CASE("penumbra: each kind of search plays whole games, the same again with the same seed and nodes") {
  std::set<std::string> found;  // what requests were found worth, by the kind of search
  for (const auto search :
       {PenumbraSearch::kMixture, PenumbraSearch::kCache, PenumbraSearch::kTree, PenumbraSearch::kNetwork}) {
    Config config = seeded(Strategy::kPenumbra, 5);
    config.penumbra_search = search;
    const std::string game = played(config, seeded(Strategy::kRandom, 6), 6, 80);
    CHECK(game == played(config, seeded(Strategy::kRandom, 6), 6, 80));
    if (search == PenumbraSearch::kMixture) {
      config.threads = 2;
      CHECK(game == played(config, seeded(Strategy::kRandom, 6), 6, 80));
    }
    Board truth = Board::start();
    AgentSeat seat(config, truth, kBlack);
    apply(truth, move_of("e2e4"));
    seat.sense_on(truth, kNoSquare, nodes(80));
    seat.move_on(truth, nullptr, nodes(80));
    std::string worth;
    for (const Candidate& candidate : seat.last_report.candidates) {
      worth += fmt::format("{} {} ", format_move(candidate.move), candidate.cp);
    }
    found.insert(worth);
  }
  CHECK(found.size() == 4);
}

TEST_CASE("penumbra: a king that can be captured for certain is captured") {
  Board truth = board_of("4k3/8/8/8/8/8/8/K3R3 w - - 0 1");
  AgentSeat seat(seeded(Strategy::kPenumbra), truth, kWhite);
  seat.sense_on(truth);
  CHECK(format_move(seat.move_on(truth)) == "e1e8");
}
