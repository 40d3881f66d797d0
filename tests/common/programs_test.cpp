// The command lines of all programs, as a person meets them.

#include <doctest/doctest.h>

#include <string>

#include "tests/shell.h"
#include "tests/support_files.h"

using namespace lanternfish;
using lanternfish::testing::Output;
using lanternfish::testing::run;
using lanternfish::testing::says;

namespace {

std::string program(const std::string& words) { return "'" + testing::build_dir().string() + "'/" + words; }

}  // namespace

TEST_CASE(
    "programs: each explains itself, tells its version, and names an option it does not know with what was meant") {
  for (const std::string name :
       {"lanternfish", "lanternfish-arena match", "lanternfish-book build", "lanternfish-web"}) {
    CAPTURE(name);
    const Output help = run(program(name + " --help"));
    CHECK(help.status == 0);
    CHECK(help.text.starts_with("usage: " + name.substr(0, name.find(' '))));
    CHECK(says(help.text, "--version"));
    CHECK(says(run(program(name + " --version")).text, "commit"));
    const Output wrong = run(program(name + " --versoin"));
    CHECK(wrong.status == 2);
    CHECK(says(wrong.text, "unknown option '--versoin'; did you mean --version?"));
    CHECK(says(wrong.text, "usage: "));
  }
}

TEST_CASE("programs: a wrong value is named with its option and what is allowed") {
  CHECK(says(run(program("lanternfish-book build x --out y --turns 0")).text,
             "--turns is a number from 1 to 100, not 0"));
  CHECK(says(run(program("lanternfish-web --port x")).text, "('x') for option '--port' is invalid: where to listen"));
  CHECK(says(run(program("lanternfish-web --engine cmd=/no/such")).text, "--engine 'cmd=/no/such': "));
  CHECK(says(run(program("lanternfish-web --engine cmd=true")).text, "'true' is no RBC-UCI engine"));
  CHECK(says(run(program("lanternfish-web --lanternfish /no/such")).text, "--lanternfish '/no/such': "));
  CHECK(says(run(program("lanternfish Threads=0")).text, "Threads"));
  CHECK(says(run(program("lanternfish-book biuld")).text, "no command 'biuld'; did you mean build?"));
  CHECK(run(program("lanternfish-book")).status == 2);
  CHECK(run(program("lanternfish-book --help")).status == 0);
}
