#include <fmt/format.h>

#include "support/file.h"
#include "support/output.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/statistics/results_table.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kTableUsage = R"(usage: lanternfish-arena table FILE
Prints results that people wrote down (one JSON object a line; docs/reference/files.md has the keys) as a table of Markdown,
with points and Elo and their 95 % intervals. docs/strength.md has such a table.
)";

}  // namespace

int table_command(std::vector<std::string> arguments) {
  CommandLine line(kTableUsage, "file", CommandLine::Engines::kNone);
  line.options().add_options()("file", po::value<std::string>(), "the results");
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  if (!line.has("file")) {
    return line.refuse("no results were named");
  }
  const auto file = line.get<std::string>("file");
  const Result<std::string> text = read_file(file);
  if (!text) {
    return complain(text.error());
  }
  const Result<std::string> table = results_table(*text);
  if (!table) {
    return complain(fmt::format("{}, {}", file, table.error()));
  }
  print_text("{}", *table);
  return 0;
}

}  // namespace lanternfish
