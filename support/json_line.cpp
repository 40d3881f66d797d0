#include "support/json_line.h"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace lanternfish {

namespace {

// Where the text first nests deeper than allowed; npos where it does not. Brackets within strings do not count.
std::size_t too_deep_at(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      i += c == '\\' ? 1 : 0;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonDepth) {
        return i;
      }
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::string_view::npos;
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  if (const std::size_t at = too_deep_at(text); at != std::string_view::npos) {
    return Error{fmt::format("parse error at byte {}: more than {} levels of lists and objects in each other", at,
                             kMaxJsonDepth)};
  }
  try {
    return Json::parse(text);
  } catch (const Json::exception& bad) {
    return Error{json_error_text(bad)};
  }
}

std::int64_t whole_number(const Json& json, std::string_view name, std::int64_t min, std::int64_t max) {
  const bool fits = !json.is_number_unsigned() || json.get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
  const std::optional<std::int64_t> number =
      json.is_number_integer() && fits ? std::optional(json.get<std::int64_t>()) : std::nullopt;
  if (!number || *number < min || *number > max) {
    throw BadJson{fmt::format("{} is a whole number from {} to {}", name, min, max)};
  }
  return *number;
}

bool truth_value(const Json& json, std::string_view name) {
  if (!json.is_boolean()) {
    throw BadJson{fmt::format("{} is true or false", name)};
  }
  return json.get<bool>();
}

std::string json_error_text(const Json::exception& error) {
  const std::string_view text = error.what();
  const std::size_t end = text.starts_with('[') ? text.find("] ") : std::string_view::npos;
  return std::string(end == std::string_view::npos ? text : text.substr(end + 2));
}

std::string dump_line(const Json& json) { return json.dump(-1, ' ', true, Json::error_handler_t::replace); }

std::string dump_readable(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace lanternfish
