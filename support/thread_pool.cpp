#include "support/thread_pool.h"

#include <atomic>
#include <exception>

namespace lanternfish {

struct ThreadPool::Loop {
  const std::function<void(std::size_t)>& task;
  std::size_t count;
  std::atomic<std::size_t> next = 0;
  int busy = 0;                // workers inside, guarded by the pool's mutex
  std::exception_ptr error{};  // guarded by error_mutex
  std::mutex error_mutex{};

  void run() {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      try {
        task(i);
      } catch (...) {
        next = count;
        const std::lock_guard lock(error_mutex);
        if (!error) {
          error = std::current_exception();
        }
      }
    }
  }
};

ThreadPool::ThreadPool(int threads) {
  for (int i = 1; i < threads; ++i) {
    workers_.emplace_back([this](std::stop_token stop) { work(stop); });
  }
}

ThreadPool::~ThreadPool() = default;  // jthread asks to stop, which wakes wake_, and joins

void ThreadPool::for_each(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (workers_.empty() || count < 2) {
    for (std::size_t i = 0; i < count; ++i) {
      task(i);
    }
    return;
  }
  Loop loop{.task = task, .count = count};
  {
    const std::lock_guard lock(mutex_);
    loop_ = &loop;
    ++round_;
  }
  // Of many threads only as many as there are tasks: waking one costs more than a small task.
  for (std::size_t i = 1; i < count && i <= workers_.size(); ++i) {
    wake_.notify_one();
  }
  loop.run();
  {
    std::unique_lock lock(mutex_);
    loop_ = nullptr;  // no worker may join any more
    done_.wait(lock, [&] { return loop.busy == 0; });
  }
  if (loop.error) {
    std::rethrow_exception(loop.error);
  }
}

void ThreadPool::work(std::stop_token stop) {
  std::size_t last_round = 0;
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [&] { return loop_ != nullptr && round_ != last_round; })) {
    last_round = round_;
    Loop& loop = *loop_;
    ++loop.busy;
    lock.unlock();
    loop.run();
    lock.lock();
    if (--loop.busy == 0) {
      done_.notify_all();
    }
  }
}

}  // namespace lanternfish
