#include "eval/uci_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>

namespace lanternfish {

namespace {

constexpr int kDepthOfSearchTimeout = 6;
constexpr int kMostDoublings = 6;
constexpr std::size_t kMostQueued = 2;     // questions at a time
constexpr double kQuickAnswer = 0.015;     // seconds
constexpr long long kWantedMultiPv = 500;  // more than any position has; Stockfish's own limit

std::string_view first_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_first_of(" \t"));
}

Deadline from_now(std::chrono::milliseconds time) { return Clock::now() + time; }

}  // namespace

std::chrono::milliseconds UciTimeouts::search_at(int depth) const {
  return search * (1 << std::clamp(depth - kDepthOfSearchTimeout, 0, kMostDoublings));
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

// Our lines are short: a pipe that has no room for one belongs to an engine that has stopped reading.
bool UciProcess::send(const std::string& line) { return child_->write_line(line, from_now(timeouts_.stop)); }

template <typename Each>
UciProcess::Wait UciProcess::wait_for(std::string_view word, Deadline deadline, const std::atomic<bool>* cancelled,
                                      Each&& each) {
  while (true) {
    const ChildProcess::ReadStatus status = child_->read_line(line_, deadline);
    if (status == ChildProcess::ReadStatus::kClosed) {
      return Wait::kClosed;
    }
    if (status == ChildProcess::ReadStatus::kLine) {
      if (first_word(line_) == word) {
        return Wait::kFound;
      }
      each(line_);
    } else if (Clock::now() >= deadline) {
      return Wait::kTimeout;
    }
    if (cancelled != nullptr && *cancelled) {
      return Wait::kCancelled;
    }
  }
}

Status UciProcess::handshake(int hash_mb, const std::atomic<bool>& cancelled) {
  const auto ignore = [](const std::string&) {};
  const auto failed = [&](const char* awaited, Wait wait) -> Status {
    if (wait == Wait::kCancelled) {
      return Error{"cancelled"};
    }
    return Error{wait == Wait::kClosed ? fmt::format("it {} before {}", ending(), awaited)
                                       : fmt::format("it did not say {} in time", awaited)};
  };
  send("uci");
  const Wait started = wait_for("uciok", from_now(timeouts_.start), &cancelled, [&](const std::string& line) {
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
  if (const auto multi_pv = largest_.find("MultiPV"); multi_pv != largest_.end()) {
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
    std::from_chars(line.data() + max + 5, line.data() + line.size(), largest);
  }
  largest_[std::string(line.substr(name + 6, type - name - 6))] = largest;
}

void UciProcess::set_number_option(const std::string& name, long long value) {
  const auto option = largest_.find(name);
  if (option != largest_.end()) {
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
  return asked_.empty() || (queues_ && asked_.size() < kMostQueued && limits == usual_limits_ &&
                            usual_seconds_ < kQuickAnswer && limits.all_moves == lists_all_);
}

void UciProcess::ask(const EngineQuestion& question, const SearchLimits& limits) {
  assert(has_room(limits));
  list_moves(limits.all_moves);
  const std::size_t listed = limits.all_moves ? std::min(question.legal.size(), multi_pv_) : 1;
  asked_.push_back({.limits = limits, .lines = SearchLines(question.legal, listed), .when = Clock::now()});
  std::string go = fmt::format("go depth {}", std::max(limits.depth, 1));
  if (limits.nodes > 0) {
    go += fmt::format(" nodes {}", limits.nodes);
  }
  // What cannot be written to will not be heard from either, and await() says how it failed.
  if (send("position fen " + question.fen)) {
    send(go);
  }
}

UciProcess::Outcome UciProcess::await(const std::atomic<bool>& cancelled, Answer& answer) {
  assert(!asked_.empty());
  Asked& asked = asked_.front();
  const Deadline begun = std::max(asked.when, last_answer_);
  const Wait wait = wait_for("bestmove", begun + timeouts_.search_at(asked.limits.depth), &cancelled,
                             [&](const std::string& line) { asked.lines.add(line); });
  if (wait == Wait::kCancelled) {
    return stop_and_synchronise();
  }
  const bool told = asked.limits.nodes > 0 ? asked.lines.any() : asked.lines.complete();
  if (wait != Wait::kFound || !told) {
    asked_.clear();
    return wait == Wait::kClosed ? Outcome::kDied : wait == Wait::kTimeout ? Outcome::kSilent : Outcome::kGarbage;
  }
  note_answer_time(begun, Clock::now());
  answer.moves = asked.lines.scores();
  answer.depth = asked.lines.depth();
  asked_.pop_front();
  return Outcome::kAnswered;
}

void UciProcess::note_answer_time(Deadline begun, Deadline answered) {
  constexpr double kShareOfLatest = 0.2;
  const double seconds = std::chrono::duration<double>(answered - begun).count();
  const bool known = asked_.front().limits == usual_limits_;
  usual_seconds_ = known ? (1 - kShareOfLatest) * usual_seconds_ + kShareOfLatest * seconds : seconds;
  usual_limits_ = asked_.front().limits;
  last_answer_ = answered;
}

// After it no late answer can be taken for the next one.
UciProcess::Outcome UciProcess::stop_and_synchronise() {
  const auto ignore = [](const std::string&) {};
  const Deadline deadline = from_now(timeouts_.stop);
  send("stop");
  Wait wait = Wait::kFound;
  for (; wait == Wait::kFound && !asked_.empty(); asked_.pop_front()) {
    wait = wait_for("bestmove", deadline, nullptr, ignore);
  }
  asked_.clear();
  if (wait == Wait::kFound) {
    send("isready");
    wait = wait_for("readyok", deadline, nullptr, ignore);
  }
  last_answer_ = Clock::now();
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
