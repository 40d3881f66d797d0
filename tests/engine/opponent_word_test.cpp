#include "engine/opponent_word.h"

#include "tests/engine/seat.h"

using namespace lanternfish;

namespace {

// White develops, Black takes the pawn that hangs on e4, unseen.
struct Taken {
  explicit Taken(int share, std::int64_t seed = 1) : seat(config(share, seed), start(), kBlack) {
    seat.tell(OpponentMoved{kNoSquare});
    square = seat.agent.choose_sense(testing::nodes(20'000), {}, {});
  }
  static Config config(int share, std::int64_t seed) {
    Config config = testing::seeded(Strategy::kLanternfish, seed);
    config.opponent_share = share;
    return config;
  }
  // White's queen on d1 may take the rook on d8 that nothing defends: Black is to be told.
  static Board start() { return parse_fen("3r2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1").value(); }

  testing::Seat seat;
  Square square = kNoSquare;
};

double probability(const Taken& game, const char* move) {
  Board board = Taken::start();
  apply(board, parse_move(move).value());
  return game.seat.agent.probability(board);
}

}  // namespace

TEST_CASE("opponent's word: each kind of score has its verdict, in the order of the evaluator") {
  const std::vector<MoveScore> scores = {{{1, 2}, Score::captures_king()}, {{2, 3}, Score::mates_in(2)},
                                         {{3, 4}, Score::centipawns(30)},  {{4, 5}, Score::centipawns(-400)},
                                         {{5, 6}, Score::mated_in(1)},     {{6, 7}, Score::loses_king()},
                                         {{7, 8}, Score::stays_in_check()}};
  const EvaluatorWord word = opponent_word(scores);
  REQUIRE(word.size() == scores.size());
  for (std::size_t i = 0; i < word.size(); ++i) {
    CHECK(word[i].taken == scores[i].taken);
    for (std::size_t k = 0; k < i; ++k) {
      CHECK(word[i].judgement != word[k].judgement);
      CHECK(word[i].rank >= word[k].rank);
    }
  }
}

TEST_CASE("opponent's word: before the sense, a move that gives the queen away becomes less likely than a safe one") {
  const Taken without(0), with_word(25);
  const auto odds = [](const Taken& game) { return probability(game, "d1d7") / probability(game, "d1e1"); };
  CHECK(odds(with_word) < odds(without));
  CHECK(without.seat.agent.boards() == with_word.seat.agent.boards());
}

TEST_CASE("opponent's word: asked for within the nodes, with the same answer each time, and not without a chess engine") {
  const Taken first(25), second(25);
  CHECK(first.square == second.square);
  CHECK(probability(first, "d1e1") == probability(second, "d1e1"));
  Config config = Taken::config(25, 1);
  CHECK(judges_opponent(config));
  config.engine_command = "none";
  CHECK_FALSE(judges_opponent(config));
  config.engine_command.clear();
  config.strategy = Strategy::kStrangeFish2;
  CHECK_FALSE(judges_opponent(config));
}
