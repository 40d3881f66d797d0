#include "support/file.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <sys/un.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "support/descriptor.h"
#include "tests/folder.h"
#include "tests/small_files.h"

using namespace lanternfish;
using lanternfish::testing::Folder;

TEST_CASE("files: written whole, through a link, and over what was there") {
  const Folder folder("lanternfish_file_test");
  const std::filesystem::path file = folder.path() / "new" / "file";
  REQUIRE(write_file(file, "one").ok());
  std::filesystem::create_symlink(file, folder.path() / "link");
  REQUIRE(write_file(folder.path() / "link", "two").ok());
  CHECK(std::filesystem::is_symlink(folder.path() / "link"));
  CHECK(read_file(file).value() == "two");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path() / "new"), {}) == 1);  // nothing left aside
}

TEST_CASE("files: where not all can be written, what was there stays, and nothing is left aside") {
  const Folder folder("lanternfish_file_test");
  const std::filesystem::path file = folder.path() / "file";
  REQUIRE(write_file(file, "as it was").ok());
  {
    const lanternfish::testing::SmallFiles limit(100);
    const Status written = write_file(file, std::string(200, 'x'));
    REQUIRE_FALSE(written.ok());
    CHECK(written.error() == fmt::format("cannot write {}: File too large", file.string()));
    CHECK_FALSE(write_file(folder.path() / "other", std::string(200, 'x')).ok());
  }
  CHECK(read_file(file).value() == "as it was");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("files: another kind of file is not written over") {
  const Folder folder("lanternfish_file_test");
  const std::filesystem::path file = folder.path() / "file";
  CHECK(can_replace_file(file, "<!doctype").ok());
  for (const char* content : {"", "<!doctype html>", "{\"type\": \"GameHistory\"}", "<"}) {
    CAPTURE(std::string(content));
    REQUIRE(write_file(file, content).ok());
    CHECK(can_replace_file(file, "<!doctype").ok() == (content[0] == '\0' || content[1] == '!'));
    CHECK(read_file(file).value() == content);
  }
}

TEST_CASE("files: a pipe is written to, a folder and a file in the way are refused with the reason") {
  const Folder folder("lanternfish_file_test");
  const std::filesystem::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string got(7, ' ');
  std::thread reader([&] { std::ifstream(pipe).read(got.data(), 7); });
  CHECK(write_file(pipe, "through").ok());
  reader.join();
  CHECK(got == "through");
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(write_file(folder.path(), "x").error().ends_with("it is a folder"));
  CHECK(can_write_file(folder.path()).error() == write_file(folder.path(), "x").error());
  CHECK(can_replace_file(folder.path(), "x").error() == write_file(folder.path(), "x").error());
  REQUIRE(write_file(folder.path() / "file", "x").ok());
  CHECK(write_file(folder.path() / "file" / "below", "x").error().find("cannot make the folder") == 0);
  CHECK(read_file(folder.path() / "none").error().ends_with("No such file or directory"));
}

TEST_CASE("files: what is no ordinary file is not read, and nobody is waited for") {
  const Folder folder("lanternfish_file_test");
  const std::filesystem::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(read_file(pipe).error() == fmt::format("cannot read {}: it is a pipe", pipe.string()));
  CHECK(read_file("/dev/zero").error().ends_with("it is a device"));
  CHECK(read_file(folder.path()).error().ends_with("it is a folder"));
  CHECK(read_file_part(pipe, 0, 10).error().ends_with("it is a pipe"));
}

TEST_CASE("files: reading ends at the bound, and a large file is refused before it is read") {
  const Folder folder("lanternfish_file_test");
  const std::filesystem::path file = folder.path() / "file";
  REQUIRE(write_file(file, "0123456789").ok());
  CHECK(read_file(file, 10).value() == "0123456789");
  CHECK(read_file(file, 9).error().ends_with("is too large: more than 9 bytes"));
  std::filesystem::resize_file(file, std::uintmax_t{1} << 40);  // with a hole
  CHECK(read_file(file).error().find("too large") != std::string::npos);
  CHECK(read_file_part(file, 8, 3).value() == std::string("89\0", 3));
  CHECK(read_file("/proc/self/status").value().find("Name:") == 0);  // its size is said to be 0
  CHECK(read_file("/dev/null").error().ends_with("it is a device"));
}
