#include "nets/board_planes.h"

#include <doctest/doctest.h>

#include "nets/move_code.h"
#include "tests/nets/mirror.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

TEST_CASE("board planes: pieces, rights and en passant, the side to move south") {
  const Board board = board_of("r3k2r/8/8/8/Pp6/8/8/4K2R b Kkq a3 0 1");
  std::vector<Bitboard> wanted(kBoardPlanes);
  wanted[0] = oriented(bit(square_of("b4")), kBlack);
  wanted[3] = oriented(bit(square_of("a8")) | bit(square_of("h8")), kBlack);
  wanted[5] = oriented(bit(square_of("e8")), kBlack);
  wanted[6] = oriented(bit(square_of("a4")), kBlack);
  wanted[9] = oriented(bit(square_of("h1")), kBlack);
  wanted[11] = oriented(bit(square_of("e1")), kBlack);
  wanted[12] = wanted[13] = wanted[14] = ~Bitboard{0};
  wanted[16] = oriented(bit(square_of("a3")), kBlack);
  CHECK(board_planes(board) == plane_list(wanted));
}

TEST_CASE("board planes: the mirrored board with colours exchanged has the same planes") {
  for (const char* fen : {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
                          "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1", "r3k3/1P6/8/8/8/8/8/4K3 b q - 0 1"}) {
    CHECK(board_planes(board_of(fen)) == board_planes(mirrored(board_of(fen))));
  }
}
