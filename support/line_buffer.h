#pragma once

// Lines out of a descriptor that gives bytes when it likes.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanternfish {

class LineBuffer {
 public:
  // Lines longer than `max_line` bytes are cut there, and the rest of them is skipped.
  explicit LineBuffer(std::size_t max_line) : max_line_(max_line) {}

  // The next complete line, or a cut one, without its line end (LF or CRLF). False when there is none yet. The text
  // stays as it is until the next read_from() or clear().
  bool take_line(std::string_view& line);
  // After end of file: what stands behind the last newline. False when nothing does.
  bool take_rest(std::string_view& line);

  // One read of at most `size` bytes from a descriptor that does not block; false at end of file and on errors.
  bool read_from(int fd, std::size_t size);

  void clear();

 private:
  void make_room(std::size_t size);
  std::string_view unread() const { return {bytes_.data() + begin_, end_ - begin_}; }

  std::size_t max_line_;
  std::vector<char> bytes_;   // kept between reads, and never filled with anything but what was read
  std::size_t begin_ = 0;     // of bytes_: what was read and not yet delivered
  std::size_t end_ = 0;       // of it
  std::size_t searched_ = 0;  // of bytes_: no newline stands between begin_ and here
  bool skipping_ = false;     // inside the rest of a line that was cut
};

}  // namespace lanternfish
