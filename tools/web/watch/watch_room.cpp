#include "tools/web/watch/watch_room.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/file.h"
#include "support/json_line.h"
#include "support/number.h"

namespace lanternfish {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(500);
constexpr std::size_t kMaxMatches = 200;

}  // namespace

WatchRoom::WatchRoom(const WatchSettings& settings, LookRoom& look) : look_(look), root_(settings.root) {
  for (const auto& path : settings.folders) {
    matches_.emplace_back(path);
  }
  if (!matches_.empty() || !root_.empty()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  }
}

void WatchRoom::find_matches() {
  std::error_code none;  // of the root or its folders: nothing is found
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(root_, none)) {
    if (entry.is_directory(none) && MatchFolder::begun(entry.path())) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  const std::lock_guard lock(mutex_);
  for (const auto& path : found) {
    if (matches_.size() < kMaxMatches &&
        std::none_of(matches_.begin(), matches_.end(), [&](const Match& match) { return match.path == path; })) {
      matches_.emplace_back(path);
    }
  }
}

HttpResponse WatchRoom::list() {
  if (!root_.empty()) {
    find_matches();
  }
  Json json;
  json["matches"] = Json::array();
  json["root"] = root_.empty() ? "" : root_.filename().string();
  const std::lock_guard lock(mutex_);
  for (const Match& match : matches_) {
    json["matches"].push_back(match.path.filename().string());
  }
  return json_answer(json);
}

WatchRoom::Match* WatchRoom::match(const std::string& text) {
  const auto number = to_number<std::size_t>(text);
  const std::lock_guard lock(mutex_);
  return number && *number < matches_.size() ? &matches_[*number] : nullptr;
}

// Beliefs are counted here, which may take long: nobody waits for this thread.
void WatchRoom::look_at(Match& match) {
  if (match.folder.read() || !match.feed->latest().text) {
    {
      const std::lock_guard lock(match.mutex);
      match.records = match.folder.records();
    }
    match.feed->publish(dump_line(match.folder.json()));
  }
}

HttpResponse WatchRoom::open_record(Match& match, std::size_t index) {
  std::filesystem::path file;
  {
    const std::lock_guard lock(match.mutex);
    file = index < match.records.size() ? match.records[index] : "";
  }
  HttpResponse response;
  response.later = [this, file] {
    const Result<std::string> text = file.empty() ? Result<std::string>(Error{"no such game"}) : read_file(file);
    const Result<std::string> id = text ? look_.add(*text) : Result<std::string>(Error{text.error()});
    return id ? id_answer(*id)
              : error_response(404, fmt::format("the record of the game cannot be shown: {}", id.error()));
  };
  return response;
}

// Reads a folder only while somebody watches, after the first time.
void WatchRoom::work(const std::stop_token& stop) {
  const auto nth = [this](std::size_t n) {
    const std::lock_guard list(mutex_);
    return n < matches_.size() ? &matches_[n] : nullptr;
  };
  std::mutex mutex;
  for (std::unique_lock lock(mutex); !stop.stop_requested();) {
    std::size_t n = 0;
    while (Match* const match = nth(n++)) {
      try {
        if (!match->feed->latest().text || match->feed->listeners() > 0) {
          look_at(*match);
        }
      } catch (const std::exception&) {  // out of memory: perhaps not the next time
      }
    }
    wake_.wait_for(lock, stop, kBetweenLooks, [] { return false; });
  }
}

HttpResponse WatchRoom::handle(const HttpRequest& request) {
  const auto& path = request.path;  // api, watch, number, what
  if (path.size() == 2 && request.method == HttpRequest::Method::kGet) {
    return list();
  }
  Match* const watched = path.size() == 4 ? match(path[2]) : nullptr;
  if (watched == nullptr) {
    return error_response(404, "there is no such match");
  }
  HttpResponse response;
  if (request.method == HttpRequest::Method::kPost) {
    const std::optional<std::size_t> index = to_number<std::size_t>(path[3]);
    return index ? open_record(*watched, *index) : error_response(404, "there is no such game");
  }
  if (path[3] == "events") {
    response.feed = watched->feed;
    return response;
  }
  if (path[3] == "state" && watched->feed->latest().text) {
    response.body = watched->feed->latest().text;
    return response;
  }
  return error_response(404, "there is nothing here");
}

}  // namespace lanternfish
