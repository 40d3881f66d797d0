#pragma once

// One chess engine process, spoken to in UCI.

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "eval/engine_gate.h"
#include "eval/evaluator.h"
#include "support/child_process.h"
#include "support/result.h"

namespace lanternfish {

// One for each way an engine can fail to answer. They run from the command, not from the last line read.
struct UciTimeouts {
  std::chrono::milliseconds start{10'000};  // uci to uciok; loading a network may take its time
  std::chrono::milliseconds ready{5'000};   // isready to readyok
  std::chrono::milliseconds search{1'000};  // go to bestmove up to depth 6, doubled for each ply more
  std::chrono::milliseconds stop{300};      // stop to bestmove and readyok
  std::chrono::milliseconds quit{200};      // quit to the end of the process

  std::chrono::milliseconds search_at(int depth) const;
};

// All methods but interrupt() from the thread that launched it, which has to outlive it (see ChildProcess).
class UciProcess {
 public:
  enum class Outcome {
    kAnswered,
    kCancelled,  // stopped as asked, and ready for the next question
    kDied,       // these three: of no more use
    kSilent,
    kGarbage,
  };
  struct Answer {
    std::vector<MoveScore> moves;  // legal chess moves, best first; all of them unless the engine cannot list so many
    int depth = 0;
  };

  // Starts the program; says nothing to it yet. Blocks for some milliseconds.
  static Result<std::unique_ptr<UciProcess>> launch(const std::vector<std::string>& argv, const UciTimeouts& timeouts);
  ~UciProcess();  // kills

  // uci ... uciok, the options it knows, isready ... readyok. Ends early when `cancelled` is set and interrupt()
  // called.
  Status handshake(int hash_mb, const std::atomic<bool>& cancelled);

  // Blocks. `answer` is filled when the outcome is kAnswered.
  Outcome search(const EngineQuestion& question, int depth, const std::atomic<bool>& cancelled, Answer& answer);

  // Tells it to forget earlier games.
  void new_game();

  // Makes handshake() or search() look at `cancelled` now. Called from any thread.
  void interrupt() { child_->wake(); }

  // Asks it to leave; kills it when it does not.
  void quit();

  int pid() const { return child_->pid(); }

  // For messages: how the process ended.
  std::string ending();

 private:
  enum class Wait { kFound, kCancelled, kTimeout, kClosed };

  UciProcess(std::unique_ptr<ChildProcess> child, const UciTimeouts& timeouts);
  bool send(const std::string& line);
  // Reads until a line whose first word is `word`; others go to `each`. Cancelling is ignored when `cancelled` is null.
  template <typename Each>
  Wait wait_for(std::string_view word, Deadline deadline, const std::atomic<bool>* cancelled, Each&& each);
  void note_option(std::string_view line);
  void set_number_option(const std::string& name, long long value);
  Outcome stop_and_synchronise();

  std::unique_ptr<ChildProcess> child_;
  UciTimeouts timeouts_;
  std::map<std::string, long long> largest_;  // by name of each announced option: its max, 0 where it has none
  std::size_t multi_pv_ = 1;                  // moves it lists at most
  std::string line_;
};

}  // namespace lanternfish
