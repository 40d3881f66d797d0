#pragma once

// Lines from a file descriptor, of any length, and a way to stop waiting for the next one.

#include <cstddef>
#include <string>

namespace lanternfish {

class LineReader {
 public:
  enum class Read { kLine, kTooLong, kEnd };

  // The descriptor stays the caller's. Throws std::system_error when the system has no descriptor left.
  explicit LineReader(int descriptor);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // Blocks until a line has come and gives it without its newline; a last line without newline counts. kTooLong: a line
  // of more than kMaxLine bytes was passed over. kEnd: end of input, an error of it, or end() was called.
  Read next(std::string& line);

  // No more lines: makes the next() in progress and all later ones return kEnd. May be called from any thread.
  void end();

  // No game's history comes near; what is longer is not a line but a host gone mad, and must not take all memory.
  static constexpr std::size_t kMaxLine = 64 << 20;

 private:
  bool fill();
  Read take(std::string& line, std::size_t length, std::size_t skip);

  int descriptor_;
  int ended_;  // an eventfd, readable once end() was called
  std::string buffer_;
  std::size_t begin_ = 0;    // of what was not delivered yet
  std::size_t scanned_ = 0;  // where no newline is before
  bool passing_over_ = false;
  bool at_end_ = false;
};

}  // namespace lanternfish
