#include "tools/arena/match/game.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"
#include "tools/arena/match/game_clocks.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

constexpr const char* kFlagFell = "its flag fell";

class Game {
 public:
  Game(const Seats& seats, const GameSettings& settings)
      : seats_(seats),
        settings_(settings),
        referee_(settings.rules),
        clocks_(settings.time, settings.charging),
        restarts_left_{settings.restarts, settings.restarts} {}

  GameReport play(const std::string& record_name, const std::function<void(const TurnReport&)>& on_turn);

 private:
  void begin();
  void tell_rules();
  bool play_turn();
  bool sense_phase();
  bool move_phase();
  void after_move();
  void take_notes();
  void end(const std::string& record_name);

  bool probe();
  Limits limits() const { return clocks_.limits(side_, turn_.number); }
  EngineLink::TimePoint deadline() const { return clocks_.deadline(side_, seats_[side_]->patience()); }
  bool in_time(bool flag_stands, const char* otherwise = kFlagFell);
  void fail(const Fault& fault);
  bool restore();
  // Asks until there is an answer, or a fault that no restart mends.
  template <typename Ask>
  auto persist(Ask ask) -> decltype(ask());
  std::optional<Fault> get_ready(EngineLink::TimePoint deadline);
  void count_boards();

  EngineLink& engine() { return *seats_[side_]; }

  Seats seats_;
  const GameSettings& settings_;
  Referee referee_;
  GameClocks clocks_;
  GameReport report_;
  Color side_ = kWhite;  // whose turn is being played
  TurnReport turn_;
  std::array<bool, 2> tells_belief_{true, true};  // by Color
  std::array<int, 2> restarts_left_{};            // by Color
};

std::chrono::milliseconds since(steady_clock::time_point moment) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - moment);
}

const Fault* fault_in(const std::optional<Fault>& answer) { return answer ? &*answer : nullptr; }
template <typename T>
const Fault* fault_in(const Answer<T>& answer) {
  return std::get_if<Fault>(&answer);
}

std::optional<std::uint64_t> boards_of(const std::optional<UpdateInfo>& update) {
  return update ? std::optional(update->boards) : std::nullopt;
}

// A side that runs out of patience while its clock runs has lost on time, and the flag is what the reader wants named.
void Game::fail(const Fault& fault) {
  if (fault.ending == Ending::kStopped) {
    referee_.abandon();
    return;
  }
  const bool flag = fault.ending == Ending::kSilence && clocks_.flag_at_deadline(side_);
  referee_.forfeit(side_, flag ? Ending::kFlag : fault.ending, flag ? kFlagFell : fault.text);
}

// Passes on what a clock says; a fallen flag ends the game.
bool Game::in_time(bool flag_stands, const char* otherwise) {
  if (!flag_stands) {
    referee_.forfeit(side_, Ending::kFlag, otherwise);
  }
  return flag_stands;
}

// A crashed engine is started again and told all it knew; its clock, if it runs, goes on.
bool Game::restore() {
  if (restarts_left_[side_] == 0) {
    return false;
  }
  --restarts_left_[side_];
  ++report_.sides[side_].restarts;
  if (!engine().restart().ok()) {
    return false;
  }
  tell_rules();
  const auto history = referee_.history(side_);
  engine().send(PositionCommand{settings_.rules.start, side_, {history.begin(), history.end()}});
  return true;
}

template <typename Ask>
auto Game::persist(Ask ask) -> decltype(ask()) {
  for (;;) {
    auto answer = ask();
    const Fault* fault = fault_in(answer);
    if (fault == nullptr || fault->ending != Ending::kCrash || !restore()) {
      return answer;
    }
  }
}

std::optional<Fault> Game::get_ready(EngineLink::TimePoint deadline) {
  return persist([&] { return engine().ready(deadline); });
}

void Game::begin() {
  for (const Color c : {kWhite, kBlack}) {
    side_ = c;
    tell_rules();
    if (const std::optional<Fault> fault = persist([&] { return engine().new_game(settings_.rules.start, side_); })) {
      fail(*fault);
      return;
    }
  }
}

void Game::tell_rules() {
  const auto set = [&](const char* option, std::string value) {
    if (engine().has_option(option)) {
      engine().send(SetOptionCommand{option, std::move(value)});
    }
  };
  set("UCI_Opponent", "none none computer " + seats_[~side_]->name());
  set("MoveLimit", std::to_string(settings_.rules.move_limit));
  set("TurnLimit", std::to_string(settings_.rules.turn_limit));
  if (settings_.seeds[side_]) {
    set("Seed", std::to_string(*settings_.seeds[side_]));
  }
}

// Line 1 starts the clock, and after an error the engine is owed its whole history instead of the last event.
bool Game::sense_phase() {
  if (const std::optional<Fault> fault = persist([&] { return engine().stop_pondering(); })) {
    fail(*fault);
    return false;
  }
  if (engine().wants_truth()) {
    engine().send(SetOptionCommand{"RBC_TrueBoard", format_fen(referee_.board())});
  }
  const OpponentMoved notice = referee_.notify();
  const bool restore = engine().take_confusion();
  clocks_.run(side_);
  if (restore) {
    const auto history = referee_.history(side_);
    engine().send(PositionCommand{settings_.rules.start, side_, {history.begin(), history.end()}});
  } else {
    engine().send(ObserveCommand{{notice}});
  }
  const auto asked = steady_clock::now();
  const Answer<Square> answer = persist([&] { return engine().sense({limits(), {}}, deadline()); });
  turn_.sense_time = since(asked);
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    fail(*fault);
    return false;
  }
  turn_.window.center = std::get<Square>(answer);
  return in_time(clocks_.pause(side_));
}

// Asks for the true board. Only the time up to readyok, which the engine needs anyway, is charged.
bool Game::probe() {
  if (const std::optional<Fault> fault = get_ready(deadline())) {
    fail(*fault);
    return false;
  }
  if (!in_time(clocks_.stop(side_))) {
    return false;
  }
  const Answer<int> answer =
      persist([&] { return engine().probe(referee_.board(), steady_clock::now() + engine().patience().ready); });
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    if (!fault->refusal) {
      fail(*fault);
      return false;
    }
    // A player that keeps no boards: it plays on, and is not asked again.
    tells_belief_[side_] = false;
    static_cast<void>(engine().take_confusion());
    clocks_.run(side_);
    return true;
  }
  turn_.truth_ppm = std::get<int>(answer);
  ++report_.sides[side_].probes;
  turn_.deferring = engine().notes().last_update && engine().notes().last_update->deferred > 0;
  report_.sides[side_].lost += *turn_.truth_ppm == 0 && !turn_.deferring ? 1 : 0;
  report_.sides[side_].deferred += *turn_.truth_ppm == 0 && turn_.deferring ? 1 : 0;
  clocks_.run(side_);
  return true;
}

bool Game::move_phase() {
  const Sensed sensed = referee_.sense(turn_.window.center);
  turn_.window = sensed.window;
  clocks_.run(side_);
  engine().send(ObserveCommand{{sensed}});
  if (settings_.probe && tells_belief_[side_] && !probe()) {
    return false;
  }
  const auto asked = steady_clock::now();
  const Answer<Move> answer = persist([&] { return engine().go({limits(), {}}, deadline()); });
  turn_.move_time = since(asked);
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    fail(*fault);
    return false;
  }
  if (!in_time(clocks_.stop_after_move(side_))) {
    return false;
  }
  const Result<Moved> moved = referee_.move(std::get<Move>(answer));
  if (!moved) {
    referee_.forfeit(side_, Ending::kIllegal, moved.error());
    return false;
  }
  turn_.move = *moved;
  clocks_.credit_after_move(side_);
  return true;
}

// The wait for readyok keeps the work on the event out of the opponent's time. After the last move there is nothing to
// wait for, and an engine may find no board to explain that the game goes on: its notes are closed before.
void Game::after_move() {
  if (referee_.over()) {
    take_notes();
    engine().send(ObserveCommand{{turn_.move}});
    return;
  }
  engine().send(ObserveCommand{{turn_.move}});
  if (const std::optional<Fault> fault = get_ready(steady_clock::now() + engine().patience().ready)) {
    fail(*fault);
    return;
  }
  if (!in_time(clocks_.end_turn(side_), "its flag had fallen after its turn")) {
    return;
  }
  turn_.boards_moved = boards_of(engine().notes().updates[2]);
  if (settings_.ponder[side_]) {
    engine().ponder();
  }
}

void Game::take_notes() {
  for (const Color c : {kWhite, kBlack}) {
    const EngineLink::Notes& notes = seats_[c]->notes();
    report_.sides[c].belief_warnings = notes.belief_warnings;
    report_.sides[c].errors = notes.errors;
    report_.sides[c].first_error = notes.first_error;
  }
}

void Game::count_boards() {
  SideReport& side = report_.sides[side_];
  side.turns = turn_.number;
  side.turns_with_boards += turn_.boards_notified ? 1 : 0;
  side.boards_before_sense += turn_.boards_notified.value_or(0);
  for (const auto& boards : {turn_.boards_notified, turn_.boards_sensed, turn_.boards_moved}) {
    side.most_boards = std::max(side.most_boards, boards.value_or(0));
  }
}

// False when the side did not get as far as moving.
bool Game::play_turn() {
  side_ = referee_.turn();
  turn_ = TurnReport{};
  turn_.side = side_;
  turn_.number = referee_.turn_number(side_);
  turn_.board = referee_.board();
  const bool finished = sense_phase() && move_phase();
  turn_.boards_notified = boards_of(engine().notes().updates[0]);
  turn_.boards_sensed = boards_of(engine().notes().updates[1]);
  if (finished) {
    after_move();
  }
  turn_.opponent_boards = boards_of(seats_[~side_]->notes().last_update);
  for (const Color c : {kWhite, kBlack}) {
    if (clocks_.limited(c)) {
      turn_.clocks[c] = clocks_.left(c);
    }
  }
  count_boards();
  return finished;
}

void Game::end(const std::string& record_name) {
  const GameResult& result = referee_.result();
  if (result.ending != Ending::kByRules) {
    take_notes();
  }
  for (EngineLink* link : seats_) {
    if (result.ending == Ending::kStopped) {
      break;
    }
    static_cast<void>(link->stop_pondering());
    link->send(
        GameOverCommand{result.winner, result.reason, record_name.empty() ? std::nullopt : std::optional(record_name)});
  }
  report_.result = result;
  report_.record = referee_.record({seats_[kWhite]->name(), seats_[kBlack]->name()});
  report_.final_board = referee_.board();
  for (const Color c : {kWhite, kBlack}) {
    const auto history = referee_.history(c);
    report_.transcripts[c] = {settings_.rules.start, c, {history.begin(), history.end()}};
  }
}

GameReport Game::play(const std::string& record_name, const std::function<void(const TurnReport&)>& on_turn) {
  begin();
  while (!referee_.over()) {
    if (play_turn()) {
      if (on_turn) {
        on_turn(turn_);
      }
      report_.turns.push_back(turn_);
    }
  }
  end(record_name);
  return std::move(report_);
}

}  // namespace

GameReport play_game(const Seats& seats, const GameSettings& settings, const std::string& record_name,
                     const std::function<void(const TurnReport&)>& on_turn) {
  return Game(seats, settings).play(record_name, on_turn);
}

std::string fault_text(const GameResult& result) {
  if (result.text.empty() || !result.winner) {
    return "";
  }
  return fmt::format("{}: {}", format_color(~*result.winner), result.text);
}

std::string_view winner_text(const GameResult& result) {
  return result.winner ? format_color(*result.winner) : std::string_view("draw");
}

}  // namespace lanternfish
