#pragma once

// JSON as the arena writes it: one line, ASCII only, whatever bytes an engine sent as its name or error.

#include <string>

#include <nlohmann/json.hpp>

namespace lanternfish {

using Json = nlohmann::ordered_json;  // keys stay in the order they were added

inline std::string dump_line(const Json& json) { return json.dump(-1, ' ', true, Json::error_handler_t::replace); }

}  // namespace lanternfish
