#include "tools/arena/statistics/results_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "support/json_line.h"
#include "tools/arena/statistics/elo.h"
#include "tools/arena/statistics/ladder.h"

namespace lanternfish {

namespace {

std::string points_text(const Wdl& games) {
  const ScoreInterval interval = score_interval(games);
  return fmt::format("{:.0f} % [{:.0f}, {:.0f}]", 100 * games.points() / games.games(), 100 * interval.low,
                     100 * interval.high);
}

std::string elo_text(const Wdl& games) {
  const EloEstimate elo = estimate_elo(games).value();
  if (std::isfinite(elo.elo)) {
    return fmt::format("{:+.0f} [{:+.0f}, {:+.0f}]", elo.elo, elo.low, elo.high);
  }
  return elo.elo > 0 ? fmt::format("above {:+.0f}", elo.low) : fmt::format("below {:+.0f}", elo.high);
}

std::string nodes_text(const Crossing& crossing) {
  constexpr std::array<std::string_view, 3> kPlaces = {"below ", "", "above "};
  return fmt::format("{}{:.0f}", kPlaces[static_cast<std::size_t>(crossing.place)], crossing.nodes);
}

Wdl games_of(const Json& wins, const Json& draws, const Json& losses) {
  constexpr std::int64_t kMost = 1'000'000;
  const auto number = [&](const Json& games, const char* name) {
    return static_cast<int>(whole_number(games, name, 0, kMost));
  };
  return {number(wins, "wins"), number(draws, "draws"), number(losses, "losses")};
}

Result<std::string> ladder_text(const Json& rungs) {
  std::vector<Rung> ladder;
  for (const Json& rung : rungs) {
    constexpr std::int64_t kMostNodes = 1'000'000'000'000;
    const std::int64_t least = ladder.empty() ? 1 : ladder.back().nodes + 1;
    ladder.push_back(
        {whole_number(rung.at(0), "nodes of a rung", least, kMostNodes), games_of(rung.at(1), rung.at(2), rung.at(3))});
  }
  const std::optional<LadderResult> result = climb(ladder);
  if (!result) {
    return Error{"a ladder without games"};
  }
  return fmt::format("one half against {} nodes a move [{}, {}]", nodes_text(result->half), nodes_text(result->low),
                     nodes_text(result->high));
}

Result<std::string> table_row(const Json& line) {
  std::string row =
      fmt::format("| [{}]({}) | {} | {} ", line.at("opponent").get<std::string>(), line.at("page").get<std::string>(),
                  line.at("clock").get<std::string>(), line.at("version").get<std::string>());
  if (line.contains("rungs")) {
    return row + fmt::format("| | | {} |\n", TRY(ladder_text(line.at("rungs"))));
  }
  const Wdl games = games_of(line.at("wins"), line.at("draws"), line.at("losses"));
  if (games.games() < kMinGamesForErrors) {
    return Error{fmt::format("fewer than {} games", kMinGamesForErrors)};
  }
  return row + fmt::format("| {}-{}-{} | {} | {} |\n", games.wins, games.draws, games.losses, points_text(games),
                           elo_text(games));
}

}  // namespace

Result<std::string> results_table(std::string_view results) {
  std::string table =
      "| opponent | clock | our version | won-drawn-lost | points, 95 % | Elo, 95 % |\n|---|---|---|---|---|---|\n";
  int number = 0;
  while (!results.empty()) {
    const std::string_view line = results.substr(0, results.find('\n'));
    results.remove_prefix(std::min(results.size(), line.size() + 1));
    const Result<std::string> row = read_json(line, table_row);
    ++number;
    if (!row) {
      return Error{fmt::format("line {}: {}", number, row.error())};
    }
    table += *row;
  }
  return table;
}

}  // namespace lanternfish
