#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "eval/static_evaluator.h"
#include "eval/stockfish_pool.h"
#include "rules/rbc.h"
#include "uci/engine_gate.h"

// The workers' half of the pool: each thread keeps one engine up, and asks it what the caller of score() hands out.

namespace lanternfish {

namespace {

// An engine that lived so long has not "kept dying".
constexpr std::chrono::seconds kStableLife{5};
// After more failures in a row than this the caller of score() does not wait for a new start.
constexpr int kPromisingFailures = 2;
constexpr int kAskedTwice = 2;
// That a worker may hold whatever others find to do: the one its engine searches, and the next.
constexpr std::size_t kLeastTasks = 2;
constexpr int kMostDoublings = 12;

}  // namespace

// The life of one engine process after the other.
void StockfishPool::work(Worker& worker, std::stop_token quit) {
  while (!quit.stop_requested()) {
    if (!bring_up(worker, quit)) {
      pause(worker, quit);
      continue;
    }
    for (Jobs jobs; worker.process && hand_out(worker, jobs, quit);) {
      if (!collect(worker, jobs)) {
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
    worker.since = SteadyClock::now();
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
  work_.wait_until(lock, quit, SteadyClock::now() + pause_of(worker), [] { return false; });
}

// Asks the engine what it has room for. Blocks only while it has nothing to do; false when the pool is closing.
bool StockfishPool::hand_out(Worker& worker, Jobs& jobs, std::stop_token quit) {
  UciProcess& engine = *worker.process;
  while (true) {
    if (!jobs.empty() && !engine.has_room(jobs.back().limits)) {
      return true;
    }
    if (!jobs.empty() && !jobs.back().all_asked()) {
      Job& job = jobs.back();
      engine.ask(job.questions[job.asked++], job.limits);
      continue;
    }
    const std::optional<Task> task = next_task(worker, jobs.size(), quit);
    if (!task) {
      return !jobs.empty();
    }
    Job job = make_job(*task);
    if (job.questions.empty()) {
      finish(job);
    } else {
      jobs.push_back(std::move(job));
    }
  }
}

// For a worker with so many tasks waiting already. Blocks until there is one when it has none. None when there is none,
// when what the engine does now has to end first, or when the worker would take more than its share of what is left.
std::optional<StockfishPool::Task> StockfishPool::next_task(Worker& worker, std::size_t waiting, std::stop_token quit) {
  std::unique_lock lock(mutex_);
  if (waiting > 0) {
    const bool enough = waiting >= std::max(kLeastTasks, batch_.tasks_left() / workers_.size());
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

StockfishPool::Job StockfishPool::make_job(const Task& task) {
  Job job{
      .task = task, .limits = {.depth = task.effort.depth, .nodes = task.effort.nodes}, .questions = {}, .moves = {}};
  if (task.effort.mode == SearchMode::kAllMoves) {
    if (auto question = engine_question(task.board)) {
      const auto searched = [&](Move move) { return std::binary_search(task.moves.begin(), task.moves.end(), move); };
      std::copy_if(question->legal.begin(), question->legal.end(), std::back_inserter(question->only), searched);
      if (task.moves.empty() || !question->only.empty()) {
        job.questions.push_back(*std::move(question));
      }
    }
    return job;
  }
  job.limits.all_moves = false;
  const auto add = [&](PieceType, Move move, Square) {
    if (!task.moves.empty() && !std::binary_search(task.moves.begin(), task.moves.end(), move)) {
      return;
    }
    Board after = task.board;
    apply(after, move);
    if (after.king(after.turn()) == kNoSquare) {
      return;
    }
    if (auto question = engine_question(after)) {
      job.questions.push_back(*std::move(question));
      job.moves.push_back(move);
    } else if (is_checkmate(after)) {
      job.known.push_back({move, Score::mates_in(1)});
    }
  };
  for_each_taken_move(mover_view(task.board), task.board.turn(), add);
  add(kNoPieceType, kNullMove, kNoSquare);
  if (job.limits.nodes > 0 && !job.questions.empty()) {
    job.limits.nodes = std::max<std::int64_t>(1, job.limits.nodes / static_cast<std::int64_t>(job.questions.size()));
  }
  return job;
}

// Takes in one answer. False when the engine is of no more use.
bool StockfishPool::collect(Worker& worker, Jobs& jobs) {
  UciProcess::Answer answer;
  const UciProcess::Outcome outcome = worker.process->await(worker.cancelled, answer);
  if (outcome == UciProcess::Outcome::kCancelled) {
    jobs.clear();
    return true;
  }
  if (outcome != UciProcess::Outcome::kAnswered) {
    note_failure(worker, jobs, outcome);
    return false;
  }
  Job& job = jobs.front();
  job.depth = job.answered == 0 ? answer.depth : std::min(job.depth, answer.depth);
  if (job.moves.empty()) {
    job.known = std::move(answer.moves);
  } else {
    job.known.push_back({job.moves[job.answered], answer.moves.front().score.one_move_earlier()});
  }
  ++job.answered;
  if (job.done()) {
    finish(job);
    jobs.pop_front();
  }
  return true;
}

// Completes what the engine said and delivers it.
void StockfishPool::finish(Job& job) {
  const bool some = !job.task.moves.empty();
  BoardScores scores{.moves = {}, .some_moves = some};  // without a move, where chess knows none of those asked for
  if (job.questions.empty() && !some) {
    scores = built_in_answer(job.task.board, settings_.terms);
  } else if (!job.questions.empty()) {
    scores = {.moves = some ? job.known : merged_scores(job.task.board, job.known),
              .source = ScoreSource::kChessEngine,
              .depth = job.depth,
              .some_moves = some};
    finish_scores(job.task.board, settings_.terms, scores.moves);
  }
  const std::lock_guard lock(mutex_);
  deliver(job.task, std::move(scores));
}

// Counts it, gives the questions back or answers the one that failed, and takes the engine down.
void StockfishPool::note_failure(Worker& worker, Jobs& jobs, UciProcess::Outcome outcome) {
  const bool died = outcome == UciProcess::Outcome::kDied;
  const bool silent = outcome == UciProcess::Outcome::kSilent;
  const std::string what = died ? worker.process->ending() : silent ? "did not answer in time" : "answered nonsense";
  worker.failures = SteadyClock::now() - worker.up_since >= kStableLife ? 1 : worker.failures + 1;
  Task& failed = jobs.front().task;
  const std::string fen = jobs.front().questions[jobs.front().answered].fen;
  const bool again = ++failed.failures < kAskedTwice;
  BoardScores scores = again ? BoardScores{} : stand_in(failed.board);
  {
    const std::lock_guard lock(mutex_);
    worker.busy = false;
    ++(died ? counts_.died : silent ? counts_.silent : counts_.garbage);
    warnings_.push_back(fmt::format("'{}' {} ({} failures so far) at fen {}", worker.command->front(), what,
                                    counts_.died + counts_.silent + counts_.garbage, fen));
    if (!again) {
      deliver(failed, std::move(scores));
      jobs.pop_front();
    }
    for (const Job& job : jobs) {
      if (job.task.batch == batch_.number) {
        batch_.again.push_back(job.task);
      }
    }
    done_.notify_one();
  }
  work_.notify_all();  // one might reach a pausing worker, which takes no task
  take_down(worker);
}

}  // namespace lanternfish
