#include "support/text.h"

#include <doctest/doctest.h>

#include <array>

using namespace lanternfish;

TEST_CASE("text: what moves a terminal is spelled out, letters of all languages are not") {
  CHECK(escaped("a\x1b[31m\r\b\x7f\n\tb") == "a\\x1b[31m\\x0d\\x08\\x7f\n\tb");
  CHECK(escaped("Z\xc3\xbcrich \xe2\x82\xac \xf0\x9f\x90\x9f") == "Z\xc3\xbcrich \xe2\x82\xac \xf0\x9f\x90\x9f");
  CHECK(escaped("\xc2\x9b\x9b\xff\xc3") == "\\xc2\\x9b\\x9b\\xff\\xc3");
  CHECK(without_control("a\nb\x7f") == "a b ");
  CHECK(cell_text("a|b\x1b[31m||") == "a\\|b [31m\\|\\|");
  CHECK(has_control("\t"));
  CHECK_FALSE(has_control("plain \xc3\xbc"));
}

TEST_CASE("text: cutting keeps characters whole") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcdefgh", 6) == "abc...");
  CHECK(shortened("ab\xc3\xbc\xc3\xbc\xc3\xbc", 6) == "ab...");
}

TEST_CASE("text: a few letters off is meant, another word is not") {
  constexpr std::array<std::string_view, 3> kWords = {"games", "gauntlet", "tc"};
  CHECK(nearest_word("gaems", kWords) == "games");
  CHECK(nearest_word("gamse", kWords) == "games");
  CHECK(nearest_word("elephant", kWords).empty());
  CHECK(edit_distance("kitten", "sitting") == 3);
}
