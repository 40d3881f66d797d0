#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/server/calls.h"
#include "tests/server/routes.h"
#include "tools/server/administration.h"

using namespace lanternfish;
using lanternfish::testing::Calls;
using lanternfish::testing::Route;

namespace {

// What the code compares texts with: the parts of paths are among them.
std::set<std::string> words_of_code() {
  const auto tools = lanternfish::testing::source_dir() / "tools";
  const std::regex compared("[=!]= \"([a-z_]+)\"");
  std::set<std::string> words;
  for (const auto& folder : {tools / "server", tools / "web" / "look"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string code = read_file(entry.path()).value();
      for (std::sregex_iterator it(code.begin(), code.end(), compared), none; it != none; ++it) {
        words.insert((*it)[1]);
      }
    }
  }
  return words;
}

}  // namespace

TEST_CASE("server calls: each one stands in the reference with an example") {
  ApiSettings api;
  api.limits.calls_of_account = api.limits.calls_of_address = 0;
  api.people.max_analyses = api.people.max_begun = 0;
  Calls calls({"white", "black"}, {}, api);
  REQUIRE(calls.ask("white", "POST", "api/invitations", R"({"opponent": "black", "color": true})") ==
          "200 {\"game_id\":1}");
  for (const char* who : {"white", "black"}) {
    calls.ask(who, "POST", "api/games/1/ready", "{}");
  }
  calls.ask("white", "POST", "api/games/1/sense", R"({"square": 1})");
  calls.ask("white", "POST", "api/games/1/move", R"({"requested_move": null})");
  calls.ask("black", "POST", "api/games/1/resign", "{}");
  const std::string shown = calls.ask("white", "POST", "api/show/1");
  REQUIRE(shown.starts_with("200 "));
  const std::string game = Json::parse(shown.substr(4))["id"];
  REQUIRE(!calls.lobby().add_tournament({.name = "1", .clock = "1+0", .ends_ms = now_ms() + 1'000'000, .players = {}}));

  const std::string cookie = calls.cookie_of("white");
  std::set<std::string> documented;
  const std::regex names("/(cup|[0-9a-f]{16}|SHOWN)(?=/|$)");
  for (const Route& route : lanternfish::testing::documented_routes()) {
    documented.insert(route.method + " " + std::regex_replace(route.path, names, "/1"));
  }
  REQUIRE(documented.size() > 50);
  int answered = 0;
  const auto ask = [&](const std::string& path) {
    for (const char* method : {"GET", "POST"}) {
      HttpRequest request = Calls::request(method, path, "{}");
      request.authorization = Calls::basic("white");
      request.cookie = cookie;
      request.token = "page";
      const HttpResponse answer = calls.send(request);
      std::string call = method + (" " + std::regex_replace(path, std::regex(game), "1"));
      call = std::regex_replace(call, std::regex("tournaments/me"), "tournaments/1");  // a name like any other
      // All that is brought to Look is refused at once, whatever its path.
      const bool brought = answer.status == 403 && call.starts_with("POST api/look/");
      if (answer.status != 404 && !brought && !documented.contains(call)) {
        FAIL_CHECK(call << " is answered by " << answer.status << " and stands nowhere in docs/reference/server.md");
      }
      answered += answer.status != 404 ? 1 : 0;
    }
  };
  const std::set<std::string> words = words_of_code();
  REQUIRE(words.size() > 40);
  for (const std::string& first : words) {
    ask("api/" + first);
    for (const std::string& middle : {std::string("1"), std::string("me"), game}) {
      ask("api/" + first + "/" + middle);
      for (const std::string& last : words) {
        ask("api/" + first + "/" + middle + "/" + last);
      }
    }
    for (const std::string& second : words) {
      ask("api/" + first + "/" + second);
      ask("api/look/" + game + "/white/1/" + first + "/" + second);
    }
    ask("api/look/" + game + "/white/1/" + first);
  }
  CHECK(answered > 50);
}
