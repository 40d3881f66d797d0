#pragma once

// The words for kinds of trouble, and a refused line.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "game/reports.h"

namespace lanternfish {

// By Trouble.
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
