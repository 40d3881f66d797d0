#include "support/append_file.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "support/file.h"
#include "tests/folder.h"
#include "tests/small_files.h"

using namespace lanternfish;
using lanternfish::testing::Folder;
using lanternfish::testing::SmallFiles;

namespace {

std::unique_ptr<AppendFile> opened(const std::filesystem::path& file, const AppendOptions& options = {}) {
  return AppendFile::open(file, options).value();
}

}  // namespace

TEST_CASE("append: a write that comes back short leaves nothing behind, and the next one that fits is whole") {
  const Folder folder("lanternfish_append_test");
  const std::filesystem::path path = folder.path() / "new" / "lines";
  const auto file = opened(path);
  REQUIRE(file->append_line("first").ok());
  {
    const SmallFiles limit(10);
    const Status failed = file->append_line("second, too long");
    REQUIRE_FALSE(failed.ok());
    CHECK(failed.error() == fmt::format("cannot write {}: File too large", path.string()));
    CHECK(read_file(path).value() == "first\n");
    CHECK(file->append_line("2nd").ok());
  }
  CHECK(file->append_line("third").ok());
  CHECK(read_file(path).value() == "first\n2nd\nthird\n");
}

TEST_CASE("append: threads that write while writes fail now and then tear no line") {
  const Folder folder("lanternfish_append_test");
  const std::filesystem::path path = folder.path() / "lines";
  const auto file = opened(path, {.sync = false});
  std::atomic<int> added = 0;
  {
    const SmallFiles limit(5'000);
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < 4; ++writer) {
      writers.emplace_back([&, writer] {
        for (int i = 0; i < 200; ++i) {
          added += file->append_line(std::string(static_cast<std::size_t>(7 + 13 * writer + i % 5), 'x')).ok() ? 1 : 0;
        }
      });
    }
  }
  int lines = 0;
  const LinesRead read = read_lines(read_file(path).value(), path, BadLines::kRefuse, [&](std::string_view line) {
                           ++lines;
                           CHECK(line.find_first_not_of('x') == std::string_view::npos);
                           CHECK(line.size() <= 50);
                           return success();
                         }).value();
  CHECK_FALSE(read.torn.has_value());
  CHECK(lines == added);
  CHECK(added > 100);
  CHECK(added < 800);
}

TEST_CASE("append: where a torn part cannot be cut off, nothing is written behind it") {
  const int memory = ::memfd_create("lanternfish", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  REQUIRE(memory >= 0);
  const std::filesystem::path path = fmt::format("/proc/self/fd/{}", memory);
  const auto file = opened(path);
  REQUIRE(file->append_line("first").ok());
  REQUIRE(::fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK) == 0);
  {
    const SmallFiles limit(10);
    CHECK(file->append_line("second").error().find("cannot be cut off") != std::string::npos);
  }
  CHECK(file->append_line("third").error().find("cannot be cut off") != std::string::npos);
  CHECK(read_file(path).value() == "first\nseco");
  ::close(memory);
}

TEST_CASE("append: one line of a table is there whole or not at all") {
  const Folder folder("lanternfish_append_test");
  const std::filesystem::path path = folder.path() / "table.tsv";
  REQUIRE(append_line(path, "step\tloss").ok());
  {
    const SmallFiles limit(15);
    CHECK_FALSE(append_line(path, "1000\t2.345678").ok());
  }
  REQUIRE(append_line(path, "2000\t1.5").ok());
  CHECK(read_file(path).value() == "step\tloss\n2000\t1.5\n");
}

TEST_CASE("append: opening cuts a torn last line off, however long, unless the file is none of lines") {
  const Folder folder("lanternfish_append_test");
  const std::filesystem::path path = folder.path() / "lines";
  for (const std::size_t torn : {1, 65'535, 65'536, 65'537, 200'000}) {
    REQUIRE(write_file(path, "whole\n" + std::string(torn, 'x')).ok());
    REQUIRE(opened(path)->append_line("next").ok());
    CHECK(read_file(path).value() == "whole\nnext\n");
  }
  REQUIRE(write_file(path, "torn").ok());
  CHECK(opened(path, {.lines = false})->append("!").ok());
  CHECK(read_file(path).value() == "torn!");
  CHECK(opened(path)->append_line("first").ok());
  CHECK(read_file(path).value() == "first\n");
  CHECK(opened(path, {.empty = true})->append_line("anew").ok());
  CHECK(read_file(path).value() == "anew\n");
}

TEST_CASE("append: one writer at a time, and ordinary files alone") {
  const Folder folder("lanternfish_append_test");
  const std::filesystem::path path = folder.path() / "lines";
  {
    const auto file = opened(path);
    CHECK(AppendFile::open(path).error().ends_with("is in use by another run"));
  }
  CHECK(AppendFile::open(path).ok());
  REQUIRE(::mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
  CHECK(AppendFile::open(folder.path() / "pipe").error().ends_with("it is a pipe"));
  CHECK(AppendFile::open("/dev/full").error().ends_with("it is a device"));
}

TEST_CASE("lines: a bad one in the middle is an error or left out, a bad last one is torn; all are named") {
  const auto even = [](std::string_view line) { return line.size() % 2 == 0 ? success() : Status(Error{"it is odd"}); };
  CHECK(read_lines("aa\nb\ncc\n", "file", BadLines::kRefuse, even).error() == "file, line 2: it is odd");
  const LinesRead left_out = read_lines("aa\nb\ncc\n", "file", BadLines::kLeaveOut, even).value();
  CHECK(left_out.left_out == std::vector<std::string>{"file, line 2: it is odd"});
  CHECK_FALSE(left_out.torn.has_value());
  CHECK(left_out.good_bytes == 8);
  const LinesRead torn = read_lines("aa\nbb", "file", BadLines::kRefuse, even).value();
  CHECK(torn.torn == "file, line 2: it is not whole");
  CHECK(torn.good_bytes == 3);
  CHECK(read_lines("aa\nb\n", "file", BadLines::kRefuse, even).value().torn == "file, line 2: it is odd");
}
