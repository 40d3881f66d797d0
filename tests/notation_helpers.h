#pragma once

// Boards, moves and squares from text that is known to be right. Wrong text fails the test by an assertion in value().

#include <string_view>

#include "rules/notation.h"

namespace lanternfish::testing {

inline Board board_of(std::string_view fen) { return parse_fen(fen).value(); }
inline Move move_of(std::string_view text) { return parse_move(text).value(); }
inline Square square_of(std::string_view text) { return parse_square(text).value(); }

}  // namespace lanternfish::testing
