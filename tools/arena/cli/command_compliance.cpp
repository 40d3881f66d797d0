#include <array>
#include <cstdio>

#include <fmt/format.h>

#include "support/output.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/compliance/compliance.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;

constexpr const char* kComplianceUsage = R"(usage: lanternfish-arena compliance --engine ENGINE [options]
Leads an engine through all of docs/reference/protocol.md and names what is wrong, by check and section.
Exits with 1 when a check of the level "must" fails: then there are games that cannot be played. What an engine "should"
and "may" do besides is said; --strict wants that, too.
)";

void print(const ComplianceReport& report) {
  const bool must = report.level == ComplianceLevel::kMust;
  print_text("{:<6} {:<28} {}, section {}, {:.1f} s\n",
             report.faults.empty() ? "ok"
             : must                ? "FAULT"
                                   : "lacks",
             report.name, kLevelNames[static_cast<std::size_t>(report.level)], report.section, report.seconds);
  for (const std::string& fault : report.faults) {
    print_text("         {}\n", fault);
  }
  for (const std::string& text : report.notes) {
    print_text("         (note: {})\n", text);
  }
  std::fflush(stdout);
}

}  // namespace

int compliance_command(std::vector<std::string> arguments) {
  CommandLine line(kComplianceUsage);
  line.options().add_options()("only", po::value<std::string>()->default_value(""), "checks whose name holds this")(
      "answer", po::value<double>()->default_value(20), "seconds to wait for an answer")(
      "stop", po::value<double>()->default_value(0.5), "seconds that still are 'at once'")(
      "leave", po::value<double>()->default_value(2), "seconds to leave in")(
      "strict", "exit with 1 also where it lacks what it should or may do");
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  const Result<std::vector<EngineSpec>> engines = line.engines();
  if (!engines || engines->size() != 1) {
    return line.refuse(engines ? "compliance wants one engine" : engines.error());
  }
  std::array<std::chrono::milliseconds, 3> times{};
  std::size_t next = 0;
  for (const char* option : {"answer", "stop", "leave"}) {
    const Result<std::chrono::milliseconds> time = seconds_option(line, option);
    if (!time) {
      return line.refuse(time.error());
    }
    times[next++] = *time;
  }
  const ComplianceSettings settings{engines->front(), times[0], times[1], times[2], line.get<std::string>("only")};
  std::array<std::size_t, 3> faulty{}, checks{};  // by level
  for (const ComplianceReport& report : check_compliance(settings, print)) {
    faulty[static_cast<std::size_t>(report.level)] += report.faults.empty() ? 0 : 1;
    ++checks[static_cast<std::size_t>(report.level)];
  }
  if (checks == std::array<std::size_t, 3>{}) {
    return line.refuse(fmt::format("no check's name holds '{}'", settings.only));
  }
  const std::size_t all = checks[0] + checks[1] + checks[2], failed = faulty[0] + faulty[1] + faulty[2];
  print_text("{} of {} checks passed; must {} of {}, should {} of {}, may {} of {}\n", all - failed, all,
             checks[0] - faulty[0], checks[0], checks[1] - faulty[1], checks[1], checks[2] - faulty[2], checks[2]);
  return (line.has("strict") ? failed : faulty[0]) == 0 ? 0 : 1;
}

}  // namespace lanternfish
