#include "uci/uci_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "rules/notation.h"
#include "support/number.h"

namespace lanternfish {

namespace {

constexpr int kDepthOfSearchTimeout = 6;
constexpr int kMaxDoublings = 6;                    // of the search timeout
constexpr std::size_t kMaxQueued = 32;              // questions at a time
constexpr std::size_t kMinQueued = 2;               // where answers are quick
constexpr double kQueuedTime = 0.030;               // seconds of work that an engine is given at a time
constexpr double kQuickAnswer = 0.015;              // seconds
constexpr std::chrono::milliseconds kStopLook{20};  // how often await_choice() asks whether to stop
// Deeper searches are asked for one at a time. Some take milliseconds, others seconds, and where another one is queued
// behind it such a search cannot be stopped.
constexpr int kDeepestQueued = 6;
constexpr long long kWantedMultiPv = 500;  // more than any position has; Stockfish's own limit

std::string_view first_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_first_of(" \t"));
}

Deadline from_now(std::chrono::milliseconds time) { return SteadyClock::now() + time; }

}  // namespace

std::chrono::milliseconds UciTimeouts::search_for(const SearchLimits& limits) const {
  if (limits.time.count() > 0) {
    return limits.time + search;
  }
  return limits.depth == 0 ? unlimited
                           : search * (1 << std::clamp(limits.depth - kDepthOfSearchTimeout, 0, kMaxDoublings));
}

UciProcess::UciProcess(std::unique_ptr<ChildProcess> child, const UciTimeouts& timeouts)
    : child_(std::move(child)), timeouts_(timeouts) {}
UciProcess::~UciProcess() = default;

Result<std::unique_ptr<UciProcess>> UciProcess::launch(const std::vector<std::string>& argv,
                                                       const UciTimeouts& timeouts) {
  Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start({.argv = argv, .directory = {}});
  if (!child) {
    return Error{child.error()};
  }
  return std::unique_ptr<UciProcess>(new UciProcess(std::move(child).value(), timeouts));
}

// Our lines are short: where the pipe has no room for one, the engine has stopped reading.
bool UciProcess::send(const std::string& line) {
  flush();
  return child_->write_line(line, from_now(timeouts_.stop));
}

// An engine that cannot be written to will not answer either, and await() then says how it failed.
void UciProcess::flush() {
  if (!unsent_.empty()) {
    static_cast<void>(child_->write_text(unsent_, from_now(timeouts_.stop)));
    unsent_.clear();
    unsent_questions_ = 0;
  }
}

template <typename Each>
UciProcess::Wait UciProcess::wait_for(std::string_view word, Deadline deadline, const std::atomic<bool>* cancelled,
                                      Each&& each) {
  std::string_view line;
  while (true) {
    ChildProcess::ReadStatus status = ChildProcess::ReadStatus::kLine;
    if (!child_->take_line(line)) {
      flush();
      rest();
      status = child_->read_line(line, deadline);
    }
    if (status == ChildProcess::ReadStatus::kClosed) {
      return Wait::kClosed;
    }
    if (status == ChildProcess::ReadStatus::kLine) {
      if (first_word(line) == word) {
        found_ = line;
        return Wait::kFound;
      }
      each(line);
    } else if (SteadyClock::now() >= deadline) {
      return Wait::kTimeout;
    }
    if (cancelled != nullptr && *cancelled) {
      return Wait::kCancelled;
    }
  }
}

Status UciProcess::handshake(int hash_mb, const std::atomic<bool>& cancelled) {
  const auto ignore = [](std::string_view) {};
  const auto failed = [&](const char* awaited, Wait wait) -> Status {
    if (wait == Wait::kCancelled) {
      return Error{"cancelled"};
    }
    return Error{wait == Wait::kClosed ? fmt::format("it {} before {}", ending(), awaited)
                                       : fmt::format("it did not say {} in time", awaited)};
  };
  send("uci");
  const Wait started = wait_for("uciok", from_now(timeouts_.start), &cancelled, [&](std::string_view line) {
    if (first_word(line) == "option") {
      note_option(line);
    } else if (line.starts_with("id name Stockfish") || line.starts_with("id name Fairy-Stockfish")) {
      queues_ = true;
    }
  });
  if (started != Wait::kFound) {
    return failed("uciok", started);
  }
  set_number_option("Threads", 1);
  set_number_option("Hash", hash_mb);
  list_moves(true);
  if (const auto multi_pv = option_max_.find("MultiPV"); multi_pv != option_max_.end()) {
    multi_pv_ = static_cast<std::size_t>(std::clamp(multi_pv->second, 1LL, kWantedMultiPv));
  }
  send("isready");
  const Wait ready = wait_for("readyok", from_now(timeouts_.ready), &cancelled, ignore);
  return ready == Wait::kFound ? success() : failed("readyok", ready);
}

// "option name Hash type spin default 16 min 1 max 33554432"
void UciProcess::note_option(std::string_view line) {
  const std::size_t name = line.find(" name ");
  const std::size_t type = line.find(" type ");
  if (name == std::string_view::npos || type == std::string_view::npos || type < name + 6) {
    return;
  }
  long long largest = 0;
  if (const std::size_t max = line.find(" max ", type); max != std::string_view::npos) {
    largest = to_number<long long>(first_word(line.substr(max + 5))).value_or(0);
  }
  option_max_[std::string(line.substr(name + 6, type - name - 6))] = largest;
}

void UciProcess::set_number_option(const std::string& name, long long value) {
  const auto option = option_max_.find(name);
  if (option != option_max_.end()) {
    const long long largest = option->second > 0 ? option->second : value;
    send(fmt::format("setoption name {} value {}", name, std::min(value, largest)));
  }
}

// Only while no question is unanswered: a running search may not have looked at the option yet.
void UciProcess::list_moves(bool all) {
  if (all != lists_all_) {
    assert(asked_.empty());
    set_number_option("MultiPV", all ? kWantedMultiPv : 1);
    lists_all_ = all;
  }
}

bool UciProcess::has_room(const SearchLimits& limits) const {
  if (asked_.empty()) {
    return true;
  }
  const bool quick = limits.depth <= kDeepestQueued && usual_seconds_ > 0 && usual_seconds_ < kQuickAnswer;
  if (!queues_ || !quick || limits != usual_limits_ || limits.all_moves != lists_all_) {
    return false;
  }
  const std::size_t queue = std::max(kMinQueued, static_cast<std::size_t>(kQueuedTime / usual_seconds_));
  return asked_.size() < std::min(queue, kMaxQueued);
}

void UciProcess::ask(const EngineQuestion& question, const SearchLimits& limits) {
  assert(has_room(limits));
  if (asked_.empty()) {
    note_pace();
    busy_since_ = SteadyClock::now();
  }
  list_moves(limits.all_moves);
  const std::size_t searched = question.only.empty() ? question.legal.size() : question.only.size();
  const std::size_t listed = limits.all_moves ? std::min(searched, multi_pv_) : 1;
  asked_.push_back({.question = &question,
                    .limits = limits,
                    .lines = SearchLines(question.legal, listed),
                    .when = SteadyClock::now()});
  const auto out = std::back_inserter(unsent_);
  fmt::format_to(out, "position fen {}\ngo", question.fen);
  if (limits.depth > 0) {
    fmt::format_to(out, " depth {}", limits.depth);
  }
  if (limits.nodes > 0) {
    fmt::format_to(out, " nodes {}", limits.nodes);
  }
  if (limits.time.count() > 0) {
    fmt::format_to(out, " movetime {}", limits.time.count());
  }
  if (limits == SearchLimits{.depth = 0, .nodes = 0, .time = {}, .all_moves = limits.all_moves}) {
    fmt::format_to(out, " infinite");
  }
  if (!question.only.empty()) {
    fmt::format_to(out, " searchmoves");
    for (const Move move : question.only) {
      fmt::format_to(out, " {}", format_move(move));
    }
  }
  unsent_ += '\n';
  ++unsent_questions_;
}

UciProcess::Outcome UciProcess::await(const std::atomic<bool>& cancelled, Answer& answer) {
  assert(!asked_.empty());
  RunningSearch& asked = asked_.front();
  const Deadline begun = std::max(asked.when, last_answer_);
  const Wait wait = wait_for("bestmove", begun + timeouts_.search_for(asked.limits), &cancelled,
                             [&](std::string_view line) { asked.lines.add(line); });
  if (wait == Wait::kCancelled) {
    return stop_and_synchronise();
  }
  const bool told = asked.limits.nodes > 0 ? asked.lines.any() : asked.lines.complete();
  if (wait != Wait::kFound || !told) {
    asked_.clear();
    return wait == Wait::kClosed ? Outcome::kDied : wait == Wait::kTimeout ? Outcome::kSilent : Outcome::kGarbage;
  }
  if (!(asked.limits == usual_limits_)) {
    note_pace();
    usual_limits_ = asked.limits;
    usual_seconds_ = 0;
  }
  ++answered_;
  last_answer_ = SteadyClock::now();
  answer.moves = asked.lines.scores();
  answer.depth = asked.lines.depth();
  const std::span<const MoveScore> first = asked.lines.first_scores();
  answer.first.assign(first.begin(), first.end());
  asked_.pop_front();
  return Outcome::kAnswered;
}

UciProcess::Outcome UciProcess::await_choice(const std::function<bool()>& stopped, Move& chosen) {
  assert(asked_.size() == 1);
  const EngineQuestion& question = *asked_.front().question;
  Deadline deadline = asked_.front().when + timeouts_.search_for(asked_.front().limits);
  Wait wait = Wait::kTimeout;
  bool told_to_stop = false;
  while (wait == Wait::kTimeout && SteadyClock::now() < deadline) {
    wait = wait_for("bestmove", std::min(deadline, from_now(kStopLook)), nullptr, [](std::string_view) {});
    if (wait == Wait::kTimeout && !told_to_stop && stopped()) {
      send("stop");
      told_to_stop = true;
      deadline = std::min(deadline, from_now(timeouts_.stop));
    }
  }
  asked_.clear();
  if (wait != Wait::kFound) {
    return wait == Wait::kClosed ? Outcome::kDied : Outcome::kSilent;
  }
  last_answer_ = SteadyClock::now();
  std::string_view text = found_;
  text.remove_prefix(text.find("bestmove") + std::string_view("bestmove").size());
  const Result<Move> move = parse_move(first_word(text));
  const std::vector<Move>& allowed = question.only.empty() ? question.legal : question.only;
  if (!move || std::find(allowed.begin(), allowed.end(), *move) == allowed.end()) {
    return Outcome::kGarbage;
  }
  chosen = *move;
  return Outcome::kAnswered;
}

// Updates how long one question takes. Called before the engine's output is read again: what the last reading brought
// counts.
void UciProcess::note_pace() {
  constexpr double kShareOfLatest = 0.2;
  constexpr double kCorrection = 0.7;
  if (answered_ == 0) {
    return;
  }
  const double seconds = std::chrono::duration<double>(last_answer_ - busy_since_).count() / answered_;
  usual_seconds_ = usual_seconds_ > 0 ? (1 - kShareOfLatest) * usual_seconds_ + kShareOfLatest * seconds : seconds;
  // An engine that has answered everything may have been idle for a part of this time.
  usual_seconds_ = rested_ && asked_.empty() ? kCorrection * usual_seconds_ : usual_seconds_;
  busy_since_ = last_answer_;
  answered_ = 0;
}

// Waits for half of the time that the engine should need for its questions.
void UciProcess::rest() {
  constexpr std::chrono::microseconds kShortest{200};  // a shorter one saves nothing
  constexpr std::chrono::microseconds kLongest{5'000};
  note_pace();
  rested_ = false;
  if (asked_.size() < 2) {
    return;
  }
  const Deadline now = SteadyClock::now();
  const std::chrono::duration<double> work(usual_seconds_ * static_cast<double>(asked_.size()));
  const auto half = std::chrono::duration_cast<std::chrono::microseconds>((work - (now - busy_since_)) / 2);
  if (half >= kShortest) {
    child_->rest(now + std::min(half, kLongest));
    rested_ = true;
  }
}

// Stops the search and waits until no late answer can be taken for the answer to the next question.
UciProcess::Outcome UciProcess::stop_and_synchronise() {
  const auto ignore = [](std::string_view) {};
  const Deadline deadline = from_now(timeouts_.stop);
  std::size_t answers_to_come = asked_.size() - unsent_questions_;
  unsent_.clear();
  unsent_questions_ = 0;
  asked_.clear();
  send("stop");
  Wait wait = Wait::kFound;
  for (; wait == Wait::kFound && answers_to_come > 0; --answers_to_come) {
    wait = wait_for("bestmove", deadline, nullptr, ignore);
  }
  if (wait == Wait::kFound) {
    send("isready");
    wait = wait_for("readyok", deadline, nullptr, ignore);
  }
  last_answer_ = SteadyClock::now();
  return wait == Wait::kFound ? Outcome::kCancelled : wait == Wait::kClosed ? Outcome::kDied : Outcome::kSilent;
}

void UciProcess::new_game() { send("ucinewgame"); }

void UciProcess::quit() {
  send("quit");
  child_->wait_or_kill(from_now(timeouts_.quit));
}

std::string UciProcess::ending() {
  constexpr std::chrono::milliseconds kAfterEndOfFile{20};  // the pipe closes a moment before the process is gone
  child_->wait_or_kill(from_now(kAfterEndOfFile));
  const int code = child_->exit_code();
  return code > 128 && code < 255 ? fmt::format("died of signal {}", code - 128)
                                  : fmt::format("left with status {}", code);
}

}  // namespace lanternfish
