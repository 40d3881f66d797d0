#include "tools/analyze/terminal_table.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace lanternfish {

namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kGap = 2;  // between columns

std::string trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
}

// "| a | b\|c |" as the two cells "a" and "b|c".
Row cells_of(std::string_view line) {
  Row cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|') {
      cells.push_back(trimmed(cell));
      cell.clear();
    } else {
      i += line.substr(i, 2) == "\\|" ? 1 : 0;
      cell += line[i];
    }
  }
  return cells;
}

// Columns on the screen: characters of UTF-8 count once.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string table_text(const std::vector<Row>& rows, std::size_t width) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
      widths[i] = std::max(widths[i], width_of(row[i]));
    }
  }
  std::string text;
  for (std::size_t begin = 1, end = 1; begin < std::max<std::size_t>(widths.size(), 2); begin = end) {
    std::size_t used = widths[0];
    while (end < widths.size() && (end == begin || used + kGap + widths[end] <= width)) {
      used += kGap + widths[end++];
    }
    text += text.empty() ? "" : "\n";
    for (const Row& row : rows) {
      text += row[0] + std::string(widths[0] - width_of(row[0]), ' ');
      for (std::size_t i = begin; i < std::min(end, row.size()); ++i) {
        text += std::string(kGap + widths[i] - width_of(row[i]), ' ') + row[i];
      }
      text += '\n';
    }
    end = std::max(end, begin + 1);
  }
  return text;
}

}  // namespace

std::string terminal_tables(std::string_view text, std::size_t width) {
  std::string out;
  std::vector<Row> rows;
  const auto end_table = [&] {
    out += rows.empty() ? "" : table_text(rows, width);
    rows.clear();
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with("|---")) {
      continue;
    }
    if (line.starts_with('|')) {
      if (Row cells = cells_of(line); !cells.empty()) {
        rows.push_back(std::move(cells));
      }
      continue;
    }
    end_table();
    out += std::string(line) + '\n';
  }
  end_table();
  return out;
}

}  // namespace lanternfish
