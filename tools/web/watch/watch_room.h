#pragma once

// Matches of lanternfish-arena, looked at while they run and afterwards.

#include <condition_variable>
#include <deque>
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
  std::vector<std::filesystem::path> folders;  // of matches, which may begin later
  std::filesystem::path root;                  // matches that begin in a folder of this one are found; empty: none are
};

class WatchRoom {
 public:
  // `look` shows the finished games.
  WatchRoom(const WatchSettings& settings, LookRoom& look);

  // What follows /api/watch: GET alone lists the matches by their numbers, {"matches": [names], "root"}; then
  // NUMBER/events, NUMBER/state, and POST NUMBER/INDEX, which opens the finished game at that place in the Look room
  // and answers {"id"}.
  HttpResponse handle(const HttpRequest& request);

 private:
  struct Match {
    explicit Match(const std::filesystem::path& of) : path(of), folder(of) {}
    const std::filesystem::path path;
    MatchFolder folder;  // of the thread that reads
    std::shared_ptr<Feed> feed = std::make_shared<Feed>();
    std::mutex mutex;
    std::vector<std::filesystem::path> records;  // of the finished games; guarded by mutex
  };

  HttpResponse list();
  // Adds the matches of the root that are not known yet.
  void find_matches();
  // Null: there is none of that number.
  Match* match(const std::string& number);
  void work(const std::stop_token& stop);
  static void look_at(Match& match);
  HttpResponse open_record(Match& match, std::size_t index);

  LookRoom& look_;
  const std::filesystem::path root_;
  std::mutex mutex_;
  std::deque<Match> matches_;         // none ever goes; the list is guarded by mutex_
  std::condition_variable_any wake_;  // a member: making one takes memory, which the thread may not have
  std::jthread thread_;               // last: it ends before what it reads
};

}  // namespace lanternfish
