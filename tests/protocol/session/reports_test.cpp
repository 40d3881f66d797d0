#include "protocol/session/reports.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/protocol/session_host.h"
#include "tests/support_files.h"

using namespace lanternfish;
using namespace lanternfish::testing;

TEST_CASE("reports: an entropy that was not computed is left out, not 0, which would be certainty") {
  UpdateReport report;
  report.boards = 5'000'000;
  CHECK(format_engine_message(report).find("entropy") == std::string::npos);
  report.entropy_millibits = 2500;
  CHECK(format_engine_message(report).find(" entropy 2500 ") != std::string::npos);
}

TEST_CASE("reports: a choice of the book says so, and no other does") {
  SessionHost engine({"Seed=1"});
  engine.send("position startpos color white");
  engine.send("observe opponent capture none");
  engine.send("sense nodes 1");
  CHECK(count(engine.until("bestsense"), "info string book") == 1);

  SessionHost bookless({"Seed=1", "OwnBook=false"});
  bookless.send("position startpos color white");
  bookless.send("observe opponent capture none");
  bookless.send("sense nodes 1");
  CHECK(count(bookless.until("bestsense"), "info string book") == 0);
}

TEST_CASE("reports: a file that cannot be read, or half a command line, is refused when it is set") {
  SessionHost engine;
  const auto refused = [&](const std::string& name, const std::string& value) {
    return find(engine.ask("setoption name " + name + " value " + value), "info string error");
  };
  for (const std::string name : {"BookFile", "NetFile"}) {
    CHECK(refused(name, "/no/such/file") ==
          "info string error option " + name + ": cannot read /no/such/file: No such file or directory");
  }
  CHECK(begins(refused("NetFile", (source_dir() / "README.md").string()), "info string error option NetFile:"));
  CHECK(begins(refused("EngineCommand", "\"stockfish"), "info string error option EngineCommand:"));
  CHECK(engine.ask("setoption name BookFile value " + (source_dir() / "book" / "default.book").string()).empty());
}
