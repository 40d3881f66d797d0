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
Leads an engine through all of docs/reference/protocol.md and names what is wrong, by check and section. Exits with 1 when anything is.
)";

void print(const ComplianceReport& report) {
  print_text("{:<6} {:<28} section {}, {:.1f} s\n", report.faults.empty() ? "ok" : "FAULT", report.name, report.section,
             report.seconds);
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
      "leave", po::value<double>()->default_value(2), "seconds to leave in");
  if (!line.parse(std::move(arguments))) {
    return line.exit_status();
  }
  const Result<std::vector<EngineSpec>> engines = line.engines();
  if (!engines || engines->size() != 1) {
    return line.refuse(engines ? "compliance wants one engine" : engines.error());
  }
  const auto ms = [&](const char* option) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(line.get<double>(option) * 1000));
  };
  const ComplianceSettings settings{engines->front(), ms("answer"), ms("stop"), ms("leave"),
                                    line.get<std::string>("only")};
  std::size_t faulty = 0, checks = 0;
  for (const ComplianceReport& report : check_compliance(settings, print)) {
    faulty += report.faults.empty() ? 0 : 1;
    ++checks;
  }
  print_text("{} of {} checks passed\n", checks - faulty, checks);
  return faulty == 0 && checks > 0 ? 0 : 1;
}

}  // namespace lanternfish
