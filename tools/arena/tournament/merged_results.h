#pragma once

// The results of one tournament put together from the files of shards, or of runs on several machines.

#include <map>
#include <string>
#include <vector>

#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/tally.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

struct MergedResults {
  std::string header;                  // JSON: which tournament
  std::map<int, GameLine> games;       // by number, each once
  std::vector<int> order;              // their numbers, as the games ended; of several files by number
  std::vector<std::string> conflicts;  // games of which the files tell different results, as sentences
  std::vector<std::string> left_out;   // lines that cannot be read, as sentences
  bool mixes_builds = false;           // the files were made with different builds of the engines
};

// `names`: files of results, and folders, of which all games*.jsonl are taken. An error where they are of different
// tournaments, or hold nothing.
Result<MergedResults> merge_results(const std::vector<std::string>& names, TornLines torn = TornLines::kRefuse);

struct CountedResults {
  MergedResults merged;
  HeaderFacts facts;
  Tally tally;
};

// Merges the results and counts them. An error also where a game names an engine that the tournament does not have.
// `sprt`: instead of the tournament's own.
Result<CountedResults> count_results(const std::vector<std::string>& names, TornLines torn,
                                     const std::optional<SprtSettings>& sprt = {});

}  // namespace lanternfish
