#pragma once

// All of an analysis as one file: summary, charts and every turn. It opens from disk, and can be mailed and printed.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "analysis/turn_analysis.h"
#include "support/result.h"
#include "tools/analyze/summary.h"

namespace lanternfish {

class HtmlReport {
 public:
  // `strategies`: the labels of those that were asked.
  explicit HtmlReport(std::vector<std::string> strategies);
  ~HtmlReport();

  // Reads the game's record once more, for its boards.
  void add(const PlayerAnalysis& player);
  // An error says why the file cannot be written.
  Status write(const std::filesystem::path& file, const Summary& summary) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace lanternfish
