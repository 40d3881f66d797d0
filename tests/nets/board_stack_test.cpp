#include "nets/board_stack.h"

#include <doctest/doctest.h>

#include "nets/move_code.h"
#include "tests/nets/dense_planes.h"
#include "tests/nets/mirror.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

LikelyBoard likely(const char* fen, float probability) { return {board_of(fen), probability}; }

// The planes of a step as nets/board_stack.h defines them, asked square by square.
std::vector<float> slow_step(const std::vector<LikelyBoard>& boards) {
  std::vector<float> dense(std::size_t{64} * kStepPlanes);
  const Color us = boards[0].board.turn();
  const auto set_everywhere = [&](std::size_t plane, double value) {
    std::fill_n(dense.begin() + static_cast<std::ptrdiff_t>(64 * plane), 64, static_cast<float>(value));
  };
  double sum = 0, quiet = 0, own_king = 0, own_queen = 0, other_king = 0, other_queen = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(boards.size(), 32); ++i) {
    const auto& [board, probability] = boards[i];
    for (Square s = 0; s < 64; ++s) {
      if (const Piece piece = board.piece_at(s); piece.exists()) {
        const std::size_t plane = 13 * i + static_cast<std::size_t>(piece.type) + (piece.color == us ? 0 : 6);
        dense[64 * plane + (us == kWhite ? s : s ^ 56U)] = 1;
      }
    }
    set_everywhere(13 * i + 12, probability);
    const std::string rights = format_fen(board).substr(format_fen(board).find(' ') + 3);
    const auto has = [&](char right) { return rights.substr(0, rights.find(' ')).find(right) != std::string::npos; };
    sum += probability;
    quiet += probability * board.halfmove_clock();
    own_king += has(us == kWhite ? 'K' : 'k') ? probability : 0;
    own_queen += has(us == kWhite ? 'Q' : 'q') ? probability : 0;
    other_king += has(us == kWhite ? 'k' : 'K') ? probability : 0;
    other_queen += has(us == kWhite ? 'q' : 'Q') ? probability : 0;
  }
  set_everywhere(416, us == kWhite ? 1 : 0);
  set_everywhere(417, boards[0].board.fullmove_number() / 100.0);
  set_everywhere(418, own_king / sum);
  set_everywhere(419, own_queen / sum);
  set_everywhere(420, other_king / sum);
  set_everywhere(421, other_queen / sum);
  set_everywhere(422, quiet / sum / 100);
  return dense;
}

std::vector<std::vector<LikelyBoard>> lists() {
  std::vector<LikelyBoard> many;
  Board board = Board::start();
  for (int i = 0; i < 40; ++i) {
    board.set_clocks(i, 7);
    many.push_back({board, 0.02F});
    if (const auto square = static_cast<Square>(i); board.piece_at(square).exists()) {
      board.remove(square);
    }
  }
  return {{likely("r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3K2R w KQkq - 3 12", 0.5F),
           likely("r3k2r/pp3ppp/8/8/7q/8/PP3PPP/R3K2R w KQk - 5 12", 0.25F)},
          {likely("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b Kq e3 0 2", 1)},
          many};
}

}  // namespace

TEST_CASE("board stack: a step is what the definition says, square by square") {
  for (const std::vector<LikelyBoard>& boards : lists()) {
    const std::vector<float> dense = dense_planes(stack_step(boards), kStepPlanes);
    const std::vector<float> wanted = slow_step(boards);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (dense[i] != doctest::Approx(wanted[i])) {
        FAIL("plane " << i / 64 << ", square " << i % 64 << ": " << dense[i] << ", not " << wanted[i]);
      }
    }
  }
}

TEST_CASE("board stack: the mirrored boards with colours exchanged differ in the plane of the colour alone") {
  for (const std::vector<LikelyBoard>& boards : lists()) {
    std::vector<LikelyBoard> others = boards;
    for (LikelyBoard& other : others) {
      const int clock = other.board.halfmove_clock();
      const int turn = other.board.fullmove_number();
      other.board = mirrored(other.board);
      other.board.set_clocks(clock, turn);
    }
    const auto without_colour = [](PlaneList planes) {
      const std::size_t all = planes.size();
      std::erase_if(planes, [](const Plane& plane) { return plane.index == 416; });
      return std::pair(planes, all - planes.size());
    };
    const auto [planes, own_colour] = without_colour(stack_step(boards));
    const auto [other_planes, other_colour] = without_colour(stack_step(others));
    CHECK(planes == other_planes);
    CHECK(own_colour + other_colour == 1);
  }
}

TEST_CASE("board stack: the step of the turn before comes first, and on the first turn its planes are empty") {
  const PlaneList before = stack_step(lists()[0]);
  const PlaneList now = stack_step(lists()[1]);
  const PlaneList stack = board_stack(before, now);
  REQUIRE(stack.size() == before.size() + now.size());
  CHECK(stack.back().index < kStackPlanes);
  CHECK(PlaneList(stack.begin(), stack.begin() + static_cast<std::ptrdiff_t>(before.size())) == before);
  const PlaneList first = board_stack({}, now);
  CHECK(first == PlaneList(stack.begin() + static_cast<std::ptrdiff_t>(before.size()), stack.end()));
  CHECK(first.front().index == kStepPlanes + now.front().index);
}
