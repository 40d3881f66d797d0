// The program lanternfish by its command line.

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tests/folder.h"
#include "tests/shell.h"
#include "tests/support_files.h"

using lanternfish::testing::Output;
using lanternfish::testing::run;
using lanternfish::testing::says;

namespace {

Output engine(const std::string& arguments) {
  return run(std::string("'") + lanternfish::testing::kLanternfish + "' " + arguments + " < /dev/null");
}

}  // namespace

TEST_CASE("lanternfish program: a wrong word of the command line is named, with what was meant") {
  const Output option = engine("Thread=2");
  CHECK(option.status == 2);
  CHECK(says(option.text, "there is no option 'Thread'; did you mean Threads?"));
  CHECK(engine("Threads=0").status == 2);
  CHECK(says(engine("nonsense").text, "expected NAME=VALUE or bench, not 'nonsense'"));
  CHECK(says(engine("bench 1 2").text, "expected one number of turns from 1 to 200, not '1 2'"));
}

TEST_CASE("lanternfish program: a book that cannot be read is said at once") {
  const Output output = engine("BookFile=/no/such/book");
  CHECK(output.status == 2);
  CHECK(says(output.text, "BookFile: cannot read /no/such/book: No such file or directory"));
}

TEST_CASE("lanternfish program: a standard stream that is closed is an end, and a folder that is gone harms nobody") {
  const std::string quoted = std::string("'") + lanternfish::testing::kLanternfish + "'";
  CHECK(run("timeout 20 " + quoted + " EngineCommand=none <&-").status == 0);
  CHECK(run("yes isready | timeout 20 " + quoted + " EngineCommand=none >&-").status != 124);
  const lanternfish::testing::Folder folder("lanternfish_gone");
  const std::string lines = "position startpos color black\nobserve opponent capture none\nsense nodes 20\nquit\n";
  const Output gone = run("cd '" + folder.path().string() + "' && rmdir '" + folder.path().string() +
                          "' && (echo isready; sleep 3; printf '" + lines + "') | " + quoted +
                          " OwnBook=false EngineCommand=/bin/true");
  CHECK(gone.status == 0);
  CHECK(says(gone.text, "bestsense "));
  CHECK(says(gone.text, "'/bin/true' is no chess engine"));
}

TEST_CASE("lanternfish program: what it prints and cannot is an error" *
          doctest::skip(!std::filesystem::exists("/dev/full"))) {
  for (const std::string arguments : {"--help", "--version", "--list-options", "--options-markdown", "bench 2"}) {
    CAPTURE(arguments);
    const Output output =
        run(std::string("'") + lanternfish::testing::kLanternfish + "' " + arguments + " > /dev/full");
    CHECK(output.status == 1);
    CHECK(says(output.text, "cannot write to standard output: No space left on device"));
  }
}

#ifndef __SANITIZE_ADDRESS__  // a sanitizer wants more address space than there is
TEST_CASE("lanternfish program: a game goes on with the little address space that the system allows") {
  std::string lines = "position startpos color white\n";
  for (const char* move : {"e2e4", "d2d4", "a2a3", "a3a4", "h2h3", "h3h4", "g2g3", "b2b3"}) {
    lines += std::string("observe opponent capture none\nsense nodes 200\nobserve sense none result none\n") +
             "go nodes 200\nobserve move requested " + move + " taken " + move + " capture none\nponder nodes 500\n";
  }
  for (const auto& [megabytes, threads] : {std::pair{200, 1}, {220, 2}, {500, 6}}) {
    CAPTURE(megabytes);
    const Output output =
        run(fmt::format("ulimit -v {}; printf '{}' | '{}' EngineCommand=none Seed=1 OwnBook=false "
                        "EventTime=0 BeliefMemory=100000 Threads={}",
                        megabytes << 10, lines, lanternfish::testing::kLanternfish, threads));
    CHECK(says(output.text, "bestmove "));
    CHECK_FALSE(says(output.text, "error"));
  }
}
#endif
