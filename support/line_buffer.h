#pragma once

// Lines out of a descriptor that gives bytes when it likes.

#include <cstddef>
#include <string>

namespace lanternfish {

class LineBuffer {
 public:
  // Lines longer than `max_line` bytes are cut there, and the rest of them is skipped.
  explicit LineBuffer(std::size_t max_line) : max_line_(max_line) {}

  // The next complete line, or a cut one, without its line end (LF or CRLF). False when there is none yet.
  bool take_line(std::string& line);
  // After end of file: what stands behind the last newline. False when nothing does.
  bool take_rest(std::string& line);

  // One read of at most `size` bytes from a descriptor that does not block; false at end of file and on errors.
  bool read_from(int fd, std::size_t size);

  void clear();

 private:
  std::size_t max_line_;
  std::string bytes_;         // read and not yet delivered
  std::size_t consumed_ = 0;  // of bytes_, already delivered
  std::size_t searched_ = 0;  // of bytes_, known to hold no newline beyond consumed_
  bool skipping_ = false;     // inside the rest of a line that was cut
};

}  // namespace lanternfish
