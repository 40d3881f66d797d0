#include "support/json_line.h"

#include <doctest/doctest.h>

#include <string>

using namespace lanternfish;

TEST_CASE("json: nesting is bounded, brackets within strings do not count") {
  const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  CHECK(parse_json(nested(64)).ok());
  CHECK(parse_json(nested(65)).error().find("more than 64 levels") != std::string::npos);
  CHECK(parse_json(nested(1'000'000)).error().find("at byte 64") != std::string::npos);
  CHECK(parse_json("[\"" + std::string(1'000, '[') + "\\\"\"]").ok());
}

TEST_CASE("json: what is wrong is said with its place, and what a reader throws is an error") {
  CHECK(parse_json("{\"a\": }").error().find("line 1, column 7") != std::string::npos);
  const auto number = [](const Json& json) { return json.at("n").get<int>(); };
  CHECK(read_json(R"({"n": 5})", number).value() == 5);
  CHECK(read_json(R"({"m": 5})", number).error() == "key 'n' not found");
  CHECK(read_json("[", number).error().find("parse error") == 0);
  CHECK(read_json("1", [](const Json&) -> Result<int> { return Error{"no"}; }).error() == "no");
  CHECK(read_json("1", [](const Json&) -> int { throw BadJson{"bad"}; }).error() == "bad");
  CHECK(read_json("1", [](const Json&) {}).ok());
}

TEST_CASE("json: a whole number is one that fits, and nothing is made of anything else") {
  const auto number = [](const char* text) {
    return read_json(text, [](const Json& json) { return whole_number(json, "n", -5, 1'000); });
  };
  CHECK(number("1000").value() == 1'000);
  CHECK(number("-5").value() == -5);
  for (const char* text : {"1001", "-6", "4294967296", "18446744073709551615", "18446744073709551616", "1e400", "1.0",
                           "true", "null", "\"1\"", "[1]"}) {
    CHECK_MESSAGE(!number(text).ok(), text);
  }
  CHECK(number("true").error() == "n is a whole number from -5 to 1000");
}
