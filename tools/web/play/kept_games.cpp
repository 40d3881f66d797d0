#include "tools/web/play/kept_games.h"

#include <algorithm>
#include <ctime>
#include <sstream>
#include <utility>

#include <fmt/chrono.h>

#include "game/game_record.h"
#include "game/game_result.h"
#include "rules/notation.h"
#include "support/append_file.h"
#include "support/file.h"

namespace lanternfish {

namespace {

constexpr const char* kList = "games.jsonl";

}  // namespace

KeptGames::KeptGames(std::filesystem::path folder) : folder_(std::move(folder)) {
  const Result<std::string> text = folder_.empty() ? Result<std::string>(Error{""}) : read_file(folder_ / kList);
  std::istringstream lines(text ? *text : "");
  for (std::string line; std::getline(lines, line);) {
    const Result<Json> game = parse_json(line);  // a line that was torn is left out
    if (game && game->is_object() && game->contains("id") && game->contains("file")) {
      games_.push_back(*game);
    }
  }
}

void KeptGames::keep(const std::string& record, const std::string& id, const Opponent& opponent, Color me,
                     int takebacks) {
  const Result<GameRecord> game = parse_game_record(record);
  if (!game || id.empty() || folder_.empty()) {
    return;
  }
  const std::time_t now = std::time(nullptr);
  Json json;
  json["id"] = id;
  json["file"] = fmt::format("{:%Y%m%d-%H%M%S}_{}.json", fmt::gmtime(now), id);
  json["opponent"] = opponent.label;
  json["elo"] = opponent.elo ? Json(*opponent.elo) : Json();
  json["color"] = format_color(me);
  json["winner"] = winner_text(game->winner);
  json["reason"] = format_win_reason(game->reason);
  json["turns"] = game->players[me].senses.size();
  json["takebacks"] = takebacks;
  json["date"] = fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(now));
  const std::lock_guard lock(mutex_);
  // Opened for one line, so that several servers may share the folder. Where it cannot be written, the list lives as
  // long as the server.
  if (const auto list = AppendFile::open(folder_ / kList);
      list && write_file(folder_ / json["file"].get<std::string>(), record)) {
    static_cast<void>((*list)->append_line(dump_line(json)));
  }
  games_.push_back(std::move(json));
}

Json KeptGames::json() const {
  const std::lock_guard lock(mutex_);
  return games_;
}

std::filesystem::path KeptGames::file_of(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(games_.begin(), games_.end(), [&](const Json& game) { return game["id"] == id; });
  return found == games_.end() ? std::filesystem::path()
                               : folder_ / std::filesystem::path((*found)["file"].get<std::string>()).filename();
}

}  // namespace lanternfish
