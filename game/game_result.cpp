#include "game/game_result.h"

#include <cassert>

#include <fmt/format.h>

#include "rules/notation.h"

namespace lanternfish {

std::string_view ending_name(Ending ending) {
  switch (ending) {
    case Ending::kByRules: return "rules";
    case Ending::kFlag: return "time";
    case Ending::kSilence: return "silence";
    case Ending::kCrash: return "crash";
    case Ending::kNonsense: return "nonsense";
    case Ending::kIllegal: return "illegal";
    case Ending::kResigned: return "resigned";
    case Ending::kStopped: return "stopped";
  }
  return "?";
}

std::optional<Ending> parse_ending(std::string_view name) {
  for (std::size_t i = 0; i < kEndings; ++i) {
    if (name == ending_name(static_cast<Ending>(i))) {
      return static_cast<Ending>(i);
    }
  }
  return std::nullopt;
}

WinReason recorded_reason(Ending fault) {
  assert(fault != Ending::kByRules && fault != Ending::kStopped);
  return fault == Ending::kFlag || fault == Ending::kSilence ? WinReason::kTimeout : WinReason::kResign;
}

std::string fault_text(const GameResult& result) {
  if (result.text.empty() || !result.winner) {
    return "";
  }
  return fmt::format("{}: {}", format_color(~*result.winner), result.text);
}

std::string_view winner_text(std::optional<Color> winner) { return winner ? format_color(*winner) : "draw"; }

}  // namespace lanternfish
