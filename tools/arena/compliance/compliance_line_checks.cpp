#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "protocol/messages/host_options.h"
#include "tools/arena/compliance/compliance_subject.h"

namespace lanternfish {

namespace {

using Lines = ComplianceSubject::Lines;

std::vector<OptionLine> options_in(const Lines& greeting) {
  std::vector<OptionLine> options;
  for (const std::string& line : greeting) {
    const Result<EngineMessage> message = parse_engine_line(line);
    if (const OptionLine* option = message ? std::get_if<OptionLine>(&*message) : nullptr) {
      options.push_back(*option);
    }
  }
  return options;
}

void greeting(ComplianceSubject& subject) {
  const Lines& lines = subject.greeting();
  const auto has = [&](std::string_view start) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.starts_with(start); });
  };
  const std::vector<OptionLine> options = options_in(lines);
  const bool names_variant = std::any_of(options.begin(), options.end(), [](const OptionLine& option) {
    return option.name == "UCI_Variant" && std::count(option.choices.begin(), option.choices.end(), "rbc") > 0;
  });
  if (!has("id protocol rbc-uci 1") && !names_variant) {
    subject.fault("announces the dialect neither by 'id protocol rbc-uci 1' nor by the variant rbc");
  }
  if (!has("id name ")) {
    subject.note("no line 'id name' before uciok: tables show its command");
  }
  for (const std::string& line : lines) {
    if (begins_with_word(line, "option") && !parse_engine_line(line)) {
      subject.fault(fmt::format("'{}' cannot be read", line));
    }
  }
  subject.expect_no_error(lines, "uci");
}

void options(ComplianceSubject& subject) {
  const std::vector<OptionLine> list = options_in(subject.greeting());
  std::set<std::string> names;
  for (const OptionLine& option : list) {
    if (!names.insert(option.name).second) {
      subject.fault(fmt::format("announces the option '{}' twice", option.name));
    }
    if (option.type == OptionType::kSpin && !(option.min && option.max)) {
      subject.fault(fmt::format("the option '{}' has no min or max", option.name));
    }
  }
  for (const OptionLine& wanted : host_options()) {
    if (names.count(wanted.name) == 0) {
      subject.fault(fmt::format("has no option '{}'", wanted.name));
    }
  }
  const auto variant =
      std::find_if(list.begin(), list.end(), [](const OptionLine& option) { return option.name == "UCI_Variant"; });
  if (variant != list.end() && (variant->initial != "rbc" || variant->choices != std::vector<std::string>{"rbc"})) {
    subject.fault("UCI_Variant does not announce the dialect: type combo default rbc var rbc");
  }
}

void option_values(ComplianceSubject& subject) {
  for (const char* good : {"setoption name Seed value 7", "setoption name MoveLimit value 100",
                           "setoption name UCI_Opponent value none none computer somebody",
                           "setoption name UCI_Opponent value <empty>", "setoption name Ponder value false"}) {
    subject.expect_no_error(subject.ask(good), fmt::format("'{}'", good));
  }
  for (const char* bad : {"setoption name MultiPV value many", "setoption name MultiPV value -1",
                          "setoption name Ponder value perhaps", "setoption name NoSuchOption value 1"}) {
    subject.expect_error(subject.ask(bad), "option", fmt::format("'{}'", bad));
  }
}

void line_forms(ComplianceSubject& subject) {
  const Lines& greeted = subject.greeting();
  if (std::find(greeted.begin(), greeted.end(), "id protocol rbc-uci 1") == greeted.end()) {
    subject.fault("no line 'id protocol rbc-uci 1' before uciok");
  }
  subject.send("\t isready \t\r");
  subject.until("readyok");
  for (const std::string& silent : {std::string(), std::string("# a comment"), "#" + std::string(100'000, 'x'),
                                    std::string("debug on"), std::string("debug off"), std::string("stop")}) {
    if (!subject.ask(silent).empty()) {
      subject.fault(fmt::format("answers to '{}'", silent.substr(0, 20)));
    }
  }
  const Lines unknown = subject.ask("xyzzy e2e4");
  subject.expect_error(unknown, "syntax", "an unknown first word");
  if (unknown.size() != 1) {
    subject.fault(fmt::format("{} lines after an unknown first word, not one", unknown.size()));
  }
  for (const char* word : {"help", "d", "boards 1"}) {
    subject.ask(word);  // whatever it says, it lives
  }
}

void leaves_at_quit(ComplianceSubject& subject) {
  subject.send("quit");
  if (!subject.close_input()) {
    subject.fault("does not leave at quit");
  }
}

void leaves_at_end_of_input(ComplianceSubject& subject) {
  if (!subject.close_input()) {
    subject.fault("does not leave at the end of its input");
  }
}

void leaves_while_thinking(ComplianceSubject& subject) {
  ComplianceGame game(subject, {}, kWhite, 1);
  game.notice();
  subject.send("sense infinite");
  if (!subject.close_input()) {
    subject.fault("does not leave at the end of its input while it thinks");
  }
}

}  // namespace

std::vector<ComplianceCheck> line_checks() {
  using enum ComplianceLevel;
  return {{"greeting", "2", kMust, greeting},
          {"options", "7", kMay, options},
          {"option-values", "7", kShould, option_values},
          {"lines", "1", kShould, line_forms},
          {"quit", "1", kMust, leaves_at_quit},
          {"end-of-input", "1", kMust, leaves_at_end_of_input},
          {"end-of-input-while-thinking", "1", kShould, leaves_while_thinking}};
}

}  // namespace lanternfish
