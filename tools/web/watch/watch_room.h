#pragma once

// Matches of lanternfish-arena, looked at while they run and afterwards.

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "tools/web/http/http.h"
#include "tools/web/look/look_room.h"
#include "tools/web/watch/match_folder.h"

namespace lanternfish {

struct WatchSettings {
  std::vector<std::filesystem::path> folders;  // named by the page by their number
};

class WatchRoom {
 public:
  // `look` shows the finished games.
  WatchRoom(const WatchSettings& settings, LookRoom& look);

  // What follows /api/watch: NUMBER/events, NUMBER/state, and POST NUMBER/INDEX, which opens the finished game at that
  // place in the Look room and answers {"id"}.
  HttpResponse handle(const HttpRequest& request);
  // Of the folders.
  std::vector<std::string> names() const;

 private:
  struct Match {
    explicit Match(const std::filesystem::path& path) : folder(path) {}
    MatchFolder folder;  // of the thread that reads
    std::shared_ptr<Feed> feed = std::make_shared<Feed>();
    std::mutex mutex;
    std::vector<std::filesystem::path> records;  // of the finished games; guarded by mutex
  };

  void work(const std::stop_token& stop);
  static void look_at(Match& match);
  HttpResponse open_record(Match& match, std::size_t index);

  LookRoom& look_;
  std::vector<std::filesystem::path> paths_;
  std::vector<std::unique_ptr<Match>> matches_;
  std::jthread thread_;  // last: it ends before what it reads
};

}  // namespace lanternfish
