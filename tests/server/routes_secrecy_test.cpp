#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <optional>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "rules/notation.h"
#include "tests/server/calls.h"
#include "tests/server/routes.h"
#include "tools/server/administration.h"
#include "tools/server/names.h"

using namespace lanternfish;
using lanternfish::testing::Calls;
using lanternfish::testing::Route;

namespace {

struct Asker {
  std::string name, authorization, cookie;
  bool plays = false;
};

ApiSettings without_limits() {
  ApiSettings api;
  api.limits = {.registrations = 6,  // each takes a hash
                .failures = 0,
                .failures_of_name = 0,
                .calls_of_account = 0,
                .calls_of_address = 0};
  api.people.max_analyses = api.people.max_begun = 0;
  return api;
}

// A server on which anna plays against bert, with everybody who may ask about it.
class Meeting {
 public:
  explicit Meeting(Color anna) : calls_({"anna", "bert", "carl"}, {}, without_limits()) {
    REQUIRE(std::holds_alternative<std::string>(make_administrator(calls_.lobby())));
    REQUIRE(!calls_.lobby().set_password(kAdministrator, "a password"));
    REQUIRE(std::holds_alternative<Person>(calls_.lobby().add_house_bot("trout")));
    for (const std::string& name : {std::string("anna"), std::string("carl"), std::string(kAdministrator)}) {
      const bool plays = name == "anna";
      askers_.push_back({name + " as a program", Calls::basic(name), "", plays});
      askers_.push_back({name + " at the page", "", calls_.cookie_of(name), plays});
    }
    askers_.push_back({"a stranger", "", "", false});
    const std::string wish = fmt::format(R"({{"color": "{}", "opponent": "bert", "help": false}})", format_color(anna));
    REQUIRE(ask(askers_[1], {"POST", "api/play", wish}).find(R"({"id":"1"})") != std::string::npos);
    HttpRequest guest = Calls::request("POST", "api/play", R"({"color": "white", "opponent": "link"})");
    guest.token = "page";
    askers_.push_back({"a guest", "", Calls::cookie(calls_.send(guest)), false});
    (void)ask(askers_[1], {"POST", "api/play/1/ready", "{}"});
    (void)calls_.ask("bert", "POST", "api/games/1/ready", "{}");
    look();
  }

  const std::vector<Asker>& askers() const { return askers_; }

  std::string ask(const Asker& who, const Route& route) {
    HttpRequest request = Calls::request(route.method, route.path, route.body);
    request.authorization = who.authorization;
    request.cookie = who.cookie;
    request.token = "page";
    const HttpResponse answer = calls_.send(request);
    // How often there was news is told as well.
    const Feed::Message message = answer.feed ? answer.feed->latest() : Feed::Message{};
    const auto& text = answer.feed ? message.text : answer.body;
    return fmt::format("{} {} {} {}", answer.status, message.number, answer.set_cookie.empty() ? "" : "cookie",
                       text ? *text : "");
  }

  void sense(const std::string& name, Square square) {
    act(name, "sense", fmt::format(R"({{"square": {}}})", static_cast<int>(square)));
  }
  void move(const std::string& name, Move move) {
    const std::string value = fmt::format(R"({{"type": "Move", "value": "{}"}})", format_move(move));
    act(name, "move", fmt::format(R"({{"requested_move": {}}})", move.is_null() ? "null" : value));
  }

  bool over() { return std::get<StoredGame>(calls_.lobby().game(1)).state != GameState::kPlaying; }
  std::vector<Move> requests(PersonId person) {
    return std::get<std::vector<Move>>(calls_.lobby().at_table<std::vector<Move>>(
        person, 1, [](Table& table, Color side) -> Reply<std::vector<Move>> { return table.requests(side); }));
  }
  std::vector<Observation> history(PersonId person) {
    return std::get<std::vector<Observation>>(calls_.lobby().at_table<std::vector<Observation>>(
        person, 1, [](Table& table, Color side) -> Reply<std::vector<Observation>> {
          const auto told = table.history(side);
          return std::vector<Observation>(told.begin(), told.end());
        }));
  }

 private:
  void act(const std::string& name, const char* what, const std::string& body) {
    REQUIRE(calls_.answer(name, "POST", std::string("api/games/1/") + what, body).status == 200);
    look();
  }
  // So that anna's page has the news of each change by itself.
  void look() { (void)ask(askers_[1], {"GET", "api/play/1/state", ""}); }

  Calls calls_;
  std::vector<Asker> askers_;
};

// Names of guests, tokens and moments.
std::string without_chance(const std::string& text) {
  return std::regex_replace(text, std::regex("[0-9a-f]{8,}"), "X");
}

// What ends the game, or is a move in it when it is the asker's turn.
bool plays_the_game(const Route& route) {
  return route.method == "POST" && (route.path.starts_with("api/games/1/") || route.path.starts_with("api/play/1/"));
}

struct Comparison {
  std::array<std::unique_ptr<Meeting>, 2> meetings;
  std::vector<Route> routes = lanternfish::testing::documented_routes();
  bool apart = false;  // anna may know which of the two it is
  int compared = 0;

  void alike(const char* method) {
    for (const Asker& asker : meetings[0]->askers()) {
      const std::size_t at = static_cast<std::size_t>(&asker - meetings[0]->askers().data());
      for (const Route& route : routes) {
        const bool skipped = route.method != method || (asker.plays && (apart || plays_the_game(route))) ||
                             route.path == "api/session/end" ||
                             (asker.name != "a stranger" && route.path.starts_with("api/session"));
        if (skipped) {
          continue;
        }
        const std::string first = meetings[0]->ask(asker, route);
        const std::string second = meetings[1]->ask(meetings[1]->askers()[at], route);
        ++compared;
        if (first != second && without_chance(first) != without_chance(second)) {
          FAIL_CHECK(asker.name << " asks " << route.method << " " << route.path << "\n" << first << "\n" << second);
        }
      }
    }
  }
};

}  // namespace

TEST_CASE("server calls: whoever asks whatever, games that differ in what one cannot know are answered alike") {
  int compared = 0, hidden = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const Color me = seed % 2 == 0 ? kBlack : kWhite;
    Comparison pair;
    for (auto& meeting : pair.meetings) {
      meeting = std::make_unique<Meeting>(me);
    }
    const auto& [one, other] = pair.meetings;
    std::mt19937 lots(seed);
    const auto square = [&] { return static_cast<Square>(std::uniform_int_distribution<int>(0, 63)(lots)); };
    const auto any = [&](const std::vector<Move>& moves) {
      return moves[std::uniform_int_distribution<std::size_t>(0, moves.size() - 1)(lots)];
    };
    pair.alike("GET");
    for (int ply = 0; ply < 12; ++ply) {
      if ((ply % 2 == 0 ? kWhite : kBlack) == me) {
        const Square same = square();
        one->sense("anna", same);
        other->sense("anna", same);
        pair.apart = pair.apart || one->history(1) != other->history(1);
        pair.alike("GET");
        const Move move = any(one->requests(1));
        one->move("anna", move);
        other->move("anna", pair.apart ? any(other->requests(1)) : move);
      } else {  // each its own way, and one of them sooner
        one->sense("bert", square());
        pair.alike("GET");
        other->sense("bert", square());
        one->move("bert", any(one->requests(2)));
        other->move("bert", any(other->requests(2)));
        hidden += pair.apart ? 0 : 1;
      }
      if (one->over() || other->over()) {
        break;
      }
      pair.apart = pair.apart || one->history(1) != other->history(1);
      pair.alike("GET");
      if (ply == 3 || ply == 4) {
        pair.alike("POST");
      }
    }
    compared += pair.compared;
  }
  MESSAGE(compared << " answers compared, " << hidden << " hidden turns");
  CHECK(compared > 5000);
  CHECK(hidden > 8);
}
