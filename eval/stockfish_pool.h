#pragma once

// Chess engine processes that score boards together, one thread for each. It always answers: an engine that dies, hangs
// or answers nonsense is replaced, its board is given to an engine once more, and after that the built-in evaluator
// answers. Boards that no chess engine may see go to the built-in evaluator at once. Any UCI engine will do; Stockfish
// is what it was made for.
//
// Boards are handed out in the order of the caller's list. Where an engine reads questions while it searches, its
// worker sends the next ones before the last is answered. When no engine has answered anything shortly before the
// deadline, the built-in evaluator answers as many boards as it can until then.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "eval/engine_job.h"
#include "eval/evaluator.h"
#include "eval/rbc_score.h"
#include "uci/uci_process.h"

namespace lanternfish {

struct PoolSettings {
  std::vector<std::vector<std::string>> commands;  // argv of each, at least one; the workers take them in turn
  int workers = 1;
  int hash_mb = 16;  // of each process
  UciTimeouts timeouts{};
  RbcTerms terms = lanternfish_terms();
  // How long an engine that keeps failing waits before it is started again: not at all the first time, then
  // `first_pause`, then twice as long each time, up to `longest_pause`.
  std::chrono::milliseconds first_pause{50};
  std::chrono::milliseconds longest_pause{3'000};
  // An engine that has not started for this long is warned about where a deadline is set, and still waited for.
  std::chrono::milliseconds slow_start{2'000};
  std::function<void(const std::string&)> warning{};  // called from the thread that calls score()
};

// What happened so far, for reports. Each failure is one question or one start.
struct PoolCounts {
  std::uint64_t answered = 0;   // by an engine
  std::uint64_t built_in = 0;   // boards no engine may see, and boards whose question failed
  std::uint64_t stand_ins = 0;  // of the built-in answers, those to a question that failed
  std::uint64_t started = 0;    // engine processes that came up
  std::uint64_t died = 0, silent = 0, garbage = 0, failed_starts = 0;
};

class StockfishPool : public Evaluator {
 public:
  // Does not wait for the engines: they start in their threads.
  explicit StockfishPool(PoolSettings settings);
  ~StockfishPool() override;  // asks the engines to leave, kills those that do not

  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override;
  void await_start(Deadline deadline, const std::stop_token& stop) override;
  void new_game() override;

  // Called from any thread.
  PoolCounts counts() const;
  std::vector<int> pids() const;  // of the engines that are up

 private:
  struct Task {
    std::size_t index = 0;
    int failures = 0;
    std::uint64_t batch = 0;
    Board board;
    std::vector<Move> moves;  // the taken moves that matter; empty: all
    Effort effort;
  };
  struct RunningJob {
    Task task;
    EngineJob job;
  };
  using RunningJobs = std::deque<RunningJob>;
  struct Delivery {
    std::size_t index;
    BoardScores scores;
  };
  // The call of score() in progress.
  struct Batch {
    std::uint64_t number = 0;  // 0: none
    BoardList list = BoardList(std::span<const Board>{});
    Effort effort;
    bool timed = false;          // has a deadline
    std::size_t next = 0;        // the first board never handed out
    std::deque<Task> again;      // to be asked once more
    std::vector<bool> answered;  // by board
    std::vector<Delivery> results;
    std::size_t undelivered = 0;

    bool has_task() const { return number != 0 && tasks_left() > 0; }
    std::size_t tasks_left() const { return again.size() + list.boards.size() - next; }
  };
  enum class State { kStarting, kUp, kPausing };
  struct Worker {
    // Guarded by mutex_.
    State state = State::kStarting;
    Deadline since = SteadyClock::now();  // when the state began
    bool promising = true;                // has not failed several times in a row
    std::unique_ptr<UciProcess> process;  // changed only by its thread, which reads it unguarded
    bool busy = false;                    // with tasks of the batch in progress
    bool new_game = false;
    std::atomic<bool> cancelled = false;

    // Its thread's own.
    const std::vector<std::string>* command = nullptr;
    int failures = 0;  // in a row
    Deadline up_since;
  };

  void work(Worker& worker, std::stop_token quit);
  bool bring_up(Worker& worker, std::stop_token quit);
  void take_down(Worker& worker);
  std::chrono::milliseconds pause_of(const Worker& worker) const;
  void pause(Worker& worker, std::stop_token quit);
  bool hand_out(Worker& worker, RunningJobs& asked, std::stop_token quit);
  std::optional<Task> next_task(Worker& worker, std::size_t waiting, std::stop_token quit);
  bool collect(Worker& worker, RunningJobs& asked);
  void finish(const RunningJob& asked);
  void note_failure(Worker& worker, RunningJobs& asked, UciProcess::Outcome outcome);

  // With mutex_ held.
  Task take_task();
  Task take_unanswered();  // the first one, whoever has it
  Task task_of(std::size_t index) const;
  bool any_engine_to_wait_for() const;
  void deliver(const Task& task, BoardScores scores);

  void start_threads();
  BoardScores stand_in(const Board& board) const;
  void begin_batch(const BoardList& list, const Effort& effort, bool timed);
  void end_batch();
  void note_slow_starts();  // with mutex_ held
  void pass_on_warnings();

  const PoolSettings settings_;
  mutable std::mutex mutex_;
  std::condition_variable_any work_;  // for the workers
  std::condition_variable_any done_;  // for the caller of score()
  Batch batch_;
  bool caller_rests_ = false;  // results need not wake it, but the last one
  std::uint64_t batches_ = 0;
  PoolCounts counts_;
  std::vector<std::string> warnings_;         // not yet passed on
  std::set<std::string> failed_start_texts_;  // told once
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::jthread> threads_;  // last: they use all of the above
};

}  // namespace lanternfish
