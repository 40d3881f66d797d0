#include "protocol/host/engine_link.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>

#include "support/append_file.h"
#include "support/stopping.h"
#include "support/text.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

// A system that shuts down, or a service manager, may signal engines and host alike, and the engine is gone first.
constexpr std::array kEndedBySomebody = {128 + SIGHUP, 128 + SIGINT, 128 + SIGTERM};  // exit codes
constexpr std::chrono::seconds kStopFollows{1};

Fault host_stops() { return {Ending::kStopped, "the host was told to stop"}; }

template <typename T>
constexpr bool kIsTerminator =
    std::is_same_v<T, BestSense> || std::is_same_v<T, BestMove> || std::is_same_v<T, PonderDone>;

bool is_terminator(const EngineMessage& message) {
  return std::visit([](const auto& m) { return kIsTerminator<std::decay_t<decltype(m)>>; }, message);
}

bool looks_like_terminator(std::string_view line) {
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  return word == "bestsense" || word == "bestmove" || word == "ponderdone";
}

// For sentences: outside text without control bytes, cut short.
std::string excerpt(std::string_view line) {
  std::string text(line.substr(0, 80));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c > 0x7e; }, '?');
  return text + (line.size() > 80 ? "..." : "");
}

// How an engine without a name is called in sentences: its command, files without their folders. All bots of an
// interpreter would be alike by the program's name.
std::string called(const EngineSpec& spec) {
  if (!spec.name.empty()) {
    return spec.name;
  }
  std::string text;
  for (const std::string& word : spec.command) {
    text += (text.empty() ? "" : " ") + word.substr(word.find_last_of('/') + 1);
  }
  return shortened(without_control(text), 100);
}

}  // namespace

EngineLink::EngineLink(const EngineSpec& spec, const Patience& patience, std::stop_token abort)
    : spec_(spec), name_(spec.name), patience_(patience), abort_(std::move(abort)), started_(steady_clock::now()) {}

EngineLink::~EngineLink() = default;

Result<std::unique_ptr<EngineLink>> EngineLink::start(const EngineSpec& spec, const Patience& patience,
                                                      const std::string& log_file, std::stop_token abort,
                                                      const std::function<void(const std::string&)>& say,
                                                      bool* no_process) {
  std::unique_ptr<EngineLink> link(new EngineLink(spec, patience, std::move(abort)));
  if (!log_file.empty()) {
    Result<std::unique_ptr<AppendFile>> log = AppendFile::open(log_file, {.empty = true, .sync = false});
    if (!log) {
      if (no_process != nullptr) {
        *no_process = true;
      }
      return Error{log.error()};
    }
    link->log_ = std::move(log).value();
  }
  const Status launched = link->launch(say);
  if (no_process != nullptr) {
    *no_process = link->no_process_;
  }
  return launched ? Result<std::unique_ptr<EngineLink>>(std::move(link)) : Error{launched.error()};
}

Result<std::unique_ptr<EngineLink>> EngineLink::meet(const EngineSpec& spec, const Board& start,
                                                     const Patience& patience, std::stop_token abort,
                                                     const std::function<void(const std::string&)>& say) {
  std::unique_ptr<EngineLink> link = TRY(EngineLink::start(spec, patience, {}, std::move(abort), say));
  if (const std::optional<Fault> fault = link->new_game(start, kWhite)) {
    return Error{fmt::format("{} cannot begin a game: it {}", link->name(), fault->text)};
  }
  return link;
}

Status EngineLink::launch(const std::function<void(const std::string&)>& say) {
  if (spec_.command.empty() || spec_.command.front().empty()) {
    return Error{"the command names no program"};
  }
  std::vector<std::string> argv = spec_.command;
  argv.front() = program_path(argv.front());
  Result<std::unique_ptr<ChildProcess>> process = ChildProcess::start(
      {.argv = std::move(argv), .directory = spec_.directory, .show_stderr = true, .contain = true});
  no_process_ = !process;
  if (no_process_) {
    return Error{process.error()};
  }
  process_ = std::move(process).value();
  if (const std::optional<Fault> fault = shake_hands(say)) {
    return Error{fault->ending == Ending::kStopped
                     ? fault->text
                     : fmt::format("'{}' is no RBC-UCI engine: it {}", called(spec_), fault->text)};
  }
  if (!speaks_rbc()) {
    return Error{fmt::format(
        "'{}' ({}) speaks UCI but not RBC-UCI: it announces neither 'id protocol rbc-uci' nor the variant rbc. "
        "A chess engine cannot play this game by itself; see docs/reference/protocol.md",
        called(spec_), own_name_.empty() ? "nameless" : own_name_)};
  }
  if (name_.empty()) {
    name_ = called(spec_);
  } else if (spec_.name.empty() && name_ == own_name_) {
    // One that plays several ways is named by the way it plays, which it may have said already.
    const auto strategy =
        std::find_if(spec_.options.begin(), spec_.options.end(), [](const auto& o) { return o.first == "Strategy"; });
    if (strategy != spec_.options.end() && !name_.ends_with(strategy->second)) {
      name_ += " " + strategy->second;
    }
  }
  return set_options();
}

Status EngineLink::restart() {
  log('#', "restarted");
  process_->kill();
  options_.clear();
  announced_ = false;
  pondering_ = false;
  const Status launched = launch();
  confused_ = false;
  return launched;
}

std::optional<Fault> EngineLink::shake_hands(const std::function<void(const std::string&)>& say) {
  const auto asked = steady_clock::now();
  send(UciCommand{});
  Answer<UciOk> answer = await<UciOk>(asked + std::min(patience_.word, patience_.start), "uci");
  const Fault* fault = std::get_if<Fault>(&answer);
  if (fault != nullptr && fault->ending == Ending::kSilence && patience_.word < patience_.start) {
    if (say) {
      say(fmt::format("'{}' has not answered 'uci' yet; waiting {:g} s at most", called(spec_),
                      std::chrono::duration<double>(patience_.start).count()));
    }
    answer = await<UciOk>(asked + patience_.start, "uci");
    fault = std::get_if<Fault>(&answer);
  }
  return fault != nullptr ? std::optional(*fault) : std::nullopt;
}

bool EngineLink::speaks_rbc() const {
  return announced_ || std::any_of(options_.begin(), options_.end(), [](const OptionLine& option) {
           return option.name == "UCI_Variant" &&
                  std::find(option.choices.begin(), option.choices.end(), "rbc") != option.choices.end();
         });
}

bool EngineLink::has_option(std::string_view name) const {
  return std::any_of(options_.begin(), options_.end(), [&](const OptionLine& option) { return option.name == name; });
}

std::string EngineLink::option_default(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const auto& o) { return o.name == name; });
  return found == options_.end() ? std::string() : found->initial;
}

Status EngineLink::set_options() {
  if (spec_.truth && !has_option("RBC_TrueBoard")) {
    return Error{fmt::format("{} has no option 'RBC_TrueBoard', and cannot be told the true board", name_)};
  }
  for (const auto& [option, value] : spec_.options) {
    if (!has_option(option)) {
      std::vector<std::string_view> names;
      for (const OptionLine& announced : options_) {
        names.push_back(announced.name);
      }
      const std::string_view meant = nearest_word(option, names);
      return Error{fmt::format("{} has no option '{}'{}; it has: {}", name_, option,
                               meant.empty() ? "" : fmt::format("; did you mean {}?", meant), fmt::join(names, ", "))};
    }
    send(SetOptionCommand{option, value});
  }
  const std::optional<Fault> fault = ready(steady_clock::now() + patience_.ready);
  if (fault) {
    return Error{fmt::format("{} {} while its options were set", name_, fault->text)};
  }
  if (consume_error()) {
    return Error{fmt::format("{} refuses an option: {}", name_, notes_.first_error)};
  }
  return success();
}

std::optional<Fault> EngineLink::new_game(const Board& start, Color me) {
  Notes fresh;
  fresh.warnings = std::move(notes_.warnings);  // most come when the options are set
  notes_ = std::move(fresh);
  confused_ = false;
  last_error_.clear();
  refused_position_ = false;
  send(NewGameCommand{});
  send(PositionCommand{start, me, {}});
  if (const std::optional<Fault> fault = ready(steady_clock::now() + patience_.ready)) {
    return fault;
  }
  // It would only pass.
  return refused_position_ ? std::optional(Fault{Ending::kNonsense, "refused 'position': " + last_error_})
                           : std::nullopt;
}

void EngineLink::send(const HostCommand& command) {
  const std::string line = format_host_command(command);
  log('>', line);
  // A failed write shows as the end of the engine's output, or as silence.
  static_cast<void>(process_->write_line(line, steady_clock::now() + patience_.stop));
}

Fault EngineLink::gone(std::string_view question) {
  // Its output is closed; the exit status follows a moment later, if the program has really ended.
  const bool ended = process_->wait_or_kill(steady_clock::now() + patience_.quit);
  const int code = process_->exit_code();
  if (ended && std::find(kEndedBySomebody.begin(), kEndedBySomebody.end(), code) != kEndedBySomebody.end() &&
      stops_within(abort_, kStopFollows)) {
    return host_stops();
  }
  // An engine that gives up says why before it goes.
  const std::string why = confused_ && !last_error_.empty() ? ": " + last_error_ : "";
  if (!ended) {
    return {Ending::kCrash, fmt::format("closed its output at '{}'{}", question, why)};
  }
  const std::string how =
      code > 128 ? fmt::format("killed by signal {}", code - 128) : fmt::format("exit code {}", code);
  return {Ending::kCrash, fmt::format("ended at '{}' ({}){}", question, how, why)};
}

// Reads up to the message wanted. Lines that are not of the protocol are passed over, as UCI wants, but a terminator
// that cannot be read or was not asked for is no answer.
template <typename T>
Answer<T> EngineLink::await(TimePoint deadline, std::string_view question, const std::stop_token& stop) {
  std::string line;
  refusal_.reset();
  const std::stop_callback wake(abort_, [this] { process_->wake(); });
  const std::stop_callback wake_to_stop(stop, [this] { process_->wake(); });
  bool told_to_stop = false;
  for (;;) {
    const ChildProcess::ReadStatus status = process_->read_line(line, deadline);
    if (abort_.stop_requested()) {
      return host_stops();
    }
    if (stop.stop_requested()) {
      if (!std::exchange(told_to_stop, true)) {
        send(StopCommand{});
      }
      if (status == ChildProcess::ReadStatus::kTimeout && steady_clock::now() < deadline) {
        continue;  // it was woken
      }
    }
    switch (status) {
      case ChildProcess::ReadStatus::kTimeout:
        return Fault{Ending::kSilence, fmt::format("gave no answer to '{}' in time", question)};
      case ChildProcess::ReadStatus::kClosed: return gone(question);
      case ChildProcess::ReadStatus::kLine: break;
    }
    log('<', line);
    const Result<EngineMessage> message = parse_engine_line(line);
    if (!message) {
      if (looks_like_terminator(line)) {
        return Fault{Ending::kNonsense, fmt::format("answered '{}' to '{}'", excerpt(line), question)};
      }
      continue;
    }
    note(*message);
    if (const T* wanted = std::get_if<T>(&*message)) {
      if constexpr (std::is_same_v<T, BoardInfo>) {
        if (wanted->rank != 0) {
          continue;  // one of the likeliest boards, not the answer to a probe
        }
      }
      return *wanted;
    }
    if (is_terminator(*message)) {
      return Fault{Ending::kNonsense, fmt::format("answered '{}' to '{}'", excerpt(line), question)};
    }
    if constexpr (std::is_same_v<T, BoardInfo>) {
      const TextInfo* text = std::get_if<TextInfo>(&*message);
      if (text != nullptr && text->severity == TextInfo::Severity::kError) {
        refusal_ = text->code;
        return Fault{Ending::kNonsense, fmt::format("refused '{}': {}", question, excerpt(text->text))};
      }
    }
  }
}

void EngineLink::note(const EngineMessage& message) {
  if (const auto* id = std::get_if<IdLine>(&message)) {
    if (id->field == IdLine::Field::kName && own_name_.empty()) {
      own_name_ = shortened(without_control(id->text), kMaxName);
      name_ = name_.empty() ? own_name_ : name_;
    }
    announced_ = announced_ || id->field == IdLine::Field::kProtocol;
  } else if (const auto* option = std::get_if<OptionLine>(&message)) {
    if (options_.size() < kMaxOptions) {
      options_.push_back(*option);
    }
  } else if (const auto* update = std::get_if<UpdateReport>(&message)) {
    notes_.updates[static_cast<std::size_t>(update->event)] = *update;
    notes_.last_update = *update;
  } else if (const auto* text = std::get_if<TextInfo>(&message)) {
    const bool error = text->severity == TextInfo::Severity::kError;
    // With boards deferred, running out of live ones is no loss.
    const bool deferring = notes_.last_update && notes_.last_update->deferred > 0;
    const bool belief = text->severity == TextInfo::Severity::kWarning && text->code == Trouble::kBelief && !deferring;
    // Trouble with its own chess engine does not concern the game.
    const bool concerns_us = error && text->code != Trouble::kEngine;
    notes_.errors += concerns_us ? 1 : 0;
    notes_.belief_warnings += belief ? 1 : 0;
    confused_ = confused_ || concerns_us;
    refused_position_ = refused_position_ || (error && text->code == Trouble::kPosition);
    if (concerns_us) {
      last_error_ = shortened(without_control(text->text), 300);
    }
    if ((concerns_us || belief) && notes_.first_error.empty()) {
      notes_.first_error = shortened(without_control(text->text), 300);
    }
    const bool tells_user =
        text->severity != TextInfo::Severity::kNote && !concerns_us && !belief && text->code != Trouble::kBelief;
    if (tells_user && notes_.warnings.size() < kMaxWarnings) {
      notes_.warnings.push_back(shortened(without_control(text->text), 300));
    }
  }
}

Answer<Square> EngineLink::sense(const SenseCommand& command, TimePoint deadline, std::stop_token stop) {
  send(command);
  const Answer<BestSense> answer = await<BestSense>(deadline, "sense", stop);
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    return *fault;
  }
  return std::get<BestSense>(answer).square;
}

Answer<Move> EngineLink::go(const GoCommand& command, TimePoint deadline, std::stop_token stop) {
  send(command);
  const Answer<BestMove> answer = await<BestMove>(deadline, "go", stop);
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    return *fault;
  }
  return std::get<BestMove>(answer).request;
}

std::optional<Fault> EngineLink::ready(TimePoint deadline) {
  send(IsReadyCommand{});
  const Answer<ReadyOk> answer = await<ReadyOk>(deadline, "isready");
  const Fault* fault = std::get_if<Fault>(&answer);
  return fault != nullptr ? std::optional(*fault) : std::nullopt;
}

Answer<std::optional<int>> EngineLink::probe(const Board& board, TimePoint deadline) {
  const int errors = notes_.errors;
  const std::string first_error = notes_.first_error;
  send(ProbeCommand{board});
  const Answer<BoardInfo> answer = await<BoardInfo>(deadline, "probe");
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    if (refusal_) {
      consume_error();
      if (refusal_ == Trouble::kBelief) {  // it says that it keeps no boards, which is no fault
        notes_.errors = errors;
        notes_.first_error = first_error;
      }
      return std::optional<int>();
    }
    return *fault;
  }
  return std::optional(std::get<BoardInfo>(answer).ppm);
}

Answer<std::optional<UpdateReport>> EngineLink::observe(const Observation& event, TimePoint deadline) {
  const int errors = notes_.errors;
  notes_.last_update.reset();
  send(ObserveCommand{{event}});
  send(IsReadyCommand{});  // an engine that keeps no boards answers nothing to observe
  const Answer<ReadyOk> answer = await<ReadyOk>(deadline, "observe");
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    return *fault;
  }
  if (notes_.errors > errors) {
    return Fault{Ending::kNonsense, fmt::format("refused 'observe': {}", last_error_)};
  }
  return notes_.last_update;
}

void EngineLink::ponder() {
  send(PonderCommand{});
  pondering_ = true;
}

std::optional<Fault> EngineLink::stop_pondering() {
  if (!std::exchange(pondering_, false)) {
    return std::nullopt;
  }
  send(StopCommand{});
  const Answer<PonderDone> answer = await<PonderDone>(steady_clock::now() + patience_.stop, "stop");
  const Fault* fault = std::get_if<Fault>(&answer);
  return fault != nullptr ? std::optional(*fault) : std::nullopt;
}

bool EngineLink::quit() {
  send(QuitCommand{});
  return process_->wait_or_kill(steady_clock::now() + patience_.quit);
}

void EngineLink::log(char direction, std::string_view line) {
  if (!log_ || logged_ > kMaxLog) {
    return;
  }
  const double seconds = std::chrono::duration<double>(steady_clock::now() - started_).count();
  std::string text = fmt::format("{:.3f} {} {}\n", seconds, direction, line);
  logged_ += text.size();
  if (logged_ > kMaxLog) {
    text = fmt::format("{:.3f} # the log is full: {} bytes\n", seconds, kMaxLog);
  }
  // A log that cannot be written is no reason to end a game.
  if (!log_->append(text)) {
    log_.reset();
  }
}

}  // namespace lanternfish
