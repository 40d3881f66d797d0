#include "support/work_queue.h"

#include <exception>
#include <utility>

#include "support/thread_priority.h"

namespace lanternfish {

WorkQueue::WorkQueue(const Settings& settings) : settings_(settings) {
  for (int i = 0; i < settings.threads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
}

WorkQueue::~WorkQueue() {
  for (std::jthread& thread : threads_) {
    thread.request_stop();
  }
}

bool WorkQueue::add(Work work) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= settings_.max_waiting) {
      return false;
    }
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

void WorkQueue::work(const std::stop_token& stop) {
  if (settings_.low_priority) {
    lower_priority();
  }
  for (;;) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return !waiting_.empty(); }) || stop.stop_requested()) {
        return;
      }
      work = std::move(waiting_.front());
      waiting_.pop_front();
    }
    try {
      work(stop);
    } catch (const std::exception&) {  // out of memory, or of threads: the next piece may do
    }
  }
}

}  // namespace lanternfish
