#pragma once

// The engine as a process: one thread reads the host's lines, another one (the worker) carries them out.
//
// The reader never waits for the worker, so `stop`, `quit` and `isready` are read while a command is carried out.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>

#include "protocol/serve/responder.h"
#include "support/line_reader.h"
#include "support/line_writer.h"

namespace lanternfish {

class Loop {
 public:
  // Reads from the descriptor `input` and writes to `output`; SIGPIPE must be ignored.
  Loop(const MakeResponder& make, int input, int output);
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  enum class End { kLeft, kStuck };

  // Blocks until `quit`, the end of the input, or until the host does not read any more; then for at most kLeaveTime.
  // kStuck: something did not end in this time. The program must then leave with std::_Exit: the destructor would wait.
  [[nodiscard]] End run();

  // Less than the second that the protocol allows for the end of the whole process.
  static constexpr std::chrono::milliseconds kLeaveTime{800};

  // How long an isready may wait for a history that is being replayed, from one of its events to the next.
  static constexpr std::chrono::milliseconds kReadyTime{200};

  // Bytes. No history of a game is near this length; a host that sends more is broken and must not use up all memory.
  static constexpr std::size_t kMaxLine = 4 << 20;  // a game of 60,000 own turns; words take twenty times as much

 private:
  struct Job {
    HostLine line;
    std::stop_source stop;
    bool thinks = false;
    bool replays = false;
    std::chrono::steady_clock::time_point came = std::chrono::steady_clock::now();
  };

  void accept(HostLine line);
  void handle_out_of_band(HostLine line);
  enum class Stop { kThinking, kReplaying };  // the second includes the first
  void stop_all(Stop what);
  void answer_waiting_isready();
  void work();
  std::shared_ptr<Job> next_job();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;  // guarded by mutex_, as are the next
  std::shared_ptr<Job> running_;
  std::stop_source idle_stop_;  // ends what the worker does while no line waits
  bool leaving_ = false;
  bool output_broken_ = false;  // the host does not read any more
  bool worker_done_ = false;

  LineReader reader_;
  LineWriter writer_;                     // its thread uses all members above
  std::unique_ptr<Responder> responder_;  // made here; used by the worker; set_debug() by the reader too
  std::thread worker_;
};

// Speaks with the host on standard input and output until it leaves; returns the exit status of the program. Where
// something does not end in time, the process ends here: the kernel ends its chess engines with it.
int serve_host(const MakeResponder& make);

}  // namespace lanternfish
