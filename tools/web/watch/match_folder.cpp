#include "tools/web/watch/match_folder.h"

#include <sys/stat.h>

#include <algorithm>

#include "game/game_record.h"
#include "support/descriptor.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxLive = 4;            // games followed at once
constexpr std::size_t kLiveBoards = 20'000;    // of each side
constexpr std::uintmax_t kMaxRead = 64 << 20;  // bytes of one file at once
constexpr std::size_t kBeginning = 16 << 10;   // bytes: a header and some results

bool is_results(const std::string& name) { return name.rfind("games.", 0) == 0 && name.ends_with(".jsonl"); }
bool is_live(const std::string& name) { return name.ends_with(".live.jsonl"); }

// 0: there is no such file.
std::uintmax_t inode_of(const fs::path& file) {
  struct stat found {};
  return ::stat(file.c_str(), &found) == 0 ? found.st_ino : 0;
}

// What the page needs of a line of results.
Json game_json(const Json& line) {
  Json json;
  for (const char* key : {"game", "white", "black", "winner", "reason", "ending", "fault", "seconds"}) {
    json[key] = line.at(key);
  }
  for (const char* side : {"white_side", "black_side"}) {
    const Json& counts = line.at(side);
    json[side] = {{"turns", counts.at("turns")}, {"most_boards", counts.at("most_boards")}};
  }
  return json;
}

}  // namespace

std::vector<std::string> MatchFolder::new_lines(const fs::path& file, GrowingFile& state) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  std::vector<std::string> lines;
  if (error || size == state.read) {
    return lines;
  }
  if (size < state.read) {
    state = {};  // a torn last line was cut off; what is read twice is left out by its number
  }
  if (state.read == 0) {
    state.inode = inode_of(file);
  }
  const Result<std::string> text = read_file_part(file, state.read, kMaxRead);
  if (!text) {
    return lines;
  }
  state.read += text->size();
  state.beginning += text->substr(0, kBeginning - state.beginning.size());
  state.rest += *text;
  std::size_t begin = 0;
  for (std::size_t end; (end = state.rest.find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(state.rest.substr(begin, end - begin));
  }
  state.rest.erase(0, begin);
  return lines;
}

bool MatchFolder::replaced(const fs::path& file, const GrowingFile& state) {
  if (state.read == 0) {
    return false;
  }
  const Result<std::string> beginning = read_file_part(file, 0, state.beginning.size());
  return inode_of(file) != state.inode || (beginning && *beginning != state.beginning);
}

bool MatchFolder::begun_anew(const std::vector<fs::path>& results) const {
  return std::any_of(files_.begin(), files_.end(), [&](const auto& entry) {
    const fs::path file = folder_ / entry.first;
    const bool there = std::find(results.begin(), results.end(), file) != results.end();
    return is_results(entry.first) && entry.second.read > 0 && (!there || replaced(file, entry.second));
  });
}

void MatchFolder::forget() {
  files_.clear();
  live_.clear();
  engines_ = games_ = Json::array();
  numbers_.clear();
  records_.clear();
  problem_.clear();
}

void MatchFolder::add(const Json& line) {
  if (line.contains("engines") && line.contains("tournament")) {
    engines_ = Json::array();
    for (const Json& engine : line.at("engines")) {
      engines_.push_back(engine.at("name"));
    }
    return;
  }
  if (numbers_.count(line.at("game")) == 0) {
    const auto record = line.at("file").get<std::string>();
    games_.push_back(game_json(line));
    numbers_.insert(line.at("game"));
    records_.push_back(folder_ / fs::path(record).filename());  // a name beside the results, nothing else
  }
}

bool MatchFolder::read_results(const fs::path& file) {
  bool news = false;
  for (const std::string& text : new_lines(file, files_[file.filename().string()])) {
    const Status read = read_json(text, [this](const Json& line) { add(line); });
    news = news || read.ok();
    if (!read) {
      problem_ = file.filename().string() + " holds a line that is no result of a game";
    }
  }
  return news;
}

bool MatchFolder::read_live(const fs::path& file) {
  const std::string name = file.filename().string();
  std::error_code error;
  if (fs::file_size(file, error) < files_[name].read || replaced(file, files_[name])) {
    live_.erase(name);  // the game was begun again
    files_[name] = {};
  }
  bool news = false;
  for (const std::string& line : new_lines(file, files_[name])) {
    const auto known = live_.find(name);
    news = true;
    if (known == live_.end()) {
      auto game = read_json(line, [](const Json& header) { return LiveGame::from(header, kLiveBoards); });
      live_[name] = game ? std::move(game).value() : nullptr;
    } else if (known->second && !read_json(line, [&](const Json& turn) { return known->second->add(turn); })) {
      known->second = nullptr;  // shown no further; its record tells all
    }
  }
  return news;
}

bool MatchFolder::begun(const fs::path& folder) {
  std::error_code none;
  return std::any_of(fs::directory_iterator(folder, none), {},
                     [](const fs::directory_entry& entry) { return is_results(entry.path().filename().string()); });
}

bool MatchFolder::read() {
  std::error_code error;
  std::set<std::string> live;
  std::vector<fs::path> results;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    if (is_live(name)) {
      live.insert(name);
    } else if (is_results(name)) {
      results.push_back(entry.path());
    }
  }
  if (error == std::errc::no_such_file_or_directory) {
    return false;  // the match has not begun
  }
  if (error) {
    const bool news = problem_.empty();
    problem_ = "the folder of the match cannot be read";
    return news;
  }
  std::sort(results.begin(), results.end());
  bool news = begun_anew(results);
  if (news) {
    forget();
  }
  for (const fs::path& file : results) {
    news = read_results(file) || news;
  }
  const auto gone = std::erase_if(live_, [&](const auto& entry) { return live.count(entry.first) == 0; });
  std::erase_if(files_, [&](const auto& entry) { return is_live(entry.first) && live.count(entry.first) == 0; });
  news = news || gone > 0;
  for (const std::string& name : live) {
    if (live_.count(name) != 0 || live_.size() < kMaxLive) {
      news = read_live(folder_ / name) || news;
    }
  }
  return news;
}

Json MatchFolder::json() {
  Json json;
  json["name"] = folder_.filename().string();
  json["engines"] = engines_;
  json["games"] = games_;
  json["live"] = Json::array();
  for (const auto& [name, game] : live_) {
    if (game) {
      json["live"].push_back(game->json());
    }
  }
  json["problem"] = problem_;
  return json;
}

}  // namespace lanternfish
