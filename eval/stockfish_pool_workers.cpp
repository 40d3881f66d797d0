#include <fmt/format.h>

#include <algorithm>

#include "eval/engine_gate.h"
#include "eval/static_evaluator.h"
#include "eval/stockfish_pool.h"

// The workers' half of the pool: each thread keeps one engine up, and asks it what the caller of score() hands out.

namespace lanternfish {

namespace {

// An engine that lived so long has not "kept dying".
constexpr std::chrono::seconds kStableLife{5};
// After more failures in a row than this the caller of score() does not wait for a new start.
constexpr int kPromisingFailures = 2;
constexpr int kAskedTwice = 2;
constexpr int kMostDoublings = 12;

}  // namespace

// The life of one engine process after the other.
void StockfishPool::work(Worker& worker, std::stop_token quit) {
  while (!quit.stop_requested()) {
    if (!bring_up(worker, quit)) {
      pause(worker, quit);
      continue;
    }
    for (Task task; worker.process && wait_for_task(worker, task, quit);) {
      answer(worker, task);
    }
    if (quit.stop_requested() && worker.process) {
      worker.process->quit();
    }
    take_down(worker);
    if (!quit.stop_requested()) {
      pause(worker, quit);
    }
  }
}

bool StockfishPool::bring_up(Worker& worker, std::stop_token quit) {
  {
    const std::lock_guard lock(mutex_);
    worker.state = State::kStarting;
    worker.promising = worker.failures <= kPromisingFailures;
    worker.since = Clock::now();
  }
  auto launched = UciProcess::launch(*worker.command, settings_.timeouts);
  std::string error = launched ? "" : launched.error();
  if (launched) {
    {
      const std::lock_guard lock(mutex_);
      worker.process = std::move(launched).value();
      worker.new_game = false;
      worker.cancelled = quit.stop_requested();
    }
    const Status status = worker.process->handshake(settings_.hash_mb, worker.cancelled);
    error = status ? "" : fmt::format("'{}' is no chess engine: {}", worker.command->front(), status.error());
  }
  if (error.empty()) {
    const std::lock_guard lock(mutex_);
    worker.state = State::kUp;
    worker.since = worker.up_since = Clock::now();
    ++counts_.started;
    return true;
  }
  ++worker.failures;
  take_down(worker);
  if (!quit.stop_requested()) {
    const std::lock_guard lock(mutex_);
    ++counts_.failed_starts;
    if (failed_start_texts_.insert(error).second) {
      warnings_.push_back(error + "; the built-in evaluator answers while no engine is up");
      done_.notify_one();
    }
  }
  return false;
}

// Kills the process if it still runs. Where its replacement comes without a pause, the caller of score() goes on
// waiting.
void StockfishPool::take_down(Worker& worker) {
  std::unique_ptr<UciProcess> process;
  {
    const std::lock_guard lock(mutex_);
    process = std::move(worker.process);
    worker.state = pause_of(worker).count() > 0 ? State::kPausing : State::kStarting;
    worker.since = Clock::now();
    done_.notify_one();
  }
}

std::chrono::milliseconds StockfishPool::pause_of(const Worker& worker) const {
  const int doublings = worker.failures - 2;  // the first replacement comes at once
  return doublings < 0
             ? std::chrono::milliseconds(0)
             : std::min(settings_.first_pause * (1 << std::min(doublings, kMostDoublings)), settings_.longest_pause);
}

void StockfishPool::pause(Worker& worker, std::stop_token quit) {
  std::unique_lock lock(mutex_);
  work_.wait_until(lock, quit, Clock::now() + pause_of(worker), [] { return false; });
}

// False when the pool is closing.
bool StockfishPool::wait_for_task(Worker& worker, Task& task, std::stop_token quit) {
  std::unique_lock lock(mutex_);
  if (!work_.wait(lock, quit, [&] { return batch_.has_task(); }) || quit.stop_requested()) {
    return false;
  }
  task = take_task();
  worker.busy = true;
  worker.cancelled = false;
  if (std::exchange(worker.new_game, false)) {
    worker.process->new_game();
  }
  return true;
}

void StockfishPool::answer(Worker& worker, const Task& task) {
  BoardScores scores;
  auto outcome = UciProcess::Outcome::kAnswered;
  const std::optional<EngineQuestion> question = engine_question(task.board);
  if (question) {
    UciProcess::Answer answer;
    outcome = worker.process->search(*question, task.effort.depth, worker.cancelled, answer);
    if (outcome == UciProcess::Outcome::kAnswered) {
      scores = {
          .moves = merged_scores(task.board, answer.moves), .source = ScoreSource::kChessEngine, .depth = answer.depth};
      finish_scores(task.board, settings_.terms, scores.moves);
    }
  } else {
    scores = built_in_answer(task.board, settings_.terms);
  }
  if (outcome == UciProcess::Outcome::kAnswered) {
    const std::lock_guard lock(mutex_);
    worker.busy = false;
    deliver(task, std::move(scores));
  } else if (outcome == UciProcess::Outcome::kCancelled) {
    const std::lock_guard lock(mutex_);
    worker.busy = false;
  } else {
    note_failure(worker, task, outcome, question->fen);
  }
}

// Counts it, gives the question back or answers it, and takes the engine down.
void StockfishPool::note_failure(Worker& worker, Task task, UciProcess::Outcome outcome, const std::string& question) {
  const bool died = outcome == UciProcess::Outcome::kDied;
  const bool silent = outcome == UciProcess::Outcome::kSilent;
  const std::string what = died ? worker.process->ending() : silent ? "did not answer in time" : "answered nonsense";
  worker.failures = Clock::now() - worker.up_since >= kStableLife ? 1 : worker.failures + 1;
  const bool again = ++task.failures < kAskedTwice;
  BoardScores scores = again ? BoardScores{} : stand_in(task.board);
  {
    const std::lock_guard lock(mutex_);
    worker.busy = false;
    ++(died ? counts_.died : silent ? counts_.silent : counts_.garbage);
    warnings_.push_back(fmt::format("'{}' {} ({} failures so far) at fen {}", worker.command->front(), what,
                                    counts_.died + counts_.silent + counts_.garbage, question));
    if (again && task.batch == batch_.number) {
      batch_.again.push_back(task);
    } else if (!again) {
      deliver(task, std::move(scores));
    }
    done_.notify_one();
  }
  work_.notify_all();  // one might reach a pausing worker, which takes no task
  take_down(worker);
}

}  // namespace lanternfish
