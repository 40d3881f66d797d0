#include "tools/arena/bots/house_session.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

void say(const EngineMessage& message) {
  fmt::print("{}\n", format_engine_message(message));
  std::fflush(stdout);
}

void complain(Trouble code, std::string text) { say(TextInfo{TextInfo::Severity::kError, code, std::move(text)}); }

// The options every host may count on, most of them without use here.
std::vector<OptionLine> options(bool truth) {
  const auto spin = [](const char* name, const char* initial, std::int64_t least, std::int64_t most) {
    return OptionLine{name, OptionType::kSpin, initial, least, most, {}};
  };
  const auto plain = [](const char* name, OptionType type, const char* initial) {
    return OptionLine{name, type, initial, {}, {}, {}};
  };
  std::vector<OptionLine> list{{"UCI_Variant", OptionType::kCombo, "rbc", {}, {}, {"rbc"}},
                               plain("UCI_Opponent", OptionType::kString, ""),
                               spin("Threads", "1", 1, 1024),
                               spin("Hash", "1", 1, 1 << 20),
                               spin("MultiPV", "1", 1, 256),
                               plain("Ponder", OptionType::kCheck, "false"),
                               spin("Move Overhead", "0", 0, 10'000),
                               spin("Seed", "0", 0, 2'147'483'647),
                               spin("MoveLimit", "100", 0, 10'000),
                               spin("TurnLimit", "0", 0, 10'000),
                               spin("RBC_ShowBoards", "0", 0, 1000),
                               plain("RBC_ShowProbs", OptionType::kCheck, "false")};
  if (truth) {
    list.push_back(plain("RBC_TrueBoard", OptionType::kString, ""));
  }
  return list;
}

std::optional<std::int64_t> number_in(const OptionLine& option, const std::string& text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good =
      code == std::errc() && end == text.data() + text.size() && value >= *option.least && value <= *option.most;
  return good ? std::optional(value) : std::nullopt;
}

bool accepts(const OptionLine& option, const std::string& value) {
  switch (option.type) {
    case OptionType::kSpin: return number_in(option, value).has_value();
    case OptionType::kCheck: return value == "true" || value == "false";
    case OptionType::kCombo:
      return std::find(option.choices.begin(), option.choices.end(), value) != option.choices.end();
    case OptionType::kButton:
    case OptionType::kString: return true;
  }
  return true;
}

// Those of `only` that may be chosen; all when there is none.
template <typename T>
std::vector<T> chosen_from(const std::vector<T>& all, const std::vector<T>& only) {
  std::vector<T> both;
  std::copy_if(all.begin(), all.end(), std::back_inserter(both),
               [&](const T& x) { return std::find(only.begin(), only.end(), x) != only.end(); });
  return both.empty() ? all : both;
}

}  // namespace

HouseInput::HouseInput() : reader_(STDIN_FILENO, kMaxLine) {}

std::optional<std::string> HouseInput::next() {
  if (ahead_) {
    return std::exchange(ahead_, std::nullopt);
  }
  std::string_view line;
  return reader_.next(line) == LineReader::Read::kEnd ? std::nullopt : std::optional(std::string(line));
}

bool HouseInput::stops_thinking() {
  reader_.fill();
  std::string_view text;
  while (!ahead_) {
    const LineReader::Read read = reader_.take(text);
    if (read == LineReader::Read::kTimeout) {
      return false;
    }
    if (read == LineReader::Read::kEnd) {
      return true;
    }
    const HostLine line = parse_host_line(text);
    const auto* command = std::get_if<HostCommand>(&line.content);
    if (command != nullptr && std::holds_alternative<IsReadyCommand>(*command)) {
      say(ReadyOk{});
    } else if (command == nullptr || !std::holds_alternative<DebugCommand>(*command)) {
      ahead_ = text;
    }
  }
  return true;
}

void HouseSession::run() {
  while (const std::optional<std::string> line = input_.next()) {
    if (!handle(*line)) {
      break;
    }
  }
}

bool HouseSession::handle(const std::string& text) {
  const HostLine line = parse_host_line(text);
  if (const auto* error = std::get_if<LineError>(&line.content)) {
    complain(error->code, error->text);
    return true;
  }
  const HostCommand& command = std::get<HostCommand>(line.content);
  if (std::holds_alternative<QuitCommand>(command)) {
    return false;
  }
  if (std::holds_alternative<UciCommand>(command)) {
    uci();
  } else if (std::holds_alternative<IsReadyCommand>(command)) {
    say(ReadyOk{});
  } else if (std::holds_alternative<NewGameCommand>(command)) {
    view_.reset();
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
  } else if (const auto* ponder = std::get_if<PonderCommand>(&command)) {
    static_cast<void>(in_phase(HouseView::Phase::kOpponent, "ponder", ponder->limits));
    say(PonderDone{});
  } else if (std::holds_alternative<GameOverCommand>(command)) {
    over_ = true;
  } else if (std::holds_alternative<ShowStateCommand>(command) || std::holds_alternative<HelpCommand>(command)) {
    say(TextInfo{TextInfo::Severity::kNote, {}, name_ + ", a player of the arena that keeps no boards"});
  } else if (std::holds_alternative<ProbeCommand>(command) || std::holds_alternative<BoardsCommand>(command)) {
    complain(Trouble::kBelief, "this player keeps no boards");
  }
  return true;
}

void HouseSession::uci() {
  say(IdLine{IdLine::Field::kName, name_});
  say(IdLine{IdLine::Field::kAuthor, "the Lanternfish arena"});
  say(IdLine{IdLine::Field::kProtocol, "rbc-uci 1"});
  for (const OptionLine& option : options(player_->wants_truth())) {
    say(option);
  }
  say(UciOk{});
}

void HouseSession::set_option(const SetOptionCommand& command) {
  const std::vector<OptionLine> list = options(player_->wants_truth());
  const auto option =
      std::find_if(list.begin(), list.end(), [&](const OptionLine& o) { return o.name == command.name; });
  const std::string value = command.value.value_or("");
  if (option == list.end() || !accepts(*option, value)) {
    complain(Trouble::kOption, fmt::format("there is no option '{}' with a value '{}'", command.name, value));
  } else if (option->name == "Seed") {
    seed_ = static_cast<std::uint64_t>(*number_in(*option, value));
  } else if (option->name == "RBC_TrueBoard") {
    const Result<Board> board = parse_fen(value);
    truth_ = board ? std::optional(*board) : std::nullopt;
    if (!board && !value.empty()) {
      complain(Trouble::kOption, board.error());
    }
  }
}

void HouseSession::position(const PositionCommand& command) {
  HouseView fresh(command.start, command.me);
  player_->set_seed(seed_);
  for (const Observation& event : command.history) {
    if (const std::optional<HouseView::Refusal> refusal = fresh.observe(event)) {
      complain(refusal->phase ? Trouble::kPhase : Trouble::kObservation, refusal->text);
      return;
    }
  }
  view_ = std::move(fresh);
  over_ = false;
}

// A line is atomic: the events are tried on a copy.
void HouseSession::observe(const ObserveCommand& command) {
  if (!view_ || over_) {
    complain(Trouble::kPhase, "observe needs a position");
    return;
  }
  absorb(command.events, *view_);
}

void HouseSession::absorb(const std::vector<Observation>& events, HouseView view) {
  for (const Observation& event : events) {
    if (const std::optional<HouseView::Refusal> refusal = view.observe(event)) {
      complain(refusal->phase ? Trouble::kPhase : Trouble::kObservation, refusal->text);
      return;
    }
  }
  view_ = std::move(view);
}

bool HouseSession::in_phase(HouseView::Phase phase, const char* command, const Limits& limits) {
  if (!view_ || over_ || view_->phase() != phase) {
    complain(Trouble::kPhase, fmt::format("{} does not fit the state of the game", command));
    return false;
  }
  if (limits.turn && *limits.turn != view_->turn()) {
    say(TextInfo{TextInfo::Severity::kWarning, Trouble::kPhase,
                 fmt::format("turn {} was said, and it is {}", *limits.turn, view_->turn())});
  }
  return true;
}

HouseLimits HouseSession::bounds(const Limits& limits) {
  return {limits.movetime, limits.nodes, view_->me() == kWhite ? limits.wtime : limits.btime, limits.infinite,
          [this] { return input_.stops_thinking(); }};
}

void HouseSession::sense(const SenseCommand& command) {
  if (!in_phase(HouseView::Phase::kSense, "sense", command.limits)) {
    say(BestSense{});
    return;
  }
  std::vector<Square> all{kNoSquare};
  for (Square s = 0; s < 64; ++s) {
    all.push_back(s);
  }
  say(BestSense{player_->choose_sense(*view_, chosen_from(all, command.only))});
}

void HouseSession::go(const GoCommand& command) {
  if (!in_phase(HouseView::Phase::kMove, "go", command.limits)) {
    say(BestMove{});
    return;
  }
  std::vector<Move> only = command.only;
  for (Move& move : only) {
    move = normalized_request(view_->own(), move);
  }
  const std::vector<Move> allowed = chosen_from(requests(view_->own(), view_->me()), only);
  const bool fits = truth_ && truth_->turn() == view_->me() && truth_->pieces(view_->me()) == view_->own().occupied();
  say(BestMove{player_->choose_move(*view_, allowed, fits ? truth_ : std::nullopt, bounds(command.limits))});
}

}  // namespace lanternfish
