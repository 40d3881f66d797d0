#pragma once

// Word-level helpers of reading an engine's lines.

#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "protocol/messages/engine_messages.h"
#include "protocol/messages/tokens.h"

namespace lanternfish {

inline Error expected(std::string_view where, std::string_view what, std::string_view got) {
  return Error{fmt::format("{}: expected {}, not {}", where, what, quoted(got))};
}

// The index of `word` in `words`, or nothing.
template <std::size_t N>
std::optional<int> index_of(const std::array<std::string_view, N>& words, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == word) {
      return static_cast<int>(i);
    }
  }
  return std::nullopt;
}

// What follows "info".
Result<EngineMessage> parse_info(Tokens& tokens);

}  // namespace lanternfish
