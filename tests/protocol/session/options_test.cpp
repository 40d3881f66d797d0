#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "protocol/messages/host_options.h"
#include "protocol/session/options.h"
#include "support/file.h"
#include "tests/support_files.h"

using namespace lanternfish;

TEST_CASE("options: those every host may count on are there, with the defaults of the contract") {
  for (const OptionLine& option : host_options()) {
    CAPTURE(option.name);
    REQUIRE(find_option(option.name) != nullptr);
    CHECK(option_line(*find_option(option.name)).max == option.max);
  }
  CHECK(find_option("MoveLimit")->value(Config{}) == "100");
  CHECK(find_option("TurnLimit")->value(Config{}) == "0");
  CHECK(find_option("move overhead") == find_option("Move Overhead"));
  CHECK(find_option("nothing") == nullptr);
}

TEST_CASE("options: Python bots and served policies announce the ranges of the contract") {
  const auto script = [](const char* folder, const char* file) {
    return read_file(testing::source_dir() / folder / file).value();
  };
  const std::string bots = script("tools/reconchess", "rbc_uci_session.py");
  const std::string policies = script("python/lanternfish", "serve.py");
  for (const OptionLine& option : host_options()) {
    CAPTURE(option.name);
    const bool spin = option.type == OptionType::kSpin;
    const std::string range = spin ? fmt::format("min {} max {}\"", *option.min, *option.max) : "";
    CHECK(bots.find(fmt::format("(\"{}\", {}{}", option.name, spin ? "\"spin " : "", range)) != std::string::npos);
    const std::size_t served = policies.find(fmt::format("(\"{}\", ", option.name));
    REQUIRE(served != std::string::npos);
    CHECK(policies.substr(served, policies.find(')', served) - served).find(range) != std::string::npos);
  }
}

TEST_CASE("options: no name or choice breaks the grammar, and every line is read back as it was meant") {
  const std::set<std::string> forbidden = {"name", "type", "default", "min", "max", "var", "value"};
  std::set<std::string_view> names;
  for (const Option& option : option_table()) {
    CAPTURE(option.name);
    CHECK(names.insert(option.name).second);
    std::string word;
    for (const char c : std::string(option.name) + ' ') {
      if (c == ' ') {
        CHECK(forbidden.count(word) == 0);
        word.clear();
      } else {
        word += c;
      }
    }
    for (const std::string_view choice : option.choices) {
      CHECK(choice.find(' ') == std::string_view::npos);
    }
    const OptionLine line = option_line(option);
    const Result<EngineMessage> parsed = parse_engine_line(format_engine_message(line));
    REQUIRE(parsed);
    CHECK(std::get<OptionLine>(*parsed) == line);
  }
}

TEST_CASE("options: every default is accepted and changes nothing, every end of a range too, beyond is refused") {
  for (const Option& option : option_table()) {
    CAPTURE(option.name);
    Config config;
    const std::string initial = option.value(config);
    REQUIRE(set_option(config, option.name, initial));
    CHECK(option.value(config) == initial);
    if (option.type() == OptionType::kSpin) {
      for (const std::int64_t end : {option.min, option.max}) {
        REQUIRE(set_option(config, option.name, std::to_string(end)));
        CHECK(option.value(config) == std::to_string(end));
      }
      const std::string before = option.value(config);
      for (const std::string& bad : {std::to_string(option.min - 1), std::to_string(option.max + 1),
                                     std::string("many"), std::string("1.5"), std::string()}) {
        CHECK_FALSE(set_option(config, option.name, bad));
        CHECK(option.value(config) == before);
      }
      CHECK_FALSE(set_option(config, option.name, std::nullopt));
    }
  }
}

TEST_CASE("options: each has a field of its own") {
  for (const Option& option : option_table()) {
    if (option.field.index() == 0) {
      continue;  // a single choice has nothing to set
    }
    CAPTURE(option.name);
    Config config;
    const std::string other = option.type() == OptionType::kSpin ? std::to_string(option.max - 1)
                              : option.type() == OptionType::kCheck
                                  ? (option.value(config) == "true" ? "false" : "true")
                              : option.type() == OptionType::kCombo ? std::string(option.choices.back())
                                                                    : "some text";
    REQUIRE(set_option(config, option.name, other));
    for (const Option& each : option_table()) {
      CHECK(each.value(config) == (&each == &option ? other : each.value(Config{})));
    }
  }
}

TEST_CASE("options: an assignment of the command line, and what is wrong with one") {
  Config config;
  REQUIRE(set_option(config, "Move Overhead=77"));
  CHECK(config.move_overhead_ms == 77);
  REQUIRE(set_option(config, "EngineCommand=a b=c"));
  CHECK(config.engine_command == "a b=c");
  REQUIRE(set_option(config, "EngineCommand="));
  CHECK(config.engine_command.empty());
  REQUIRE(set_option(config, "Strategy=TROUT"));
  CHECK(config.strategy == Strategy::kTrout);
  CHECK(set_option(config, "Threads").error() == "expected NAME=VALUE, not 'Threads'");
  CHECK(set_option(config, "Thread=2").error() == "there is no option 'Thread'; did you mean Threads?");
  CHECK(set_option(config, "Nothing Near=2").error() == "there is no option 'Nothing Near'");
  CHECK(set_option(config, "Threads=0").error() == "Threads takes 1 to 256, not '0'");
  CHECK(set_option(config, "Ponder=maybe").error() == "Ponder takes true or false, not 'maybe'");
}

TEST_CASE("options: the tiers follow each other") {
  const std::span<const Option> table = option_table();
  CHECK(std::is_sorted(table.begin(), table.end(), [](const Option& a, const Option& b) { return a.tier < b.tier; }));
  CHECK(find_option("MoveLimit")->tier == OptionTier::kHost);
  CHECK(find_option("MinWeight")->tier == OptionTier::kPlayer);
  CHECK(find_option("ScorcaLikely")->tier == OptionTier::kPublished);
}

TEST_CASE("options: the page of the documentation is what the table says") {
  std::ifstream in(testing::source_dir() / "docs" / "reference" / "options.md");
  const std::string page(std::istreambuf_iterator<char>(in), {});
  INFO("lanternfish --options-markdown > docs/reference/options.md brings the page up to date");
  CHECK(page == options_markdown());
}

TEST_CASE("options: every default has its effect") { CHECK(options_without_effect(Config{}).empty()); }

TEST_CASE("options: one that was set and has no effect is named, and only that") {
  const auto said = [](std::initializer_list<const char*> assignments) {
    Config config;
    for (const char* assignment : assignments) {
      REQUIRE(set_option(config, assignment));
    }
    std::string names;
    for (const std::string& sentence : options_without_effect(config)) {
      names += (names.empty() ? "" : " ") + sentence.substr(0, sentence.find(' '));
    }
    return names;
  };
  CHECK(said({"Strategy=trout"}).empty());  // what a published player does without is no surprise
  CHECK(said({"Strategy=trout", "MinWeight=40"}) == "MinWeight");
  CHECK(said({"Strategy=random", "Hash=10", "RandomPassPercent=0"}) == "Hash");
  CHECK(said({"RandomPassPercent=0"}) == "RandomPassPercent");
  CHECK(said({"Strategy=penumbra", "PenumbraSearch=network", "PenumbraDepth=6"}) == "PenumbraDepth");
  CHECK(said({"EngineCommand=none"}).empty());
  CHECK(said({"EngineCommand=none", "Depth=6", "EngineHash=64"}) == "EngineHash Depth");
  CHECK(said({"OwnBook=false", "BookFile=some.book"}) == "BookFile");
}
