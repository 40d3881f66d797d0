#pragma once

// An engine led through the whole protocol, docs/reference/protocol.md: what is wrong with it, by name.

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/host/engine_spec.h"

namespace lanternfish {

struct ComplianceSettings {
  EngineSpec engine;
  std::chrono::milliseconds answer{20'000};  // for anything that has no time of its own
  std::chrono::milliseconds stop{500};       // "at once", on a machine that has other work, too
  std::chrono::milliseconds leave{2'000};    // the protocol's second, with the same allowance
  std::string only;                          // checks whose name holds this; empty: all
};

// kMust: without it no game can be played. kShould: a host relies on it where something goes wrong, or may ask for it.
// kMay: what only some engines have a use for.
enum class ComplianceLevel : std::uint8_t { kMust, kShould, kMay };
constexpr std::array<std::string_view, 3> kLevelNames = {"must", "should", "may"};

struct ComplianceReport {
  std::string_view name, section;
  ComplianceLevel level = ComplianceLevel::kMust;
  std::vector<std::string> faults;  // what breaks the protocol, at this level
  std::vector<std::string> notes;   // what does not, and a user may want to know
  double seconds = 0;
};

// Each check has processes of its own. `on_check` gets each report as it is there. Where the first check cannot start
// the engine there are no others: each would wait as long.
std::vector<ComplianceReport> check_compliance(const ComplianceSettings& settings,
                                               const std::function<void(const ComplianceReport&)>& on_check);

}  // namespace lanternfish
