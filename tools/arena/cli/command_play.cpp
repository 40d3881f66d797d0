#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "rules/notation.h"
#include "support/output.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/human/human_player.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kPlayUsage = R"(usage: lanternfish-arena play --white ENGINE --black ENGINE [options]
Plays one game and prints it turn by turn: the true board with the sensed window in brackets, the numbers of boards both
players hold, request and taken move. Its last line is "result: white|black|draw by REASON, saved FILE".
The engine "me" is you: you are told what a player is told, and asked for senses and requests at the terminal.
)";

bool is_human(const EngineSpec& spec) { return spec.command == std::vector<std::string>{"me"}; }

struct PlaySettings {
  std::array<EngineSpec, 2> engines;  // by Color
  EngineGameSettings game;
  Patience patience;
  std::filesystem::path file;
  std::string log_folder;
};

// A name no earlier game in the folder has.
std::filesystem::path fresh_file(const std::filesystem::path& folder, const EngineSpec& white,
                                 const EngineSpec& black) {
  const auto label = [](const EngineSpec& spec) {
    return file_name_of(spec.name.empty() ? std::filesystem::path(spec.command.front()).filename().string()
                                          : spec.name);
  };
  const std::string stem =
      fmt::format("{:%Y%m%d-%H%M%S}_{}_{}", fmt::localtime(std::time(nullptr)), label(white), label(black));
  std::filesystem::path file = folder / (stem + ".json");
  std::error_code error;
  for (int i = 2; std::filesystem::exists(file, error); ++i) {
    file = folder / fmt::format("{}_{}.json", stem, i);
  }
  return file;
}

Result<PlaySettings> play_settings(const CommandLine& line) {
  PlaySettings settings;
  const std::vector<EngineSpec> engines = TRY(line.engines());
  if (engines.size() != 2) {
    return Error{fmt::format("a game wants two engines, not {}", engines.size())};
  }
  if (is_human(engines[0]) && is_human(engines[1])) {
    return Error{"only one of the players can be you: the terminal would show both sides"};
  }
  settings.engines = {engines[0], engines[1]};
  const TimeControl time = TRY(time_option(line));
  settings.game.rules = TRY(rules_option(line));
  settings.game.probe = line.has("probe");
  settings.game.charging = TRY(parse_charging(line.get<std::string>("charging")));
  for (const Color c : {kWhite, kBlack}) {
    settings.game.time[c] = settings.engines[c].time.value_or(time);
    settings.game.ponder[c] = settings.engines[c].ponder;
  }
  settings.patience = TRY(patience_option(line));
  settings.file = line.has("file")
                      ? std::filesystem::path(line.get<std::string>("file"))
                      : fresh_file(line.get<std::string>("records"), settings.engines[0], settings.engines[1]);
  settings.log_folder = line.has("log") ? line.get<std::string>("log") : "";
  return settings;
}

Result<int> play(const PlaySettings& settings) {
  std::array<std::unique_ptr<EngineLink>, 2> links;
  HumanPlayer human = human_at_terminal();
  Seats seats{};
  std::array<std::string, 2> names;
  bool with_human = false;
  for (const Color c : {kWhite, kBlack}) {
    if (is_human(settings.engines[c])) {
      seats[c].player = &human;
      names[c] = human.name();
      with_human = true;
      continue;
    }
    const std::string log =
        settings.log_folder.empty() ? "" : fmt::format("{}/{}.log", settings.log_folder, format_color(c));
    Result<std::unique_ptr<EngineLink>> link =
        EngineLink::start(settings.engines[c], settings.patience, log, {},
                          [](const std::string& text) { print_error("lanternfish-arena: {}\n", text); });
    if (!link) {
      return Error{fmt::format("{}: {}", format_color(c), link.error())};
    }
    links[c] = std::move(link).value();
    seats[c].engine = links[c].get();
    names[c] = links[c]->name();
    for (const std::string& warning : links[c]->notes().warnings) {
      print_text("{} warns: {}\n", names[c], warning);
    }
  }
  print_text("white: {}, clock {}\nblack: {}, clock {}\n\n", names[kWhite],
             format_time_control(settings.game.time[kWhite]), names[kBlack],
             format_time_control(settings.game.time[kBlack]));
  std::string hidden;  // the turns, until a person may see the truth
  const GameReport report = play_engines(seats, settings.game, settings.file, [&](const TurnReport& turn) {
    const std::string text = turn_text(turn, names) + "\n";
    if (with_human) {
      hidden += text;
    } else {
      print_text("{}", text);
    }
    std::fflush(stdout);
  });
  for (const std::unique_ptr<EngineLink>& link : links) {
    if (link) {
      static_cast<void>(link->quit());
    }
  }
  if (with_human) {
    print_text("\nThe game as it was, with nothing hidden:\n\n{}", hidden);
  }
  print_text("the last position\n{}\n", board_text(report.final_board));
  for (const Color c : {kWhite, kBlack}) {
    if (const std::string truth = truth_text(report.turns, c); !truth.empty()) {
      print_text("{} held the true board after its senses: {}\n", format_color(c), truth);
    }
    if (const std::string complaints = complaints_text(report.sides[c]); !complaints.empty()) {
      print_text("{} ({}) {}\n", format_color(c), names[c], complaints);
    }
  }
  TRY(report.written);
  if (const std::string fault = fault_text(report.result); !fault.empty()) {
    print_text("{}\n", fault);
  }
  print_text("result: {} by {}, saved {}\n", winner_text(report.result), format_win_reason(report.result.reason),
             settings.file.string());
  return 0;
}

}  // namespace

int play_command(std::vector<std::string> arguments) {
  CommandLine line(kPlayUsage);
  line.options().add_options()("white", po::value<std::string>()->value_name("ENGINE"),
                               "who plays White, \"me\" for yourself; or the first --engine")(
      "black", po::value<std::string>()->value_name("ENGINE"), "who plays Black; or the second --engine");
  add_game_options(line);
  line.options().add_options()("records", po::value<std::string>()->default_value("games"),
                               "folder the game is saved in")("file", po::value<std::string>(),
                                                              "file the game is saved as, instead")(
      "log", po::value<std::string>(), "folder for what each engine was told and said, with times");
  add_patience_options(line);
  return line.run(std::move(arguments), [&]() -> Result<int> {
    const Result<PlaySettings> settings = play_settings(line);
    return settings ? play(*settings) : line.refuse(settings.error());
  });
}

}  // namespace lanternfish
