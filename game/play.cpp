#include "game/play.h"

#include <utility>

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

constexpr const char* kFlagFell = "its flag fell";
const Fault kLeft{Ending::kStopped, "the game was left"};

std::chrono::milliseconds since(steady_clock::time_point moment) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - moment);
}

}  // namespace

Game::Game(const Players& players, const GameSettings& settings, Observers observers)
    : players_(players),
      settings_(settings),
      observers_(std::move(observers)),
      referee_(settings.rules),
      clocks_(settings.time, settings.charging, settings.silence) {}

DecisionLimits Game::limits() const {
  DecisionLimits limits = clocks_.limits(side_, turn_.number);
  limits.stop = settings_.stop;
  return limits;
}

// Silence while the clock runs is a loss on time, and the flag is what the reader wants named.
bool Game::fail(const Fault& fault) {
  const bool flag = fault.ending == Ending::kSilence && clocks_.flag_at_deadline(side_);
  if (fault.ending == Ending::kStopped && players_[~side_]->gives_up()) {
    referee_.forfeit(~side_, {Ending::kResigned, "resigned"});
  } else {
    referee_.forfeit(side_, flag ? Fault{Ending::kFlag, kFlagFell} : fault);
  }
  finish_turn();
  return false;
}

bool Game::in_time(bool flag_stands, const char* otherwise) { return flag_stands || fail({Ending::kFlag, otherwise}); }

void Game::begin() {
  for (const Color c : {kWhite, kBlack}) {
    side_ = c;
    if (const std::optional<Fault> fault = player().begin({settings_.rules, c, players_[~c]->name()})) {
      referee_.forfeit(side_, *fault);
      tell_over();
      return;
    }
  }
  if (referee_.over()) {  // the start is such
    tell_over();
  }
}

bool Game::notice() {
  side_ = referee_.turn();
  turn_ = PlayedTurn{};
  turn_.side = side_;
  turn_.number = referee_.turn_number(side_);
  turn_.board = referee_.board();
  if (const std::optional<Fault> fault = player().before_turn()) {
    return fail(*fault);
  }
  if (player().sees_truth()) {
    player().show_truth(referee_.board());
  }
  const OpponentMoved notice = referee_.notify();
  clocks_.run(side_);
  if (const std::optional<Fault> fault = player().notice(notice)) {
    return fail(*fault);
  }
  return true;
}

bool Game::sense() {
  const auto asked = steady_clock::now();
  const Decision<Square> answer = player().sense(limits());
  turn_.sense_time = since(asked);
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    return fail(*fault);
  }
  if (settings_.stop.stop_requested()) {
    return fail(kLeft);
  }
  if (!in_time(clocks_.pause(side_), kFlagFell)) {
    return false;
  }
  const Sensed sensed = referee_.sense(std::get<Square>(answer));
  turn_.window = sensed.window;
  clocks_.run(side_);
  if (const std::optional<Fault> fault = player().sense_result(sensed)) {
    return fail(*fault);
  }
  return true;
}

// The wait for absorbing keeps the work on the move out of the opponent's time; a long wait is the player's own. After
// the last move there is nothing to wait for, and a player may find no board to explain that the game goes on.
bool Game::move() {
  const auto asked = steady_clock::now();
  const Decision<Move> answer = player().move(limits());
  turn_.move_time = since(asked);
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    return fail(*fault);
  }
  if (settings_.stop.stop_requested()) {
    return fail(kLeft);
  }
  if (!in_time(clocks_.stop_after_move(side_), kFlagFell)) {
    return false;
  }
  const Result<Moved> moved = referee_.move(std::get<Move>(answer));
  if (!moved) {
    return fail({Ending::kIllegal, moved.error()});
  }
  turn_.move = *moved;
  turn_.finished = true;
  clocks_.credit_after_move(side_);
  if (referee_.over()) {
    tell_over();
  }
  const std::optional<Fault> told = player().move_result(*moved);
  if (!referee_.over()) {
    if (told) {
      return fail(*told);
    }
    clocks_.begin_absorbing(settings_.free_absorb);
    if (const std::optional<Fault> fault = player().absorb(steady_clock::now() + settings_.absorb)) {
      return fail(*fault);
    }
    if (!in_time(clocks_.end_turn(side_), "its flag had fallen after its turn")) {
      return false;
    }
    player().after_turn();
  }
  finish_turn();
  return !over();
}

void Game::tell_over() {
  if (!std::exchange(told_over_, true)) {
    for (GameObserver* observer : observers_) {
      observer->game_over(*this);
    }
  }
}

void Game::finish_turn() {
  for (const Color c : {kWhite, kBlack}) {
    if (clocks_.limited(c)) {
      turn_.clocks[c] = clocks_.left(c);
    }
  }
  for (GameObserver* observer : observers_) {
    observer->turn_ended(*this, turn_);
  }
  if (over()) {
    tell_over();
  }
}

void Game::end(const std::string& record_name) {
  for (Player* player : players_) {
    player->end(result(), record_name);
  }
}

void play(Game& game, const std::string& record_name) {
  game.begin();
  while (!game.over() && game.turn()) {
  }
  game.end(record_name);
}

}  // namespace lanternfish
