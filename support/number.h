#pragma once

// Numbers that people and programs write.

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace lanternfish {

// The number that the whole of `text` spells, from `min` to `max`; nothing where anything else stands there. No blanks,
// no plus. `format` is one of std::chars_format, for T that has a point.
template <typename T, typename... Format>
std::optional<T> to_number(std::string_view text, T min = std::numeric_limits<T>::lowest(),
                           T max = std::numeric_limits<T>::max(), Format... format) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, format...);
  const bool good = error == std::errc() && rest == end && value >= min && value <= max;
  return good ? std::optional(value) : std::nullopt;
}

}  // namespace lanternfish
