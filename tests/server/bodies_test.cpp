// Numbers and truth values in the bodies of calls: what does not fit is refused, and nothing is made of it.

#include <string>

#include <doctest/doctest.h>

#include "tests/server/calls.h"

namespace lanternfish {

using testing::Calls;

namespace {

std::string body(const char* key, const std::string& value) { return std::string("{\"") + key + "\": " + value + "}"; }

}  // namespace

TEST_CASE("server calls: a number of a body is taken as it stands, or refused") {
  Calls calls({"anna"});
  for (const char* games :
       {"4294967297", "-4294967297", "18446744073709551615", "1.5", "1e300", "true", "\"4\"", "null", "[4]"}) {
    CHECK_MESSAGE(calls.ask("anna", "POST", "api/users/me/max_games", body("max_games", games))
                      .starts_with("400 {\"error\":\"the body of the call: max_games is a whole number from "),
                  games);
  }
  CHECK(std::get<Person>(calls.lobby().person(1)).max_games == Person{}.max_games);
  CHECK(calls.ask("anna", "POST", "api/users/me/max_games", body("max_games", "64")) == "200 {}");
  CHECK(std::get<Person>(calls.lobby().person(1)).max_games == 64);
}

// reconchess's client does not look at the answer, and would go on as if its number were known.
TEST_CASE("server calls: more games than one may play at once count as that many, fewer than none as none") {
  Calls calls({"anna"});
  const auto kept = [&](const char* games) {
    CHECK_MESSAGE(calls.ask("anna", "POST", "api/users/me/max_games", body("max_games", games)) == "200 {}", games);
    return std::get<Person>(calls.lobby().person(1)).max_games;
  };
  CHECK(kept("7") == 7);
  CHECK(kept("65") == 64);
  CHECK(kept("8") == 8);
  CHECK(kept("2000000000") == 64);
  CHECK(kept("-1") == 0);
}

TEST_CASE("server calls: a truth value of a body is one, or refused") {
  Calls calls({"anna", "bert"});
  for (const char* value : {"1", "0", "\"true\"", "null", "\"white\""}) {
    CHECK_MESSAGE(calls.ask("anna", "POST", "api/users/me/ranked", body("ranked", value)) ==
                      "400 {\"error\":\"the body of the call: ranked is true or false\"}",
                  value);
    const std::string invitation = std::string(R"({"opponent": "bert", "color": )") + value + "}";
    CHECK_MESSAGE(calls.ask("anna", "POST", "api/invitations", invitation) ==
                      "400 {\"error\":\"the body of the call: color is true or false\"}",
                  value);
  }
}

TEST_CASE("server calls: a tournament's numbers are taken as they stand, or refused") {
  Calls calls({});
  REQUIRE(std::holds_alternative<Person>(calls.lobby().add_administrator("a password")));
  const auto made = [&](const char* games, const char* ends) {
    return calls
        .answer("administrator", "POST", "api/tournaments",
                std::string(R"({"name": "cup", "clock": "300+2", "games": )") + games +
                    R"(, "begins_ms": 0, "ends_ms": )" + ends + "}")
        .status;
  };
  for (const char* number : {"4294967298", "true", "1.5", "-2", "\"2\""}) {
    CHECK_MESSAGE(made(number, "4102444800000") == 400, number);
  }
  for (const char* moment : {"4102444800000.5", "1e300", "true", "9223372036854775807", "18446744073709551615"}) {
    CHECK_MESSAGE(made("2", moment) == 400, moment);
  }
  CHECK(made("2", "4102444800000") == 200);
}

}  // namespace lanternfish
