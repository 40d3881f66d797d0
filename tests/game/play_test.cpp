#include "game/play.h"

#include <deque>

#include <doctest/doctest.h>

#include "game/random_player.h"
#include "game/recorded_game.h"
#include "game/recorded_player.h"
#include "rules/notation.h"
#include "rules/rbc.h"

using namespace lanternfish;

namespace {

// Requests what it is given, senses e4, and writes down the order in which it is called.
class Scripted : public Player {
 public:
  explicit Scripted(std::deque<const char*> requests = {}) : requests_(std::move(requests)) {}

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& start) override {
    calls += "begin ";
    opponent = start.opponent;
    return {};
  }
  std::optional<Fault> before_turn() override { return call("before"); }
  std::optional<Fault> notice(const OpponentMoved& notice) override {
    return call("notice-" + format_square(notice.captured));
  }
  Decision<Square> sense(const DecisionLimits& limits) override {
    call("sense");
    turns.push_back(static_cast<int>(limits.clock.turn.value_or(0)));
    return parse_square("e4").value();
  }
  std::optional<Fault> sense_result(const Sensed& sensed) override {
    return call("window-" + format_window(sensed.window));
  }
  Decision<Move> move(const DecisionLimits&) override {
    call("move");
    if (fault) {
      return *fault;
    }
    if (requests_.empty()) {
      return kNullMove;
    }
    const Move request = parse_move(requests_.front()).value();
    requests_.pop_front();
    return request;
  }
  std::optional<Fault> move_result(const Moved& moved) override { return call("taken-" + format_move(moved.taken)); }
  std::optional<Fault> absorb(TimePoint) override { return call("absorb"); }
  void after_turn() override { call("after"); }
  void end(const GameResult& result, const std::string& record) override {
    calls += "end-" + std::string(winner_text(result)) + "-" + record;
  }

  bool gives_up() const override { return resigned; }

  std::string calls, opponent;
  bool resigned = false;
  std::vector<int> turns;
  std::optional<Fault> fault;

 private:
  std::optional<Fault> call(const std::string& text) {
    calls += text + " ";
    return {};
  }
  std::string name_ = "scripted";
  std::deque<const char*> requests_;
};

GameSettings without_clock(int turn_limit = 0) {
  GameSettings settings;
  settings.rules.turn_limit = turn_limit;
  return settings;
}

}  // namespace

TEST_CASE("play: a player is called in the order of the header, and hears what became of everything") {
  Scripted white({"b1c3", "c3b5", "b5d6", "d6e8"}), black({"e7e5"});
  Game game({&white, &black}, without_clock());
  play(game, "game.json");
  CHECK(game.result().winner == kWhite);
  CHECK(game.result().reason == WinReason::kKingCapture);
  CHECK(white.opponent == "scripted");
  CHECK(white.turns == std::vector<int>{1, 2, 3, 4});
  const std::string first = "begin before notice-none sense window-3/3/3 move taken-b1c3 absorb after ";
  CHECK(white.calls.substr(0, first.size()) == first);
  // After the last move there is nothing to absorb, and nothing to think ahead about.
  const std::string last = "move taken-d6e8 end-white-game.json";
  CHECK(white.calls.substr(white.calls.size() - last.size()) == last);
  CHECK(recorded_game(game.record()).ok());
}

TEST_CASE("play: a game that is over at its start has a result, and its players hear of it") {
  Scripted white, black;
  GameSettings settings = without_clock();
  settings.rules.start = parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 100 80").value();
  Game game({&white, &black}, settings);
  play(game, "game.json");
  CHECK(game.result().reason == WinReason::kMoveLimit);
  for (const Scripted* player : {&white, &black}) {
    CHECK(player->calls == "begin end-" + std::string(winner_text(game.result())) + "-game.json");
  }
}

TEST_CASE("play: who gives up while the other thinks loses, and a stop without that is nobody's loss") {
  for (const bool resigned : {true, false}) {
    CAPTURE(resigned);
    Scripted thinking, waiting;
    thinking.fault = Fault{Ending::kStopped, "told to stop"};
    waiting.resigned = resigned;
    Game game({&thinking, &waiting}, without_clock());
    play(game);
    CHECK(game.result().ending == (resigned ? Ending::kResigned : Ending::kStopped));
    CHECK(game.result().winner == (resigned ? std::optional(kWhite) : std::nullopt));
  }
}

TEST_CASE("play: a request that may not be made, a resignation and a stop end the game as what they are") {
  Scripted illegal({"a1a8"}), passing;
  Game first({&illegal, &passing}, without_clock());
  play(first);
  CHECK(first.result().ending == Ending::kIllegal);
  CHECK(first.result().winner == kBlack);
  CHECK(fault_text(first.result()).find("white: a1a8") == 0);

  Scripted resigning;
  resigning.fault = Fault{Ending::kResigned, "resigned"};
  Game second({&passing, &resigning}, without_clock());
  play(second);
  CHECK(second.result().ending == Ending::kResigned);
  CHECK(second.result().reason == WinReason::kResign);
  CHECK(second.result().winner == kWhite);

  std::stop_source source;
  source.request_stop();
  GameSettings settings = without_clock();
  settings.stop = source.get_token();
  Game third({&passing, &passing}, settings);
  play(third);
  CHECK(third.result().ending == Ending::kStopped);
  CHECK_FALSE(third.result().winner);
}

TEST_CASE("play: an observer sees every finished turn") {
  struct Observer : GameObserver {
    void turn_ended(const Game& game, const PlayedTurn& turn) override {
      finished += turn.finished ? 1 : 0;
      CHECK(turn.number == (finished + 1) / 2);
      CHECK(game.side() == turn.side);
    }
    void game_over(const Game&) override { ++overs; }
    int finished = 0, overs = 0;
  } observer;
  RandomPlayer white(1), black(2);
  GameSettings settings = without_clock(5);
  settings.time.fill(parse_time_control("60").value());
  Game game({&white, &black}, settings, {&observer});
  play(game);
  CHECK(observer.finished == 10);
  CHECK(observer.overs == 1);
}

TEST_CASE("play: a recorded game played again is the same game") {
  for (const std::uint64_t seed : {3u, 4u, 5u}) {
    RandomPlayer white(seed), black(seed + 100);
    Game game({&white, &black}, without_clock(30));
    play(game);
    const RecordedGame recorded = recorded_game(game.record()).value();
    RecordedPlayer first(recorded, kWhite), second(recorded, kBlack);
    Game again({&first, &second}, without_clock(30));
    play(again);
    CHECK(again.record().players == game.record().players);
    CHECK(again.record().winner == game.record().winner);

    struct Counter : RecordedPlayer {
      using RecordedPlayer::RecordedPlayer;
      std::optional<Fault> sense_result(const Sensed& sensed) override {
        CHECK(sensed.window == record().senses[turn()]);
        ++windows;
        return {};
      }
      std::size_t windows = 0;
    } follower(recorded, kBlack);
    play_again(recorded, kBlack, follower);
    CHECK(follower.windows == recorded.turns[kBlack].size());
  }
}
