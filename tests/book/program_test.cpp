// The program lanternfish-book, where games or disks are not as they should be.

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "game/game_record.h"
#include "game/referee.h"
#include "support/file.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tests/support_files.h"

using namespace lanternfish;
using lanternfish::testing::Folder;
using lanternfish::testing::Output;
using lanternfish::testing::run;
using lanternfish::testing::says;
using lanternfish::testing::write;

namespace {

std::string book(const std::string& arguments) { return std::string("'") + testing::kBookProgram + "' " + arguments; }

}  // namespace

TEST_CASE("book program: where nothing comes out the old book stays, and that is a failure") {
  const Folder folder("lanternfish_book_build");
  const std::string old = "lanternfish-book 1\nwhite none -> e6 1\n";
  write(folder.path() / "my.book", old);
  write(folder.path() / "broken.json", "{\"type\":");
  Referee referee{GameRules{}};
  referee.notify();
  referee.sense(kNoSquare);
  REQUIRE(referee.move(kNullMove).ok());
  REQUIRE(write_game_record(folder.path() / "games" / "one.json", referee.record({"ann", "bob"})).ok());
  for (const std::string games : {"broken.json", "missing.json", ".", "games --min-count 0 --player nobody"}) {
    CAPTURE(games);
    const Output output = run("cd '" + folder.path().string() + "' && " + book("build " + games + " --out my.book"));
    CHECK(output.status == 1);
    CHECK(says(output.text, "no position came out, and my.book stays as it was"));
    CHECK(read_file(folder.path() / "my.book").value() == old);
  }
  const std::string there = "cd '" + folder.path().string() + "' && ";
  const std::string nobody = run(there + book("build games --player nobody --player ann --out new.book")).text;
  CHECK(says(nobody, "no game has a player 'nobody'\n"));
  CHECK(says(nobody, "no position came out, and new.book is not written"));
  CHECK_FALSE(says(nobody, "'ann'"));
  const Output half =
      run(there + book("build games --player nobody --player ann --min-count 0 --draw 1 --loss 1 --out new.book"));
  CHECK(half.status == 1);
  CHECK(says(half.text, "new.book: 2 positions"));
}

TEST_CASE("book program: a full disk is an error, with the reason" *
          doctest::skip(!std::filesystem::exists("/dev/full"))) {
  for (const std::string command : {"print default", "verify default", "--help"}) {
    CAPTURE(command);
    const Output output = run(book(command) + " > /dev/full");
    CHECK(output.status == 1);
    CHECK(says(output.text, "No space left on device"));
  }
}

TEST_CASE("book program: a device without end is no book") {
  const Output output = run(book("print /dev/zero"));
  CHECK(output.status == 1);
  CHECK(says(output.text, "/dev/zero"));
}

TEST_CASE("book program: what it writes it can read") {
  const Folder folder("lanternfish_book_bounds");
  const std::string heaviest = "lanternfish-book 1\nwhite none -> e2 1000000000, e7 1\n";
  write(folder.path() / "a.book", heaviest);
  const std::string there = "cd '" + folder.path().string() + "' && ";
  const Output merged = run(there + book("merge a.book a.book --out b.book"));
  CAPTURE(merged.text);
  CHECK(merged.status == 0);
  CHECK(run(there + book("print b.book")).status == 0);
  CHECK(says(run(there + book("build games --turns 101 --out c.book")).text, "--turns is a number from 1 to 100"));
}
