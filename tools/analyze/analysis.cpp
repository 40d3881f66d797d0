#include "tools/analyze/analysis.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>

namespace lanternfish {

namespace {

struct FileResult {
  std::vector<PlayerAnalysis> players;
  std::vector<std::string> problems;
};

class Run {
 public:
  Run(const AnalysisJob& job, const EvaluatorFactory& make_evaluator, const AnalysisReports& reports,
      const std::stop_token& stop)
      : job_(job), make_evaluator_(make_evaluator), reports_(reports), stop_(stop) {}

  bool run() {
    {
      std::vector<std::jthread> workers;
      for (int i = 0; i < std::min(job_.jobs, static_cast<int>(job_.files.size())); ++i) {
        workers.emplace_back([this] { work(); });
      }
    }
    return good_;
  }

 private:
  void work();
  FileResult analyze(const std::filesystem::path& file, PlayerAnalyst& analyst) const;
  void hand_in(std::size_t index, FileResult result);
  void warn(const std::string& text);

  const AnalysisJob& job_;
  const EvaluatorFactory& make_evaluator_;
  const AnalysisReports& reports_;
  const std::stop_token stop_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;                           // guards all below, and the reports
  std::map<std::size_t, FileResult> waiting_;  // for earlier files
  std::size_t reported_ = 0, done_ = 0;
  std::set<std::string> warnings_;  // each told once, not once a job
  bool good_ = true;
};

void Run::warn(const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (warnings_.insert(text).second) {
    reports_.problem(text);
  }
}

void Run::work() {
  PlayerAnalyst analyst(job_.analysis, make_evaluator_, [this](const std::string& text) { warn(text); });
  for (std::size_t i = next_++; i < job_.files.size() && !stop_.stop_requested(); i = next_++) {
    hand_in(i, analyze(job_.files[i], analyst));
  }
}

FileResult Run::analyze(const std::filesystem::path& file, PlayerAnalyst& analyst) const {
  FileResult result;
  const Result<RecordedGame> game = read_recorded_game(file);
  if (!game) {
    result.problems.push_back(game.error());
    return result;
  }
  for (const Color color : {kWhite, kBlack}) {
    const auto name = [&](Color c) { return game->record.names[c].value_or("nobody"); };
    if (stop_.stop_requested() || !job_.colors[color] || (!job_.player.empty() && job_.player != name(color))) {
      continue;
    }
    Result<AnalyzedTurns> analyzed = analyst.analyze(*game, color, {}, stop_);
    if (!analyzed) {
      result.problems.push_back(fmt::format("{}: {}", file.string(), analyzed.error()));
      continue;
    }
    AnalyzedTurns turns = std::move(analyzed).value();
    result.players.push_back({file.string(), color, name(color), name(~color), std::move(turns.turns), turns.left_out});
  }
  return result;
}

void Run::hand_in(std::size_t index, FileResult result) {
  const std::lock_guard lock(mutex_);
  waiting_.emplace(index, std::move(result));
  ++done_;
  for (auto first = waiting_.find(reported_); first != waiting_.end(); first = waiting_.find(++reported_)) {
    for (const std::string& problem : first->second.problems) {
      good_ = false;
      reports_.problem(problem);
    }
    for (const PlayerAnalysis& player : first->second.players) {
      reports_.player(player);
    }
    waiting_.erase(first);
  }
  reports_.progress(done_, job_.files.size());
}

}  // namespace

bool analyze_games(const AnalysisJob& job, const EvaluatorFactory& make_evaluator, const AnalysisReports& reports,
                   const std::stop_token& stop) {
  return Run(job, make_evaluator, reports, stop).run();
}

}  // namespace lanternfish
