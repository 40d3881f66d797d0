#include "tools/web/look/game_list.h"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include <fmt/chrono.h>

#include "game/game_record.h"
#include "game/game_result.h"
#include "rules/notation.h"
#include "support/file.h"
#include "support/hash.h"
#include "support/thread_priority.h"

namespace lanternfish {

namespace {

std::string date_of(const std::filesystem::path& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 ? fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(status.st_mtime)) : "";
}

Json cover_of(const std::filesystem::path& file) {
  Json json;
  json["file"] = file.filename().string();
  json["date"] = date_of(file);
  const Result<std::string> text = read_file(file);
  const auto record = text ? parse_game_record(*text) : Result<GameRecord>(Error{text.error()});
  if (!record) {
    json["problem"] = "no recorded game";
    return json;
  }
  json["id"] = game_name(*text);
  for (const Color side : {kWhite, kBlack}) {
    json[std::string(format_color(side))] = record->names[side].value_or("nobody");
  }
  json["winner"] = winner_text(record->winner);
  json["reason"] = format_win_reason(record->reason);
  json["turns"] = record->players[kWhite].senses.size() + record->players[kBlack].senses.size();
  return json;
}

}  // namespace

std::string game_name(std::string_view text) { return fmt::format("{:016x}", fnv1a(text)); }

GameList::GameList(std::vector<std::filesystem::path> files)
    : files_(std::move(files)), thread_([this](const std::stop_token& stop) { read_all(stop); }) {}

void GameList::read_all(const std::stop_token& stop) {
  lower_priority();  // the page answers first
  for (std::size_t number = 0; number < files_.size() && !stop.stop_requested(); ++number) {
    Json cover;
    try {
      cover = cover_of(files_[number]);
    } catch (const std::exception&) {  // out of memory: the next may do
      cover = {{"file", files_[number].filename().string()}, {"problem", "too large"}, {"date", ""}};
    }
    cover["number"] = number;
    const std::lock_guard lock(mutex_);
    games_.push_back(std::move(cover));
  }
}

Json GameList::json() const {
  const std::lock_guard lock(mutex_);
  return {{"games", games_}, {"left", files_.size() - games_.size()}};
}

const std::filesystem::path* GameList::file_of(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(games_.begin(), games_.end(), [&](const Json& game) { return game.value("id", "") == id; });
  return found == games_.end() ? nullptr : &files_[static_cast<std::size_t>(found - games_.begin())];
}

}  // namespace lanternfish
