#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "support/append_file.h"
#include "support/file.h"
#include "support/output.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/statistics/results_table.h"
#include "tools/arena/tournament/html_report.h"
#include "tools/arena/tournament/standings.h"
#include "tools/page/report_page.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kReportUsage = R"(usage: lanternfish-arena report FOLDER --html FILE
Writes the results of a tournament as one page that opens from disk, can be mailed and printed: standings, ratings with
error bars, crosstable, reasons, boards, times and games.
)";

constexpr const char* kTableUsage = R"(usage: lanternfish-arena table FILE
Prints results that people wrote down (one JSON object a line; docs/reference/files.md has the keys) as a table of Markdown,
with points and Elo and their 95 % intervals. docs/strength.md has such a table.
)";

constexpr const char* kMergeUsage = R"(usage: lanternfish-arena merge FILE|FOLDER... [options]
Puts results together (games*.jsonl; of a folder, all of them): those of shards, and of runs on several machines. Each game
counts once, by its number. Prints the standings; with --out writes one file of results, from which a run can go on.
Exits with 1 when the files are of different tournaments, or tell different results of one game.
)";

std::string file_text(const MergedResults& merged) {
  std::string text = merged.header + "\n";
  for (const int id : merged.order) {
    text += format_game_line(merged.games.at(id)) + "\n";
  }
  return text;
}

}  // namespace

int report_command(std::vector<std::string> arguments) {
  CommandLine line(kReportUsage, "folder");
  line.options().add_options()("folder", po::value<std::string>(), "of the tournament: its --records")(
      "html", po::value<std::string>()->value_name("FILE"), "the page to write");
  add_torn_lines_option(line);
  return line.run(std::move(arguments), [&]() -> Result<int> {
    if (!line.has("folder") || !line.has("html")) {
      return line.refuse("a report wants a folder and --html");
    }
    const auto folder = line.get<std::string>("folder"), file = line.get<std::string>("html");
    TRY(can_replace_file(file, kReportBegins));
    const CountedResults results = TRY(count_results({folder}, torn_lines_option(line)));
    TRY(write_file(file, html_report(results.merged, results.tally, folder, file)));
    fmt::print("{}\n", file);
    return complain_of(results.merged);
  });
}

int table_command(std::vector<std::string> arguments) {
  CommandLine line(kTableUsage, "file", CommandLine::Engines::kNone);
  line.options().add_options()("file", po::value<std::string>(), "the results");
  return line.run(std::move(arguments), [&]() -> Result<int> {
    if (!line.has("file")) {
      return line.refuse("no results were named");
    }
    const auto file = line.get<std::string>("file");
    const Result<std::string> table = results_table(TRY(read_file(file)));
    if (!table) {
      return Error{fmt::format("{}, {}", file, table.error())};
    }
    print_text("{}", *table);
    return 0;
  });
}

int merge_command(std::vector<std::string> arguments) {
  CommandLine line(kMergeUsage, "file", CommandLine::Engines::kNone);
  line.options().add_options()("file", po::value<std::vector<std::string>>(), "results, or folders of results")(
      "out", po::value<std::string>()->value_name("FILE"), "write all games to one file of results")(
      "json", "print the standings as JSON")("elo0", po::value<double>(), "with --elo1: judge a match as an SPRT")(
      "elo1", po::value<double>(), "")("alpha", po::value<double>()->default_value(0.05), "")(
      "beta", po::value<double>()->default_value(0.05), "");
  add_torn_lines_option(line);
  return line.run(std::move(arguments), [&]() -> Result<int> {
    if (!line.has("file")) {
      return line.refuse("no results were named");
    }
    std::optional<SprtSettings> sprt;
    if (line.has("elo0") || line.has("elo1") || !line.defaulted("alpha") || !line.defaulted("beta")) {
      if (!line.has("elo0") || !line.has("elo1")) {
        return line.refuse("an SPRT wants both --elo0 and --elo1");
      }
      sprt = SprtSettings{line.get<double>("elo0"), line.get<double>("elo1"), line.get<double>("alpha"),
                          line.get<double>("beta")};
      if (const Status good = check_sprt(*sprt); !good) {
        return line.refuse(good.error());
      }
    }
    const auto [merged, facts, tally] =
        TRY(count_results(line.get<std::vector<std::string>>("file"), torn_lines_option(line), sprt));
    print_text("{}",
               line.has("json") ? standings_json(tally, facts.ladder) + "\n" : standings_text(tally, facts.ladder));
    if (line.has("out")) {
      if (is_being_written(line.get<std::string>("out"))) {
        return Error{fmt::format("{} is in use by another run", line.get<std::string>("out"))};
      }
      TRY(write_file(line.get<std::string>("out"), file_text(merged)));
    }
    if (merged.mixes_builds) {
      complain("note: the files tell of different builds of the engines");
    }
    return complain_of(merged);
  });
}

}  // namespace lanternfish
