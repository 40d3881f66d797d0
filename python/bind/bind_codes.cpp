#include <fmt/format.h>

#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/observer.h"
#include "rules/notation.h"

namespace lanternfish::python {

namespace {

int encode_move(py::handle move, py::handle color) {
  const Move wanted = to_move({"move", move});
  const auto code = code_of_request(wanted, to_color({"color", color}));
  if (!code) {
    raise_value_error({"move", move}, format_move(wanted) + " is no piece's way to move");
  }
  return *code;
}

py::object decode_move(py::handle code, py::handle color, py::handle position) {
  const auto action = static_cast<ActionCode>(to_int({"code", code}, 0, kPassCode));
  const Color side = to_color({"color", color});
  const Bitboard pawns =
      position.is_none() ? 0 : to_board({"position", position}, Kings::kAtMostOne).pieces(side, kPawn);
  const std::optional<Move> move = move_of_code(action, side, pawns);
  if (!move) {
    raise_value_error({"code", code}, fmt::format("action {} leaves the board", action));
  }
  return from_move(*move);
}

int encode_sense(py::handle square, py::handle color) {
  const Square center = to_square({"square", square});
  if (center == kNoSquare) {
    raise_value_error({"square", square}, "there is no action for not sensing");
  }
  return sense_code(center, to_color({"color", color}));
}

py::object decode_sense(py::handle code, py::handle color) {
  const auto action = static_cast<ActionCode>(to_int({"code", code}, kFirstSenseCode, kActionCodes - 1));
  return from_square(sense_of_code(action, to_color({"color", color})));
}

}  // namespace

void bind_codes(py::module_& module) {
  module.attr("ACTIONS") = static_cast<int>(kActionCodes);
  module.attr("PASS") = static_cast<int>(kPassCode);
  module.attr("FIRST_SENSE") = static_cast<int>(kFirstSenseCode);
  module.attr("PLANES_PER_TURN") = kPlanesPerTurn;
  module.attr("TOKENS") = static_cast<int>(kTokens);
  module.def("encode_move", &encode_move, py::arg("move"), py::arg("color"),
             R"(The action code of a request of `color`; None is the pass.

64 * plane + square of origin, in AlphaZero's 73 planes: 0-55 direction
(N NE E SE S SW W NW) * 7 + distance - 1; 56-63 knight jumps clockwise from
NNE; 64-72 promotion to knight, bishop, rook, three each (towards the a-file,
straight, towards the h-file). Ranks are mirrored for Black.

>>> encode_move("e2e4", True), encode_move("e7e5", False), encode_move(None, True)
(76, 76, 4672)
)");
  module.def("decode_move", &decode_move, py::arg("code"), py::arg("color"), py::arg("position") = py::none(),
             R"(The request that a code of `color` stands for, as text; None is the pass.

A pawn that reaches the last rank becomes a queen unless the code says another
piece. `position` (a FEN or a chess.Board; the own pieces are enough) tells which
moves are a pawn's; without it "q" is left out. ValueError for codes that leave
the board.

>>> decode_move(76, True), decode_move(76, False), decode_move(PASS, True)
('e2e4', 'e7e5', None)
>>> decode_move(encode_move("a7a8q", True), True, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
'a7a8q'
)");
  module.def("encode_sense", &encode_sense, py::arg("square"), py::arg("color"),
             R"(The action code of a sense: 4673 + square, with ranks mirrored for Black.

>>> encode_sense("e7", True), encode_sense("e2", False)
(4725, 4725)
)");
  module.def("decode_sense", &decode_sense, py::arg("code"), py::arg("color"),
             R"(The square that a sense's code of `color` stands for.

>>> decode_sense(4725, True), decode_sense(4725, False)
(52, 12)
)");
  module.def("move_code", &encode_move, py::arg("move"), py::arg("color"), "The older name of encode_move().");
  module.def("sense_code", &encode_sense, py::arg("square"), py::arg("color"), "The older name of encode_sense().");
}

}  // namespace lanternfish::python
