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

TEST_CASE("reports: a BookFile that cannot be read is refused when it is set") {
  SessionHost engine;
  const auto said = engine.ask("setoption name BookFile value /no/such/book");
  CHECK(find(said, "info string error") ==
        "info string error option BookFile: cannot read /no/such/book: No such file or directory");
  CHECK(engine.ask("setoption name BookFile value " + (source_dir() / "book" / "default.book").string()).empty());
}
