#include "tools/arena/tournament/html_report.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "game/game_record.h"
#include "game/plies_json.h"
#include "game/recorded_game.h"
#include "support/append_file.h"
#include "support/file.h"
#include "support/json_line.h"
#include "tools/arena/tournament/standings.h"
#include "tools/page/report_page.h"

namespace lanternfish {

namespace {

constexpr std::array<std::string_view, 7> kScripts = {"lib.js",    "chart.js",         "board.js",       "steps.js",
                                                      "tables.js", "report_replay.js", "report_match.js"};
constexpr std::size_t kMaxReplays = 40;  // games that the report holds whole; some 30 KB each
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
  for (const auto& [number, line] : merged.games) {
    const GameLine& game = line;
    const auto name = std::filesystem::path(game.file).filename().replace_extension(".turns.jsonl");
    const Result<std::string> turns = read_file(folder / name, kMaxRecordBytes);
    if (turns) {  // a game without its turns is one less to count
      static_cast<void>(read_lines(*turns, name, BadLines::kLeaveOut, [&](std::string_view text) {
        return read_json(text, [&](const Json& turn) { add_line(players, game, turn); });
      }));
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

// None where the record cannot be read.
Json plies_of(const std::filesystem::path& file) {
  const Result<RecordedGame> game = read_recorded_game(file);
  return game ? plies_json(*game) : Json();
}

std::string title_of(const Tally& tally, std::size_t games) {
  std::string names;
  for (const auto& player : tally.players()) {
    names += (names.empty() ? "" : " – ") + player.name;
  }
  return tally.players().size() <= 2 ? fmt::format("{}: {} games", names, games)
                                     : fmt::format("{} players: {} games", tally.players().size(), games);
}

}  // namespace

std::string html_report(const MergedResults& merged, const Tally& tally, const std::filesystem::path& folder,
                        const std::filesystem::path& page, const UnablePlayers& unable) {
  Json json;
  json["header"] = parse_json(merged.header).value();  // merged results were read from it
  json["standings"] =
      parse_json(standings_json(tally, json["header"].value("ladder", std::vector<std::int64_t>()))).value();
  json["games"] = Json::array();
  for (const auto& [number, game] : merged.games) {
    Json line = parse_json(format_game_line(game)).value();
    if (json["games"].size() < kMaxReplays) {
      line["plies"] = plies_of(folder / std::filesystem::path(game.file).filename());
    }
    json["games"].push_back(std::move(line));
  }
  std::error_code ignored;
  const auto here = std::filesystem::absolute(page).parent_path();
  json["folder"] = std::filesystem::proximate(std::filesystem::absolute(folder), here, ignored).string();
  json["unable"] = unable;
  json["by_turn"] = by_turn_json(merged, folder);
  // Where the engines lie on the disk is nobody's business.
  json["header"].erase("engines");
  return report_page(title_of(tally, merged.games.size()), kScripts, dump_line(json));
}

}  // namespace lanternfish
