#include "tools/arena/compliance/compliance.h"

#include "tools/arena/compliance/compliance_subject.h"

namespace lanternfish {

std::vector<ComplianceReport> check_compliance(const ComplianceSettings& settings,
                                               const std::function<void(const ComplianceReport&)>& on_check) {
  std::vector<ComplianceReport> reports;
  for (const auto& list : {line_checks(), state_checks(), game_checks()}) {
    for (const ComplianceCheck& check : list) {
      if (check.name.find(settings.only) == std::string_view::npos) {
        continue;
      }
      ComplianceReport report{check.name, check.section, check.level, {}, {}};
      const auto began = std::chrono::steady_clock::now();
      bool started = false;
      try {
        ComplianceSubject subject(settings, report);
        subject.start();
        started = true;
        check.run(subject);
      } catch (const GiveUp&) {
        // Said already.
      }
      report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
      const bool never_starts = !started && reports.empty();
      if (never_starts) {
        report.notes.emplace_back("it did not start, and no other check was made");
      }
      on_check(report);
      reports.push_back(std::move(report));
      if (never_starts) {
        return reports;
      }
    }
  }
  return reports;
}

}  // namespace lanternfish
