#pragma once

// How often what was said to be so likely came true.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanternfish {

class Calibration {
 public:
  // `said`: a probability.
  void add(double said, bool came_true);
  void add(const Calibration& other);

  // A table with a row for each power of two of the probability; `what` has it.
  std::string text(std::string_view what) const;

 private:
  struct Row {
    std::int64_t cases = 0;
    std::int64_t true_cases = 0;
    double said = 0;  // sum
  };
  std::array<Row, 12> rows_{};
};

}  // namespace lanternfish
