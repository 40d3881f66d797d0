#pragma once

// A state that listeners follow: whoever listens gets the newest text, and never more of them than it can take.

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace lanternfish {

// All methods may be called from any thread.
class Feed : public std::enable_shared_from_this<Feed> {
 public:
  using Clock = std::chrono::steady_clock;

  // The newest text and its number; 0: nothing was published yet. `closed`: nothing will follow.
  struct Message {
    std::uint64_t number = 0;
    std::shared_ptr<const std::string> text;
    bool closed = false;
  };

  // One listener. It stops listening when the object goes.
  class Subscription {
   public:
    Subscription() = default;
    Subscription(std::shared_ptr<Feed> feed, std::uint64_t id) : feed_(std::move(feed)), id_(id) {}
    Subscription(Subscription&& other) noexcept = default;
    Subscription& operator=(Subscription&& other) noexcept {
      std::swap(feed_, other.feed_);
      std::swap(id_, other.id_);
      return *this;
    }
    ~Subscription() {
      if (feed_) {
        feed_->unsubscribe(id_);
      }
    }

   private:
    std::shared_ptr<Feed> feed_;
    std::uint64_t id_ = 0;
  };

  // `text`: one line. It takes the place of the text before.
  void publish(std::string text);
  // Who listens gets the newest text and is told that it was the last one, also whoever comes later.
  void close();
  Message latest() const;

  // `wake` is called after each publication, from the thread that published, and must not block.
  [[nodiscard]] Subscription subscribe(std::function<void()> wake);
  std::size_t listeners() const;
  // How long nobody has listened; 0 while somebody does.
  Clock::duration unheard(Clock::time_point now) const;

 private:
  void unsubscribe(std::uint64_t id);
  void wake_all();

  mutable std::mutex mutex_;  // guards all below
  Message message_;
  std::map<std::uint64_t, std::function<void()>> listeners_;
  std::uint64_t next_id_ = 1;
  Clock::time_point left_ = Clock::now();  // when the last listener went
};

}  // namespace lanternfish
