#include <cstdio>

#include <fmt/format.h>

#include "support/append_file.h"
#include "support/output.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/tournament/standings.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kMergeUsage = R"(usage: lanternfish-arena merge FILE|FOLDER... [options]
Puts results together (games*.jsonl; of a folder, all of them): those of shards, and of runs on several machines. Each game
counts once, by its number. Prints the standings; with --out writes one file of results, from which a run can go on.
Exits with 1 when the files are of different tournaments, or tell different results of one game.
)";

std::string file_text(const MergedResults& merged) {
  std::string text = merged.header + "\n";
  for (const auto& [id, line] : merged.games) {
    text += format_game_line(line) + "\n";
  }
  return text;
}

}  // namespace

int merge_command(std::vector<std::string> arguments) {
  CommandLine line(kMergeUsage, "file", CommandLine::Engines::kNone);
  line.options().add_options()("file", po::value<std::vector<std::string>>(), "results, or folders of results")(
      "out", po::value<std::string>()->value_name("FILE"), "write all games to one file of results")(
      "json", "print the standings as JSON")("elo0", po::value<double>(), "with --elo1: judge a match as an SPRT")(
      "elo1", po::value<double>(), "")("alpha", po::value<double>()->default_value(0.05), "")(
      "beta", po::value<double>()->default_value(0.05), "");
  add_torn_lines_option(line);
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  if (!line.has("file")) {
    return line.refuse("no results were named");
  }
  const Result<CountedResults> results =
      count_results(line.get<std::vector<std::string>>("file"), torn_lines_option(line));
  if (!results) {
    return complain(results.error());
  }
  const auto& [merged, facts, tally] = *results;
  std::optional<SprtSettings> sprt = facts.sprt;
  if (line.has("elo0") && line.has("elo1")) {
    sprt = SprtSettings{line.get<double>("elo0"), line.get<double>("elo1"), line.get<double>("alpha"),
                        line.get<double>("beta")};
    if (const Status good = check_sprt(*sprt); !good) {
      return line.refuse(good.error());
    }
  }
  print_text("{}", line.has("json") ? standings_json(tally, sprt, facts.ladder) + "\n"
                                    : standings_text(tally, sprt, facts.ladder));
  if (line.has("out")) {
    if (is_being_written(line.get<std::string>("out"))) {
      return complain(fmt::format("{} is in use by another run", line.get<std::string>("out")));
    }
    if (const Status written = write_file(line.get<std::string>("out"), file_text(merged)); !written) {
      return complain(written.error());
    }
  }
  if (merged.mixes_builds) {
    complain("note: the files tell of different builds of the engines");
  }
  return complain_of(merged);
}

}  // namespace lanternfish
