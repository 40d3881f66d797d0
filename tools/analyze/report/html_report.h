#pragma once

// All of an analysis as one file: summary, charts and every turn. It opens from disk, and can be mailed and printed.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/turn_analysis.h"
#include "game/game_record.h"
#include "tools/analyze/report/summary.h"

namespace lanternfish {

class HtmlReport {
 public:
  // `strategies`: the labels of those that were asked.
  explicit HtmlReport(std::vector<std::string> strategies);
  ~HtmlReport();

  // `record`: of the game; none: it cannot be read, and its boards are not shown.
  void add(const PlayerAnalysis& player, const std::optional<GameRecord>& record);
  // The page.
  std::string text(const std::string& title, const Summary& summary) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace lanternfish
