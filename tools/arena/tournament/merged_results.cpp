#include "tools/arena/tournament/merged_results.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;

Status add_file(MergedResults& merged, const fs::path& file, TornLines torn) {
  const Results results = TRY(read_results(file, torn));
  merged.left_out.insert(merged.left_out.end(), results.left_out.begin(), results.left_out.end());
  if (results.header.empty()) {
    return success();  // a shard killed before its first byte
  }
  if (const auto facts = parse_header(results.header); !facts) {
    return Error{fmt::format("{}: {}", file.string(), facts.error())};
  }
  if (!merged.header.empty() && !same_tournament(merged.header, results.header)) {
    return Error{fmt::format("{} is of another tournament than the files before it", file.string())};
  }
  merged.mixes_builds = merged.mixes_builds || (!merged.header.empty() && merged.header != results.header);
  merged.header = merged.header.empty() ? results.header : merged.header;
  for (const GameLine& line : results.games) {
    const auto [found, fresh] = merged.games.try_emplace(line.game.id, line);
    if (fresh) {
      merged.order.push_back(line.game.id);
    }
    const GameResult &a = found->second.result, &b = line.result;
    if (!fresh && (a.winner != b.winner || a.reason != b.reason || a.ending != b.ending)) {
      merged.conflicts.push_back(fmt::format("game {} has another result in {}", line.game.id, file.string()));
    }
  }
  return success();
}

}  // namespace

Result<MergedResults> merge_results(const std::vector<std::string>& names, TornLines torn) {
  MergedResults merged;
  int read = 0;
  for (const std::string& name : names) {
    const std::vector<fs::path> files = TRY(results_files(name));
    for (const fs::path& file : files) {
      TRY(add_file(merged, file, torn));
      ++read;
    }
  }
  if (read > 1) {
    std::sort(merged.order.begin(), merged.order.end());
  }
  if (merged.header.empty()) {
    return Error{"there are no results"};
  }
  return merged;
}

Result<CountedResults> count_results(const std::vector<std::string>& names, TornLines torn,
                                     const std::optional<SprtSettings>& sprt) {
  MergedResults merged = TRY(merge_results(names, torn));
  HeaderFacts facts = TRY(parse_header(merged.header));
  Tally tally(facts.names, sprt ? sprt : facts.sprt);
  for (const int id : merged.order) {
    const GameLine& line = merged.games.at(id);
    for (const int engine : line.game.engines) {
      if (engine >= static_cast<int>(facts.names.size())) {
        return Error{fmt::format("game {} names an engine that the tournament does not have", id)};
      }
    }
    tally.add(line);
  }
  return CountedResults{std::move(merged), std::move(facts), std::move(tally)};
}

}  // namespace lanternfish
