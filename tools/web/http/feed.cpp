#include "tools/web/http/feed.h"

#include <utility>
#include <vector>

namespace lanternfish {

void Feed::publish(std::string text) {
  {
    const std::lock_guard lock(mutex_);
    ++message_.number;
    message_.text = std::make_shared<const std::string>(std::move(text));
  }
  wake_all();
}

void Feed::close() {
  {
    const std::lock_guard lock(mutex_);
    message_.closed = true;
  }
  wake_all();
}

void Feed::wake_all() {
  std::vector<std::function<void()>> wakes;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, wake] : listeners_) {
      wakes.push_back(wake);
    }
  }
  for (const auto& wake : wakes) {
    wake();
  }
}

Feed::Message Feed::latest() const {
  const std::lock_guard lock(mutex_);
  return message_;
}

Feed::Subscription Feed::subscribe(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t id = next_id_++;
  listeners_.emplace(id, std::move(wake));
  return {shared_from_this(), id};
}

void Feed::unsubscribe(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  listeners_.erase(id);
  left_ = Clock::now();
}

std::size_t Feed::listeners() const {
  const std::lock_guard lock(mutex_);
  return listeners_.size();
}

Feed::Clock::duration Feed::unheard(Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  return listeners_.empty() ? now - left_ : Clock::duration::zero();
}

}  // namespace lanternfish
