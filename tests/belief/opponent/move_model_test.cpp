#include "belief/opponent/move_model.h"
#include "belief/opponent/move_weigher.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "belief/belief.h"
#include "tests/notation_helpers.h"
#include "tests/recorded_game.h"

using namespace lanternfish;
using testing::board_of;

namespace {

// True boards of random games, each before a move of the side to move.
std::vector<Board> random_boards(unsigned seeds) {
  std::vector<Board> boards;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const auto game = testing::random_game(Board::start(), seed, 80);
    for (const auto& history : game) {
      for (std::size_t i = 0; i < history.events.size(); ++i) {
        const Board& board = history.truth[i];
        if (std::holds_alternative<Sensed>(history.events[i]) && board.king(kWhite) != kNoSquare &&
            board.king(kBlack) != kNoSquare) {
          boards.push_back(board);
        }
      }
    }
  }
  return boards;
}

MoveSituation situation(const Board& board) { return situation_before(board, ~board.turn()); }

double probability(const Board& board, const MoveSituation& at, const char* move) {
  MoveProbabilities model(MoveModel::fitted(), at);
  for (const TakenMove& taken : model.of(mover_view(board))) {
    if (taken.move == parse_move(move).value()) {
      return static_cast<double>(taken.probability);
    }
  }
  return 0;
}

// The order that TakenMoves promises.
std::vector<Move> in_order(const TakenMoves& moves, const MoverView& view, Color side) {
  std::vector<Move> order = {kNullMove};
  const int up = side == kWhite ? 8 : -8;
  const auto pawns = [&](Bitboard targets, int offset) {
    for (const bool promotes : {false, true}) {
      for (Bitboard b = targets; b != 0;) {
        const Square to = pop_lowest(b);
        const auto from = static_cast<Square>(to - offset);
        if (promotes != (relative_rank(to, side) == 7)) {
          continue;
        }
        for (const PieceType promotion : kPromotionTypes) {
          if (promotes || promotion == kPromotionTypes[0]) {
            order.push_back({from, to, promotes ? promotion : kNoPieceType});
          }
        }
      }
    }
  };
  pawns(moves.single, up);
  pawns(moves.west, up - 1);
  pawns(moves.east, up + 1);
  pawns(moves.twice, 2 * up);
  for (Bitboard b = moves.en_passant; b != 0;) {
    order.push_back({pop_lowest(b), view.ep_square});
  }
  for (int i = 0; i < moves.piece_count; ++i) {
    const TakenMoves::Piece& piece = moves.pieces[static_cast<std::size_t>(i)];
    for (const Bitboard part : {piece.targets & ~view.enemy, piece.targets & view.enemy}) {
      for (Bitboard b = part; b != 0;) {
        order.push_back({piece.from, pop_lowest(b)});
      }
    }
  }
  const Square king = relative_square(4, side);
  if (moves.kingside) {
    order.push_back({king, static_cast<Square>(king + 2)});
  }
  if (moves.queenside) {
    order.push_back({king, static_cast<Square>(king - 2)});
  }
  return order;
}

}  // namespace

TEST_CASE("move model: probabilities are positive and add up to 1, the null move last") {
  std::size_t boards = 0;
  for (const Board& board : random_boards(8)) {
    for (const MoveModel& model : {MoveModel::uniform(), MoveModel::fitted()}) {
      MoveProbabilities probabilities(model, situation(board));
      double sum = 0;
      const auto moves = probabilities.of(mover_view(board));
      for (const TakenMove& taken : moves) {
        REQUIRE(taken.probability > 0);
        sum += static_cast<double>(taken.probability);
      }
      REQUIRE(sum == doctest::Approx(1).epsilon(1e-4));
      REQUIRE(moves.back().move.is_null());
    }
    ++boards;
  }
  CHECK(boards > 300);
}

TEST_CASE("move model: as many requests come to each taken move as the rules say") {
  auto boards = random_boards(6);
  for (const char* fen : {"r3k2r/8/8/8/8/8/8/Rn2K2R w KQkq - 0 1", "4k3/PP6/8/2pP4/8/1n3p2/PPP2PP1/4K3 w - c6 0 1",
                          "1n2k3/P1P5/8/8/q6p/8/P6P/R3K1bR w KQ - 0 1", "r3k3/8/8/1B6/8/8/8/Q3K2q w - - 0 1"}) {
    boards.push_back(board_of(fen));
  }
  for (const Board& board : boards) {
    std::map<Move, int> expected;
    for (const Move request : requests(board, board.turn())) {
      ++expected[resolve(board, request).taken];
    }
    CAPTURE(format_fen(board));
    const MoverView view = mover_view(board);
    const MoveSituation at = situation(board);
    const MoverBoard mover(view, at);
    for_each_taken_move(view, board.turn(), [&](PieceType type, Move move, Square captured) {
      CAPTURE(format_move(move));
      REQUIRE(requests_for(mover, type, move, captured) == expected[move]);
    });
    REQUIRE(requests_for_null(mover) == expected[kNullMove]);
  }
}

TEST_CASE("move model: a move is as likely as the rows of its features say") {
  auto boards = random_boards(6);
  for (const char* fen : {"r3k2r/8/8/8/8/8/8/Rn2K2R w KQkq - 0 20", "4k3/PP6/8/2pP4/8/1n3p2/PPP2PP1/4K3 w - c6 0 30",
                          "4k3/4r3/8/8/8/4B3/3q4/4K2R w K - 0 12"}) {
    boards.push_back(board_of(fen));
  }
  const MoveScoreTable& table = move_score_table();
  for (const Board& board : boards) {
    MoveSituation at = situation(board);
    at.observer_to = lowest(board.pieces(~board.turn()));
    at.observer_captured = board.fullmove_number() % 2 == 0;
    const MoverView view = mover_view(board);
    const MoverBoard features(view, at);
    MoveProbabilities probabilities(MoveModel::fitted(), at);
    const auto moves = probabilities.of(view);
    std::vector<std::array<double, kMoveStyles>> powers;
    std::array<double, kMoveStyles> total{};
    std::vector<double> asked;
    double all_asked = 0;
    for (const TakenMove& taken : moves) {
      const bool null = taken.type == kNoPieceType;
      asked.push_back(null ? requests_for_null(features)
                           : requests_for(features, taken.type, taken.move, taken.captured));
      all_asked += asked.back();
      std::array<double, kMoveStyles> score{};
      const auto add = [&](int row) {
        for (int k = 0; k < kMoveStyles; ++k) {
          score[static_cast<std::size_t>(k)] += static_cast<double>(table[static_cast<std::size_t>(row)].lanes[k]);
        }
      };
      null ? for_each_null_row(features, requests_for_null(features), add)
           : for_each_row(features, taken.type, taken.move, taken.captured, add);
      for (std::size_t k = 0; k < kMoveStyles; ++k) {
        score[k] = std::exp2(score[k]);
        total[k] += score[k];
      }
      powers.push_back(score);
    }
    CAPTURE(format_fen(board));
    for (std::size_t i = 0; i < moves.size(); ++i) {
      double expected = static_cast<double>(kUsualShares[kRandomPart]) * asked[i] / all_asked;
      for (std::size_t k = 0; k < kMoveStyles; ++k) {
        expected += static_cast<double>(kUsualShares[k]) * powers[i][k] / total[k];
      }
      expected += i + 1 == moves.size() ? static_cast<double>(kUsualShares[kPassPart]) : 0;
      CAPTURE(format_move(moves[i].move));
      REQUIRE(static_cast<double>(moves[i].probability) == doctest::Approx(expected).epsilon(1e-4));
    }
  }
}

TEST_CASE("move weigher: gives every move its probability times the whole, in the order of TakenMoves") {
  auto boards = random_boards(20);
  for (const char* fen : {"r3k2r/8/8/8/8/8/8/Rn2K2R w KQkq - 0 20", "4k3/PP6/8/2pP4/8/1n3p2/PPP2PP1/4K3 w - c6 0 30",
                          "4k3/4r3/8/8/8/4B3/3q4/4K2R w K - 0 12", "1n2k3/P1P5/8/8/q6p/8/P6P/R3K1bR w KQ - 0 1",
                          "r3k3/8/q1n5/1B6/8/8/8/Q3K2q b q - 0 14", "3k4/8/8/3Q4/8/8/3r4/3K4 b - - 0 40"}) {
    boards.push_back(board_of(fen));
  }
  std::size_t captures = 0;
  for (const Board& board : boards) {
    MoveSituation at = situation(board);
    at.observer_to = lowest(board.pieces(~board.turn()));
    at.observer_captured = board.fullmove_number() % 2 == 0;
    at.mover_captured = lowest(board.pieces(board.turn()));
    const MoverView view = mover_view(board);
    const TakenMoves moves(view, board.turn());
    const std::vector<Move> order = in_order(moves, view, board.turn());
    MoveProbabilities probabilities(MoveModel::fitted(), at);
    std::map<Move, double> expected;
    for (const TakenMove& taken : probabilities.of(view)) {
      expected[taken.move] = static_cast<double>(taken.probability);
      captures += taken.captured != kNoSquare ? 1 : 0;
    }
    CAPTURE(format_fen(board));
    REQUIRE(order.size() == expected.size());
    for (const std::size_t boards_to_come : {std::size_t{1}, std::size_t{1000}}) {  // without and with a table
      const MoveFactors factors(MoveModel::fitted(), at, boards_to_come);
      MoveWeigher weigher(factors);
      const auto weights = weigher.weights(view, moves, 0.25F);
      REQUIRE(weights.size() == order.size());
      for (std::size_t i = 0; i < order.size(); ++i) {
        CAPTURE(format_move(order[i]));
        REQUIRE(expected.contains(order[i]));
        REQUIRE(static_cast<double>(weights[i]) == doctest::Approx(0.25 * expected[order[i]]).epsilon(3e-5));
      }
    }
  }
  CHECK(captures > 1000);
}

TEST_CASE("move model: knows which moves leave the own king attacked") {
  std::size_t exposed = 0;
  for (const Board& board : random_boards(20)) {
    const MoverView view = mover_view(board);
    const MoveSituation at = situation(board);
    const MoverBoard mover(view, at);
    if (count(mover.pinned) > 1) {
      continue;  // one line for all pinned pieces is an approximation
    }
    REQUIRE(mover.in_check == in_check(board, board.turn()));
    for_each_taken_move(view, board.turn(), [&](PieceType type, Move move, Square captured) {
      const bool en_passant = captured != kNoSquare && captured != move.to;
      if (en_passant || is_castling(type, move)) {
        return;  // more than one square is left or entered, which exposure() does not follow
      }
      Board after = board;
      apply(after, move);
      const int exposure = detail::exposure(mover, type, move);
      CAPTURE(format_fen(board));
      CAPTURE(format_move(move));
      const bool king_falls = after.king(~board.turn()) == kNoSquare;
      if (!king_falls) {
        REQUIRE((exposure >= 1 && exposure <= 3) == in_check(after, board.turn()));
      }
      exposed += exposure >= 1 && exposure <= 3 ? 1 : 0;
    });
  }
  CHECK(exposed > 100);
}

TEST_CASE("move model: captures the king, takes back, castles, and does not hang the queen") {
  const Board check = board_of("4k3/8/8/8/4R3/8/8/4K3 w - - 0 40");
  CHECK(probability(check, situation(check), "e4e8") > 0.3);
  CHECK(probability(check, situation(check), "e4e8") > 10 * probability(check, situation(check), "e4e7"));

  const Board lost_pawn = board_of("rnbqkb1r/ppp1pppp/5n2/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
  MoveSituation taken_back = situation(lost_pawn);
  const double unaware = probability(lost_pawn, taken_back, "f6d5");
  taken_back.observer_to = parse_square("d5").value();
  taken_back.observer_captured = true;
  const double aware = probability(lost_pawn, taken_back, "f6d5");
  CHECK(aware > unaware);
  CHECK(aware + probability(lost_pawn, taken_back, "d8d5") > 0.25);

  const Board attacked = board_of("rnb1kbnr/pppp1ppp/8/4p1q1/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 4");
  const double hung = probability(attacked, situation(attacked), "g5e3");
  for (const char* request : {"g5h4", "g5e7", "g5d8"}) {
    CAPTURE(request);
    CHECK(probability(attacked, situation(attacked), request) > 5 * hung);
  }

  const Board free_to_castle = board_of("rnbqk2r/ppppbppp/5n2/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - 4 5");
  CHECK(probability(free_to_castle, situation(free_to_castle), "e1g1") >
        5 * probability(free_to_castle, situation(free_to_castle), "e1f1"));
}

TEST_CASE("move model: scores a board as it does its mirror image") {
  const Board white = board_of("r2qk2r/ppp2ppp/2n2n2/3pp3/1b1PP1b1/2N2N2/PPPBBPPP/R2QK2R w KQkq - 6 7");
  const Board black = board_of("r2qk2r/pppbbppp/2n2n2/1B1pp1B1/3PP3/2N2N2/PPP2PPP/R2QK2R b KQkq - 6 7");
  for (const auto& [move, mirrored] :
       {std::pair{"e1g1", "e8g8"}, {"d4e5", "d5e4"}, {"c3d5", "c6d4"}, {"a2a3", "a7a6"}}) {
    const double one = probability(white, situation(white), move);
    CHECK(one > 0);
    CHECK(one == doctest::Approx(probability(black, situation(black), mirrored)).epsilon(1e-5));
  }
}

TEST_CASE("move model: shares follow the opponent, add up to 1 and never vanish") {
  const auto check_shares = [](const MoveShares& shares) {
    float sum = 0;
    for (const float share : shares) {
      REQUIRE(share > 0.001F);
      sum += share;
    }
    REQUIRE(sum == doctest::Approx(1));
  };
  MoveHabits passer;
  MoveHabits never;
  for (int turn = 0; turn < 40; ++turn) {
    std::array<double, kMoveParts> passed{};
    passed.fill(0.05);
    passed[kPassPart] = 1;
    passer.learn(passed);
    std::array<double, kMoveParts> moved{};
    moved.fill(0.1);
    moved[kPassPart] = 0;
    never.learn(moved);
    check_shares(passer.shares());
    check_shares(never.shares());
  }
  CHECK(passer.shares()[kPassPart] > 0.8F);
  CHECK(never.shares()[kPassPart] < 0.2F * kUsualShares[kPassPart]);
  const MoveShares before = passer.shares();
  passer.learn({});
  CHECK(passer.shares() == before);
}

TEST_CASE("move model: the belief keeps the same boards as with the uniform model, in the same order for any threads") {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const auto game = testing::random_game(Board::start(), seed, 30);
    for (const Color me : {kWhite, kBlack}) {
      std::array<ThreadPool, 2> pools{ThreadPool(1), ThreadPool(3)};
      Belief uniform(Board::start(), me, {}, pools[0]);
      Belief one(Board::start(), me, {}, pools[0], MoveModelKind::kFitted);
      Belief three(Board::start(), me, {}, pools[1], MoveModelKind::kFitted);
      for (std::size_t i = 0; i < game[me].events.size() && uniform.boards().size() < 3000; ++i) {
        for (Belief* belief : {&uniform, &one, &three}) {
          REQUIRE(belief->observe(game[me].events[i]).ok());
        }
        REQUIRE(one.boards().size() == uniform.boards().size());
        std::vector<Hypothesis> boards;
        one.boards().for_each([&](const Hypothesis& h) {
          REQUIRE(uniform.boards().find(h) != nullptr);
          boards.push_back(h);
        });
        std::size_t at = 0;
        three.boards().for_each([&](const Hypothesis& h) {
          REQUIRE(h.same_board(boards[at]));
          REQUIRE(h.weight == boards[at++].weight);
        });
        if (game[me].truth[i].king(me) != kNoSquare && game[me].truth[i].king(~me) != kNoSquare) {
          REQUIRE(one.probability(game[me].truth[i]) > 0);
        }
      }
    }
  }
}

TEST_CASE("move model: the belief comes to expect passes of an opponent who passes") {
  ThreadPool threads(1);
  Belief belief(Board::start(), kWhite, {}, threads, MoveModelKind::kFitted);
  testing::Recorder recorder(Board::start());
  testing::BothHistories histories;
  const auto move = [](const char* text) { return parse_move(text).value(); };
  for (int turn = 0; turn < 10; ++turn) {
    const Square center = parse_square(turn % 2 == 0 ? "e6" : "c6").value();
    recorder.play(center, move(turn % 2 == 0 ? "g1f3" : "f3g1"), histories);
    recorder.play(kNoSquare, kNullMove, histories);
  }
  for (const Observation& event : histories[kWhite].events) {
    REQUIRE(belief.observe(event).ok());
  }
  CHECK(belief.next_move().model.shares[kPassPart] > 2 * kUsualShares[kPassPart]);
}
