#include "tools/fit/table_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lanternfish {

namespace {

constexpr double kMaxCoefficient = 1500;  // hundredths
constexpr int kRowsJoined = 2;            // rows of zeros that do not end a run

using Row = std::array<int, kMoveStyles>;

std::vector<Row> rounded_rows(const Mixture& mixture) {
  std::vector<Row> table(move_rows::kCount);
  for (int row = 0; row < move_rows::kCount; ++row) {
    for (std::size_t style = 0; style < kMoveStyles; ++style) {
      const Coefficients& x = mixture.styles[style];
      const int coarse = coarse_row(row);
      const double sum = x[static_cast<std::size_t>(row)] + (coarse < 0 ? 0 : x[static_cast<std::size_t>(coarse)]);
      table[static_cast<std::size_t>(row)][style] =
          static_cast<int>(std::lround(std::clamp(100 * sum, -kMaxCoefficient, kMaxCoefficient)));
    }
  }
  return table;
}

std::string run_text(const std::vector<Row>& table, std::size_t begin, std::size_t end) {
  constexpr std::size_t kLine = 116;
  std::string text;
  std::string line = fmt::format("    {}, {},", begin, end - begin);
  for (std::size_t row = begin; row < end; ++row) {
    for (const int value : table[row]) {
      const std::string word = fmt::format(" {},", value);
      if (line.size() + word.size() > kLine) {
        text += line + "\n";
        line = "   ";
      }
      line += word;
    }
  }
  return text + line + "\n";
}

}  // namespace

std::string commented(const std::string& text) {
  std::string lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines += "// " + text.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return lines;
}

std::string table_text(const Mixture& mixture, const std::string& origin) {
  const std::vector<Row> table = rounded_rows(mixture);
  const auto is_zero = [&](std::size_t row) { return table[row] == Row{}; };
  std::string text = commented(origin);
  text += "// clang-format off\nconstexpr float kFittedShares[kMoveParts] = {";
  for (std::size_t part = 0; part < mixture.usual.size(); ++part) {
    text += fmt::format("{}{:.4f}F", part == 0 ? "" : ", ", mixture.usual[part]);
  }
  text += "};\nconstexpr std::int16_t kWeights[] = {\n";
  for (std::size_t row = 0; row < table.size();) {
    if (is_zero(row)) {
      ++row;
      continue;
    }
    std::size_t end = row + 1;  // behind the last row that is not zero
    for (std::size_t i = end; i < table.size() && i <= end + kRowsJoined; ++i) {
      end = is_zero(i) ? end : i + 1;
    }
    text += run_text(table, row, end);
    row = end;
  }
  return text + "};\n";
}

}  // namespace lanternfish
