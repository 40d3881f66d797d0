#include "game/record_json.h"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/text.h"

namespace lanternfish {

[[noreturn]] void refuse_json(std::string text) { throw BadJson{std::move(text)}; }

Square read_square(const Json& json) {
  if (json.is_null()) {
    return kNoSquare;
  }
  // Not get() alone: it would take true for 1, and cut a number that does not fit.
  const bool whole = json.is_number_unsigned();
  if (!whole || json.get<std::uint64_t>() > 63) {
    refuse_json(fmt::format("{} is not a square", shortened(dump_line(json), 40)));
  }
  return static_cast<Square>(json.get<std::uint64_t>());
}

std::string read_object(const Json& json, std::string_view type) {
  if (json.at("type").get<std::string>() != type) {
    refuse_json(
        fmt::format("an object of type {} where a {} belongs", shortened(dump_line(json.at("type")), 40), type));
  }
  return json.at("value").get<std::string>();
}

Move read_move(const Json& json) {
  if (json.is_null()) {
    return kNullMove;
  }
  const std::string text = read_object(json, "Move");
  const Result<Move> move = parse_move(text);
  if (!move || move->is_null()) {
    refuse_json(fmt::format("'{}' is not a move", text));
  }
  return *move;
}

Piece read_piece(const Json& json) {
  if (json.is_null()) {
    return {};
  }
  const std::string letter = read_object(json, "Piece");
  const Piece piece = letter.size() == 1 ? piece_from_letter(letter[0]) : Piece{};
  if (!piece.exists()) {
    refuse_json(fmt::format("'{}' is not a piece", letter));
  }
  return piece;
}

Json square_json(Square square) { return square == kNoSquare ? Json() : Json(static_cast<int>(square)); }

Json object_json(const char* type, std::string value) {
  Json json = Json::object();
  json["type"] = type;
  json["value"] = std::move(value);
  return json;
}

Json move_json(Move move) { return move.is_null() ? Json() : object_json("Move", format_move(move)); }

Json window_json(const Window& window) {
  Json json = Json::array();
  const WindowSquares squares = window_squares(window.center);
  for (int i = 0; i < squares.size; ++i) {
    Json pair = Json::array();
    pair.push_back(square_json(squares.squares[i]));
    pair.push_back(window.contents[i].exists() ? object_json("Piece", std::string(1, piece_letter(window.contents[i])))
                                               : Json());
    json.push_back(std::move(pair));
  }
  return json;
}

}  // namespace lanternfish
