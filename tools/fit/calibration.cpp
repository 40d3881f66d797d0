#include "tools/fit/calibration.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lanternfish {

void Calibration::add(double said, bool came_true) {
  const double halvings = std::clamp(-std::log2(said), 0.0, static_cast<double>(rows_.size() - 1));
  Row& row = rows_.at(static_cast<std::size_t>(halvings));
  ++row.cases;
  row.true_cases += came_true ? 1 : 0;
  row.said += said;
}

void Calibration::add(const Calibration& other) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i].cases += other.rows_[i].cases;
    rows_[i].true_cases += other.rows_[i].true_cases;
    rows_[i].said += other.rows_[i].said;
  }
}

std::string Calibration::text(std::string_view what) const {
  std::string text = fmt::format("| said | {} | mean said | came true |\n|---|---|---|---|\n", what);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const auto n = static_cast<double>(std::max<std::int64_t>(1, row.cases));
    const bool last = i + 1 == rows_.size();
    text += fmt::format("| from {}1/{} | {} | {:.5f} | {:.5f} |\n", last ? "0 to " : "", last ? 1 << i : 2 << i,
                        row.cases, row.said / n, static_cast<double>(row.true_cases) / n);
  }
  return text;
}

}  // namespace lanternfish
