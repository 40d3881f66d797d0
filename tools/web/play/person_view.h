#pragma once

// All that the page of a person in a game may know: what the person was told, the clocks, and help made of that alone.
// Nothing else reaches this object before the game is over, so that nothing else can reach the page.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "game/game_result.h"
#include "game/own_side.h"
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
  void ask(Phase phase, int turn) { phase_ = phase, turn_ = turn; }
  // What the person is told. An error: it does not fit the own side.
  Status observe(const OpponentMoved& event);
  Status observe(const Sensed& event);
  Status observe(const Moved& event);
  // Left at this moment on both clocks, by Color; `running`: whose goes on.
  void set_clocks(const std::array<std::optional<std::chrono::milliseconds>, 2>& left, std::optional<Color> running);
  void set_help(std::size_t events, Json help);
  // `game`: where the Look room shows the whole of it; empty: nowhere.
  void end(const GameResult& result, const std::string& game);
  void fail(const std::string& sentence);

  const OwnSide* own() const { return own_ ? &*own_ : nullptr; }
  Phase phase() const { return phase_; }
  std::size_t events() const { return events_; }
  Color me() const { return me_; }

  Json json() const;

 private:
  struct Sight {  // what a window showed on a square
    Piece piece;
    int turn = 0;  // 0: never seen
  };
  struct Turn {
    std::optional<OpponentMoved> notice;
    Piece lost;
    std::optional<Window> window;
    std::optional<Moved> moved;
    std::string words;  // what became of the request
  };

  Json own_json() const;
  Json seen_json() const;
  Json requests_json() const;
  Json clocks_json() const;
  static Json turn_json(const Turn& turn);

  Color me_;
  std::string opponent_;
  bool help_;
  Phase phase_ = Phase::kStarting;
  int turn_ = 0;
  std::optional<OwnSide> own_;
  std::array<Sight, 64> seen_;
  std::vector<Turn> turns_;
  std::size_t events_ = 0;
  std::array<std::optional<std::chrono::milliseconds>, 2> clocks_;
  std::optional<Color> running_;
  Json help_json_;
  std::size_t help_events_ = 0;
  std::optional<GameResult> result_;
  std::string game_, failure_;
};

// What became of a request, for people: "Bf1 was to go to a6: stopped on d3 and captured there". `own`: before it.
std::string request_in_words(const Moved& moved, const OwnSide& own);

}  // namespace lanternfish
