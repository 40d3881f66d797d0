#pragma once

// The single checks of compliance, each given a subject without a process.

#include "tools/arena/compliance/compliance_subject.h"

namespace lanternfish {

struct ComplianceCheck {
  std::string_view name, section;
  ComplianceLevel level;
  void (*run)(ComplianceSubject& subject);
};

std::vector<ComplianceCheck> line_checks();   // greeting, options, lines, leaving
std::vector<ComplianceCheck> state_checks();  // phases, errors, stop, limits
std::vector<ComplianceCheck> game_checks();   // whole games, restoring, exactness, determinism

}  // namespace lanternfish
