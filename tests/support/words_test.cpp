#include "support/words.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace lanternfish;
using Words = std::vector<std::string>;

TEST_CASE("words: blanks separate, and a separator leaves empty parts") {
  CHECK(words_of(" a\tbc  d ") == std::vector<std::string_view>{"a", "bc", "d"});
  CHECK(words_of(" \t").empty());
  CHECK(parts_of("1,,2", ',') == std::vector<std::string_view>{"1", "", "2"});
  CHECK(parts_of("", ',') == std::vector<std::string_view>{""});
}

TEST_CASE("words: a command line is cut as a shell does") {
  CHECK(split_command(R"(a  'b c' "d 'e'" f\ g 'h\i' '' x"y z"'w')").value() ==
        Words{"a", "b c", "d 'e'", "f g", "h\\i", "", "xy zw"});
  CHECK(split_command("a; b").value() == Words{"a;", "b"});
  CHECK(split_command("").value().empty());
  CHECK(split_command("a 'b").error() == "a quote is not closed in 'a 'b'");
}

TEST_CASE("words: several command lines have semicolons between them, quoted ones are of a word") {
  CHECK(split_commands("a b; ssh 'other; host' c;;").value() ==
        std::vector<Words>{{"a", "b"}, {"ssh", "other; host", "c"}});
  CHECK(split_commands(" ; ").value().empty());
}
