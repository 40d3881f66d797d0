#pragma once

// How reconchess spells squares, pieces, moves and windows in JSON: in GameHistory files and in the calls of its
// server. No square, no piece and the null move are null.

#include <string>
#include <string_view>

#include "rules/observation.h"
#include "rules/types.h"
#include "support/json_line.h"

namespace lanternfish {

// The readers throw BadJson and the library's exceptions; read_value() catches both.
[[noreturn]] void refuse_json(std::string text);

Square read_square(const Json& json);
// The value of {"type": TYPE, "value": TEXT}, reconchess's way of storing an object.
std::string read_object(const Json& json, std::string_view type);
Move read_move(const Json& json);
Piece read_piece(const Json& json);

Json square_json(Square square);
Json object_json(const char* type, std::string value);
Json move_json(Move move);
// [[square, piece or null], ...]
Json window_json(const Window& window);

}  // namespace lanternfish
