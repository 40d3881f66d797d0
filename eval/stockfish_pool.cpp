#include "eval/stockfish_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "eval/static_evaluator.h"

namespace lanternfish {

namespace {

// How long the caller waits for engines that are starting before the built-in evaluator answers.
constexpr std::chrono::milliseconds kStartPatience{1'500};
// How often the caller looks whether there is still an engine to wait for.
constexpr std::chrono::milliseconds kLookInterval{50};
// An engine that lived so long has not "kept dying".
constexpr std::chrono::seconds kStableLife{5};
constexpr int kPromisingFailures = 2;
constexpr int kAskedTwice = 2;

}  // namespace

StockfishPool::StockfishPool(PoolSettings settings) : settings_(std::move(settings)) {
  assert(!settings_.commands.empty());
  for (int i = 0; i < std::max(settings_.workers, 1); ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->command = &settings_.commands[static_cast<std::size_t>(i) % settings_.commands.size()];
  }
  for (const auto& worker : workers_) {
    threads_.emplace_back([this, w = worker.get()](std::stop_token quit) { work(*w, quit); });
  }
}

StockfishPool::~StockfishPool() {
  for (std::jthread& thread : threads_) {
    thread.request_stop();
  }
  const std::lock_guard lock(mutex_);
  for (const auto& worker : workers_) {
    worker->cancelled = true;
    if (worker->process) {
      worker->process->interrupt();
    }
  }
}

void StockfishPool::score(std::span<const Board> boards, const Effort& effort, Deadline deadline, std::stop_token stop,
                          const Sink& sink) {
  begin_batch(boards, effort);
  const struct BatchEnd {
    StockfishPool& pool;
    ~BatchEnd() { pool.end_batch(); }
  } batch_end{*this};

  std::vector<Delivery> results;
  for (std::size_t delivered = 0; delivered < boards.size() && !stop.stop_requested();) {
    const Deadline now = Clock::now();
    if (now >= deadline) {
      break;
    }
    std::unique_lock lock(mutex_);
    const auto nobody_answers = [&] { return batch_.has_task() && !any_engine_to_wait_for(); };
    done_.wait_until(lock, stop, std::min(deadline, now + kLookInterval),
                     [&] { return !batch_.results.empty() || !warnings_.empty() || nobody_answers(); });
    results.swap(batch_.results);
    if (results.empty() && nobody_answers()) {
      const Task task = take_task();
      lock.unlock();
      BoardScores scores = stand_in(task.board);
      lock.lock();
      deliver(task, std::move(scores));
      results.swap(batch_.results);
    }
    lock.unlock();
    pass_on_warnings();
    for (const Delivery& result : results) {
      sink(result.index, result.scores);
    }
    delivered += results.size();
    results.clear();
  }
  pass_on_warnings();
}

void StockfishPool::begin_batch(std::span<const Board> boards, const Effort& effort) {
  {
    const std::lock_guard lock(mutex_);
    assert(batch_.number == 0);
    batch_ = Batch{.number = ++batches_, .boards = boards, .effort = effort, .next = 0, .again = {}, .results = {}};
  }
  work_.notify_all();
}

void StockfishPool::end_batch() {
  const std::lock_guard lock(mutex_);
  batch_ = Batch{};
  for (const auto& worker : workers_) {
    if (worker->busy) {
      worker->cancelled = true;
      worker->process->interrupt();
    }
  }
}

void StockfishPool::pass_on_warnings() {
  std::vector<std::string> warnings;
  {
    const std::lock_guard lock(mutex_);
    warnings.swap(warnings_);
  }
  if (settings_.warning) {
    for (const std::string& warning : warnings) {
      settings_.warning(warning);
    }
  }
}

void StockfishPool::new_game() {
  const std::lock_guard lock(mutex_);
  for (const auto& worker : workers_) {
    worker->new_game = true;
  }
}

PoolCounts StockfishPool::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<int> StockfishPool::pids() const {
  const std::lock_guard lock(mutex_);
  std::vector<int> pids;
  for (const auto& worker : workers_) {
    if (worker->state == State::kUp) {
      pids.push_back(worker->process->pid());
    }
  }
  return pids;
}

StockfishPool::Task StockfishPool::take_task() {
  assert(batch_.has_task());
  if (!batch_.again.empty()) {
    const Task task = batch_.again.front();
    batch_.again.pop_front();
    return task;
  }
  const std::size_t index = batch_.next++;
  return {.index = index, .batch = batch_.number, .board = batch_.boards[index], .effort = batch_.effort};
}

bool StockfishPool::any_engine_to_wait_for() const {
  return std::any_of(workers_.begin(), workers_.end(), [now = Clock::now()](const auto& worker) {
    return worker->state == State::kUp ||
           (worker->state == State::kStarting && worker->promising && now - worker->since < kStartPatience);
  });
}

void StockfishPool::deliver(const Task& task, BoardScores scores) {
  if (task.batch != batch_.number) {
    return;
  }
  counts_.built_in += scores.source == ScoreSource::kBuiltIn ? 1 : 0;
  counts_.stand_ins += scores.stand_in ? 1 : 0;
  counts_.answered += scores.source == ScoreSource::kChessEngine ? 1 : 0;
  batch_.results.push_back({task.index, std::move(scores)});
  done_.notify_one();
}

BoardScores StockfishPool::stand_in(const Board& board) const {
  BoardScores scores = built_in_answer(board, settings_.terms);
  scores.stand_in = true;
  return scores;
}

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
  return doublings < 0 ? std::chrono::milliseconds(0)
                       : std::min(settings_.first_pause * (1 << std::min(doublings, 12)), settings_.longest_pause);
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
