// libFuzzer target over both line parsers and the state machine: the input is what a host sends, line by line.
//
// Holds the session to the contract at each line: one terminator where one is owed, none elsewhere, and the events of a
// line absorbed wholly or not at all.

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "eval/make_evaluator.h"
#include "protocol/session/options.h"
#include "protocol/session/session.h"
#include "support/text.h"

using namespace lanternfish;

namespace {

constexpr std::size_t kMaxLines = 40;
constexpr std::uint64_t kManyBoards = 2'000;  // an unseen ply makes up to 60 times as many
constexpr std::int64_t kMaxNodes = 200;       // thinking that is not ended at once

void hold(bool kept, const char* what, std::string_view line) {
  if (!kept) {
    fmt::print(stderr, "{}: {}\n", what, line);
    std::abort();
  }
}

// What one line was answered with.
struct Answers {
  long terminators = 0, updates = 0, errors = 0;

  void count(const EngineMessage& message) {
    terminators += std::holds_alternative<BestSense>(message) || std::holds_alternative<BestMove>(message) ||
                   std::holds_alternative<PonderDone>(message);
    updates += std::holds_alternative<UpdateReport>(message);
    const auto* text = std::get_if<TextInfo>(&message);
    errors += text != nullptr && text->severity == TextInfo::Severity::kError;
  }
};

long unseen_plies(std::span<const Observation> events) {
  return std::count_if(events.begin(), events.end(), [](const Observation& e) { return e.index() == 0; });
}

// Neither starts programs nor takes more memory or time than a fuzzer has.
struct Affordable {
  const Session& session;

  bool operator()(const SetOptionCommand&) const { return false; }
  bool operator()(const BenchCommand&) const { return false; }
  bool operator()(const PositionCommand& command) const { return unseen_plies(command.history) <= 2; }
  bool operator()(const ObserveCommand& command) const {
    return unseen_plies(command.events) <= 1 && session.boards() <= kManyBoards;
  }
  template <typename Command>
  bool operator()(const Command&) const {
    return true;
  }
};

const Limits* limits_of(const HostCommand& command) {
  if (const auto* sense = std::get_if<SenseCommand>(&command)) return &sense->limits;
  if (const auto* go = std::get_if<GoCommand>(&command)) return &go->limits;
  if (const auto* ponder = std::get_if<PonderCommand>(&command)) return &ponder->limits;
  return nullptr;
}

// Thinking without a small limit gets its `stop` before it begins.
bool stop_at_once(const HostCommand& command) {
  const Limits* limits = limits_of(command);
  return limits != nullptr && (limits->infinite || !limits->nodes || *limits->nodes > kMaxNodes);
}

void check_options(const HostCommand& command) {
  if (const auto* option = std::get_if<SetOptionCommand>(&command)) {
    Config config;
    const auto set = set_option(config, option->name, option->value);
    hold(!set || !(*set)->value(config).empty() || (*set)->type() == OptionType::kString, "an option without value",
         option->name);
  }
}

void check_line(Session& session, Answers& answers, std::string_view line) {
  if (const Result<EngineMessage> message = parse_engine_line(line)) {
    const std::string text = format_engine_message(*message);
    hold(parse_engine_line(text).ok(), "an engine's line cannot be read back", text);
  }
  const HostLine parsed = parse_host_line(line);
  answers = {};
  const auto* command = std::get_if<HostCommand>(&parsed.content);
  if (command == nullptr) {
    session.execute(parsed, {});
    hold(answers.errors == 1 && answers.terminators == 0 && answers.updates == 0, "not one error", line);
    return;
  }
  const std::string text = format_host_command(*command);
  const HostLine again = parse_host_line(text);
  hold(std::holds_alternative<HostCommand>(again.content), "a command cannot be read back", text);
  // Control characters become blanks, and several blanks in a name are one.
  hold(has_control(line) || format_host_command(std::get<0>(again.content)) == text, "a command reads otherwise", text);
  check_options(*command);
  if (!std::visit(Affordable{session}, *command)) {
    return;
  }
  std::stop_source stop;
  if (stop_at_once(*command)) {
    stop.request_stop();
  }
  session.execute(parsed, stop.get_token());
  hold(answers.terminators == (thinks(parsed) ? 1 : 0), "not one terminator", line);
  if (const auto* observe = std::get_if<ObserveCommand>(command)) {
    hold(answers.errors == 1 ? answers.updates == 0 : answers.updates == std::ssize(observe->events),
         "half an observation", line);
  }
  if (answers.updates != 0) {
    hold(answers.errors == 0, "an error behind absorbed events", line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  Config config;
  config.seed = 1;
  config.engine_command = "none";
  config.hash_mb = 1;
  Answers answers;
  Session session(
      config,
      [](const Config& c, std::function<void(const std::string&)> warning) {
        return make_evaluator({.command = c.engine_command, .workers = 1, .cache_mb = c.hash_mb}, std::move(warning));
      },
      [&answers](const EngineMessage& message) {
        answers.count(message);
        const std::string text = format_engine_message(message);
        hold(text.find('\n') == std::string::npos, "a line of two", text);
      });
  for (std::size_t lines = 0; lines < kMaxLines && !input.empty(); ++lines) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    check_line(session, answers, input.substr(0, end));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return 0;
}
