#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <limits>
#include <vector>

#include "tools/arena/statistics/elo.h"
#include "tools/arena/statistics/rating.h"

using namespace lanternfish;
using doctest::Approx;

TEST_CASE("elo: score, error bars and superiority of wins, draws and losses") {
  const EloEstimate even = estimate_elo(Wdl{60, 100, 40}).value();
  CHECK(even.elo == Approx(34.86007).epsilon(1e-6));
  CHECK(even.low == Approx(1.03770).epsilon(1e-5));
  CHECK(even.high == Approx(69.35624).epsilon(1e-6));
  CHECK(even.superiority == Approx(0.978324).epsilon(1e-5));
  const EloEstimate few = estimate_elo(Wdl{13, 0, 7}).value();
  CHECK(few.low == Approx(-41.21557).epsilon(1e-6));
  CHECK(few.high == Approx(313.96313).epsilon(1e-6));
  CHECK_FALSE(estimate_elo(Wdl{}).has_value());
}

TEST_CASE("elo: where nearly everything was won or lost there is a bound all the same") {
  const EloEstimate lost = estimate_elo(Wdl{0, 0, 12}).value();
  CHECK(std::isinf(lost.elo));
  CHECK(std::isinf(lost.low));
  CHECK(lost.high == Approx(-197.87403).epsilon(1e-6));
  const EloEstimate won = estimate_elo(Wdl{15, 0, 1}).value();
  CHECK(won.elo == Approx(470.4365).epsilon(1e-6));
  CHECK(won.low == Approx(161.24713).epsilon(1e-6));
  CHECK(won.high == Approx(779.62588).epsilon(1e-6));
  const EloEstimate drawn = estimate_elo(Wdl{0, 20, 0}).value();
  CHECK(drawn.low == Approx(-drawn.high));
  CHECK(drawn.high == Approx(147.77181).epsilon(1e-6));
}

TEST_CASE("elo: pairs of games tell their own variance") {
  const EloEstimate pairs = estimate_elo(Pentanomial{2, 5, 20, 15, 8}).value();
  CHECK(pairs.elo == Approx(77.70609).epsilon(1e-6));
  CHECK(pairs.low == Approx(28.19247).epsilon(1e-6));
  CHECK(pairs.high == Approx(130.55780).epsilon(1e-6));
  CHECK(pairs.superiority == Approx(0.9990368).epsilon(1e-6));
}

TEST_CASE("elo: results that are all alike say as much in pairs as they do one by one") {
  const auto same = [](const Pentanomial& pairs, const Wdl& games) {
    CHECK(estimate_elo(pairs)->low == estimate_elo(games)->low);
    CHECK(estimate_elo(pairs)->high == estimate_elo(games)->high);
  };
  same({0, 0, 0, 0, 10}, {20, 0, 0});
  same({10, 0, 0, 0, 0}, {0, 0, 20});
  same({0, 0, 13, 0, 0}, {0, 26, 0});
}

TEST_CASE("sprt: the likelihood ratios that Stockfish's test server published") {
  // Pair results, hypotheses and LLR of patches of 2020, as the messages of Stockfish's commits state them (two
  // digits).
  struct Published {
    Pentanomial pairs;
    double elo0, elo1, ratio;
  };
  const Published cases[] = {
      {{127, 2170, 8878, 2237, 144}, -1.25, 0.25, 2.98}, {{9, 655, 7802, 718, 12}, -0.75, 0.25, 2.99},
      {{79, 1344, 5672, 1480, 93}, -0.25, 1.25, 2.96},   {{27, 1461, 15501, 1640, 23}, 0.25, 1.25, 2.94},
      {{42, 722, 3365, 828, 63}, -0.25, 1.25, 2.94},     {{408, 7252, 29792, 7450, 442}, -0.25, 1.25, 2.93},
  };
  for (const Published& c : cases) {
    CAPTURE(c.pairs[0]);
    CHECK(std::abs(log_likelihood_ratio(c.pairs, c.elo0, c.elo1) - c.ratio) <= 0.0051);
  }
  CHECK(log_likelihood_ratio({2, 5, 20, 15, 8}, 0, 20) == Approx(1.7936192).epsilon(1e-6));
  CHECK(log_likelihood_ratio({0, 0, 10, 5, 0}, 0, 10) == Approx(0.4253174).epsilon(1e-5));
  CHECK(log_likelihood_ratio({}, 0, 10) == 0);
}

TEST_CASE("sprt: bounds and verdicts") {
  const SprtSettings settings{0, 20, 0.05, 0.05};
  CHECK(settings.upper() == Approx(2.944439));
  CHECK(settings.lower() == Approx(-2.944439));
  CHECK(judge(settings, {2, 5, 20, 15, 8}) == SprtVerdict::kGoOn);
  CHECK(judge(settings, {20, 50, 200, 150, 80}) == SprtVerdict::kAcceptElo1);
  CHECK(judge(settings, {80, 150, 200, 50, 20}) == SprtVerdict::kAcceptElo0);
  CHECK_FALSE(check_sprt({10, 0}).ok());
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  CHECK(check_sprt({-2000, 2000}).ok());
  CHECK_FALSE(check_sprt({0, kInfinite}).ok());
  CHECK_FALSE(check_sprt({-9000, 0}).ok());
  CHECK_FALSE(check_sprt({0, std::nan("")}).ok());
  CHECK_FALSE(check_sprt({0, 10, 0, 0.05}).ok());
}

TEST_CASE("rating: two players differ by what their score says, with the same error bars") {
  const Wdl score{60, 100, 40};
  const std::vector<Rating> ratings = rate(2, {{0, 1, score}}, 0);
  CHECK(ratings[0].elo - ratings[1].elo == Approx(34.86007).epsilon(1e-6));
  CHECK(ratings[0].elo == Approx(-ratings[1].elo));
  // Half the difference's bar, which the normal approximation around the middle makes symmetric. A draw varies as half
  // a win and half a loss would.
  const EloEstimate direct = estimate_elo(Wdl{110, 0, 90}).value();
  CHECK(2 * ratings[0].error == Approx(direct.error()).epsilon(0.01));
}

TEST_CASE("rating: results that are few, or all alike, leave a rating uncertain") {
  const auto error = [](const Wdl& score) { return rate(2, {{0, 1, score}})[0].error; };
  CHECK(error({0, 6, 0}) == Approx(error({3, 0, 3})).epsilon(1e-6));
  // By hand: 1.96 / sqrt(4 * games * e * (1 - e) + 2 * f * (1 - f)) nats; the first one is expected to score e in a
  // game and f against the mean player.
  CHECK(error({1, 0, 0}) == Approx(336.0447).epsilon(1e-4));
  CHECK(error({10, 0, 0}) == Approx(270.3171).epsilon(1e-4));
}

TEST_CASE("rating: three players, as gradient ascent elsewhere found it") {
  const std::vector<Rating> ratings = rate(3, {{0, 1, {7, 1, 2}}, {1, 2, {6, 2, 2}}, {0, 2, {9, 0, 1}}}, 0);
  CHECK(ratings[0].elo == Approx(187.254811).epsilon(1e-6));
  CHECK(ratings[1].elo == Approx(-14.975101).epsilon(1e-6));
  CHECK(ratings[2].elo == Approx(-172.279710).epsilon(1e-6));
}

TEST_CASE("rating: who won everything has a finite rating above the others") {
  const std::vector<Rating> ratings = rate(3, {{0, 1, {50, 0, 0}}, {1, 2, {25, 0, 25}}});
  CHECK(std::isfinite(ratings[0].elo));
  CHECK(ratings[0].elo > ratings[1].elo + 300);
  CHECK(ratings[0].error > 50);
}

TEST_CASE("rating: hundreds of players are rated at once, and each has the points that its rating promises") {
  // Each plays the next seven; who has the lower number wins more. One has lost everything, so that the middle of the
  // scale is not where the prior wants it.
  constexpr int kPlayers = 300;
  std::vector<PairingScore> scores;
  std::vector<double> points(kPlayers, 0);
  for (int i = 0; i < kPlayers; ++i) {
    for (int k = 1; k <= 7; ++k) {
      const int j = (i + k) % kPlayers;
      const Wdl score = j == 5 ? Wdl{3, 0, 0} : i == 5 ? Wdl{0, 0, 3} : i < j ? Wdl{2, 0, 1} : Wdl{1, 1, 1};
      scores.push_back({i, j, score});
      points[static_cast<std::size_t>(i)] += score.points();
      points[static_cast<std::size_t>(j)] += score.games() - score.points();
    }
  }
  const std::clock_t begin = std::clock();
  const std::vector<Rating> ratings = rate(kPlayers, scores);
  CHECK(std::clock() - begin < 5 * CLOCKS_PER_SEC);
  const auto expected = [](double elo) { return 1 / (1 + std::pow(10, -elo / 400)); };
  std::vector<double> promised(kPlayers, 0);
  for (const PairingScore& pairing : scores) {
    const auto i = static_cast<std::size_t>(pairing.first), j = static_cast<std::size_t>(pairing.second);
    promised[i] += 3 * expected(ratings[i].elo - ratings[j].elo);
    promised[j] += 3 * expected(ratings[j].elo - ratings[i].elo);
  }
  double off = 0;
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const double prior = 0.5 - expected(ratings[i].elo);
    off = std::max(off, std::abs(points[i] + prior - promised[i]));
  }
  CHECK(off < 0.05);  // what the mean of 0 costs
  CHECK(ratings[5].elo < ratings[4].elo - 300);
}
