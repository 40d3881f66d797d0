#include "tools/analyze/terminal_table.h"

#include <doctest/doctest.h>

using namespace lanternfish;

TEST_CASE("terminal_table: columns are aligned, and what is too wide goes below with the first column again") {
  const char* const text =
      "| player | turns | regret |\n|---|---|---|\n| all | 120 | 7.5 ± 1 |\n| ann | 3 | 8 |\n\nend\n";
  CHECK(terminal_tables(text, 80) ==
        "player  turns   regret\n"
        "all       120  7.5 ± 1\n"
        "ann         3        8\n"
        "\nend\n");
  CHECK(terminal_tables(text, 16) ==
        "player  turns\n"
        "all       120\n"
        "ann         3\n"
        "\n"
        "player   regret\n"
        "all     7.5 ± 1\n"
        "ann           8\n"
        "\nend\n");
  // Narrower than anything: one column each.
  CHECK(terminal_tables("| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n", 1) == "a  b\n1  2\n\na  c\n1  3\n");
  CHECK(terminal_tables("", 80).empty());
  // Names of anybody.
  CHECK(terminal_tables("| a | b |\n|---|---|\n| x\\|y | 1 |\n|\n", 80) == "a    b\nx|y  1\n");
}
