#include "protocol/serve/loop.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <fmt/format.h>

namespace lanternfish {

namespace {

const HostCommand* command_of(const HostLine& line) { return std::get_if<HostCommand>(&line.content); }

template <typename Command>
bool is(const HostLine& line) {
  const HostCommand* command = command_of(line);
  return command != nullptr && std::holds_alternative<Command>(*command);
}

}  // namespace

Loop::Loop(const MakeResponder& make, int input, int output)
    : reader_(input, kMaxLine),
      writer_(output,
              [this] {
                {
                  const std::lock_guard lock(mutex_);
                  output_broken_ = true;
                }
                reader_.wake();
              }),
      responder_(make([this](const EngineMessage& message) { writer_.send(format_engine_message(message)); })),
      worker_([this] { work(); }) {}

Loop::~Loop() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
    stop_all(Stop::kReplaying);
  }
  changed_.notify_all();
  worker_.join();
}

Loop::End Loop::run() {
  std::string_view line;
  for (;;) {
    const LineReader::Read read = reader_.next(line);
    if (read == LineReader::Read::kEnd || read == LineReader::Read::kWoken) {
      break;  // the host is gone, or reads no more
    }
    HostLine parsed =
        read == LineReader::Read::kLine
            ? parse_host_line(line)
            : HostLine{LineError{Trouble::kSyntax, fmt::format("a line of more than {} bytes", kMaxLine)}, {}};
    if (is<QuitCommand>(parsed)) {
      break;
    }
    accept(std::move(parsed));
  }
  const auto deadline = std::chrono::steady_clock::now() + kLeaveTime;
  {
    std::unique_lock lock(mutex_);
    leaving_ = true;
    stop_all(Stop::kReplaying);
    changed_.notify_all();
    if (!changed_.wait_until(lock, deadline, [this] { return worker_done_; })) {
      return End::kStuck;
    }
  }
  return writer_.flush(deadline) ? End::kLeft : End::kStuck;
}

// Ends the commands of all lines that came so far, not those of later lines.
void Loop::stop_all(Stop what) {
  idle_stop_.request_stop();
  const auto stop = [what](Job& job) {
    if (!job.replays || what == Stop::kReplaying) {
      job.stop.request_stop();
    }
  };
  if (running_) {
    stop(*running_);
  }
  for (const auto& job : jobs_) {
    stop(*job);
  }
}

void Loop::accept(HostLine line) {
  if (is<Comment>(line)) {
    return;
  }
  const std::lock_guard lock(mutex_);
  if (is<IsReadyCommand>(line) || is<DebugCommand>(line)) {
    handle_out_of_band(std::move(line));
  } else {
    // Any other line of the host while we think implies `stop`.
    stop_all(is<StopCommand>(line) || tells_clock(line) ? Stop::kReplaying : Stop::kThinking);
    if (!is<StopCommand>(line)) {
      Job job;
      job.thinks = thinks(line);
      job.replays = replays(line);
      job.line = std::move(line);
      jobs_.push_back(std::make_shared<Job>(std::move(job)));
    }
  }
  changed_.notify_all();
}

// `isready` and `debug` do not wait for the end of the thinking command before them, but for every command before that
// one.
void Loop::handle_out_of_band(HostLine line) {
  if (jobs_.empty() && running_ && running_->thinks) {
    if (is<DebugCommand>(line)) {
      responder_->set_debug(std::get<DebugCommand>(*command_of(line)).on);
    } else {
      writer_.send_at_once(format_engine_message(ReadyOk{}));
    }
    return;
  }
  const auto place = !jobs_.empty() && jobs_.back()->thinks ? std::prev(jobs_.end()) : jobs_.end();
  idle_stop_.request_stop();
  Job job;
  job.line = std::move(line);
  jobs_.insert(place, std::make_shared<Job>(std::move(job)));
}

// While a long history is replayed: the host hears that we are alive. Only where nothing else comes before its isready.
void Loop::answer_waiting_isready() {
  const std::lock_guard lock(mutex_);
  while (!jobs_.empty() && is<IsReadyCommand>(jobs_.front()->line) &&
         std::chrono::steady_clock::now() - jobs_.front()->came >= kReadyTime) {
    jobs_.pop_front();
    writer_.send_at_once(format_engine_message(ReadyOk{}));
  }
}

std::shared_ptr<Loop::Job> Loop::next_job() {
  std::unique_lock lock(mutex_);
  running_ = nullptr;
  while (jobs_.empty() && !leaving_ && responder_->has_work_left()) {
    idle_stop_ = std::stop_source();
    const std::stop_token stop = idle_stop_.get_token();
    lock.unlock();
    responder_->work_on(stop);
    lock.lock();
  }
  changed_.wait(lock, [this] { return !jobs_.empty() || leaving_; });
  if (jobs_.empty() || output_broken_) {
    return nullptr;
  }
  running_ = jobs_.front();
  jobs_.pop_front();
  return running_;
}

void Loop::work() {
  responder_->while_replaying = [this] { answer_waiting_isready(); };
  while (const auto job = next_job()) {
    responder_->execute(job->line, job->stop.get_token());
  }
  // The chess engines leave before the worker is done.
  responder_.reset();
  {
    const std::lock_guard lock(mutex_);
    worker_done_ = true;
  }
  changed_.notify_all();
}

int serve_host(const MakeResponder& make) {
  std::signal(SIGPIPE, SIG_IGN);  // a host that went away is seen as a failed write
  Loop loop(make, STDIN_FILENO, STDOUT_FILENO);
  if (loop.run() == Loop::End::kStuck) {
    std::_Exit(EXIT_SUCCESS);
  }
  return EXIT_SUCCESS;
}

}  // namespace lanternfish
