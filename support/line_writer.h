#pragma once

// Lines to a file descriptor, from any thread, never mixed.
//
// A thread of its own does the writing, so that a host that does not read for a while keeps nobody from reading its
// `stop`.

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
  // Waits for what was sent to be written: call flush() first, and do not come here when it failed.
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  // Sends one line, given without newline. Blocks while more than kRoom bytes wait for the host.
  void send(std::string_view line);
  // Must not block: for the thread that reads.
  void send_at_once(std::string_view line);

  // Blocks until everything was written or nobody reads any more; false when the deadline came first.
  bool flush(std::chrono::steady_clock::time_point deadline);

  static constexpr std::size_t kRoom = 1 << 20;

 private:
  void append(std::string_view line);
  void run();
  bool write_all(std::string_view text) const;

  const int descriptor_;
  const std::function<void()> on_broken_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;   // guarded by mutex_, as are the next
  bool writing_ = false;  // what was taken from `waiting_` is on its way
  bool broken_ = false;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace lanternfish
