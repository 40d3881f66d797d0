#pragma once

// Lines to a file descriptor, from any thread. Two lines never mix.
//
// A thread of the writer does the writing. A host that does not read for a while therefore keeps nobody from reading
// its `stop`.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lanternfish {

class LineWriter {
 public:
  // `broken` is called once, from the writing thread, when nobody can read any more (EPIPE). The descriptor stays the
  // caller's; SIGPIPE must be ignored.
  LineWriter(int descriptor, std::function<void()> broken);
  // Waits until everything sent was written. Call flush() first; where that fails, the destructor may wait for ever.
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  // Sends one line, given without newline. Blocks while more than kRoom bytes wait for the host.
  void send(std::string_view line);
  // The same, but never blocks: for the thread that reads the host's lines.
  void send_at_once(std::string_view line);

  // Blocks until everything was written or nobody reads any more; false when the deadline came first.
  bool flush(std::chrono::steady_clock::time_point deadline);

  static constexpr std::size_t kRoom = 1 << 20;  // bytes

 private:
  void append(std::string_view line);
  void run();
  bool write_all(std::string_view text) const;

  const int descriptor_;
  const std::function<void()> on_broken_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;   // guarded by mutex_, as are the next
  bool writing_ = false;  // run() writes what it moved out of `waiting_`
  bool broken_ = false;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace lanternfish
