#pragma once

// All that the page of a person in a game may know: what the person was told, the clocks, and help made of that alone.
// Nothing else reaches this object before the game is over, so that nothing else can reach the page.

#include <array>
#include <chrono>
#include <optional>
#include <string>

#include "game/game_log.h"
#include "game/game_result.h"
#include "game/player.h"
#include "support/json_line.h"

namespace lanternfish {

class PersonView {
 public:
  enum class Phase { kStarting, kWaiting, kSense, kMove, kOver };

  // `opponent`: as the person chose it.
  PersonView(Color me, std::string opponent, bool help) : me_(me), opponent_(std::move(opponent)), help_(help) {}

  void begin(const GameStart& start);
  void wait() { phase_ = Phase::kWaiting; }
  // The person is asked for a sense or a request.
  void ask(Phase phase) { phase_ = phase; }
  // What the person is told. As GameLog::append().
  EventStatus observe(const Observation& event);
  // Left at this moment on both clocks, by Color; none: as it was. `running`: whose goes on, also in what is told
  // later.
  void set_clocks(const std::array<std::optional<std::chrono::milliseconds>, 2>& left, std::optional<Color> running);
  void set_help(std::size_t events, Json help);
  // `game`: where the Look room shows the whole of it; empty: nowhere.
  void end(const GameResult& result, const std::string& game);
  void fail(const std::string& sentence);
  // The person may take turns back, and has done so as often.
  void set_takebacks(int takebacks) { takebacks_ = takebacks; }

  // Own turns that are over.
  std::size_t finished_turns() const { return log_.size() / kEventsOfTurn; }
  // The game as the person was told it.
  const GameLog& log() const { return log_; }
  Phase phase() const { return phase_; }
  Color me() const { return me_; }

  Json json() const;

 private:
  // Own turns begun.
  int turns() const { return turn_after(log_.size() + kEventsOfTurn - 1) - 1; }
  Json own_json() const;
  Json seen_json() const;
  Json requests_json() const;
  Json clocks_json() const;
  void stop_clocks();
  std::optional<std::chrono::milliseconds> left_now(Color side) const;
  // Of the turn whose notice has this index.
  Json turn_json(std::size_t notice) const;

  Color me_;
  std::string opponent_;
  bool help_;
  Phase phase_ = Phase::kStarting;
  GameLog log_ = GameLog::none();
  std::array<std::optional<std::chrono::milliseconds>, 2> clocks_;  // at clocks_at_
  std::optional<Color> running_;
  std::chrono::steady_clock::time_point clocks_at_;
  Json help_json_;
  std::size_t help_events_ = 0;
  std::optional<int> takebacks_;  // none: not offered
  std::optional<GameResult> result_;
  std::string game_, failure_;
};

// What became of a request, for people: "Bf1 was to go to a6: stopped on d3 and captured there". `own`: before it.
std::string request_in_words(const Moved& moved, const OwnSide& own);

}  // namespace lanternfish
