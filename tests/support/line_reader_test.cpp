#include "support/line_reader.h"
#include "support/deadline.h"

#include <doctest/doctest.h>

#include <string>
#include <thread>

#include "tests/support/pipe.h"

using namespace lanternfish;
using namespace std::chrono_literals;

namespace {

using LineRead = LineReader::Read;
using testing::Pipe;

constexpr std::size_t kShort = 10;  // bytes of the longest line in these tests

std::string name_of(LineRead read) {
  constexpr const char* kNames[] = {"line", "cut", "timeout", "woken", "end"};
  return kNames[static_cast<std::size_t>(read)];
}

// "line:TEXT", "cut:TEXT", "timeout", "woken" or "end".
std::string next(LineReader& reader, SteadyClock::duration patience = 5s) {
  std::string_view line;
  const LineRead read = reader.next(line, SteadyClock::now() + patience);
  return read == LineRead::kLine || read == LineRead::kCutLine ? name_of(read) + ":" + std::string(line)
                                                               : name_of(read);
}

}  // namespace

TEST_CASE("line reader: LF and CRLF end a line, and only they") {
  Pipe pipe;
  LineReader reader(pipe.reader(), kShort);
  pipe.write("one\ntwo\r\n\n\r\na\rb\nc\r\r\n");
  CHECK(next(reader) == "line:one");
  CHECK(next(reader) == "line:two");
  CHECK(next(reader) == "line:");
  CHECK(next(reader) == "line:");
  CHECK(next(reader) == "line:a\rb");
  CHECK(next(reader) == "line:c\r");
  CHECK(next(reader, 10ms) == "timeout");
}

TEST_CASE("line reader: a line may come in pieces, its end too") {
  Pipe pipe;
  LineReader reader(pipe.reader(), kShort);
  for (const char* piece : {"o", "n", "e", "\r"}) {
    pipe.write(piece);
    CHECK(next(reader, 1ms) == "timeout");
  }
  pipe.write("\ntw");
  CHECK(next(reader) == "line:one");
  CHECK(next(reader, 1ms) == "timeout");
  pipe.write("o\n");
  CHECK(next(reader) == "line:two");
}

TEST_CASE("line reader: a last line without newline counts, then the end stays") {
  for (const char* rest : {"rest", "rest\n"}) {
    Pipe pipe;
    LineReader reader(pipe.reader(), kShort);
    pipe.write(std::string("first\n") + rest);
    pipe.close_writer();
    CHECK(next(reader) == "line:first");
    CHECK(next(reader) == "line:rest");
    CHECK(next(reader) == "end");
    CHECK(next(reader) == "end");
  }
}

TEST_CASE("line reader: a line of the maximum length is whole, one byte more is cut") {
  const std::string whole(kShort, 'x');
  for (const char* end : {"\n", "\r\n"}) {
    Pipe pipe;
    LineReader reader(pipe.reader(), kShort);
    pipe.write(whole + end + whole + "y" + end + "next" + end);
    CHECK(next(reader) == "line:" + whole);
    CHECK(next(reader) == "cut:" + whole);
    CHECK(next(reader) == "line:next");
  }
}

TEST_CASE("line reader: a long line in pieces is given once, when it is too long, and its rest skipped") {
  Pipe pipe;
  LineReader reader(pipe.reader(), kShort);
  pipe.write("0123456789ab");
  CHECK(next(reader) == "cut:0123456789");
  pipe.write("cdefghijklmnopqrstuvwxyz");
  CHECK(next(reader, 1ms) == "timeout");
  pipe.write("...\nnext\n0123456789ab");
  CHECK(next(reader) == "line:next");
  CHECK(next(reader) == "cut:0123456789");
  pipe.close_writer();
  CHECK(next(reader) == "end");
}

TEST_CASE("line reader: a long line takes no more memory than its maximum") {
  Pipe pipe;
  LineReader reader(pipe.reader(), std::size_t{1} << 20);
  std::jthread host([&] {
    for (int i = 0; i < 200; ++i) {
      pipe.write(std::string(100'000, 'x'));
    }
    pipe.write("\nnext\n");
  });
  std::string_view line;
  CHECK(reader.next(line) == LineRead::kCutLine);
  CHECK(line.size() == std::size_t{1} << 20);
  CHECK(next(reader) == "line:next");
}

TEST_CASE("line reader: take asks for nothing, fill reads once and never waits") {
  Pipe pipe;
  LineReader reader(pipe.reader(), kShort);
  std::string_view line;
  CHECK(reader.take(line) == LineRead::kTimeout);
  CHECK(reader.fill());
  CHECK(reader.take(line) == LineRead::kTimeout);
  pipe.write("one\ntwo\nrest");
  CHECK(reader.take(line) == LineRead::kTimeout);
  CHECK(reader.fill());
  CHECK(reader.take(line) == LineRead::kLine);
  CHECK(line == "one");
  CHECK(reader.take(line) == LineRead::kLine);
  CHECK(reader.take(line) == LineRead::kTimeout);
  pipe.close_writer();
  CHECK_FALSE(reader.fill());
  CHECK(reader.take(line) == LineRead::kLine);
  CHECK(line == "rest");
  CHECK(reader.take(line) == LineRead::kEnd);
}

TEST_CASE("line reader: wake ends a wait from another thread, once, and is not lost when nobody waits") {
  Pipe pipe;
  LineReader reader(pipe.reader(), kShort);
  {
    std::jthread waker([&] {
      std::this_thread::sleep_for(30ms);
      reader.wake();
    });
    CHECK(next(reader, 60s) == "woken");
  }
  CHECK(next(reader, 10ms) == "timeout");
  pipe.write("line\n");
  reader.wake();
  CHECK(next(reader) == "woken");
  CHECK(next(reader) == "line:line");
}

TEST_CASE("line reader: waiting for wake lasts whatever comes in") {
  Pipe pipe;
  LineReader reader(pipe.reader(), kShort);
  pipe.write("line\n");
  const auto begin = SteadyClock::now();
  reader.wait_for_wake(begin + 40ms);
  CHECK(SteadyClock::now() - begin >= 40ms);
  reader.wake();
  reader.wait_for_wake(SteadyClock::now() + 60s);
  CHECK(SteadyClock::now() - begin < 30s);
  CHECK(next(reader) == "woken");
  CHECK(next(reader) == "line:line");
}

TEST_CASE("line reader: a descriptor that does not block is no end, a broken one is") {
  Pipe pipe;
  REQUIRE(::fcntl(pipe.reader(), F_SETFL, O_NONBLOCK) == 0);
  LineReader reader(pipe.reader(), kShort);
  CHECK(next(reader, 10ms) == "timeout");
  pipe.write("line\n");
  CHECK(next(reader) == "line:line");
  LineReader write_only(pipe.writer(), kShort);
  pipe.close_reader();
  CHECK(next(write_only) == "end");
}

TEST_CASE("line reader: discard forgets what was read and what is waiting") {
  Pipe pipe;
  LineReader reader(pipe.reader(), kShort);
  pipe.write("one\ntwo\n");
  CHECK(next(reader) == "line:one");
  pipe.write("three\nfour");
  reader.discard();
  CHECK(next(reader, 1ms) == "timeout");
  pipe.write("five\n");
  CHECK(next(reader) == "line:five");
}
