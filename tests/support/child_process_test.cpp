#include "support/child_process.h"
#include "support/deadline.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace lanternfish;
using namespace std::chrono_literals;

namespace {

using Read = ChildProcess::ReadStatus;

std::unique_ptr<ChildProcess> start(std::vector<std::string> argv) {
  auto child = ChildProcess::start({.argv = std::move(argv), .directory = {}});
  REQUIRE(child.ok());
  return std::move(child).value();
}
std::unique_ptr<ChildProcess> shell(const std::string& script) { return start({"/bin/sh", "-c", script}); }

std::string line_of(ChildProcess& child, std::chrono::milliseconds time = 5s) {
  std::string line;
  return child.read_line(line, SteadyClock::now() + time) == Read::kLine ? line : "<none>";
}
Read status_of(ChildProcess& child, std::chrono::milliseconds time = 5s) {
  std::string line;
  return child.read_line(line, SteadyClock::now() + time);
}

// Within a moment: whether no process has this number, zombies aside.
bool gone(int pid) {
  for (int i = 0; i < 300; ++i) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string number, name, state;
    if (!(stat >> number >> name >> state) || state == "Z") {
      return true;
    }
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator list("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(list), end(list)));
}

}  // namespace

TEST_CASE("child process: lines go both ways") {
  const auto child = start({"cat"});
  REQUIRE(child->write_line("hello", SteadyClock::now() + 1s));
  REQUIRE(child->write_line("", SteadyClock::now() + 1s));
  REQUIRE(child->write_line("world", SteadyClock::now() + 1s));
  CHECK(line_of(*child) == "hello");
  CHECK(line_of(*child) == "");
  CHECK(line_of(*child) == "world");
  CHECK(status_of(*child, 20ms) == Read::kTimeout);
  CHECK(child->wait_or_kill(SteadyClock::now() + 2s));
  CHECK(child->exit_code() == 0);
}

TEST_CASE("child process: everything written before the end is delivered, then the end") {
  const auto child = shell("printf 'one\\r\\ntwo\\nthree'; exit 7");
  std::this_thread::sleep_for(50ms);  // it is gone before we read
  CHECK(line_of(*child) == "one");
  CHECK(line_of(*child) == "two");
  CHECK(line_of(*child) == "three");
  CHECK(status_of(*child) == Read::kClosed);
  CHECK(child->wait_or_kill(SteadyClock::now() + 2s));
  CHECK(child->exit_code() == 7);
}

TEST_CASE("child process: end of file comes although siblings live on") {
  const auto first = shell("read line");
  const auto sibling = shell("sleep 100");
  REQUIRE(first->write_line("go", SteadyClock::now() + 1s));
  CHECK(status_of(*first, 2s) == Read::kClosed);
}

TEST_CASE("child process: writing to a dead child fails and harms nobody") {
  const auto child = shell("exit 0");
  REQUIRE(child->wait_or_kill(SteadyClock::now() + 2s));
  const auto other = shell("exec <&-; sleep 0.05; kill -9 $$");
  bool written = true;
  for (int i = 0; i < 100 && written; ++i) {
    written = other->write_line("anybody there?", SteadyClock::now() + 100ms);
    std::this_thread::sleep_for(2ms);
  }
  CHECK_FALSE(written);
  CHECK_FALSE(child->write_line("and here?", SteadyClock::now() + 100ms));
}

TEST_CASE("child process: children die of SIGPIPE as programs expect") {
  const auto child = shell("yes | head -n 1 >/dev/null; trap 'echo ignored' PIPE; kill -PIPE $$; echo alive");
  CHECK(line_of(*child) == "ignored");  // the trap could not be set were the signal ignored on entry
}

TEST_CASE("child process: a child that does not read is noticed") {
  const auto child = shell("sleep 100");
  const std::string text(10'000, 'x');
  const auto begin = SteadyClock::now();
  bool written = true;
  for (int i = 0; i < 100 && written; ++i) {
    written = child->write_line(text, SteadyClock::now() + 50ms);
  }
  CHECK_FALSE(written);
  CHECK(SteadyClock::now() - begin < 1s);
}

TEST_CASE("child process: a child that writes without end does not hold us past the deadline") {
  const auto child = start({"yes"});
  const auto deadline = SteadyClock::now() + 100ms;
  std::string line;
  std::size_t lines = 0;
  while (child->read_line(line, deadline) == Read::kLine) {
    ++lines;
  }
  CHECK(lines > 1000);
  CHECK(SteadyClock::now() - deadline < 100ms);
  const auto begin = SteadyClock::now();
  CHECK_FALSE(start({"sh", "-c", "trap '' PIPE; while :; do echo y; done"})->wait_or_kill(SteadyClock::now() + 100ms));
  CHECK(SteadyClock::now() - begin < 400ms);
}

TEST_CASE("child process: several lines go in one write and are taken from one read") {
  const auto child = start({"cat"});
  REQUIRE(child->write_text("one\ntwo\nthree\n", SteadyClock::now() + 1s));
  CHECK(line_of(*child) == "one");
  std::string_view line;
  REQUIRE(child->take_line(line));
  CHECK(line == "two");
  REQUIRE(child->take_line(line));
  CHECK(line == "three");
  CHECK_FALSE(child->take_line(line));
}

TEST_CASE("child process: a rest lasts whatever the child writes, and ends when woken") {
  const auto child = shell("echo one; echo two; exec cat");
  const auto begin = SteadyClock::now();
  child->rest(begin + 60ms);
  CHECK(SteadyClock::now() - begin >= 60ms);
  CHECK(line_of(*child) == "one");
  std::jthread waker([&] {
    std::this_thread::sleep_for(30ms);
    child->wake();
  });
  const auto second = SteadyClock::now();
  child->rest(second + 10s);
  CHECK(SteadyClock::now() - second < 2s);
  CHECK(status_of(*child) == Read::kTimeout);
  CHECK(line_of(*child) == "two");
}

TEST_CASE("child process: a line without end is cut") {
  const auto child = shell("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo next");
  CHECK(line_of(*child).size() == ChildProcess::kMaxLine);
  CHECK(line_of(*child) == "next");
}

TEST_CASE("child process: wake ends a wait from another thread, once") {
  const auto child = shell("sleep 100");
  std::jthread waker([&] {
    std::this_thread::sleep_for(50ms);
    child->wake();
  });
  const auto begin = SteadyClock::now();
  CHECK(status_of(*child, 10s) == Read::kTimeout);
  CHECK(SteadyClock::now() - begin < 1s);
  const auto again = SteadyClock::now();
  CHECK(status_of(*child, 100ms) == Read::kTimeout);
  CHECK(SteadyClock::now() - again >= 100ms);
}

TEST_CASE("child process: the whole group is killed, descendants too") {
  const auto child = shell("sleep 1000 & echo $!; wait");
  const int descendant = std::stoi(line_of(*child));
  child->kill();
  CHECK_FALSE(child->running());
  CHECK(child->exit_code() == 128 + SIGKILL);
  CHECK(gone(descendant));
}

TEST_CASE("child process: a program that is not there is an error, not a child") {
  const auto nowhere = ChildProcess::start({.argv = {"/nowhere/program"}, .directory = {}});
  CHECK_FALSE(nowhere.ok());
  CHECK_FALSE(ChildProcess::start({.argv = {"no-such-program-anywhere"}, .directory = {}}).ok());
  CHECK_FALSE(ChildProcess::start({.argv = {}, .directory = {}}).ok());
  CHECK_FALSE(ChildProcess::start({.argv = {"/bin/sh"}, .directory = "/nowhere"}).ok());
  siginfo_t info{};
  const bool children = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
  CHECK((!children || info.si_pid == 0));  // no zombie either
}

TEST_CASE("child process: runs in the folder asked for") {
  auto child = ChildProcess::start({.argv = {"pwd"}, .directory = "/usr"});
  REQUIRE(child.ok());
  CHECK(line_of(**child) == "/usr");
}

TEST_CASE("child process: nothing is left behind by 200 starts") {
  shell("exit 0").reset();
  const std::size_t before = open_descriptors();
  std::vector<int> pids;
  for (int i = 0; i < 200; ++i) {
    const auto child = start({"cat"});
    pids.push_back(child->pid());
    if (i % 2 == 0) {
      CHECK(child->wait_or_kill(SteadyClock::now() + 2s));
    }
  }
  CHECK(open_descriptors() == before);
  for (const int pid : pids) {
    CHECK(::kill(pid, 0) != 0);
  }
}

TEST_CASE("child process: a child inherits nothing but its three streams") {
  const auto one = start({"cat"});
  // Once it says something it has been loaded, which opens files for a moment; then it waits.
  const auto child = shell("echo up; read line");
  CHECK(line_of(*child) == "up");
  const std::filesystem::directory_iterator list("/proc/" + std::to_string(child->pid()) + "/fd");
  CHECK(std::distance(begin(list), end(list)) == 3);
}

TEST_CASE("child process: children die with a parent that is killed") {
  int fds[2];
  REQUIRE(::pipe(fds) == 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    const auto child = ChildProcess::start({.argv = {"sleep", "1000"}, .directory = {}});
    const int pid = child.ok() ? child.value()->pid() : -1;
    [[maybe_unused]] const auto written = ::write(fds[1], &pid, sizeof pid);
    ::pause();
    ::_exit(0);
  }
  int pid = -1;
  REQUIRE(::read(fds[0], &pid, sizeof pid) == sizeof pid);
  REQUIRE(pid > 0);
  CHECK(::kill(pid, 0) == 0);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  CHECK(gone(pid));
  ::close(fds[0]);
  ::close(fds[1]);
}

TEST_CASE("child process: a child outlives the thread that started it") {
  std::unique_ptr<ChildProcess> child;
  std::thread([&] { child = start({"cat"}); }).join();
  std::this_thread::sleep_for(50ms);
  REQUIRE(child->write_line("here", SteadyClock::now() + 1s));
  CHECK(line_of(*child) == "here");
}

TEST_CASE("child process: a forked copy of the program that lets go of it does not end it") {
  auto child = start({"cat"});
  const pid_t copy = ::fork();
  if (copy == 0) {
    const bool sent = child->write_line("from the copy", SteadyClock::now() + 1s);
    child.reset();
    const bool starts_others = line_of(*shell("echo other")) == "other";
    ::_exit(!sent && starts_others ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(copy, &status, 0) == copy);
  CHECK(status == 0);
  REQUIRE(child->write_line("still here", SteadyClock::now() + 1s));
  CHECK(line_of(*child) == "still here");
}
