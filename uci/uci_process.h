#pragma once

// One chess engine process, spoken to in UCI: the only place in the program that knows how. Boards pass the gate
// (engine_gate.h) before they become questions.

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support/child_process.h"
#include "support/deadline.h"
#include "support/result.h"
#include "uci/engine_gate.h"
#include "uci/search_lines.h"

namespace lanternfish {

// What one search may cost, and what the engine lists.
struct SearchLimits {
  int depth = 1;                      // plies; 0: no limit
  std::int64_t nodes = 0;             // 0: no limit
  std::chrono::milliseconds time{0};  // 0: no limit
  bool all_moves = true;              // false: the best move only

  friend bool operator==(const SearchLimits&, const SearchLimits&) = default;
};

// One timeout for each way an engine can fail to answer. Each runs from the command, not from the last line read.
struct UciTimeouts {
  std::chrono::milliseconds start{10'000};       // uci to uciok; loading a network may take its time
  std::chrono::milliseconds ready{5'000};        // isready to readyok
  std::chrono::milliseconds search{2'000};       // go to bestmove up to depth 6, doubled for each ply more
  std::chrono::milliseconds unlimited{600'000};  // go to bestmove where neither depth nor time bounds the search
  std::chrono::milliseconds stop{300};           // stop to bestmove and readyok
  std::chrono::milliseconds quit{200};           // quit to the end of the process

  // From go to bestmove, for a search with these limits.
  std::chrono::milliseconds search_for(const SearchLimits& limits) const;
};

// All methods but interrupt() are called from the thread that launched the process. This thread must outlive the object
// (see ChildProcess).
class UciProcess {
 public:
  enum class Outcome {
    kAnswered,
    kCancelled,  // stopped as asked, and ready for the next question
    kDied,       // after this and the next two the process is of no more use
    kSilent,
    kGarbage,
  };
  struct Answer {
    // Legal chess moves, best first: all of them, unless the question or the limits asked for fewer, the engine cannot
    // list that many, or the limit of nodes was too small.
    std::vector<MoveScore> moves;
    int depth = 0;
    std::vector<MoveScore> first{};  // at depth 1, where the search went deeper and both depths have all moves
  };

  // Starts the program and sends nothing yet. Blocks for some milliseconds. An error when the program cannot be
  // started.
  static Result<std::unique_ptr<UciProcess>> launch(const std::vector<std::string>& argv, const UciTimeouts& timeouts);
  ~UciProcess();  // kills

  // Sends uci, sets one thread and `hash_mb` where the engine has such options, and waits until it is ready. An error
  // when a timeout passed, the process ended, or `cancelled` was set and interrupt() called.
  Status handshake(int hash_mb, const std::atomic<bool>& cancelled);

  // Whether the engine can be asked one more question now. It always can while no question is unanswered. Stockfish and
  // engines made from it read the next question while they search and begin with it when the search ends (`go` waits
  // for the running search, `position` does not touch it). They are therefore given some milliseconds of work at a
  // time, as long as answers come quickly and no search is deep. Not more: a search that has another one queued behind
  // it cannot be stopped.
  bool has_room(const SearchLimits& limits) const;
  // Adds a question, which must stay where it is until it is answered. await() sends it, with others where possible.
  void ask(const EngineQuestion& question, const SearchLimits& limits);

  // Waits for the answer to the oldest question and fills `answer` when the outcome is kAnswered. After any other
  // outcome no question is left. Blocks. While the engine has further questions, its output is read every few
  // milliseconds only and not line by line: on a shared processor each wake-up takes more from the engine than the
  // reading.
  Outcome await(const std::atomic<bool>& cancelled, Answer& answer);

  // Waits for the one question asked, and fills `chosen` with the engine's move, one of the moves the question allows.
  // `stopped` is called every 20 ms; once it is true the engine is told to stop, and its move so far is the answer.
  // Blocks. Never kCancelled.
  Outcome await_choice(const std::function<bool()>& stopped, Move& chosen);

  // Tells the engine to forget earlier games.
  void new_game();

  // Makes handshake() or await() look at `cancelled` now. Called from any thread.
  void interrupt() { child_->wake(); }

  // Asks the engine to leave, and kills it when it does not.
  void quit();

  int pid() const { return child_->pid(); }

  // For messages: how the process ended.
  std::string ending();

 private:
  enum class Wait { kFound, kCancelled, kTimeout, kClosed };
  struct RunningSearch {
    const EngineQuestion* question;
    SearchLimits limits;
    SearchLines lines;
    Deadline when;
  };

  UciProcess(std::unique_ptr<ChildProcess> child, const UciTimeouts& timeouts);
  bool send(const std::string& line);
  void flush();
  void rest();
  // Reads until a line whose first word is `word`; other lines go to `each`. The line found is left in found_, until
  // the next reading. A null `cancelled` cannot cancel.
  template <typename Each>
  Wait wait_for(std::string_view word, Deadline deadline, const std::atomic<bool>* cancelled, Each&& each);
  void note_option(std::string_view line);
  void set_number_option(const std::string& name, long long value);
  void list_moves(bool all);
  void note_pace();
  Outcome stop_and_synchronise();

  std::unique_ptr<ChildProcess> child_;
  UciTimeouts timeouts_;
  std::string_view found_;                       // the line that wait_for() waited for
  std::map<std::string, long long> option_max_;  // by name of each announced option; 0 where the option has no max
  std::size_t multi_pv_ = 1;                     // how many moves the engine can list
  bool lists_all_ = false;                       // whether it was told last to list all moves
  bool queues_ = false;                          // whether it reads a second question before it answers the first
  std::deque<RunningSearch> asked_;              // unanswered, the oldest first
  std::string unsent_;  // the text of the newest questions of asked_, each line with its newline
  std::size_t unsent_questions_ = 0;
  SearchLimits usual_limits_;  // of the latest answered questions
  double usual_seconds_ = 0;   // that one of these questions took; 0: not known yet
  Deadline last_answer_{};
  int answered_ = 0;       // questions, since the engine's output was read last
  bool rested_ = false;    // whether rest() waited before that reading
  Deadline busy_since_{};  // when the engine began with the answered questions
};

}  // namespace lanternfish
