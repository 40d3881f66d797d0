// The calls of the server, one a line: WHO METHOD PATH BODY. Whatever comes, an answer that says it is JSON is, none is
// a mistake of the server, no game is told before its end, and what is told afterwards can be read.
//
// WHO, by its first letter: a, b, c and the administrator `r` sign in with each call; A, B, C have signed in with a
// browser; G is a guest's, S a stranger's browser, N one whose page is another's. `=TEXT` and `~TEXT` bring TEXT as
// their Authorization or Cookie, `-` brings nothing, `tick` lets a second pass. Games and persons count from 1 in each
// input.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "belief/opponent/move_model.h"
#include "game/game_record.h"
#include "support/json_line.h"
#include "support/number.h"
#include "tests/server/calls.h"
#include "tools/server/administration.h"
#include "tools/server/credentials.h"
#include "tools/server/names.h"
#include "tools/web/http/request_head.h"

namespace {

using namespace lanternfish;
namespace http = boost::beast::http;

constexpr int kMaxLines = 60;
constexpr int kInputsOfWorld = 1000;  // then the database is an empty one again

void claim(bool holds) {
  if (!holds) {
    std::abort();
  }
}

ApiSettings settings() {
  ApiSettings api;
  api.limits.calls_of_account = api.limits.calls_of_address = api.limits.failures = api.limits.failures_of_name = 0;
  api.people.max_analyses = api.people.max_begun = 0;
  api.limits.registrations = 6;  // each takes a hash
  api.people.watch.turns_late = 1;
  return api;
}

class World {
 public:
  World() : calls_({"a", "b", "c"}, {}, settings()) {
    (void)make_administrator(calls_.lobby());
    (void)calls_.lobby().set_password(kAdministrator, "a password");
    (void)calls_.lobby().add_house_bot("house");
    for (const char* name : {"a", "b", "c"}) {
      cookies_[*name - 'a'] = calls_.cookie_of(name);
    }
  }

  bool worn_out() const { return inputs_ >= kInputsOfWorld || refused_; }

  void begin() {
    ++inputs_;
    guest_.clear();
    const auto past = calls_.lobby().past_games({.most = 1});
    claim(past.ok());
    first_ = past->empty() ? first_ : past->front().id + 1;
    for (const StoredGame& game : calls_.lobby().open_games()) {
      (void)calls_.lobby().make_void(game.id, "of another input");
      first_ = std::max(first_, game.id + 1);
    }
    for (const PersonId person : {1, 2, 3}) {
      (void)calls_.lobby().set_max_games(person, 4);
    }
  }

  void line(const std::string& text) {
    std::istringstream words(text);
    std::string who, method, path, body;
    words >> who >> method >> path;
    std::getline(words, body);
    if (who == "tick") {
      return calls_.tick();
    }
    RequestHead head;
    head.method(method == "POST" ? http::verb::post : http::verb::get);
    head.target("/" + numbered(path));
    head.insert(http::field::host, "here");
    introduce(who, head);
    const auto read = read_head(head, "127.0.0.1", {.own_names = {"here"}, .token = {}, .cookie = {}});
    const AdmittedRequest* const admitted = std::get_if<AdmittedRequest>(&read);
    if (admitted == nullptr) {
      return;
    }
    HttpRequest request = admitted->request;
    request.body = body;
    if (takes_a_hash(request) && std::hash<std::string>()(text) % 64 != 0) {
      return;
    }
    check(request, calls_.send(request));
  }

  // Games that ended in this input can be read by others.
  void end() {
    const auto past = calls_.lobby().past_games({.most = 8});
    claim(past.ok());
    for (const StoredGame& game : *past) {
      if (game.id < first_) {
        return;
      }
      const Reply<GameRecord> record = calls_.lobby().record(game.id);
      if (const GameRecord* known = std::get_if<GameRecord>(&record)) {
        claim(parse_game_record(format_game_record(*known)).ok());
      }
    }
  }

 private:
  // "api/games/1/color" is about the first game of this input.
  std::string numbered(const std::string& path) const {
    std::istringstream parts(path);
    std::string made, before, part;
    while (std::getline(parts, part, '/')) {
      const auto number =
          before == "games" || before == "play" || before == "watch" || before == "show" || before == "invitations"
              ? to_number<GameId>(part, 1, 50)
              : std::nullopt;
      made += (made.empty() ? "" : "/") + (number ? std::to_string(*number + first_ - 1) : part);
      before = part;
    }
    return made;
  }

  void introduce(const std::string& who, RequestHead& head) const {
    constexpr const char* kToken = "X-Lanternfish-Token";
    const char first = who.empty() ? '-' : who.front();
    const std::string rest = who.empty() ? "" : who.substr(1);
    if (first == 'a' || first == 'b' || first == 'c') {
      head.insert(http::field::authorization, testing::Calls::basic(std::string(1, first)));
    } else if (first == 'r') {
      head.insert(http::field::authorization, testing::Calls::basic(kAdministrator));
    } else if (first == '=') {
      head.insert(http::field::authorization, "Basic " + rest);
    } else if (first == 'N') {
      head.insert(http::field::cookie, cookies_[0]);
    } else if (first != '-') {
      const bool known = first == 'A' || first == 'B' || first == 'C';
      head.insert(http::field::cookie, known          ? cookies_[first - 'A']
                                       : first == 'G' ? guest_
                                       : first == '~' ? rest
                                                      : "");
      head.insert(kToken, "page");
    }
  }

  // A sign-in of somebody who is not here yet takes as long as a hundred calls.
  bool takes_a_hash(const HttpRequest& request) {
    std::pair<std::string, std::string> who =
        basic_credentials(request.authorization).value_or(std::pair<std::string, std::string>());
    if (request.path.size() >= 2 && (request.path[1] == "session" || request.path[1] == "users")) {
      const Result<Json> body = parse_json(request.body);
      if (body && body->is_object() && body->contains("password") && (*body)["password"].is_string() &&
          body->contains("username") && (*body)["username"].is_string()) {
        who = {(*body)["username"], (*body)["password"]};
      }
    }
    const bool here = who.second == "a password" && (who.first == "a" || who.first == "b" || who.first == "c");
    return !(who.first.empty() && who.second.empty()) && !here;
  }

  void check(const HttpRequest& request, const HttpResponse& answer) {
    claim(answer.status >= 200 && (answer.status < 500 || answer.status == 503));
    refused_ = refused_ || answer.status == 503;  // as many seats as there may be
    const auto text = answer.feed ? answer.feed->latest().text : answer.body;
    claim(answer.feed || text);
    const bool json = answer.feed || answer.type == "application/json";
    claim(!text || !json || parse_json(*text).ok());
    const auto& path = request.path;
    const bool of_game = path.size() == 4 && (path[1] == "games" || path[1] == "play");
    const auto id = of_game ? to_number<GameId>(path[2], 1) : std::nullopt;
    if (id && text && text->find("GameHistory") != std::string::npos) {
      const Reply<StoredGame> game = calls_.lobby().game(*id);
      claim(std::holds_alternative<StoredGame>(game) && std::get<StoredGame>(game).state == GameState::kOver);
    }
    if (answer.status == 200 && request.token == "page" && request.cookie == guest_ && !answer.set_cookie.empty()) {
      guest_ = testing::Calls::cookie(answer);
    }
  }

  testing::Calls calls_;
  std::string cookies_[3], guest_;
  GameId first_ = 1;
  int inputs_ = 0;
  bool refused_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)move_score_table();  // the world's threads use it until they end with the world
  static std::unique_ptr<World> world;
  if (!world || world->worn_out()) {
    world.reset();
    world = std::make_unique<World>();
  }
  world->begin();
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  int left = kMaxLines;
  for (std::string line; left > 0 && std::getline(lines, line); --left) {
    world->line(line);
  }
  world->end();
  return 0;
}
