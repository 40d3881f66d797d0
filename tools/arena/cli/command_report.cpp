#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/tournament/html_report.h"
#include "tools/arena/tournament/standings.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kReportUsage = R"(usage: lanternfish-arena report FOLDER --html FILE
Writes the results of a tournament as one page that opens from disk, can be mailed and printed: standings, ratings with
error bars, crosstable, reasons, boards, times and games.
)";

}  // namespace

int report_command(std::vector<std::string> arguments) {
  CommandLine line(kReportUsage, "folder");
  line.options().add_options()("folder", po::value<std::string>(), "of the tournament: its --records")(
      "html", po::value<std::string>()->value_name("FILE"), "the page to write");
  add_torn_lines_option(line);
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  if (!line.has("folder") || !line.has("html")) {
    return line.refuse("a report wants a folder and --html");
  }
  const auto folder = line.get<std::string>("folder");
  const Result<CountedResults> results = count_results({folder}, torn_lines_option(line));
  if (!results) {
    return complain(results.error());
  }
  const auto file = line.get<std::string>("html");
  if (const Status written = write_file(file, html_report(results->merged, results->tally, folder, file)); !written) {
    return complain(written.error());
  }
  fmt::print("{}\n", file);
  return complain_of(results->merged);
}

}  // namespace lanternfish
