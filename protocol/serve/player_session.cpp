#include "protocol/serve/player_session.h"

#include <algorithm>

#include <fmt/format.h>

#include "protocol/messages/host_options.h"
#include "protocol/messages/tokens.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/number.h"

namespace lanternfish {

namespace {

constexpr std::int64_t kDay = 86'400'000;  // ms; as good as no bound

// The options every host may count on, and that of a player which is shown the true board.
std::vector<OptionLine> common_options(bool truth) {
  std::vector<OptionLine> list(host_options().begin(), host_options().end());
  if (truth) {
    list.push_back({"RBC_TrueBoard", OptionType::kString, "", {}, {}, {}});
  }
  return list;
}

std::optional<std::int64_t> number_in(const OptionLine& option, const std::string& text) {
  return to_number<std::int64_t>(text, *option.min, *option.max);
}

bool accepts(const OptionLine& option, const std::string& value) {
  switch (option.type) {
    case OptionType::kSpin: return number_in(option, value).has_value();
    case OptionType::kCheck: return same_word(value, "true") || same_word(value, "false");
    case OptionType::kCombo:
      return std::any_of(option.choices.begin(), option.choices.end(),
                         [&](const std::string& choice) { return same_word(choice, value); });
    case OptionType::kButton:
    case OptionType::kString: return true;
  }
  return true;
}

// The name in "TITLE ELO TYPE NAME", the value of UCI_Opponent.
std::string opponent_name(const std::string& value) {
  Tokens words(value);
  for (int i = 0; i < 3; ++i) {
    words.next();
  }
  return std::string(words.rest());
}

Ending ending_of(WinReason reason) {
  switch (reason) {
    case WinReason::kTimeout: return Ending::kFlag;
    case WinReason::kResign: return Ending::kResigned;
    default: return Ending::kByRules;
  }
}

// What was chosen, and the first of `only` where a player chose beyond it.
template <typename T>
T held_to(const std::vector<T>& only, T chosen) {
  return only.empty() || std::find(only.begin(), only.end(), chosen) != only.end() ? chosen : only.front();
}

}  // namespace

PlayerSession::PlayerSession(std::unique_ptr<Player> player, SendMessage send)
    : Responder(std::move(send)), player_(std::move(player)), options_(common_options(player_->sees_truth())) {}

void PlayerSession::carry_out(const HostCommand& command) {
  if (std::holds_alternative<UciCommand>(command)) {
    uci();
  } else if (std::holds_alternative<IsReadyCommand>(command)) {
    send(ReadyOk{});
  } else if (std::holds_alternative<NewGameCommand>(command)) {
    log_ = GameLog::none();
  } else if (const auto* set = std::get_if<SetOptionCommand>(&command)) {
    set_option(*set);
  } else if (const auto* start = std::get_if<PositionCommand>(&command)) {
    position(*start);
  } else if (const auto* events = std::get_if<ObserveCommand>(&command)) {
    observe(*events);
  } else if (const auto* look = std::get_if<SenseCommand>(&command)) {
    sense(*look);
  } else if (const auto* move = std::get_if<GoCommand>(&command)) {
    go(*move);
  } else if (const auto* wait = std::get_if<PonderCommand>(&command)) {
    ponder(*wait);
  } else if (const auto* over = std::get_if<GameOverCommand>(&command)) {
    end(*over);
  } else if (std::holds_alternative<ShowStateCommand>(command) || std::holds_alternative<HelpCommand>(command)) {
    note(player_->name() + ", a player that shows no boards; its commands are those of RBC-UCI 1");
  } else if (std::holds_alternative<ProbeCommand>(command) || std::holds_alternative<BoardsCommand>(command)) {
    fail(Trouble::kBelief, "this player keeps no boards");
  } else if (std::holds_alternative<BenchCommand>(command)) {
    fail(Trouble::kSyntax, "this player has no bench");
  }
}

void PlayerSession::uci() {
  send(IdLine{IdLine::Field::kName, player_->name()});
  send(IdLine{IdLine::Field::kAuthor, "the Lanternfish authors"});
  send(IdLine{IdLine::Field::kProtocol, "rbc-uci 1"});
  for (const OptionLine& option : options_) {
    send(option);
  }
  send(UciOk{});
}

void PlayerSession::set_option(const SetOptionCommand& command) {
  const auto option = std::find_if(options_.begin(), options_.end(),
                                   [&](const OptionLine& o) { return same_word(o.name, command.name); });
  const std::string value = command.value.value_or("");
  if (option == options_.end()) {
    fail(Trouble::kOption, fmt::format("there is no option {}", quoted(command.name)));
  } else if (!accepts(*option, value)) {
    fail(Trouble::kOption, fmt::format("the option '{}' takes no value {}", option->name, quoted(value)));
  } else if (option->name == "Seed") {
    start_.seed = static_cast<std::uint64_t>(*number_in(*option, value));
  } else if (option->name == "MoveLimit") {
    start_.rules.move_limit = static_cast<int>(*number_in(*option, value));
  } else if (option->name == "TurnLimit") {
    start_.rules.turn_limit = static_cast<int>(*number_in(*option, value));
  } else if (option->name == "UCI_Opponent") {
    start_.opponent = opponent_name(value);
  } else if (option->name == "RBC_TrueBoard" && !value.empty()) {
    if (const Result<Board> board = parse_fen(value); board) {
      player_->show_truth(*board);
    } else {
      fail(Trouble::kOption, board.error());
    }
  }
}

void PlayerSession::position(const PositionCommand& command) {
  GameLog log(command.start, command.me);
  const auto checked = log.check(command.history);
  if (!checked) {
    refuse("position history", checked.refusal());
    return;
  }
  start_.rules.start = command.start;
  start_.me = command.me;
  log_ = std::move(log);
  report(player_->begin(start_));
  take_in(checked.events);
}

void PlayerSession::observe(const ObserveCommand& command) {
  if (const auto checked = log_.check(command.events); checked) {
    take_in(checked.events);
  } else {
    refuse("observe", checked.refusal());
  }
}

void PlayerSession::take_in(std::span<const CheckedEvent> events) {
  for (const CheckedEvent& next : events) {
    const Phase phase = log_.phase();
    if (phase == Phase::kOpponent) {
      report(player_->before_turn());
    }
    report(tell(*player_, next.event));
    log_.append(next);
    if (phase == Phase::kMove) {
      player_->after_turn();
    }
  }
}

bool PlayerSession::in_phase(Phase wanted, const char* command, const Limits& limits) {
  if (log_.phase() != wanted) {
    fail(Trouble::kPhase, fmt::format("{} is for: {}; now: {}", command, phase_text(wanted), phase_text(log_.phase())));
    return false;
  }
  if (const int turn = log_.turn(); limits.turn && *limits.turn != turn) {
    say(TextInfo::Severity::kWarning, Trouble::kPhase,
        fmt::format("turn {} was said, and it is {}", *limits.turn, turn));
  }
  check_clock(limits, log_.me());
  return true;
}

DecisionLimits PlayerSession::decision_limits(const Limits& limits) const {
  DecisionLimits decision;
  decision.clock = clock_of(limits, log_.me());
  decision.clock.turn = log_.turn();
  if (limits.infinite) {
    decision.clock.move_time = kDay;
  }
  decision.stop = stop();
  return decision;
}

void PlayerSession::sense(const SenseCommand& command) {
  if (!in_phase(Phase::kSense, "sense", command.limits)) {
    return;
  }
  DecisionLimits limits = decision_limits(command.limits);
  limits.senses = command.only;
  const Decision<Square> chosen = player_->sense(limits);
  if (const auto* fault = std::get_if<Fault>(&chosen)) {
    report(*fault);
  } else {
    answer(BestSense{held_to(command.only, std::get<Square>(chosen))});
  }
  if (command.limits.infinite) {
    wait_for_stop();
  }
}

void PlayerSession::go(const GoCommand& command) {
  if (!in_phase(Phase::kMove, "go", command.limits)) {
    return;
  }
  DecisionLimits limits = decision_limits(command.limits);
  for (const Move& move : command.only) {
    const Move request = normalized_request(log_.own().pieces(), move);
    if (may_request(log_.own().pieces(), log_.me(), request)) {
      limits.requests.push_back(request);
    }
  }
  const Decision<Move> chosen = player_->move(limits);
  if (const auto* fault = std::get_if<Fault>(&chosen)) {
    report(*fault);
  } else {
    answer(BestMove{held_to(limits.requests, std::get<Move>(chosen))});
  }
  if (command.limits.infinite) {
    wait_for_stop();
  }
}

void PlayerSession::ponder(const PonderCommand& command) {
  if (in_phase(Phase::kOpponent, "ponder", command.limits) && command.limits.infinite) {
    wait_for_stop();
  }
}

void PlayerSession::end(const GameOverCommand& command) {
  if (log_.phase() == Phase::kOver) {
    return;
  }
  log_.end();
  player_->end({command.winner, command.reason, ending_of(command.reason), {}}, command.record.value_or(""));
}

// A player that cannot go on passes: the host decides what that means.
void PlayerSession::report(const std::optional<Fault>& fault) {
  if (fault) {
    fail(Trouble::kInternal, fault->text);
  }
}

}  // namespace lanternfish
