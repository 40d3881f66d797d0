#pragma once

// Lines from a file descriptor: a host's commands, an engine's answers.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

namespace lanternfish {

// One object belongs to one thread at a time; only wake() may be called from others. The descriptor may block or not.
class LineReader {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  enum class Read {
    kLine,     // a line without its line end (LF or CRLF)
    kCutLine,  // the first `max_line` bytes of a longer line; the rest of that line is skipped
    kTimeout,  // the deadline passed
    kWoken,    // wake() was called
    kEnd,      // end of input, or an error of the descriptor: no more lines will come
  };

  // `max_line`: bytes of the longest line that is given whole, without its line end. The descriptor stays the caller's.
  // Throws std::system_error when the system has no descriptor left for wake().
  LineReader(int descriptor, std::size_t max_line);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // Blocks until a line has come. All lines are given before kEnd, a last one without newline included. The text of
  // `line` is valid until the next call of next(), wait_for_wake(), fill() or discard(). Past the deadline only lines
  // that were read already are given, at most kReadSize bytes of them: a loop over a writer that never pauses comes to
  // its end.
  Read next(std::string_view& line, TimePoint deadline = TimePoint::max());

  // The next line among those that were read already: kLine or kCutLine, kEnd after the last, else kTimeout. Asks
  // neither the clock nor the kernel.
  Read take(std::string_view& line);

  // One read of what has come, without waiting for more. False at the end of input.
  bool fill();

  // Makes the next() or wait_for_wake() in progress return, or else the next one. Several calls may count as one. May
  // be called from any thread.
  void wake();

  // Blocks until wake() is called or until the moment, whatever comes in. The kWoken of a wake() that ended the wait is
  // still delivered by next().
  void wait_for_wake(TimePoint until);

  // Throws away what was read, and what one more read gives.
  void discard();

  static constexpr std::size_t kReadSize = 1 << 16;  // bytes; what a Linux pipe holds

 private:
  bool read_some();
  void make_room();
  void drain_wake_event();
  Read take_rest(std::string_view& line);
  std::string_view unread() const { return {bytes_.data() + begin_, end_ - begin_}; }

  const int descriptor_;
  const std::size_t max_line_;
  int wake_event_;
  std::atomic<bool> woken_ = false;
  std::vector<char> bytes_;   // kept between reads
  std::size_t begin_ = 0;     // bytes_[begin_, end_) was read and not given yet
  std::size_t end_ = 0;       //
  std::size_t searched_ = 0;  // bytes_[begin_, searched_) holds no newline
  bool skipping_ = false;     // inside the rest of a line that was cut
  bool at_end_ = false;       // nothing more can be read
};

}  // namespace lanternfish
