#include "tools/common/stop_signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>

#include <fmt/format.h>

namespace lanternfish {

namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

// A handler may do little more than write to a pipe. The signals are not blocked, because engines would inherit that.
std::array<int, 2> alarm_pipe;

void on_signal(int) {
  const char byte = 's';
  [[maybe_unused]] const ssize_t written = ::write(alarm_pipe[1], &byte, 1);
}

}  // namespace

StopSignals::StopSignals() {
  if (::pipe2(alarm_pipe.data(), O_CLOEXEC) != 0) {
    return;  // then a signal ends the program as usual, and loses no finished game either
  }
  watcher_ = std::jthread([this] {
    char byte = 0;
    if (::read(alarm_pipe[0], &byte, 1) == 1 && byte == 's') {
      source_.request_stop();
    }
  });
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  for (const int signal : kSignals) {
    ::sigaction(signal, &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  if (!watcher_.joinable()) {
    return;
  }
  for (const int signal : kSignals) {
    ::signal(signal, SIG_DFL);
  }
  const char byte = 'q';
  [[maybe_unused]] const ssize_t written = ::write(alarm_pipe[1], &byte, 1);
  watcher_.join();
  ::close(alarm_pipe[0]);
  ::close(alarm_pipe[1]);
}

Result<int> unless_stopped(Result<int> ended, const StopSignals& signals) {
  if (ended || !signals.token().stop_requested()) {
    return ended;
  }
  fmt::print("stopped ({}); the same command goes on\n", ended.error());
  return kStoppedStatus;
}

}  // namespace lanternfish
