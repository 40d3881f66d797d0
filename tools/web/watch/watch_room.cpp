#include "tools/web/watch/watch_room.h"

#include <fmt/format.h>

#include "support/file.h"
#include "support/json_line.h"
#include "support/number.h"

namespace lanternfish {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(500);

}  // namespace

WatchRoom::WatchRoom(const WatchSettings& settings, LookRoom& look) : look_(look), paths_(settings.folders) {
  for (const auto& path : paths_) {
    matches_.push_back(std::make_unique<Match>(path));
  }
  if (!matches_.empty()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  }
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
    return id ? text_response(200, "application/json", fmt::format("{{\"id\":\"{}\"}}", *id))
              : error_response(404, fmt::format("the record of the game cannot be shown: {}", id.error()));
  };
  return response;
}

// Reads a folder only while somebody watches, after the first time.
void WatchRoom::work(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  for (std::unique_lock lock(mutex); !stop.stop_requested();) {
    for (const auto& match : matches_) {
      if (match->feed->latest().text && match->feed->listeners() == 0) {
        continue;
      }
      try {
        look_at(*match);
      } catch (const std::exception&) {  // out of memory: perhaps not the next time
      }
    }
    wake.wait_for(lock, stop, kBetweenLooks, [] { return false; });
  }
}

std::vector<std::string> WatchRoom::names() const {
  std::vector<std::string> names;
  for (const auto& path : paths_) {
    names.push_back(path.filename().string());
  }
  return names;
}

HttpResponse WatchRoom::handle(const HttpRequest& request) {
  const auto& path = request.path;  // api, watch, number, what
  const auto number = path.size() == 4 ? to_number<std::size_t>(path[2]) : std::nullopt;
  if (!number || *number >= matches_.size()) {
    return error_response(404, "there is no such match");
  }
  Match& match = *matches_[*number];
  HttpResponse response;
  if (request.method == HttpRequest::Method::kPost) {
    const std::optional<std::size_t> index = to_number<std::size_t>(path[3]);
    return index ? open_record(match, *index) : error_response(404, "there is no such game");
  }
  if (path[3] == "events") {
    response.feed = match.feed;
    return response;
  }
  if (path[3] == "state" && match.feed->latest().text) {
    response.body = match.feed->latest().text;
    return response;
  }
  return error_response(404, "there is nothing here");
}

}  // namespace lanternfish
