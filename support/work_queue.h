#pragma once

// Work that is done beside its callers, first come first served.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace lanternfish {

class WorkQueue {
 public:
  // Is handed the token by which the queue's end is known.
  using Work = std::function<void(const std::stop_token&)>;

  struct Settings {
    int threads = 1;
    std::size_t max_waiting = 64;  // pieces; a further one is refused
    bool low_priority = false;     // other threads of the program go first
  };

  // Throws std::system_error where the machine gives no thread.
  explicit WorkQueue(const Settings& settings);
  // What waits is never done. Blocks until what was begun has ended.
  ~WorkQueue();

  // False when too much waits already. From any thread. What a piece of work throws ends that piece alone.
  bool add(Work work);

 private:
  void work(const std::stop_token& stop);

  const Settings settings_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Work> waiting_;  // guarded by mutex_
  std::vector<std::jthread> threads_;
};

}  // namespace lanternfish
