#include "support/file.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <sys/un.h>

#include <filesystem>
#include <thread>

#include "tests/folder.h"

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

TEST_CASE("files: a pipe is written to, a folder and a file in the way are refused with the reason") {
  const Folder folder("lanternfish_file_test");
  const std::filesystem::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string got;
  std::thread reader([&] { got = read_file(pipe).value(); });
  CHECK(write_file(pipe, "through").ok());
  reader.join();
  CHECK(got == "through");
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(write_file(folder.path(), "x").error().ends_with("it is a folder"));
  REQUIRE(write_file(folder.path() / "file", "x").ok());
  CHECK(write_file(folder.path() / "file" / "below", "x").error().find("cannot make the folder") == 0);
  CHECK(read_file(folder.path() / "none").error().ends_with("No such file or directory"));
}

TEST_CASE("files: reading ends at the bound, also of an endless device") {
  CHECK(read_file("/dev/zero", 1 << 20).error().find("too large") != std::string::npos);
}
