#include "protocol/session/session.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "protocol/messages/tokens.h"
#include "protocol/session/version.h"

namespace lanternfish {

namespace {

// The terminator with the null action, for commands that owe one.
std::optional<EngineMessage> null_terminator(const HostLine& line) {
  const auto* command = std::get_if<HostCommand>(&line.content);
  if (command == nullptr) {
    return std::nullopt;
  }
  if (std::holds_alternative<SenseCommand>(*command)) return BestSense{};
  if (std::holds_alternative<GoCommand>(*command)) return BestMove{};
  if (std::holds_alternative<PonderCommand>(*command)) return PonderDone{};
  return std::nullopt;
}

}  // namespace

bool thinks(const HostLine& line) { return null_terminator(line).has_value(); }

Session::Session(const Config& config, EvaluatorFactory make_evaluator, SendMessage send)
    : make_evaluator_(std::move(make_evaluator)), send_(std::move(send)), config_(config) {}

Session::~Session() = default;

void Session::execute(const HostLine& line, const std::stop_token& stop) {
  stop_ = stop;
  owed_ = null_terminator(line);
  if (debug_) {
    for (const std::string& word : line.skipped) {
      note("passed over " + quoted(word));
    }
  }
  try {
    if (const auto* error = std::get_if<LineError>(&line.content)) {
      fail(error->code, error->text);
    } else {
      std::visit([this](const auto& command) { run(command); }, std::get<HostCommand>(line.content));
    }
  } catch (const std::exception& exception) {
    fail(Trouble::kInternal, exception.what());
  } catch (...) {
    fail(Trouble::kInternal, "unknown exception");
  }
  if (held_) {
    forget_game();  // something threw among the events, and nobody knows how far they were absorbed
  }
  if (owed_) {
    send_(*owed_);
  }
}

void Session::say(TextInfo::Severity severity, Trouble code, const std::string& text) {
  send_(TextInfo{severity, code, text});
}

void Session::run(const UciCommand&) {
  send_(IdLine{IdLine::Field::kName, fmt::format("Lanternfish {}", program_version())});
  send_(IdLine{IdLine::Field::kAuthor, "the Lanternfish authors"});
  send_(IdLine{IdLine::Field::kProtocol, "rbc-uci 1"});
  for (const Option& option : option_table()) {
    if (listed(option, config_)) {
      send_(option_line(option));
    }
  }
  send_(UciOk{});
}

void Session::run(const IsReadyCommand&) {
  // The host must hear from us whatever becomes of its settings.
  try {
    refresh();
  } catch (const std::exception& exception) {
    fail(Trouble::kInternal, exception.what());
  }
  send_(ReadyOk{});
}

void Session::run(const NewGameCommand&) {
  forget_game();
  if (evaluator_) {
    evaluator_->new_game();
  }
}

void Session::forget_game() {
  held_.reset();
  agent_.reset();
  has_position_ = false;
  game_ = {};
}

void Session::run(const SetOptionCommand& command) {
  const Result<const Option*> set = set_option(config_, command.name, command.value);
  if (!set) {
    fail(Trouble::kOption, set.error());
    return;
  }
  const OptionEffect effect = (*set)->effect;
  settings_changed_ = true;
  threads_changed_ |= effect == OptionEffect::kThreads;
  evaluator_changed_ |= effect != OptionEffect::kSettings;
}

// Makes what options changed. Left until something needs it, so that a host that sets ten options starts the chess
// engines once.
void Session::refresh() {
  if (!settings_changed_ && !evaluator_changed_ && !threads_changed_) {
    return;
  }
  std::unique_ptr<ThreadPool> threads;
  std::unique_ptr<Evaluator> evaluator;
  if (threads_changed_) {
    threads = std::make_unique<ThreadPool>(config_.threads);
  }
  if (evaluator_changed_) {
    evaluator = make_evaluator_(config_, [send = send_](const std::string& text) {
      send(TextInfo{TextInfo::Severity::kWarning, Trouble::kEngine, text});
    });
  }
  if (agent_) {
    agent_->reconfigure(config_, evaluator ? *evaluator : *evaluator_, threads ? *threads : *threads_);
  }
  // Only now is nobody using the old ones.
  threads_ = threads ? std::move(threads) : std::move(threads_);
  evaluator_ = evaluator ? std::move(evaluator) : std::move(evaluator_);
  settings_changed_ = evaluator_changed_ = threads_changed_ = false;
  report_idle_options();
}

// Says which options have no effect, each once as long as that does not change.
void Session::report_idle_options() {
  std::vector<std::string> sentences = options_without_effect(config_);
  for (const std::string& sentence : sentences) {
    if (std::find(idle_options_said_.begin(), idle_options_said_.end(), sentence) == idle_options_said_.end()) {
      note(sentence);
    }
  }
  idle_options_said_ = std::move(sentences);
}

}  // namespace lanternfish
