#include "support/line_buffer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace lanternfish {

bool LineBuffer::take_line(std::string_view& line) {
  while (true) {
    const std::size_t from = std::max(begin_, searched_);
    const void* newline = end_ > from ? std::memchr(bytes_.data() + from, '\n', end_ - from) : nullptr;
    if (newline == nullptr) {
      searched_ = end_;
      if (skipping_) {
        begin_ = end_;
      } else if (end_ - begin_ >= max_line_) {
        line = unread().substr(0, max_line_);
        begin_ = end_;
        skipping_ = true;
        return true;
      }
      return false;
    }
    const auto end = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes_.data());
    const std::size_t begin = std::exchange(begin_, end + 1);
    if (std::exchange(skipping_, false)) {
      continue;
    }
    line = {bytes_.data() + begin, std::min(end - begin, max_line_)};
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    return true;
  }
}

bool LineBuffer::take_rest(std::string_view& line) {
  const bool any = !skipping_ && begin_ < end_;
  if (any) {
    line = unread();
  }
  clear();
  return any;
}

bool LineBuffer::read_from(int fd, std::size_t size) {
  make_room(size);
  const ssize_t n = ::read(fd, bytes_.data() + end_, size);
  end_ += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

void LineBuffer::make_room(std::size_t size) {
  std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(begin_), bytes_.begin() + static_cast<std::ptrdiff_t>(end_),
            bytes_.begin());
  end_ -= begin_;
  searched_ -= std::min(searched_, std::exchange(begin_, 0));
  if (bytes_.size() - end_ < size) {
    bytes_.resize(end_ + size);
  }
}

void LineBuffer::clear() {
  begin_ = end_ = searched_ = 0;
  skipping_ = false;
}

}  // namespace lanternfish
