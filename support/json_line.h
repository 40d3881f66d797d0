#pragma once

// JSON of anybody, read; and as the programs write it: one line, ASCII only, whatever bytes an engine sent as its name.

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "support/result.h"

namespace lanternfish {

using Json = nlohmann::ordered_json;  // keys stay in the order they were added

// The parser and the printer are templates that cost the compiler four seconds and more in each file that uses them.
// These functions are compiled once.

// Deeper nesting is refused: printing and destroying values recurse.
constexpr int kMaxJsonDepth = 64;

// The value that `text` spells, or what is wrong and where. All JSON of the project is read here: a test sees to it.
Result<Json> parse_json(std::string_view text);

// Thrown by functions that read a value of another shape than they want; the library throws Json::exception.
struct BadJson {
  std::string text;
};

// A whole number and a truth value; what else stands there is a BadJson that names it. Not get(): it takes true for 1,
// cuts off what stands behind the point, and wraps what does not fit.
std::int64_t whole_number(const Json& json, std::string_view name, std::int64_t min, std::int64_t max);
bool truth_value(const Json& json, std::string_view name);

// What an exception of the library says, without its own name and number.
std::string json_error_text(const Json::exception& error);

template <typename T>
constexpr bool kIsResult = false;
template <typename T>
constexpr bool kIsResult<Result<T>> = true;

// `read(json)`, which gives a value, a Result or nothing, and may throw BadJson or Json::exception.
template <typename Read>
auto read_value(const Json& json, Read&& read) {
  using Value = std::invoke_result_t<Read, const Json&>;
  using Answer =
      std::conditional_t<std::is_void_v<Value>, Status, std::conditional_t<kIsResult<Value>, Value, Result<Value>>>;
  try {
    if constexpr (std::is_void_v<Value>) {
      read(json);
      return success();
    } else {
      return Answer(read(json));
    }
  } catch (const BadJson& bad) {
    return Answer(Error{bad.text});
  } catch (const Json::exception& bad) {
    return Answer(Error{json_error_text(bad)});
  }
}

// The same for the JSON in `text`.
template <typename Read>
auto read_json(std::string_view text, Read&& read) {
  const Result<Json> json = parse_json(text);
  return json ? read_value(*json, read) : decltype(read_value(*json, read))(Error{json.error()});
}

// One line without its line end. Bytes that are no UTF-8 become U+FFFD.
std::string dump_line(const Json& json);
// The same with characters beyond ASCII as they are, for people.
std::string dump_readable(const Json& json);

}  // namespace lanternfish
