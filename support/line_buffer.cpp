#include "support/line_buffer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace lanternfish {

bool LineBuffer::take_line(std::string& line) {
  while (true) {
    const std::size_t end = bytes_.find('\n', std::max(consumed_, searched_));
    if (end == std::string::npos) {
      searched_ = bytes_.size();
      if (skipping_) {
        consumed_ = bytes_.size();
      } else if (bytes_.size() - consumed_ >= max_line_) {
        line.assign(bytes_, consumed_, max_line_);
        consumed_ = bytes_.size();
        skipping_ = true;
        return true;
      }
      return false;
    }
    const std::size_t begin = std::exchange(consumed_, end + 1);
    if (std::exchange(skipping_, false)) {
      continue;
    }
    line.assign(bytes_, begin, std::min(end - begin, max_line_));
    if (!line.empty() && line.back() == '\r') {
      line.pop_back();
    }
    return true;
  }
}

bool LineBuffer::take_rest(std::string& line) {
  const bool any = !skipping_ && consumed_ < bytes_.size();
  if (any) {
    line.assign(bytes_, consumed_);
  }
  clear();
  return any;
}

bool LineBuffer::read_from(int fd, std::size_t size) {
  bytes_.erase(0, consumed_);
  searched_ -= std::min(searched_, std::exchange(consumed_, 0));
  const std::size_t old_size = bytes_.size();
  bytes_.resize(old_size + size);
  const ssize_t n = ::read(fd, bytes_.data() + old_size, size);
  const bool open = n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
  bytes_.resize(old_size + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  return open;
}

void LineBuffer::clear() {
  bytes_.clear();
  consumed_ = searched_ = 0;
  skipping_ = false;
}

}  // namespace lanternfish
