#include "protocol/host/engine_player.h"

#include <cassert>
#include <span>

#include "rules/notation.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

const Fault* fault_in(const std::optional<Fault>& answer) { return answer ? &*answer : nullptr; }
template <typename T>
const Fault* fault_in(const Answer<T>& answer) {
  return std::get_if<Fault>(&answer);
}

}  // namespace

void EnginePlayer::tell_rules() {
  const auto set = [&](const char* option, std::string value) {
    if (link_.has_option(option)) {
      link_.send(SetOptionCommand{option, std::move(value)});
    }
  };
  set("UCI_Opponent", "none none computer " + start_.opponent);
  set("MoveLimit", std::to_string(start_.rules.move_limit));
  set("TurnLimit", std::to_string(start_.rules.turn_limit));
  if (settings_.seed) {
    set("Seed", std::to_string(*settings_.seed));
  }
}

// A crashed engine is started again and told all it knew; its clock, if it runs, goes on.
bool EnginePlayer::restore() {
  if (restarts_ == settings_.restarts) {
    return false;
  }
  ++restarts_;
  if (!link_.restart().ok()) {
    return false;
  }
  tell_rules();
  link_.send(transcript());
  return true;
}

template <typename Ask>
auto EnginePlayer::persist(Ask ask) -> decltype(ask()) {
  for (;;) {
    auto answer = ask();
    const Fault* fault = fault_in(answer);
    if (fault == nullptr || fault->ending != Ending::kCrash || !restore()) {
      return answer;
    }
  }
}

// After an error the engine is owed its whole history instead of the last event.
void EnginePlayer::tell(const Observation& event) {
  [[maybe_unused]] const EventStatus fits = log_.append(std::span(&event, 1));
  assert(fits.ok());
  if (std::holds_alternative<OpponentMoved>(event) && link_.consume_error()) {
    link_.send(transcript());
  } else {
    link_.send(ObserveCommand{{event}});
  }
}

PositionCommand EnginePlayer::transcript() const {
  return {log_.start(), log_.me(), {log_.history().begin(), log_.history().end()}};
}

std::optional<Fault> EnginePlayer::begin(const GameStart& start) {
  start_ = start;
  log_ = GameLog(start.rules.start, start.me);
  restarts_ = 0;
  tell_rules();
  std::optional<Fault> fault = persist([&] { return link_.new_game(log_.start(), log_.me()); });
  if (fault || !settings_.probe) {
    return fault;
  }
  const Answer<std::optional<int>> answer =
      persist([&] { return link_.probe(log_.start(), steady_clock::now() + link_.patience().ready); });
  if (const Fault* failed = fault_in(answer)) {
    return *failed;
  }
  keeps_boards_ = std::get<std::optional<int>>(answer).has_value();
  return {};
}

std::optional<Fault> EnginePlayer::before_turn() {
  return persist([&] { return link_.stop_pondering(); });
}

void EnginePlayer::show_truth(const Board& truth) { link_.send(SetOptionCommand{"RBC_TrueBoard", format_fen(truth)}); }

std::optional<Fault> EnginePlayer::notice(const OpponentMoved& notice) {
  tell(notice);
  return {};
}

std::optional<Fault> EnginePlayer::sense_result(const Sensed& sensed) {
  tell(sensed);
  return {};
}

std::optional<Fault> EnginePlayer::move_result(const Moved& moved) {
  tell(moved);
  return {};
}

// What is left on the clock when the line is written, also where an engine is asked again after a restart.
Limits EnginePlayer::limits_now(const DecisionLimits& limits, TimePoint asked) const {
  Limits told;
  told.turn = limits.clock.turn;
  told.movetime = limits.clock.move_time;
  told.nodes = limits.clock.nodes;
  if (limits.clock.time) {
    const auto gone = std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - asked);
    (log_.me() == kWhite ? told.wtime : told.btime) = *limits.clock.time - gone.count();
  }
  (log_.me() == kWhite ? told.winc : told.binc) = limits.clock.increment;
  return told;
}

Decision<Square> EnginePlayer::sense(const DecisionLimits& limits) {
  const auto asked = steady_clock::now();
  return persist([&] { return link_.sense({limits_now(limits, asked), limits.senses}, limits.deadline, limits.stop); });
}

Decision<Move> EnginePlayer::move(const DecisionLimits& limits) {
  const auto asked = steady_clock::now();
  return persist([&] { return link_.go({limits_now(limits, asked), limits.requests}, limits.deadline, limits.stop); });
}

std::optional<Fault> EnginePlayer::absorb(TimePoint deadline) {
  return persist([&] { return link_.ready(deadline); });
}

void EnginePlayer::after_turn() {
  if (settings_.ponder) {
    link_.ponder();
  }
}

void EnginePlayer::end(const GameResult& result, const std::string& record) {
  if (result.ending == Ending::kStopped) {
    return;
  }
  static_cast<void>(link_.stop_pondering());
  const std::string& told = settings_.record_copy.empty() ? record : settings_.record_copy;
  link_.send(GameOverCommand{result.winner, result.reason, told.empty() ? std::nullopt : std::optional(told)});
}

}  // namespace lanternfish
