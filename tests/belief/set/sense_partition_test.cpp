#include "belief/set/sense_partition.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "belief/belief.h"
#include "belief/set/marginals.h"
#include "tests/recorded_game.h"

using namespace lanternfish;

namespace {

// A belief with some thousand boards, of uneven weights.
Belief blind_belief(ThreadPool& threads) {
  Belief belief(Board::start(), kBlack, {}, threads);
  const auto game = testing::random_game(Board::start(), 5, 6);
  for (const Observation& event : game[kBlack].events) {
    const bool sensed = std::holds_alternative<Sensed>(event);
    REQUIRE(belief.observe(sensed ? Observation{Sensed{}} : event).ok());
  }
  return belief;
}

}  // namespace

TEST_CASE("sense partition: every window splits the set as its true contents do, for any number of threads") {
  ThreadPool one(1);
  ThreadPool seven(7);
  const Belief belief = blind_belief(one);
  const BoardSet& set = belief.boards();
  REQUIRE(set.size() > 2000);
  const auto splits = split_by_windows(set, ~Bitboard{0}, one);
  const auto by_seven = split_by_windows(set, ~Bitboard{0}, seven);
  REQUIRE(splits.size() == 64);
  const double total = set.total_weight();
  for (std::size_t i = 0; i < 64; ++i) {
    const WindowSplit& split = splits[i];
    REQUIRE(split.center == i);
    struct Group {
      std::uint64_t boards = 0;
      double weight = 0;
      std::uint32_t content = 0;
    };
    std::map<std::string, Group> groups;
    set.for_each([&](const Hypothesis& h) {
      Group& group = groups[format_window(sense(unpack(h, belief.own()), split.center))];
      REQUIRE((group.boards == 0 || group.content == window_content(h, split.center)));
      group.content = window_content(h, split.center);
      ++group.boards;
      group.weight += h.weight;
    });
    std::uint64_t worst = 0;
    double expected = 0;
    double gain = 0;
    for (const auto& [text, group] : groups) {
      const double p = group.weight / total;
      worst = std::max(worst, group.boards);
      expected += p * static_cast<double>(group.boards);
      gain -= p * std::log2(p);
    }
    CAPTURE(format_square(split.center));
    CHECK(split.results == groups.size());
    CHECK(split.worst_boards == worst);
    CHECK(split.expected_boards == doctest::Approx(expected).epsilon(1e-4));
    CHECK(split.gain_bits == doctest::Approx(gain).epsilon(1e-4));
    CHECK(by_seven[i].expected_boards == split.expected_boards);
    CHECK(by_seven[i].results == split.results);
    CHECK(by_seven[i].gain_bits == split.gain_bits);
  }
}

TEST_CASE("marginals: piece probabilities, entropy and the likeliest boards are those of the whole boards") {
  ThreadPool threads(2);
  const Belief belief = blind_belief(threads);
  const BoardSet& set = belief.boards();
  const double total = set.total_weight();
  std::array<std::array<double, 64>, kPieceTypes> expected{};
  double entropy = 0;
  float heaviest = 0;
  set.for_each([&](const Hypothesis& h) {
    const Board board = unpack(h, belief.own());
    for (Bitboard b = board.pieces(kWhite); b != 0;) {
      const Square s = pop_lowest(b);
      expected[board.piece_at(s).type][s] += h.weight / total;
    }
    entropy -= h.weight / total * std::log2(h.weight / total);
    heaviest = std::max(heaviest, h.weight);
  });
  const PieceProbabilities probabilities = piece_probabilities(set);
  for (std::size_t t = 0; t < kPieceTypes; ++t) {
    for (std::size_t s = 0; s < 64; ++s) {
      CHECK(probabilities[t][s] == doctest::Approx(expected[t][s]).epsilon(1e-6));
    }
  }
  CHECK(entropy_bits(set, threads) == doctest::Approx(entropy).epsilon(1e-6));
  const auto best = likeliest(set, 10);
  REQUIRE(best.size() == 10);
  CHECK(best[0].weight == heaviest);
  for (std::size_t i = 1; i < best.size(); ++i) {
    CHECK(best[i - 1].weight >= best[i].weight);
  }
  CHECK(likeliest(set, set.size() + 5).size() == set.size());
}
