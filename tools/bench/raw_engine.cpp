#include "tools/bench/raw_engine.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <ctime>
#include <system_error>
#include <thread>

#include <fmt/format.h>

namespace lanternfish {

namespace {

constexpr std::size_t kReadSize = 1 << 16;  // bytes; what a Linux pipe holds

}  // namespace

RawEngine::RawEngine(const std::vector<std::string>& argv, int hash_mb, int multi_pv) {
  int in[2];
  int out[2];
  if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe2");
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  std::vector<char*> words;
  for (const std::string& word : argv) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  const int error = ::posix_spawnp(&pid_, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  to_engine_ = in[1];
  from_engine_ = out[0];
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), argv[0]);
  }
  ask("uci\n", "uciok");
  ask(fmt::format("setoption name Threads value 1\nsetoption name Hash value {}\nsetoption name MultiPV value {}\n"
                  "isready\n",
                  hash_mb, multi_pv),
      "readyok");
}

RawEngine::~RawEngine() {
  ::close(to_engine_);
  ::close(from_engine_);
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void RawEngine::ask(const std::string& text, const std::string& word) {
  if (::write(to_engine_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("the raw engine does not read");
  }
  const std::string wanted = "\n" + word;
  std::size_t size = 0;
  std::size_t line = 0;  // where the newline before the last line begun stands
  read_.resize(2 * kReadSize);
  read_[size++] = '\n';
  while (true) {
    if (read_.size() - size < kReadSize) {
      read_.resize(2 * read_.size());
    }
    const ssize_t n = ::read(from_engine_, read_.data() + size, kReadSize);
    if (n <= 0) {
      throw std::runtime_error("the raw engine is gone");
    }
    size += static_cast<std::size_t>(n);
    const std::string_view read(read_.data(), size);
    const std::size_t found = read.find(wanted, line);
    if (found != std::string_view::npos && read.find('\n', found + 1) != std::string_view::npos) {
      return;
    }
    line = read.rfind('\n');
  }
}

double cpu_seconds(int pid) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    return std::nan("");
  }
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double drive_raw(std::span<RawEngine* const> engines, std::span<const std::string> questions) {
  std::atomic<std::size_t> next = 0;
  const auto begin = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> threads;
    for (RawEngine* engine : engines) {
      threads.emplace_back([&, engine] {
        for (std::size_t i = next++; i < questions.size(); i = next++) {
          engine->ask(questions[i], "bestmove");
        }
      });
    }
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace lanternfish
