#include "tools/arena/compliance/compliance_subject.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/text.h"

namespace lanternfish {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::array<std::string_view, 3> kTerminators = {"bestsense", "bestmove", "ponderdone"};

bool is_terminator(std::string_view line) {
  return std::any_of(kTerminators.begin(), kTerminators.end(),
                     [&](std::string_view word) { return begins_with_word(line, word); });
}

std::string shown(std::string_view line) { return fmt::format("'{}'", line.substr(0, 100)); }

// An engine that gives up says why before it goes.
std::string reason_in(const ComplianceSubject::Lines& lines) {
  const auto last = std::find_if(lines.rbegin(), lines.rend(), [](const std::string& line) { return is_error(line); });
  return last == lines.rend() ? "" : fmt::format(", after '{}'", shortened(without_control(*last), 300));
}

}  // namespace

bool begins_with_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ');
}

bool is_error(std::string_view line, std::string_view code) {
  const Result<EngineMessage> message = parse_engine_line(line);
  const TextInfo* text = message ? std::get_if<TextInfo>(&*message) : nullptr;
  return text != nullptr && text->severity == TextInfo::Severity::kError &&
         (code.empty() || format_trouble(text->code) == code);
}

std::vector<UpdateReport> updates_in(const ComplianceSubject::Lines& lines) {
  std::vector<UpdateReport> updates;
  for (const std::string& line : lines) {
    const Result<EngineMessage> message = parse_engine_line(line);
    if (const UpdateReport* update = message ? std::get_if<UpdateReport>(&*message) : nullptr) {
      updates.push_back(*update);
    }
  }
  return updates;
}

ComplianceSubject::ComplianceSubject(const ComplianceSettings& settings, ComplianceReport& report)
    : settings_(settings), report_(report) {}

void ComplianceSubject::fault(std::string text) {
  if (std::find(report_.faults.begin(), report_.faults.end(), text) == report_.faults.end()) {
    report_.faults.push_back(std::move(text));
  }
}

void ComplianceSubject::note(std::string text) {
  if (std::find(report_.notes.begin(), report_.notes.end(), text) == report_.notes.end()) {
    report_.notes.push_back(std::move(text));
  }
}

void ComplianceSubject::give_up(std::string text) {
  fault(std::move(text));
  throw GiveUp{};
}

void ComplianceSubject::start() {
  process_.reset();
  std::vector<std::string> argv = settings_.engine.command;
  argv.front() = program_path(argv.front());
  Result<std::unique_ptr<ChildProcess>> process =
      ChildProcess::start({.argv = std::move(argv), .directory = settings_.engine.directory});
  if (!process) {
    give_up(process.error());
  }
  process_ = std::move(process).value();
  send("uci");
  greeting_ = until("uciok");
  for (const auto& [option, value] : settings_.engine.options) {
    send(fmt::format("setoption name {} value {}", option, value));
  }
  rest();
}

void ComplianceSubject::send(std::string_view line) {
  if (!process_->write_line(line, steady_clock::now() + settings_.answer)) {
    give_up(fmt::format("takes no line any more: {}", shown(line)));
  }
}

ComplianceSubject::Lines ComplianceSubject::until(std::string_view word, milliseconds patience) {
  const auto deadline = steady_clock::now() + patience;
  Lines lines;
  std::string line;
  for (;;) {
    switch (process_->read_line(line, deadline)) {
      case ChildProcess::ReadStatus::kTimeout: give_up(fmt::format("no {} within {} ms", word, patience.count()));
      case ChildProcess::ReadStatus::kClosed: give_up(fmt::format("ended before it sent {}{}", word, reason_in(lines)));
      case ChildProcess::ReadStatus::kLine: break;
    }
    lines.push_back(line);
    if (begins_with_word(line, word)) {
      return lines;
    }
  }
}

ComplianceSubject::Lines ComplianceSubject::rest() {
  send("isready");
  Lines lines = until("readyok");
  lines.pop_back();
  for (const std::string& line : lines) {
    if (is_terminator(line)) {
      fault(fmt::format("sent {} that nobody asked for", shown(line)));
    }
  }
  return lines;
}

ComplianceSubject::Lines ComplianceSubject::ask(std::string_view line) {
  send(line);
  return rest();
}

ComplianceSubject::Lines ComplianceSubject::think(const std::string& command, std::string_view terminator) {
  send(command);
  Lines lines = until(terminator);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (is_terminator(lines[i])) {
      fault(fmt::format("answered {} to '{}'", shown(lines[i]), command));
    }
  }
  rest();
  return lines;
}

Square ComplianceSubject::sense(const std::string& arguments) {
  const Lines lines = think("sense" + arguments, "bestsense");
  const Result<EngineMessage> answer = parse_engine_line(lines.back());
  if (!answer) {
    give_up(fmt::format("{} is no answer", shown(lines.back())));
  }
  return std::get<BestSense>(*answer).square;
}

Move ComplianceSubject::go(const std::string& arguments) {
  const Lines lines = think("go" + arguments, "bestmove");
  const Result<EngineMessage> answer = parse_engine_line(lines.back());
  if (!answer) {
    give_up(fmt::format("{} is no answer", shown(lines.back())));
  }
  return std::get<BestMove>(*answer).request;
}

void ComplianceSubject::expect_error(const Lines& lines, std::string_view code, std::string_view cause) {
  if (std::none_of(lines.begin(), lines.end(), [&](const std::string& line) { return is_error(line, code); })) {
    const bool other = std::any_of(lines.begin(), lines.end(), [](const std::string& line) { return is_error(line); });
    fault(fmt::format("{} 'info string error{}{}' after {}", other ? "another error than" : "no",
                      code.empty() ? "" : " ", code, cause));
  }
}

void ComplianceSubject::expect_no_error(const Lines& lines, std::string_view cause) {
  for (const std::string& line : lines) {
    if (is_error(line)) {
      fault(fmt::format("{} after {}", shown(line), cause));
    }
  }
}

std::optional<milliseconds> ComplianceSubject::close_input() {
  const auto began = steady_clock::now();
  if (!process_->wait_or_kill(began + settings_.leave)) {
    return std::nullopt;
  }
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
}

std::optional<Fault> SubjectPlayer::begin(const GameStart& start) {
  subject_.expect_no_error(subject_.ask(PositionCommand{start.rules.start, start.me, {}}), "position");
  return RandomPlayer::begin(start);
}

// One update a line of events, or none ever.
void SubjectPlayer::tell(const Observation& event, std::string_view word) {
  const ComplianceSubject::Lines lines = subject_.ask(ObserveCommand{{event}});
  subject_.expect_no_error(lines, fmt::format("a correct 'observe {}'", word));
  const std::vector<UpdateReport> updates = updates_in(lines);
  tells_belief_ = first_ ? !updates.empty() : tells_belief_;
  first_ = false;
  if (updates.size() != (tells_belief_ ? 1u : 0u)) {
    subject_.fault(fmt::format("{} update lines after one 'observe {}'", updates.size(), word));
  }
  if (updates.empty()) {
    return;
  }
  const UpdateReport& update = updates.front();
  if (static_cast<std::size_t>(update.event) != event.index()) {
    subject_.fault(fmt::format("the update after 'observe {}' names another event", word));
  }
  if (update.turn != turn_ && !std::holds_alternative<Moved>(event)) {
    subject_.fault(fmt::format("the update says turn {}, and it is {}", update.turn, turn_));
  }
  if (last_update_ && update.boards_before != last_update_->boards && update.deferred == 0 &&
      last_update_->deferred == 0) {
    subject_.fault(
        fmt::format("boardsbefore {} after an update with boards {}", update.boards_before, last_update_->boards));
  }
  last_update_ = update;
}

std::optional<Fault> SubjectPlayer::notice(const OpponentMoved& notice) {
  ++turn_;
  tell(notice, "opponent");
  return RandomPlayer::notice(notice);
}

Decision<Square> SubjectPlayer::sense(const DecisionLimits& limits) {
  if (thinks_) {
    return subject_.sense(fmt::format(" turn {} nodes 10", limits.clock.turn.value_or(1)));
  }
  return RandomPlayer::sense(limits);
}

std::optional<Fault> SubjectPlayer::sense_result(const Sensed& sensed) {
  tell(sensed, "sense");
  return RandomPlayer::sense_result(sensed);
}

Decision<Move> SubjectPlayer::move(const DecisionLimits& limits) {
  if (!thinks_) {
    return RandomPlayer::move(limits);
  }
  const Move request = subject_.go(fmt::format(" turn {} nodes 10", limits.clock.turn.value_or(1)));
  if (!may_request(own().pieces(), own().me(), normalized_request(own().pieces(), request))) {
    subject_.give_up(
        fmt::format("requests {}, which may not be requested, in {}", format_move(request), format_fen(truth_)));
  }
  return request;
}

std::optional<Fault> SubjectPlayer::move_result(const Moved& moved) {
  if (moved.captured == kNoSquare || truth_.piece_at(moved.captured).type != kKing) {
    tell(moved, "move");
  }
  return RandomPlayer::move_result(moved);
}

namespace {

GameSettings with_rules(const GameRules& rules) {
  GameSettings settings;
  settings.rules = rules;
  return settings;
}

Game::Players seats(Color me, Player& player, Player& opponent) {
  Game::Players players;
  players[me] = &player;
  players[~me] = &opponent;
  return players;
}

}  // namespace

ComplianceGame::ComplianceGame(ComplianceSubject& subject, const GameRules& rules, Color me, unsigned seed)
    : me_(me), player_(subject, seed), opponent_(seed + 1), game_(seats(me, player_, opponent_), with_rules(rules)) {
  game_.begin();
}

std::string ComplianceGame::position_line() const {
  const auto history = referee().history(me_);
  return format_host_command(PositionCommand{referee().rules().start, me_, {history.begin(), history.end()}});
}

bool ComplianceGame::opponent_moves() {
  if (!game_.over() && referee().turn() != me_) {
    game_.turn();
  }
  return !game_.over();
}

void ComplianceGame::sense(bool think) {
  player_.let_think(think);
  game_.sense();
}

void ComplianceGame::move(bool think) {
  player_.let_think(think);
  game_.move();
}

bool ComplianceGame::turn() {
  if (!opponent_moves()) {
    return false;
  }
  notice();
  sense(true);
  move(true);
  return !game_.over();
}

}  // namespace lanternfish
