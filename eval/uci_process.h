#pragma once

// One chess engine process, spoken to in UCI.

#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "eval/engine_gate.h"
#include "eval/evaluator.h"
#include "eval/search_lines.h"
#include "support/child_process.h"
#include "support/result.h"

namespace lanternfish {

// One for each way an engine can fail to answer. They run from the command, not from the last line read.
struct UciTimeouts {
  std::chrono::milliseconds start{10'000};  // uci to uciok; loading a network may take its time
  std::chrono::milliseconds ready{5'000};   // isready to readyok
  std::chrono::milliseconds search{2'000};  // go to bestmove up to depth 6, doubled for each ply more
  std::chrono::milliseconds stop{300};      // stop to bestmove and readyok
  std::chrono::milliseconds quit{200};      // quit to the end of the process

  std::chrono::milliseconds search_at(int depth) const;
};

// What one search may cost, and what it is to list.
struct SearchLimits {
  int depth = 1;           // plies
  std::int64_t nodes = 0;  // 0: no limit
  bool all_moves = true;   // else the best one only

  friend bool operator==(const SearchLimits&, const SearchLimits&) = default;
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
    // Legal chess moves, best first. All of them, unless fewer were asked for, the engine cannot list so many, or its
    // limit of nodes was too small.
    std::vector<MoveScore> moves;
    int depth = 0;
  };

  // Starts the program; says nothing to it yet. Blocks for some milliseconds.
  static Result<std::unique_ptr<UciProcess>> launch(const std::vector<std::string>& argv, const UciTimeouts& timeouts);
  ~UciProcess();  // kills

  // uci ... uciok, the options it knows, isready ... readyok. Ends early when `cancelled` is set and interrupt()
  // called.
  Status handshake(int hash_mb, const std::atomic<bool>& cancelled);

  // Whether it takes a question now: always when none is unanswered. Stockfish and its kin read the next question while
  // they search, and begin with it when they are done (their `go` waits for the running search, `position` touches
  // nothing of it). So they are given some milliseconds of work at a time, as long as answers come quickly: queued
  // questions delay `stop` until all but the last are answered.
  bool has_room(const SearchLimits& limits) const;
  // Puts a question, which has to stay where it is until answered. It is sent with others by await(), at the latest
  // when that has to wait.
  void ask(const EngineQuestion& question, const SearchLimits& limits);

  // Waits for the answer to the question asked first, and fills `answer` when the outcome is kAnswered. After any other
  // outcome no question is left. Blocks. While the engine has further questions it is looked at every few milliseconds
  // only, not at each line it writes: waking up costs it more of a shared processor than the reading.
  Outcome await(const std::atomic<bool>& cancelled, Answer& answer);

  // Tells it to forget earlier games.
  void new_game();

  // Makes handshake() or await() look at `cancelled` now. Called from any thread.
  void interrupt() { child_->wake(); }

  // Asks it to leave; kills it when it does not.
  void quit();

  int pid() const { return child_->pid(); }

  // For messages: how the process ended.
  std::string ending();

 private:
  enum class Wait { kFound, kCancelled, kTimeout, kClosed };
  struct Asked {
    SearchLimits limits;
    SearchLines lines;
    Deadline when;
  };

  UciProcess(std::unique_ptr<ChildProcess> child, const UciTimeouts& timeouts);
  bool send(const std::string& line);
  void flush();
  void rest();
  // Reads until a line whose first word is `word`; others go to `each`. Cancelling is ignored when `cancelled` is null.
  template <typename Each>
  Wait wait_for(std::string_view word, Deadline deadline, const std::atomic<bool>* cancelled, Each&& each);
  void note_option(std::string_view line);
  void set_number_option(const std::string& name, long long value);
  void list_moves(bool all);
  void note_pace();
  Outcome stop_and_synchronise();

  std::unique_ptr<ChildProcess> child_;
  UciTimeouts timeouts_;
  std::map<std::string, long long> largest_;  // by name of each announced option: its max, 0 where it has none
  std::size_t multi_pv_ = 1;                  // moves it lists at most
  bool lists_all_ = false;                    // as it was told last
  bool queues_ = false;                       // reads a second question before it answered the first
  std::deque<Asked> asked_;                   // unanswered, the oldest first
  std::string unsent_;                        // questions, each line with its newline; the last of asked_
  std::size_t unsent_questions_ = 0;
  SearchLimits usual_limits_;  // of the questions answered lately
  double usual_seconds_ = 0;   // that these took; 0: not known yet
  Deadline last_answer_{};
  int answered_ = 0;       // since the engine was looked at last
  bool rested_ = false;    // before that look
  Deadline busy_since_{};  // when it began with these
};

}  // namespace lanternfish
