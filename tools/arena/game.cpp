#include "tools/arena/game.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

class Game {
 public:
  Game(const Seats& seats, const GameSettings& settings)
      : seats_(seats),
        settings_(settings),
        referee_(settings.rules),
        clocks_{Clock(settings.time[kWhite]), Clock(settings.time[kBlack])} {}

  GameReport play(const std::string& record_name, const std::function<void(const TurnReport&)>& on_turn);

 private:
  void begin();
  bool play_turn();
  bool sense_phase();
  bool move_phase();
  void after_move();
  void take_notes();
  void end(const std::string& record_name);

  bool probe();
  Limits limits() const;
  EngineLink::TimePoint deadline() const;
  bool stop_clock();
  void fail(const Fault& fault);
  void count_boards();

  EngineLink& engine() { return *seats_[side_]; }

  Seats seats_;
  const GameSettings& settings_;
  Referee referee_;
  std::array<Clock, 2> clocks_;
  GameReport report_;
  Color side_ = kWhite;  // whose turn is being played
  TurnReport turn_;
  std::array<bool, 2> tells_belief_{true, true};  // by Color
};

std::optional<std::uint64_t> boards_of(const std::optional<UpdateInfo>& update) {
  return update ? std::optional(update->boards) : std::nullopt;
}

// A side that runs out of patience while its clock runs has lost on time, and the flag is what the reader wants named.
void Game::fail(const Fault& fault) {
  const bool flag = fault.ending == Ending::kSilence && clocks_[side_].limited();
  referee_.forfeit(side_, flag ? Ending::kFlag : fault.ending, flag ? "its flag fell" : fault.text);
}

bool Game::stop_clock() {
  if (clocks_[side_].stop(steady_clock::now())) {
    return true;
  }
  referee_.forfeit(side_, Ending::kFlag, "its flag fell");
  return false;
}

Limits Game::limits() const {
  const TimeControl& time = settings_.time[side_];
  Limits limits;
  limits.turn = turn_.number;
  limits.movetime = time.movetime;
  limits.nodes = time.nodes;
  if (time.base) {
    const std::int64_t left = clocks_[side_].left(steady_clock::now()).count();
    (side_ == kWhite ? limits.wtime : limits.btime) = left;
    (side_ == kWhite ? limits.winc : limits.binc) = time.increment.count();
  }
  return limits;
}

EngineLink::TimePoint Game::deadline() const {
  if (clocks_[side_].limited()) {
    return clocks_[side_].deadline();
  }
  const Patience& patience = seats_[side_]->patience();
  const auto movetime = std::chrono::milliseconds(settings_.time[side_].movetime.value_or(0));
  return steady_clock::now() + movetime + patience.silence;
}

void Game::begin() {
  for (const Color c : {kWhite, kBlack}) {
    EngineLink& link = *seats_[c];
    side_ = c;
    const auto set = [&](const char* option, std::string value) {
      if (link.has_option(option)) {
        link.send(SetOptionCommand{option, std::move(value)});
      }
    };
    set("UCI_Opponent", "none none computer " + seats_[~c]->name());
    set("MoveLimit", std::to_string(settings_.rules.move_limit));
    set("TurnLimit", std::to_string(settings_.rules.turn_limit));
    if (const std::optional<Fault> fault = link.new_game(settings_.rules.start, c)) {
      referee_.forfeit(c, fault->ending, fault->text);
      return;
    }
  }
}

// Line 1 starts the clock, and after an error the engine is owed its whole history instead of the last event.
bool Game::sense_phase() {
  if (const std::optional<Fault> fault = engine().stop_pondering()) {
    referee_.forfeit(side_, fault->ending, fault->text);
    return false;
  }
  const OpponentMoved notice = referee_.notify();
  const bool restore = engine().take_confusion();
  clocks_[side_].start(steady_clock::now());
  if (restore) {
    const auto history = referee_.history(side_);
    engine().send(PositionCommand{settings_.rules.start, side_, {history.begin(), history.end()}});
  } else {
    engine().send(ObserveCommand{{notice}});
  }
  const Answer<Square> answer = engine().sense({limits(), {}}, deadline());
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    fail(*fault);
    return false;
  }
  turn_.window.center = std::get<Square>(answer);
  return stop_clock();
}

// Asks for the true board. Only the time up to readyok, which the engine needs anyway, is charged.
bool Game::probe() {
  if (const std::optional<Fault> fault = engine().ready(deadline())) {
    fail(*fault);
    return false;
  }
  if (!stop_clock()) {
    return false;
  }
  const Answer<int> answer = engine().probe(referee_.board(), steady_clock::now() + engine().patience().ready);
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    if (!fault->refusal) {
      referee_.forfeit(side_, fault->ending, fault->text);
      return false;
    }
    // A player that keeps no boards: it plays on, and is not asked again.
    tells_belief_[side_] = false;
    static_cast<void>(engine().take_confusion());
    clocks_[side_].start(steady_clock::now());
    return true;
  }
  turn_.truth_ppm = std::get<int>(answer);
  ++report_.sides[side_].probes;
  turn_.deferring = engine().notes().last_update && engine().notes().last_update->deferred > 0;
  report_.sides[side_].lost += *turn_.truth_ppm == 0 && !turn_.deferring ? 1 : 0;
  report_.sides[side_].deferred += *turn_.truth_ppm == 0 && turn_.deferring ? 1 : 0;
  clocks_[side_].start(steady_clock::now());
  return true;
}

bool Game::move_phase() {
  const Sensed sensed = referee_.sense(turn_.window.center);
  turn_.window = sensed.window;
  clocks_[side_].start(steady_clock::now());
  engine().send(ObserveCommand{{sensed}});
  if (settings_.probe && tells_belief_[side_] && !probe()) {
    return false;
  }
  const Answer<Move> answer = engine().go({limits(), {}}, deadline());
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    fail(*fault);
    return false;
  }
  if (!stop_clock()) {
    return false;
  }
  const Result<Moved> moved = referee_.move(std::get<Move>(answer));
  if (!moved) {
    referee_.forfeit(side_, Ending::kIllegal, moved.error());
    return false;
  }
  turn_.move = *moved;
  clocks_[side_].credit_increment();
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
  if (const std::optional<Fault> fault = engine().ready(steady_clock::now() + engine().patience().ready)) {
    referee_.forfeit(side_, fault->ending, fault->text);
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
    if (clocks_[c].limited()) {
      turn_.clocks[c] = clocks_[c].left(steady_clock::now());
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
    static_cast<void>(link->stop_pondering());
    link->send(
        GameOverCommand{result.winner, result.reason, record_name.empty() ? std::nullopt : std::optional(record_name)});
  }
  report_.result = result;
  report_.record = referee_.record({seats_[kWhite]->name(), seats_[kBlack]->name()});
  report_.final_board = referee_.board();
}

GameReport Game::play(const std::string& record_name, const std::function<void(const TurnReport&)>& on_turn) {
  begin();
  while (!referee_.over()) {
    if (play_turn() && on_turn) {
      on_turn(turn_);
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
