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
  const Result<MergedResults> merged = merge_results({folder}, torn_lines_option(line));
  if (!merged) {
    return complain(merged.error());
  }
  for (const std::string& sentence : merged->left_out) {
    complain(sentence);
  }
  const Result<HeaderFacts> facts = parse_header(merged->header);
  if (!facts) {
    return complain(facts.error());
  }
  const Result<Tally> tally = tally_of(*merged, facts->names);
  if (!tally) {
    return complain(tally.error());
  }
  const auto file = line.get<std::string>("html");
  if (const Status written = write_file(file, html_report(*merged, *tally, folder, file)); !written) {
    return complain(written.error());
  }
  fmt::print("{}\n", file);
  return 0;
}

}  // namespace lanternfish
