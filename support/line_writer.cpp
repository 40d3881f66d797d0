#include "support/line_writer.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace lanternfish {

LineWriter::LineWriter(int descriptor, std::function<void()> broken)
    : descriptor_(descriptor), on_broken_(std::move(broken)), thread_([this] { run(); }) {}

LineWriter::~LineWriter() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LineWriter::append(std::string_view line) {
  if (!broken_) {
    waiting_.append(line);
    waiting_ += '\n';
  }
  changed_.notify_all();
}

void LineWriter::send(std::string_view line) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() <= kRoom || broken_; });
  append(line);
}

void LineWriter::send_at_once(std::string_view line) {
  const std::lock_guard lock(mutex_);
  append(line);
}

bool LineWriter::flush(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, deadline, [this] { return (waiting_.empty() && !writing_) || broken_; });
}

void LineWriter::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !waiting_.empty() || closing_; });
    if (waiting_.empty()) {
      return;
    }
    std::string text;
    text.swap(waiting_);
    writing_ = true;
    lock.unlock();
    changed_.notify_all();  // there is room again
    const bool written = write_all(text);
    lock.lock();
    writing_ = false;
    if (!written) {
      broken_ = true;
      waiting_.clear();
    }
    changed_.notify_all();
    if (!written) {
      lock.unlock();
      on_broken_();
      return;
    }
  }
}

bool LineWriter::write_all(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd wait{descriptor_, POLLOUT, 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace lanternfish
