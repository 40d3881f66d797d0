#include "support/line_writer.h"
#include "support/deadline.h"

#include <doctest/doctest.h>
#include <poll.h>

#include <atomic>
#include <csignal>
#include <map>
#include <optional>
#include <sstream>
#include <thread>
#include <vector>

#include "tests/support/pipe.h"

using namespace lanternfish;
using namespace std::chrono_literals;

namespace {

using testing::Pipe;

}  // namespace

TEST_CASE("line writer: lines of several threads never mix, and each thread's stay in order") {
  constexpr int kThreads = 4, kLines = 2'000;
  Pipe pipe;
  std::string text;
  std::jthread host([&] { text = pipe.read_all(); });
  {
    LineWriter writer(pipe.writer(), [] {});
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&writer, t] {
        for (int i = 0; i < kLines; ++i) {
          const std::string line = std::to_string(t) + " " + std::to_string(i) + " " + std::string(i % 90, 'x') + "|";
          i % 3 == 0 ? writer.send_at_once(line) : writer.send(line);
        }
      });
    }
  }
  pipe.close_writer();
  host.join();
  std::istringstream in(text);
  std::map<int, int> next;
  int lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    std::istringstream words(line);
    int thread = -1, number = -1;
    words >> thread >> number;
    REQUIRE(number == next[thread]++);
    REQUIRE(line.find('|') == line.size() - 1);
  }
  CHECK(lines == kThreads * kLines);
}

TEST_CASE("line writer: a host that reads no more is told once, and then nothing blocks") {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  pipe.close_reader();
  std::atomic<int> told = 0;
  LineWriter writer(pipe.writer(), [&] { ++told; });
  const std::string line(100'000, 'x');
  for (int i = 0; i < 100; ++i) {  // far more than the room for waiting lines
    writer.send(line);
  }
  CHECK(writer.flush(SteadyClock::now() + 5s));
  for (int i = 0; i < 500 && told == 0; ++i) {
    std::this_thread::sleep_for(10ms);
  }
  CHECK(told == 1);
}

TEST_CASE("line writer: a host that pauses holds up send, but not send_at_once, and loses nothing") {
  Pipe pipe;
  LineWriter writer(pipe.writer(), [] {});
  const std::string line(100'000, 'x');
  writer.send(line);
  pollfd arrived{.fd = pipe.reader(), .events = POLLIN, .revents = 0};
  REQUIRE(::poll(&arrived, 1, 5'000) == 1);  // the first line is on its way, and fills the pipe
  for (int i = 0; i < 14; ++i) {
    writer.send_at_once(line);  // 1.4 MB: more than the room
  }
  CHECK_FALSE(writer.flush(SteadyClock::now() + 20ms));
  std::atomic<bool> sent = false;
  std::jthread sender([&] {
    writer.send("last");
    sent = true;
  });
  std::this_thread::sleep_for(50ms);
  CHECK_FALSE(sent);
  std::string text(15 * (line.size() + 1) + 5, ' ');
  for (std::size_t got = 0; got < text.size();) {
    const ssize_t n = ::read(pipe.reader(), text.data() + got, text.size() - got);
    REQUIRE(n > 0);
    got += static_cast<std::size_t>(n);
  }
  CHECK(text.ends_with("x\nlast\n"));
  sender.join();
  CHECK(sent);
  CHECK(writer.flush(SteadyClock::now() + 5s));
}

TEST_CASE("line writer: a descriptor that does not block gets everything, too") {
  Pipe pipe;
  REQUIRE(::fcntl(pipe.writer(), F_SETFL, O_NONBLOCK) == 0);
  std::string text;
  std::jthread host([&] {
    std::this_thread::sleep_for(20ms);  // the pipe is full by now
    text = pipe.read_all();
  });
  const std::string line(300'000, 'x');
  {
    LineWriter writer(pipe.writer(), [] {});
    writer.send(line);
    CHECK(writer.flush(SteadyClock::now() + 5s));
  }
  pipe.close_writer();
  host.join();
  CHECK(text == line + "\n");
}
