#pragma once

// The kinds of trouble an engine tells a host about, and a refused line.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanternfish {

enum class Trouble : std::uint8_t {
  kSyntax,       // the line is not in the grammar
  kPhase,        // the command does not fit the state of the game
  kPosition,     // no game can reach the position
  kObservation,  // an event contradicts what is certain
  kOption,       // no such option, or not such a value
  kBelief,       // no board explains the observations
  kEngine,       // the chess engine behind the scores
  kInternal,     // our own fault
};
constexpr std::array<std::string_view, 8> kTroubleCodes = {"syntax", "phase",  "position", "observation",
                                                           "option", "belief", "engine",   "internal"};

inline std::string_view format_trouble(Trouble trouble) { return kTroubleCodes[static_cast<std::size_t>(trouble)]; }
inline std::optional<Trouble> parse_trouble(std::string_view code) {
  for (std::size_t i = 0; i < kTroubleCodes.size(); ++i) {
    if (kTroubleCodes[i] == code) {
      return static_cast<Trouble>(i);
    }
  }
  return std::nullopt;
}

struct LineError {
  Trouble code = Trouble::kSyntax;
  std::string text;  // Names the word and what was expected in its place.
  friend bool operator==(const LineError&, const LineError&) = default;
};

}  // namespace lanternfish
