#include <doctest/doctest.h>

#include "support/file.h"
#include "tests/shell.h"
#include "tests/support_files.h"
#include "tools/arena/statistics/results_table.h"

using namespace lanternfish;
using lanternfish::testing::says;

namespace {

const std::string kFields = R"({"opponent": "a", "page": "a.md", "clock": "1+1", "version": "1", )";

std::string row_of(const std::string& results) {
  const std::string table = results_table(kFields + results + "}\n").value();
  return table.substr(table.find("| [a]"));
}

}  // namespace

TEST_CASE("results table: games have points and Elo with their intervals") {
  CHECK(row_of(R"("wins": 145, "draws": 9, "losses": 46)") ==
        "| [a](a.md) | 1+1 | 1 | 145-9-46 | 75 % [68, 80] | +189 [+138, +247] |\n");
}

TEST_CASE("results table: who won every game has a lower end only, who lost every game an upper one") {
  CHECK(row_of(R"("wins": 20, "draws": 0, "losses": 0)").find("| 100 % [84, 100] | above +287 |") != std::string::npos);
  CHECK(row_of(R"("wins": 0, "draws": 0, "losses": 20)").find("| 0 % [0, 16] | below -287 |") != std::string::npos);
}

TEST_CASE("results table: a ladder has the nodes at one half") {
  CHECK(row_of(R"("rungs": [[10, 32, 0, 8], [1000, 8, 0, 32]])").find("one half against 100 nodes a move [") !=
        std::string::npos);
  CHECK(row_of(R"("rungs": [[10, 0, 0, 40]])").find("one half against below 10 nodes") != std::string::npos);
}

TEST_CASE("results table: what is wrong is named with its line") {
  const auto error_of = [](const std::string& results) { return results_table(results).error(); };
  const std::string good = kFields + R"("wins": 20, "draws": 0, "losses": 0})" + "\n";
  CHECK(error_of(good + "{").find("line 2: ") == 0);
  CHECK(error_of(good + kFields + R"("wins": 2, "draws": 0, "losses": 0})") == "line 2: fewer than 10 games");
  CHECK(says(error_of(kFields + R"("wins": -20, "draws": 40, "losses": 0})"), "line 1: wins is a whole number"));
  CHECK(says(error_of(kFields + R"("wins": 20, "draws": 0.7, "losses": 0})"), "line 1: draws is a whole number"));
  CHECK(says(error_of(kFields + R"("wins": 2000000000, "draws": 2000000000, "losses": 0})"),
             "line 1: wins is a whole number"));
  CHECK(says(error_of(kFields + R"("rungs": [[0, 10, 0, 0], [100, 3, 0, 20]]})"),
             "line 1: nodes of a rung is a whole number"));
  CHECK(says(error_of(kFields + R"("rungs": [[100, 3, 0, 20], [10, 20, 0, 3]]})"),
             "line 1: nodes of a rung is a whole number from 101"));
  CHECK(error_of(kFields + R"("rungs": []})") == "line 1: a ladder without games");
}

TEST_CASE("results table: docs/strength.md has what its results say") {
  const auto docs = testing::source_dir() / "docs";
  const std::string table = results_table(read_file(docs / "research" / "strength_results.jsonl").value()).value();
  INFO("lanternfish-arena table docs/research/strength_results.jsonl prints the table:\n" << table);
  CHECK(read_file(docs / "strength.md").value().find("\n\n" + table + "\n") != std::string::npos);
}
