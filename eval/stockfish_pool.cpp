#include "eval/stockfish_pool.h"

#include <algorithm>
#include <cassert>
#include <system_error>

#include <fmt/format.h>

#include "eval/static_evaluator.h"

namespace lanternfish {

namespace {

// How long a caller with a deadline waits for engines that are starting before the built-in evaluator answers. Others
// wait until they have started or failed to: a verdict should not depend on how busy the machine was.
constexpr std::chrono::milliseconds kStartPatience{1'500};
// How often the caller looks whether there is still an engine to wait for.
constexpr std::chrono::milliseconds kLookInterval{50};
// Results are delivered in bundles, at most this late: waking the caller for each would cost the engines a share of the
// processors.
constexpr std::chrono::milliseconds kBundleTime{5};
// Where no engine has answered anything this long before the deadline, or before the last fifth of the time if that is
// shorter, the built-in evaluator takes the boards. The timeouts of engines that hang come later: they must be
// generous, because a machine may be busy.
constexpr std::chrono::milliseconds kLastResort{100};
constexpr int kLastResortShare = 5;  // the last one part in this

// An engine that lived this long does not "keep failing".
constexpr std::chrono::seconds kStableLife{5};
// After more failures in a row than this the caller of score() does not wait for a new start.
constexpr int kPromisingFailures = 2;
// How often a board is given to an engine before the built-in evaluator answers.
constexpr int kMaxAttempts = 2;
// Minimum number of tasks queued for a worker: the one its engine searches, and the next.
constexpr std::size_t kMinTasks = 2;
constexpr int kMaxDoublings = 12;  // of the pause before a new start

Deadline last_resort_before(Deadline deadline) {
  const Deadline now = SteadyClock::now();
  return deadline == Deadline::max()
             ? deadline
             : deadline - std::min<SteadyClock::duration>(kLastResort, (deadline - now) / kLastResortShare);
}

}  // namespace

StockfishPool::StockfishPool(PoolSettings settings) : settings_(std::move(settings)) {
  assert(!settings_.commands.empty());
  for (int i = 0; i < std::max(settings_.workers, 1); ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->command = &settings_.commands[static_cast<std::size_t>(i) % settings_.commands.size()];
  }
  start_threads();
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

// The system may allow fewer threads than wanted: better fewer engines than none.
void StockfishPool::start_threads() {
  for (const auto& worker : workers_) {
    try {
      threads_.emplace_back([this, w = worker.get()](std::stop_token quit) { work(*w, quit); });
    } catch (const std::system_error&) {
      break;
    }
  }
  if (threads_.size() < workers_.size()) {
    const std::lock_guard lock(mutex_);
    warnings_.push_back(fmt::format("the system does not allow {} chess engines; {} are used{}", workers_.size(),
                                    threads_.size(), threads_.empty() ? ", and the built-in evaluator answers" : ""));
    workers_.resize(threads_.size());
  }
}

void StockfishPool::score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
                          const Sink& sink) {
  begin_batch(list, effort, deadline != Deadline::max());
  const struct BatchEnd {
    StockfishPool& pool;
    ~BatchEnd() { pool.end_batch(); }
  } batch_end{*this};

  const Deadline last_resort = last_resort_before(deadline);
  bool engines_given_up = false;
  std::vector<Delivery> results;
  bool resting = false;
  for (std::size_t delivered = 0; delivered < list.boards.size() && !stop.stop_requested();) {
    const Deadline now = SteadyClock::now();
    if (now >= deadline) {
      break;
    }
    engines_given_up = engines_given_up || (delivered == 0 && now >= last_resort);
    std::unique_lock lock(mutex_);
    const auto nobody_answers = [&] { return engines_given_up || (batch_.has_task() && !any_engine_to_wait_for()); };
    caller_rests_ = resting;
    const Deadline look = now + (resting ? kBundleTime : kLookInterval);
    done_.wait_until(lock, stop, std::min({deadline, look, delivered == 0 ? last_resort : deadline}), [&] {
      return batch_.undelivered == 0 || !warnings_.empty() || nobody_answers() || (!resting && !batch_.results.empty());
    });
    results.swap(batch_.results);
    if (results.empty() && nobody_answers()) {
      const Task task = engines_given_up ? take_unanswered() : take_task();
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
    resting = !results.empty();
    results.clear();
  }
  pass_on_warnings();
}

void StockfishPool::begin_batch(const BoardList& list, const Effort& effort, bool timed) {
  {
    const std::lock_guard lock(mutex_);
    assert(batch_.number == 0);
    batch_ = Batch{.number = ++batches_,
                   .list = list,
                   .effort = effort,
                   .timed = timed,
                   .next = 0,
                   .again = {},
                   .answered = std::vector<bool>(list.boards.size()),
                   .results = {},
                   .undelivered = list.boards.size()};
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

void StockfishPool::note_slow_starts() {
  if (batch_.number != 0 && !batch_.timed) {
    return;  // nothing is lost by it: the engine is waited for, and if it does not start after all, that is told
  }
  for (const auto& worker : workers_) {
    if (worker->state != State::kStarting || !worker->process ||
        SteadyClock::now() - worker->since < settings_.slow_start) {
      continue;
    }
    const std::string text =
        fmt::format("'{}' has not started yet; {}", worker->command->front(),
                    batch_.timed ? "the built-in evaluator answers meanwhile" : "it is waited for");
    if (failed_start_texts_.insert(text).second) {
      warnings_.push_back(text);
    }
  }
}

void StockfishPool::pass_on_warnings() {
  std::vector<std::string> warnings;
  {
    const std::lock_guard lock(mutex_);
    note_slow_starts();
    warnings.swap(warnings_);
  }
  if (settings_.warning) {
    for (const std::string& warning : warnings) {
      settings_.warning(warning);
    }
  }
}

void StockfishPool::await_start(Deadline deadline, const std::stop_token& stop) {
  const auto starting = [](const auto& worker) { return worker->state == State::kStarting && worker->promising; };
  for (bool wait = true; wait;) {
    {
      std::unique_lock lock(mutex_);
      wait = !stop.stop_requested() && SteadyClock::now() < deadline &&
             std::any_of(workers_.begin(), workers_.end(), starting);
      if (wait) {
        done_.wait_for(lock, kLookInterval);
      }
    }
    pass_on_warnings();
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
  return task_of(batch_.next++);
}

StockfishPool::Task StockfishPool::take_unanswered() {
  const auto first = std::find(batch_.answered.begin(), batch_.answered.end(), false);
  assert(first != batch_.answered.end());
  return task_of(static_cast<std::size_t>(first - batch_.answered.begin()));
}

StockfishPool::Task StockfishPool::task_of(std::size_t index) const {
  const std::span<const Move> moves = batch_.list.moves_of(index);
  return {.index = index,
          .batch = batch_.number,
          .board = batch_.list.boards[index],
          .moves = {moves.begin(), moves.end()},
          .effort = batch_.effort};
}

bool StockfishPool::any_engine_to_wait_for() const {
  return std::any_of(workers_.begin(), workers_.end(), [this, now = SteadyClock::now()](const auto& worker) {
    return worker->state == State::kUp || (worker->state == State::kStarting && worker->promising &&
                                           (!batch_.timed || now - worker->since < kStartPatience));
  });
}

void StockfishPool::deliver(const Task& task, BoardScores scores) {
  if (task.batch != batch_.number || batch_.answered[task.index]) {
    return;
  }
  batch_.answered[task.index] = true;
  counts_.built_in += scores.source == ScoreSource::kBuiltIn ? 1 : 0;
  counts_.stand_ins += scores.stand_in ? 1 : 0;
  counts_.answered += scores.source == ScoreSource::kChessEngine ? 1 : 0;
  batch_.results.push_back({task.index, std::move(scores)});
  --batch_.undelivered;
  if (!caller_rests_ || batch_.undelivered == 0) {
    done_.notify_one();
  }
}

BoardScores StockfishPool::stand_in(const Board& board) const {
  BoardScores scores = built_in_answer(board, settings_.terms);
  scores.stand_in = true;
  return scores;
}

// The workers: each thread keeps one engine up and asks it what the caller of score() hands out.

// Starts one engine process after the other and works with each as long as it lives.
void StockfishPool::work(Worker& worker, std::stop_token quit) {
  while (!quit.stop_requested()) {
    if (!bring_up(worker, quit)) {
      pause(worker, quit);
      continue;
    }
    for (RunningJobs asked; worker.process && hand_out(worker, asked, quit);) {
      if (!collect(worker, asked)) {
        break;
      }
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
    worker.since = SteadyClock::now();
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
    worker.since = worker.up_since = SteadyClock::now();
    ++counts_.started;
    return true;
  }
  ++worker.failures;
  if (!quit.stop_requested()) {
    const std::lock_guard lock(mutex_);
    ++counts_.failed_starts;
    if (failed_start_texts_.insert(error).second) {  // before await_start() finds that nothing starts any more
      warnings_.push_back(error + "; the built-in evaluator answers while no engine is up");
      done_.notify_one();
    }
  }
  take_down(worker);
  return false;
}

// Kills the process if it still runs. Where the next one starts without a pause, the caller of score() keeps waiting.
void StockfishPool::take_down(Worker& worker) {
  std::unique_ptr<UciProcess> process;
  {
    const std::lock_guard lock(mutex_);
    process = std::move(worker.process);
    worker.state = pause_of(worker).count() > 0 ? State::kPausing : State::kStarting;
    worker.since = SteadyClock::now();
    done_.notify_one();
  }
}

std::chrono::milliseconds StockfishPool::pause_of(const Worker& worker) const {
  const int doublings = worker.failures - 2;  // the first replacement comes at once
  return doublings < 0
             ? std::chrono::milliseconds(0)
             : std::min(settings_.first_pause * (1 << std::min(doublings, kMaxDoublings)), settings_.longest_pause);
}

void StockfishPool::pause(Worker& worker, std::stop_token quit) {
  std::unique_lock lock(mutex_);
  work_.wait_until(lock, quit, SteadyClock::now() + pause_of(worker), [] { return false; });
}

// Gives the engine as many questions as it has room for. Blocks only while there is nothing to do; false when the pool
// is closing.
bool StockfishPool::hand_out(Worker& worker, RunningJobs& asked, std::stop_token quit) {
  UciProcess& engine = *worker.process;
  while (true) {
    if (!asked.empty()) {
      EngineJob& job = asked.back().job;
      const SearchLimits limits = job.all_asked() ? job.limits() : job.next_limits();
      if (!engine.has_room(limits)) {
        return true;
      }
      if (!job.all_asked()) {
        engine.ask(job.ask_next(), limits);
        continue;
      }
    }
    const std::optional<Task> task = next_task(worker, asked.size(), quit);
    if (!task) {
      return !asked.empty();
    }
    RunningJob next{*task, EngineJob(task->board, task->moves, task->effort)};
    if (next.job.done()) {
      finish(next);  // nothing that a chess engine may be asked
    } else {
      asked.push_back(std::move(next));
    }
  }
}

// The next task of a worker that has `waiting` tasks. Blocks while the worker has none and there is none. None when
// there is nothing to do, when the engine has to end its present work first, or when one more would be more than the
// worker's share of what is left.
std::optional<StockfishPool::Task> StockfishPool::next_task(Worker& worker, std::size_t waiting, std::stop_token quit) {
  std::unique_lock lock(mutex_);
  if (waiting > 0) {
    const bool enough = waiting >= std::max(kMinTasks, batch_.tasks_left() / workers_.size());
    return enough || worker.cancelled || worker.new_game || !batch_.has_task() ? std::nullopt
                                                                               : std::optional(take_task());
  }
  worker.busy = false;
  if (!work_.wait(lock, quit, [&] { return batch_.has_task(); }) || quit.stop_requested()) {
    return std::nullopt;
  }
  const Task task = take_task();
  worker.busy = true;
  worker.cancelled = false;
  const bool new_game = std::exchange(worker.new_game, false);
  lock.unlock();
  if (new_game) {
    worker.process->new_game();
  }
  return task;
}

// Waits for one answer and adds it to its job. False when the engine is of no more use.
bool StockfishPool::collect(Worker& worker, RunningJobs& asked) {
  UciProcess::Answer answer;
  const UciProcess::Outcome outcome = worker.process->await(worker.cancelled, answer);
  if (outcome == UciProcess::Outcome::kCancelled) {
    asked.clear();
    return true;
  }
  if (outcome != UciProcess::Outcome::kAnswered) {
    note_failure(worker, asked, outcome);
    return false;
  }
  RunningJob& oldest = asked.front();
  oldest.job.add(std::move(answer));
  if (oldest.job.done()) {
    finish(oldest);
    asked.pop_front();
  }
  return true;
}

void StockfishPool::finish(const RunningJob& asked) {
  BoardScores scores = asked.job.scores(settings_.terms);
  const std::lock_guard lock(mutex_);
  deliver(asked.task, std::move(scores));
}

// Counts the failure, gives the boards back to be asked about again, or has the built-in evaluator answer the one that
// failed, and takes the engine down.
void StockfishPool::note_failure(Worker& worker, RunningJobs& asked, UciProcess::Outcome outcome) {
  const bool died = outcome == UciProcess::Outcome::kDied;
  const bool silent = outcome == UciProcess::Outcome::kSilent;
  const std::string what = died ? worker.process->ending() : silent ? "did not answer in time" : "answered nonsense";
  worker.failures = SteadyClock::now() - worker.up_since >= kStableLife ? 1 : worker.failures + 1;
  Task& failed = asked.front().task;
  const std::string fen = asked.front().job.unanswered().fen;
  const bool again = ++failed.failures < kMaxAttempts;
  BoardScores scores = again ? BoardScores{} : stand_in(failed.board);
  {
    const std::lock_guard lock(mutex_);
    worker.busy = false;
    ++(died ? counts_.died : silent ? counts_.silent : counts_.garbage);
    warnings_.push_back(fmt::format("'{}' {} ({} failures so far) at fen {}", worker.command->front(), what,
                                    counts_.died + counts_.silent + counts_.garbage, fen));
    if (!again) {
      deliver(failed, std::move(scores));
      asked.pop_front();
    }
    for (const RunningJob& each : asked) {
      if (each.task.batch == batch_.number) {
        batch_.again.push_back(each.task);
      }
    }
    done_.notify_one();
  }
  work_.notify_all();  // notify_one might reach a pausing worker, which takes no task
  take_down(worker);
}

}  // namespace lanternfish
