#pragma once

// Help for a person: the exact tracker on what the person was told, and on nothing else, at work beside the game.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "rules/board.h"
#include "rules/observation.h"
#include "support/json_line.h"

namespace lanternfish {

class HelpTracker {
 public:
  // What can stand where (belief_json) after `events` of the person's observations; or {"problem"}, and no more.
  using Report = std::function<void(std::size_t events, Json help)>;

  // `report` is called from the tracker's thread. Boards past `max_boards` wait unexpanded. Throws
  // std::system_error where the machine gives no thread.
  HelpTracker(const Board& start, Color me, std::size_t max_boards, Report report);
  ~HelpTracker();

  // Never blocks.
  void observe(const Observation& event);

 private:
  void work(const std::stop_token& stop);
  void follow(const std::stop_token& stop);

  const Board start_;
  const Color me_;
  const std::size_t max_boards_;
  const Report report_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Observation> waiting_;  // guarded by mutex_
  std::jthread thread_;
};

}  // namespace lanternfish
