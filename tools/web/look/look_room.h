#pragma once

// Recorded games to walk through: their boards are computed in the background, one game after another, and kept.

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "support/work_queue.h"
#include "tools/web/http/http.h"
#include "tools/web/look/game_list.h"
#include "tools/web/look/judge.h"
#include "tools/web/look/look_game.h"

namespace lanternfish {

struct LookSettings {
  RecordedBeliefSettings belief;
  AnalysisSettings judge = judge_settings(RecordedBeliefSettings{}.max_boards);
  QuestionSettings question = {.rows = 24};  // how our player is asked for requests; the page leaves out what is a pass
  std::vector<std::filesystem::path> files;  // offered to the page, which names them by their number
  // Where the record of a game lies that is asked for by its name and not known; empty: nowhere.
  std::function<std::filesystem::path(const std::string& id)> elsewhere = [](const std::string&) {
    return std::filesystem::path();
  };
  bool lines = false;  // positions and private histories that people put up: for an analysis board
  // Of the games kept, the one not asked for longest goes first.
  std::size_t max_kept = 40;                            // games
  std::size_t max_kept_bytes = std::size_t{128} << 20;  // of what was computed of them, when one comes in
};

class LookRoom {
 public:
  explicit LookRoom(const LookSettings& settings);
  ~LookRoom();

  static constexpr std::size_t kMaxRecord = 2 << 20;  // bytes

  // Takes a GameHistory text, and gives the name of the game; the same text, the same name. An error says what is wrong
  // with it. From any thread.
  Result<std::string> add(const std::string& record);
  // Whether add() would find it here.
  bool has(const std::string& record) { return find(game_name(record)) != nullptr; }
  // The same for what follows on the recorded board, where record and rules part for the first time.
  Result<std::string> add_rest(const std::string& record);
  // The same for what a person puts up (read_analysis_line()), which stays only as long as nothing takes its place.
  Result<std::string> add_line(const std::string& json);
  // What follows /api/look: GET alone lists the files (GameList::json); POST with a GameHistory as body, or POST
  // file/NUMBER, answers {"id"}, or {"error", "rest"}: whether the same address with /rest behind it shows what follows
  // where record and rules part. Then ID/events, ID/state, ID/record, ID/report (HTML, when all is judged),
  // ID/SIDE/TURN/notice|sense|move, and ID/SIDE/TURN/requests, which a POST asks for, and ID/SIDE/TURN/may: what may be
  // requested. POST line answers {"id"} as well. Turns count from 1. 404: no such game; 202: not computed yet.
  HttpResponse handle(const HttpRequest& request);

 private:
  using GamePtr = std::shared_ptr<LookGame>;

  static constexpr WorkQueue::Settings kBehind = {.threads = 1, .max_waiting = 64, .low_priority = true};

  HttpResponse added(const Result<std::string>& text, bool rest);
  HttpResponse of_game(const GamePtr& game, const HttpRequest& request);
  HttpResponse ask(const GamePtr& game, Color side, std::size_t turn);
  HttpResponse report(const GamePtr& game) const;
  GamePtr find(const std::string& id);
  GamePtr find_or_open(const std::string& id);
  // Queues what is to be found out, and keeps the game. An error: too much waits.
  Status keep(const GamePtr& shown);
  void compute(LookGame& game, const std::stop_token& stop) const;
  void follow_both(LookGame& game, const std::stop_token& stop) const;

  const LookSettings settings_;
  const GameList list_;
  std::mutex mutex_;
  std::deque<GamePtr> games_;  // last asked for first; guarded by mutex_
  // Long games wait for long games alone.
  struct Lane {
    WorkQueue boards{kBehind}, judges{kBehind};
  };
  Lane short_, long_;
  WorkQueue requests_{kBehind};
};

}  // namespace lanternfish
