#include "tools/arena/tournament/html_report.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "support/json_line.h"
#include "tools/arena/tournament/standings.h"
#include "tools/page/report_page.h"

namespace lanternfish {

namespace {

constexpr std::array<std::string_view, 4> kScripts = {"lib.js", "chart.js", "tables.js", "report_match.js"};
constexpr std::size_t kMaxTurns = 200;

// One player's numbers by own turn.
struct ByTurn {
  std::vector<std::vector<double>> boards, seconds;
};

void add(std::vector<std::vector<double>>& to, std::size_t turn, double value) {
  if (turn < kMaxTurns) {
    to.resize(std::max(to.size(), turn + 1));
    to[turn].push_back(value);
  }
}

void add_line(std::map<std::string, ByTurn>& players, const GameLine& game, const Json& turn) {
  if (!turn.is_object() || !turn.contains("sense_ms")) {
    return;
  }
  ByTurn& player = players[game.names[turn.value("side", "") == "white" ? kWhite : kBlack]];
  const auto number = turn.value("turn", std::size_t{1}) - 1;
  if (const Json boards = turn.value("boards_before_sense", Json()); boards.is_number()) {
    add(player.boards, number, boards.get<double>());
  }
  add(player.seconds, number, 0.001 * (turn.value("sense_ms", 0.0) + turn.value("move_ms", 0.0)));
}

Json medians(const std::vector<std::vector<double>>& by_turn) {
  Json list = Json::array();
  for (std::vector<double> values : by_turn) {
    if (values.empty()) {
      list.push_back(Json());
      continue;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    list.push_back(*middle);
  }
  return list;
}

Json by_turn_json(const MergedResults& merged, const std::filesystem::path& folder) {
  std::map<std::string, ByTurn> players;
  for (const auto& [number, game] : merged.games) {
    const auto name = std::filesystem::path(game.file).filename().replace_extension(".turns.jsonl");
    std::ifstream in(folder / name);
    for (std::string line; std::getline(in, line);) {
      add_line(players, game, Json::parse(line, nullptr, false));
    }
  }
  Json list = Json::array();
  for (const auto& [name, player] : players) {
    Json json;
    json["name"] = name;
    json["boards"] = medians(player.boards);
    json["seconds"] = medians(player.seconds);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

std::string html_report(const MergedResults& merged, const Tally& tally, const std::filesystem::path& folder,
                        const std::filesystem::path& page) {
  Json json;
  json["header"] = Json::parse(merged.header);
  json["standings"] =
      Json::parse(standings_json(tally, {}, json["header"].value("ladder", std::vector<std::int64_t>())));
  json["games"] = Json::array();
  for (const auto& [number, game] : merged.games) {
    json["games"].push_back(Json::parse(format_game_line(game)));
  }
  std::error_code ignored;
  const auto here = std::filesystem::absolute(page).parent_path();
  json["folder"] = std::filesystem::proximate(std::filesystem::absolute(folder), here, ignored).string();
  json["by_turn"] = by_turn_json(merged, folder);
  // Where the engines lie on the disk is nobody's business.
  json["header"].erase("engines");
  return report_page("A tournament", kScripts, dump_line(json));
}

}  // namespace lanternfish
