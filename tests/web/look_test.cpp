#include <doctest/doctest.h>

#include <algorithm>
#include <thread>

#include "game/play.h"
#include "game/random_player.h"
#include "game/referee.h"
#include "rules/notation.h"
#include "tools/page/report_page.h"
#include "tools/web/look/look_room.h"

using namespace lanternfish;

namespace {

std::string random_game_record(std::uint64_t seed) {
  RandomPlayer white(seed), black(seed + 1);
  GameSettings settings;
  settings.rules.turn_limit = 8;
  Game game({&white, &black}, settings);
  play(game);
  return format_game_record(game.record());
}

// With the built-in evaluator, and quickly.
LookSettings quick_settings() {
  LookSettings settings;
  settings.judge.base.engine_command = settings.question.config.engine_command = "none";
  settings.judge.strategies.front().config = settings.judge.base;
  settings.judge.judge_depth = 2;
  settings.judge.limits.nodes = settings.question.limits.nodes = 50;
  return settings;
}

HttpRequest get(std::vector<std::string> path) {
  HttpRequest request;
  request.path = std::move(path);
  return request;
}

}  // namespace

TEST_CASE("web: at each step of a recorded game the true board is held, and a window's count is the belief after it") {
  const RecordedGame game = recorded_game(parse_game_record(random_game_record(5)).value()).value();
  for (const Color me : {kWhite, kBlack}) {
    std::uint64_t foreseen = 0;
    std::size_t steps = 0;
    const auto all = [](std::size_t, Step) { return true; };
    follow_belief(game, me, {}, {}, all, [&](std::size_t turn, Step step, const Json& json) {
      CAPTURE(turn);
      ++steps;
      CHECK(json["truth"] == "held");
      if (step == Step::kNotice) {
        CHECK(json["windows"].size() == 36);
        foreseen = 0;
        for (const Json& window : json["windows"]) {
          if (json["deferred"] == 0 && window["square"] == format_square(game.turns[me][turn].sensed.window.center)) {
            foreseen = window["here"];
          }
        }
      } else if (step == Step::kSense && foreseen != 0) {
        CHECK(json["boards"] == foreseen);
      }
    });
    CHECK(steps >= 3 * game.turns[me].size() - 1);
  }
}

TEST_CASE("web: a recorded game is computed in the background and kept; what is no game is refused with a sentence") {
  LookRoom room(quick_settings());
  const std::string record = random_game_record(9);
  const std::string id = room.add(record).value();
  CHECK(room.add(record).value() == id);
  Json state = Json::object();
  for (int i = 0; i < 2000 && state.value("progress", Json::object()).value("stage", "") != "done"; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    state = parse_json(*room.handle(get({"api", "look", id, "state"})).body).value();
  }
  CHECK(state["progress"]["stage"] == "done");
  CHECK(state["progress"]["problem"] == "");
  const HttpResponse step = room.handle(get({"api", "look", id, "black", "1", "notice"}));
  REQUIRE(step.body);
  CHECK(parse_json(*step.body).value()["boards"].get<int>() >= 1);
  CHECK(state["counts"]["black"][0]["notice"][0] == parse_json(*step.body).value()["boards"]);
  for (const Json& verdict : state["verdicts"]["white"]) {
    CHECK(verdict["regret_cp"].get<double>() >= 0);
    CHECK(verdict["strategies"]["lanternfish"].contains("request"));
  }

  CHECK(room.handle(get({"api", "look", id, "black", "99", "notice"})).status == 202);
  CHECK(room.handle(get({"api", "look", id, "black", "0", "notice"})).status == 404);
  CHECK(room.handle(get({"api", "look", id, "green", "1", "notice"})).status == 404);
  CHECK(room.handle(get({"api", "look", "0123", "state"})).status == 404);
  CHECK_FALSE(room.add("{").ok());
  CHECK_FALSE(room.add(std::string(LookRoom::kMaxRecord + 1, ' ')).ok());
}

TEST_CASE("web: where a record and the rules part, what follows on the recorded board is shown on request") {
  LookRoom room(quick_settings());
  GameRecord record = parse_game_record(random_game_record(9)).value();
  record.players[kWhite].fens_after_move[2] = format_fen(Board::start());
  HttpRequest open = get({"api", "look"});
  open.method = HttpRequest::Method::kPost;
  open.body = format_game_record(record);
  const HttpResponse refused = room.handle(open).later();
  CHECK(refused.status == 400);
  const Json reason = parse_json(*refused.body).value();
  CHECK(reason["error"].get<std::string>().find("white's turn 3: the record's position after the move") !=
        std::string::npos);
  CHECK(reason["rest"] == true);
  open.path.push_back("rest");
  const HttpResponse rest = room.handle(open).later();
  REQUIRE(rest.status == 200);
  const std::string id = parse_json(*rest.body).value()["id"];
  const HttpResponse shown = room.handle(get({"api", "look", id, "record"}));
  CHECK(parse_game_record(*shown.body).value().players[kBlack].moves.size() + 2 == record.players[kBlack].moves.size());
  open.body = "{}";
  CHECK(room.handle(open).later().status == 400);
}

TEST_CASE("web: a long game's verdicts keep no short one waiting") {
  LookSettings settings = quick_settings();
  settings.judge.limits.nodes = 300;
  LookRoom room(settings);
  Referee referee({.move_limit = 0});
  for (int ply = 0; ply < 2'000; ++ply) {
    const bool out = ply % 4 < 2;
    referee.notify();
    referee.sense(parse_square(referee.turn() == kWhite ? "e5" : "e4").value());
    const char* const move = referee.turn() == kWhite ? (out ? "g1f3" : "f3g1") : (out ? "g8f6" : "f6g8");
    REQUIRE(referee.move(parse_move(move).value()).ok());
  }
  const std::string slow = room.add(format_game_record(referee.record({"one", "two"}))).value();
  const std::string quick = room.add(random_game_record(9)).value();
  const auto stage = [&](const std::string& id) {
    const HttpResponse state = room.handle(get({"api", "look", id, "state"}));
    return state.status == 200 ? parse_json(*state.body).value()["progress"]["stage"].get<std::string>() : "";
  };
  while (stage(quick) != "done") {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  CHECK(stage(slow) != "done");
}

TEST_CASE("web: the page goes at once, whatever is being judged") {
  LookSettings settings = quick_settings();
  settings.judge.limits.nodes = 1'000'000;  // a second and more for each decision
  settings.judge.strategies.front().config.depth = 20;
  auto room = std::make_unique<LookRoom>(settings);
  const std::string id = room->add(random_game_record(9)).value();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const auto begin = std::chrono::steady_clock::now();
  CHECK(room->handle(get({"api", "look", id, "state"})).status == 200);
  room.reset();
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("web: Lanternfish is asked in the background for its requests, and the one that was made is among them") {
  LookRoom room(quick_settings());
  const std::string id = room.add(random_game_record(9)).value();
  while (room.handle(get({"api", "look", id, "white", "3", "sense"})).status == 202) {
    std::this_thread::yield();
  }
  HttpRequest ask = get({"api", "look", id, "white", "3", "requests"});
  CHECK(room.handle(ask).status == 202);
  ask.method = HttpRequest::Method::kPost;
  while (room.handle(ask).status == 202) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const Json answer = parse_json(*room.handle(ask).body).value();
  CHECK(answer["requests"].size() <= quick_settings().question.rows + 1);
  const RecordedGame game = recorded_game(parse_game_record(random_game_record(9)).value()).value();
  const std::string made = format_move(game.turns[kWhite][2].moved->requested);
  CHECK(std::any_of(answer["requests"].begin(), answer["requests"].end(),
                    [&](const Json& request) { return request["move"] == made; }));
}

TEST_CASE("page: a report holds all it needs, and its data cannot end its script") {
  const std::vector<std::string_view> scripts = {"lib.js", "chart.js"};
  const std::string page = report_page("a <b>", scripts, R"({"x":"</script><script>alert(1)</script>"})");
  CHECK(page.find("</script><script>alert") == std::string::npos);
  CHECK(page.find("a &lt;b&gt;") != std::string::npos);
  CHECK(page.find("\nimport ") == std::string::npos);
  CHECK(page.find("\nexport ") == std::string::npos);
  CHECK(page.find("id=\"piece-k\"") != std::string::npos);
  CHECK(page.find("http://") == page.find("http://www.w3.org"));  // names of formats, no addresses
}

TEST_CASE("web: what was computed of games not asked for lately goes when it takes too much") {
  LookSettings settings = quick_settings();
  settings.max_kept_bytes = 1;
  LookRoom room(settings);
  const std::string first = room.add(random_game_record(21)).value();
  // Its boards are computed when the last step is there.
  while (room.handle(get({"api", "look", first, "black", "8", "sense"})).status == 202) {
    std::this_thread::yield();
  }
  const std::string second = room.add(random_game_record(22)).value();
  CHECK(room.handle(get({"api", "look", first, "state"})).status == 404);
  CHECK(room.handle(get({"api", "look", second, "state"})).status == 200);
}
