#include "tools/analyze/report/html_report.h"

#include <array>
#include <filesystem>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "game/game_result.h"
#include "game/plies_json.h"
#include "game/recorded_game.h"
#include "rules/notation.h"
#include "support/json_line.h"
#include "tools/analyze/report/turns_text.h"
#include "tools/page/report_page.h"

namespace lanternfish {

namespace {

constexpr std::array<std::string_view, 6> kScripts = {"lib.js",   "chart.js",         "board.js",
                                                      "steps.js", "report_replay.js", "report_games.js"};

Json lines_json(const std::string& lines) {
  Json list = Json::array();
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    list.push_back(parse_json(line).value());
  }
  return list;
}

}  // namespace

struct HtmlReport::Data {
  std::vector<std::string> strategies;
  std::map<std::string, std::size_t> numbers;  // by file: games in several folders have one name
  Json players = Json::array();
};

HtmlReport::HtmlReport(std::vector<std::string> strategies) : data_(std::make_unique<Data>()) {
  data_->strategies = std::move(strategies);
}
HtmlReport::~HtmlReport() = default;

void HtmlReport::add(const PlayerAnalysis& player, const std::optional<GameRecord>& record) {
  Json json;
  json["number"] = data_->numbers.try_emplace(player.game, data_->numbers.size()).first->second;
  json["game"] = std::filesystem::path(player.game).filename().string();
  json["color"] = format_color(player.color);
  json["name"] = player.name;
  json["opponent"] = player.opponent;
  json["left_out"] = player.left_out;
  json["turns"] = lines_json(player_json_lines(player, data_->strategies));
  if (record) {
    if (const auto game = recorded_game(*record)) {
      json["plies"] = plies_json(*game);
    }
    json["winner"] = winner_text(record->winner);
    json["reason"] = format_win_reason(record->reason);
  }
  data_->players.push_back(std::move(json));
}

std::string HtmlReport::text(const std::string& title, const Summary& summary) const {
  Json json;
  json["strategies"] = data_->strategies;
  json["players"] = data_->players;
  json["summary"] = lines_json(summary.json_lines());
  return report_page(title, kScripts, dump_line(json));
}

}  // namespace lanternfish
