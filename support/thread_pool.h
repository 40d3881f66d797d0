#pragma once

// A fixed number of threads that run one loop at a time: all that belief work needs.

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lanternfish {

class ThreadPool {
 public:
  // `threads`: how many threads work on a loop, the caller of for_each() included. With 1 no thread is started.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls task(i) once for each i in [0, count), on the caller's thread and on those of the pool. Tasks begin in
  // ascending order of i. Blocks until all tasks are done. When a task throws, no further task begins, and the first
  // exception is thrown here after the others have ended. Must not be called from a task of the same pool or from two
  // threads at once.
  void for_each(std::size_t count, const std::function<void(std::size_t)>& task);

 private:
  struct Loop;
  void work(std::stop_token stop);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable_any done_;
  Loop* loop_ = nullptr;   // guarded by mutex_; null when idle
  std::size_t round_ = 0;  // guarded by mutex_; counts loops so that no worker joins one twice
  std::vector<std::jthread> workers_;
};

}  // namespace lanternfish
