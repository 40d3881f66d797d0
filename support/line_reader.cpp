#include "support/line_reader.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include "support/deadline.h"

namespace lanternfish {

LineReader::LineReader(int descriptor, std::size_t max_line)
    : descriptor_(descriptor), max_line_(max_line), wake_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (wake_event_ < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot make an event descriptor");
  }
}

LineReader::~LineReader() { ::close(wake_event_); }

LineReader::Read LineReader::next(std::string_view& line, TimePoint deadline) {
  while (true) {
    if (woken_.exchange(false)) {
      return Read::kWoken;
    }
    if (const Read read = take(line); read != Read::kTimeout) {
      return read;
    }
    if (deadline != TimePoint::max() && std::chrono::steady_clock::now() >= deadline) {
      return Read::kTimeout;
    }
    pollfd fds[2] = {{.fd = descriptor_, .events = POLLIN, .revents = 0},
                     {.fd = wake_event_, .events = POLLIN, .revents = 0}};
    const timespec timeout = poll_timeout(deadline);
    const int ready = ::ppoll(fds, 2, &timeout, nullptr);
    if (ready < 0 && errno != EINTR) {
      at_end_ = true;
    } else if (ready > 0) {
      if (fds[1].revents != 0) {
        drain_wake_event();
      }
      // Only read() says that the input has ended: poll reports a hang-up while lines are still in the pipe.
      if (fds[0].revents != 0) {
        at_end_ = !read_some();
      }
    }
  }
}

LineReader::Read LineReader::take(std::string_view& line) {
  while (true) {
    const std::size_t from = std::max(begin_, searched_);
    const void* newline = end_ > from ? std::memchr(bytes_.data() + from, '\n', end_ - from) : nullptr;
    if (newline == nullptr) {
      break;
    }
    const auto end = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes_.data());
    const std::size_t begin = std::exchange(begin_, end + 1);
    if (std::exchange(skipping_, false)) {
      continue;
    }
    line = {bytes_.data() + begin, end - begin};
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (line.size() <= max_line_) {
      return Read::kLine;
    }
    line = line.substr(0, max_line_);
    return Read::kCutLine;
  }
  searched_ = end_;
  if (skipping_) {
    begin_ = end_;
  } else if (end_ - begin_ > max_line_ + 1) {  // one more: the CR of a line end that has not come yet
    line = unread().substr(0, max_line_);
    begin_ = end_;
    skipping_ = true;
    return Read::kCutLine;
  }
  return at_end_ ? take_rest(line) : Read::kTimeout;
}

// What stands behind the last newline.
LineReader::Read LineReader::take_rest(std::string_view& line) {
  if (begin_ == end_) {
    return Read::kEnd;
  }
  line = unread().substr(0, max_line_);
  const bool cut = end_ - begin_ > max_line_;
  begin_ = end_;
  return cut ? Read::kCutLine : Read::kLine;
}

bool LineReader::fill() {
  pollfd fd{.fd = descriptor_, .events = POLLIN, .revents = 0};
  if (!at_end_ && ::poll(&fd, 1, 0) > 0) {
    at_end_ = !read_some();
  }
  return !at_end_;
}

// One read; false at the end of input. A descriptor that does not block may have nothing after all.
bool LineReader::read_some() {
  make_room();
  const ssize_t n = ::read(descriptor_, bytes_.data() + end_, kReadSize);
  end_ += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

void LineReader::make_room() {
  if (begin_ > 0) {
    std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    searched_ -= std::min(searched_, std::exchange(begin_, 0));
  }
  if (bytes_.size() - end_ < kReadSize) {
    bytes_.resize(end_ + kReadSize);
  }
}

void LineReader::wake() {
  woken_ = true;
  const std::uint64_t one = 1;
  // Only a full counter could refuse, and then it is readable already.
  [[maybe_unused]] const ssize_t written = ::write(wake_event_, &one, sizeof one);
}

// The event only ends a poll; the flag is what counts. When the flag was seen before the event was written, the event
// stays behind, and the next poll returns once too early.
void LineReader::drain_wake_event() {
  eventfd_t ignored = 0;
  ::eventfd_read(wake_event_, &ignored);
}

void LineReader::wait_for_wake(TimePoint until) {
  pollfd fd{.fd = wake_event_, .events = POLLIN, .revents = 0};
  while (!woken_ && std::chrono::steady_clock::now() < until) {
    const timespec timeout = poll_timeout(until);
    ::ppoll(&fd, 1, &timeout, nullptr);
    if (fd.revents != 0) {
      drain_wake_event();
    }
  }
}

void LineReader::discard() {
  begin_ = end_ = searched_ = 0;
  fill();
  begin_ = end_ = searched_ = 0;
  skipping_ = false;
}

}  // namespace lanternfish
