#pragma once

// The results of one tournament put together from the files of shards, or of runs on several machines.

#include <map>
#include <string>
#include <vector>

#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/tally.h"

namespace lanternfish {

struct MergedResults {
  std::string header;                  // JSON: which tournament
  std::map<int, GameLine> games;       // by number, each once
  std::vector<std::string> conflicts;  // games of which the files tell different results, as sentences
  std::vector<std::string> left_out;   // lines that cannot be read, as sentences
  bool mixes_builds = false;           // the files were made with different builds of the engines
};

// `names`: files of results, and folders, of which all games*.jsonl are taken. An error where they are of different
// tournaments, or hold nothing.
Result<MergedResults> merge_results(const std::vector<std::string>& names, TornLines torn = TornLines::kRefuse);

// `names`: of the tournament's engines. An error where a game names another one.
Result<Tally> tally_of(const MergedResults& merged, std::vector<std::string> names);

}  // namespace lanternfish
