#include "eval/stockfish_pool.h"

#include <algorithm>
#include <cassert>

#include "eval/static_evaluator.h"

namespace lanternfish {

namespace {

// How long the caller waits for engines that are starting before the built-in evaluator answers.
constexpr std::chrono::milliseconds kStartPatience{1'500};
// How often the caller looks whether there is still an engine to wait for.
constexpr std::chrono::milliseconds kLookInterval{50};
// Results wait so long for company: waking the caller for each would cost the engines a share of the processors.
constexpr std::chrono::milliseconds kBundleTime{5};
// When no engine answered anything so long before the deadline, or in all but this share of the time, the built-in
// evaluator takes the boards. Engines that hang are found out only after that, by their own timeouts, which must be
// generous: a machine may be busy.
constexpr std::chrono::milliseconds kLastResort{100};
constexpr int kLastResortShare = 5;  // one in

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

void StockfishPool::score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
                          const Sink& sink) {
  begin_batch(list, effort);
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

void StockfishPool::begin_batch(const BoardList& list, const Effort& effort) {
  {
    const std::lock_guard lock(mutex_);
    assert(batch_.number == 0);
    batch_ = Batch{.number = ++batches_,
                   .list = list,
                   .effort = effort,
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
  return std::any_of(workers_.begin(), workers_.end(), [now = SteadyClock::now()](const auto& worker) {
    return worker->state == State::kUp ||
           (worker->state == State::kStarting && worker->promising && now - worker->since < kStartPatience);
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

}  // namespace lanternfish
