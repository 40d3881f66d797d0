#pragma once

// JSON as the arena writes it: one line, ASCII only, whatever bytes an engine sent as its name or error.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace lanternfish {

using Json = nlohmann::ordered_json;  // keys stay in the order they were added

// The parser and the printer are templates that cost the compiler four seconds and more in each file that uses them.
// These functions are compiled once.

// Deeper nesting is refused: printing and destroying values recurse.
constexpr int kMaxJsonDepth = 64;

// The value that `text` spells. Throws Json::parse_error, which names the place.
Json parse_json(std::string_view text);

// What an exception of the library says, without its own name and number.
std::string json_error_text(const Json::exception& error);

// One line without its line end. Bytes that are no UTF-8 become U+FFFD.
std::string dump_line(const Json& json);
// The same with characters beyond ASCII as they are, for people.
std::string dump_readable(const Json& json);

}  // namespace lanternfish
