#pragma once

// Many recorded games, several at a time, reported in the order in which they were named.

#include <filesystem>

#include "analysis/player_analyst.h"

namespace lanternfish {

struct AnalysisJob {
  AnalysisSettings analysis;
  std::vector<std::filesystem::path> files;
  std::array<bool, 2> colors = {true, true};  // by Color: whose turns
  std::string player;                         // this name's turns alone; empty: everybody's
  int jobs = 1;                               // games at a time, each with evaluators of its own
};

// Called one at a time, from any thread.
struct AnalysisReports {
  std::function<void(const PlayerAnalysis&)> player;     // games in the order of their files, White before Black
  std::function<void(const std::string& text)> problem;  // names the file; the other files go on
  std::function<void(std::size_t done, std::size_t all)> progress;  // files
};

// False when there was a problem. Soon after `stop` it ends; games that were begun are reported as far as they came.
bool analyze_games(const AnalysisJob& job, const EvaluatorFactory& make_evaluator, const AnalysisReports& reports,
                   const std::stop_token& stop = {});

}  // namespace lanternfish
