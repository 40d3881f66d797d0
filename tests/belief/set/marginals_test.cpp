#include "belief/set/marginals.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/belief/blind_belief.h"
#include "tests/belief/numbered_boards.h"

using namespace lanternfish;
using testing::blind_belief;
using testing::number_of;
using testing::numbered_board;

namespace {

BoardSet set_of(const std::vector<Hypothesis>& boards) {
  BoardSet set(2);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    set.shards()[2 * i / boards.size()].push_back(boards[i]);
  }
  return set;
}

}  // namespace

TEST_CASE("marginals: piece probabilities are shares of the weight, whatever the weights add up to") {
  // Knights on squares 0 and 1 with weight 3, on square 1 alone with weight 1.
  const BoardSet set = set_of({numbered_board(0b11, 3), numbered_board(0b10, 1)});
  const PieceProbabilities probabilities = piece_probabilities(set);
  CHECK(probabilities[kKnight][0] == doctest::Approx(0.75));
  CHECK(probabilities[kKnight][1] == doctest::Approx(1));
  CHECK(probabilities[kKnight][2] == 0);
  CHECK(probabilities[kRook][0] == 0);
}

TEST_CASE("marginals: the entropy of equal boards is the logarithm of their number, that of one board 0") {
  ThreadPool threads(2);
  const auto equal = [&](float weight) {
    return entropy_bits(set_of({numbered_board(1, weight), numbered_board(2, weight), numbered_board(3, weight),
                                numbered_board(4, weight)}),
                        threads);
  };
  CHECK(equal(0.25F) == doctest::Approx(2));
  CHECK(equal(20) == doctest::Approx(2));
  CHECK(entropy_bits(BoardSet::of(numbered_board(1, 0.1F)), threads) == doctest::Approx(0));
  CHECK(entropy_bits(set_of({numbered_board(1, 3), numbered_board(2, 1)}), threads) ==
        doctest::Approx(-0.75 * std::log2(0.75) - 0.25 * std::log2(0.25)));
}

TEST_CASE("marginals: the likeliest boards come heaviest first, equal ones in the order of the set") {
  const BoardSet set = set_of({numbered_board(1, 2), numbered_board(2, 5), numbered_board(3, 2), numbered_board(4, 1),
                               numbered_board(5, 2), numbered_board(6, 5)});
  std::vector<std::uint64_t> numbers;
  for (const Hypothesis& h : likeliest(set, 4)) {
    numbers.push_back(number_of(h));
  }
  CHECK(numbers == std::vector<std::uint64_t>{2, 6, 1, 3});
  CHECK(likeliest(set, 0).empty());
  CHECK(likeliest(set, 100).size() == 6);
}

TEST_CASE("marginals: an empty set has no pieces, no entropy and no boards") {
  ThreadPool threads(1);
  CHECK(piece_probabilities(BoardSet())[kKing][4] == 0);
  CHECK(entropy_bits(BoardSet(), threads) == 0);
  CHECK(likeliest(BoardSet(), 3).empty());
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
