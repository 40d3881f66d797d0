#include "protocol/messages/host_options.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace lanternfish {

namespace {

OptionLine number(const char* name, const char* initial, std::int64_t min, std::int64_t max) {
  return {name, OptionType::kSpin, initial, min, max, {}};
}

OptionLine plain(const char* name, OptionType type, const char* initial) { return {name, type, initial, {}, {}, {}}; }

}  // namespace

std::span<const OptionLine> host_options() {
  static const std::array options = {
      OptionLine{"UCI_Variant", OptionType::kCombo, "rbc", {}, {}, {"rbc"}},
      plain("UCI_Opponent", OptionType::kString, ""),
      number("Threads", "1", 1, 256),
      number("Hash", "1", 1, 65'536),  // MB
      number("MultiPV", "1", 1, 256),
      plain("Ponder", OptionType::kCheck, "false"),
      number("Move Overhead", "0", 0, 10'000),  // ms
      number("Seed", "0", 0, 2'147'483'647),    // hosts keep spin values in 32 bits
      number("MoveLimit", "100", 0, 10'000),    // plies
      number("TurnLimit", "0", 0, 10'000),      // turns
      number("RBC_ShowBoards", "0", 0, 1'000),
      plain("RBC_ShowProbs", OptionType::kCheck, "false"),
  };
  return options;
}

const OptionLine& host_option(std::string_view name) {
  const std::span<const OptionLine> options = host_options();
  const auto found =
      std::find_if(options.begin(), options.end(), [&](const OptionLine& option) { return option.name == name; });
  assert(found != options.end());
  return *found;
}

}  // namespace lanternfish
