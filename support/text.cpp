#include "support/text.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace lanternfish {

namespace {

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

// Bytes of the UTF-8 character at the beginning of `text`; 0 where there is none, or a C1 control.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) {
    return 0;
  }
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return 0;
    }
  }
  const bool is_c1 = first == 0xc2 && byte(1) < 0xa0;
  return is_c1 ? 0 : size;
}

}  // namespace

std::string errno_text() { return std::generic_category().message(errno); }

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return is_control(static_cast<unsigned char>(c)); });
}

std::string without_control(std::string_view text) {
  std::string clean(text);
  std::replace_if(
      clean.begin(), clean.end(), [](char c) { return is_control(static_cast<unsigned char>(c)); }, ' ');
  return clean;
}

std::string cell_text(std::string_view text) {
  std::string cell = without_control(text);
  for (std::size_t bar = cell.find('|'); bar != std::string::npos; bar = cell.find('|', bar + 2)) {
    cell.insert(bar, 1, '\\');
  }
  return cell;
}

std::string escaped(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t size = character_size(text);
    const bool plain = size > 0 && (!is_control(first) || first == '\n' || first == '\t');
    if (plain) {
      shown += text.substr(0, size);
    } else {
      shown += fmt::format("\\x{:02x}", first);
    }
    text.remove_prefix(std::max<std::size_t>(plain ? size : 1, 1));
  }
  return shown;
}

std::string shortened(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) {
    return std::string(text);
  }
  constexpr std::string_view kCut = "...";
  std::size_t end = max_bytes - std::min(max_bytes, kCut.size());
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    --end;
  }
  return std::string(text.substr(0, end)) + std::string(kCut);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);  // of the first i letters of a and the first j of b
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace lanternfish
