#pragma once

// A fixed crew of threads that runs one loop at a time: all that belief work needs.

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lanternfish {

class ThreadPool {
 public:
  // `threads` counts the caller: 1 starts no thread at all.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls task(i) once for each i in [0, count), from the caller and the crew, in no particular order of threads; i are
  // handed out in ascending order. Blocks until all are done. The first exception is thrown here after the rest ended.
  // Must not be called from inside a task or from two threads at once.
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
