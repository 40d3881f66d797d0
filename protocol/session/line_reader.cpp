#include "protocol/session/line_reader.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace lanternfish {

namespace {

constexpr std::size_t kReadSize = 1 << 16;  // bytes; what a Linux pipe holds

}  // namespace

LineReader::LineReader(int descriptor) : descriptor_(descriptor), ended_(::eventfd(0, EFD_CLOEXEC)) {
  if (ended_ < 0) {
    throw std::system_error(errno, std::generic_category(), "eventfd");
  }
}

LineReader::~LineReader() { ::close(ended_); }

void LineReader::end() {
  const std::uint64_t one = 1;
  // Only a full counter could refuse, and then it is readable already.
  [[maybe_unused]] const auto written = ::write(ended_, &one, sizeof one);
}

// Reads once more; false when nothing will come any more.
bool LineReader::fill() {
  std::array<pollfd, 2> waits = {pollfd{descriptor_, POLLIN, 0}, pollfd{ended_, POLLIN, 0}};
  while (::poll(waits.data(), waits.size(), -1) < 0) {
    if (errno != EINTR) {
      return false;
    }
  }
  if (waits[1].revents != 0) {
    return false;
  }
  buffer_.erase(0, begin_);
  scanned_ -= begin_;
  begin_ = 0;
  const std::size_t old_size = buffer_.size();
  buffer_.resize(old_size + kReadSize);
  ssize_t got = 0;
  do {
    got = ::read(descriptor_, buffer_.data() + old_size, kReadSize);
  } while (got < 0 && errno == EINTR);
  // A descriptor that its owner made non-blocking may have nothing after all.
  const bool nothing_yet = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  buffer_.resize(old_size + (got > 0 ? static_cast<std::size_t>(got) : 0));
  return got > 0 || nothing_yet;
}

LineReader::Read LineReader::take(std::string& line, std::size_t length, std::size_t skip) {
  const bool too_long = passing_over_ || length > kMaxLine;
  passing_over_ = false;
  if (!too_long) {
    line.assign(buffer_, begin_, length);
  }
  begin_ = scanned_ = begin_ + length + skip;
  return too_long ? Read::kTooLong : Read::kLine;
}

LineReader::Read LineReader::next(std::string& line) {
  while (!at_end_) {
    const std::size_t newline = buffer_.find('\n', scanned_);
    if (newline != std::string::npos) {
      return take(line, newline - begin_, 1);
    }
    scanned_ = buffer_.size();
    if (scanned_ - begin_ > kMaxLine) {
      passing_over_ = true;
      begin_ = scanned_;
    }
    at_end_ = !fill();
  }
  if (begin_ < buffer_.size() || passing_over_) {
    return take(line, buffer_.size() - begin_, 0);
  }
  return Read::kEnd;
}

}  // namespace lanternfish
