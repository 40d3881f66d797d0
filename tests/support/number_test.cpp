#include "support/number.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace lanternfish;

TEST_CASE("numbers: the whole text, within its range, or nothing") {
  CHECK(to_number<int>("-12") == -12);
  CHECK(to_number<int>("12", 1, 12) == 12);
  CHECK(to_number<double>("0.5") == 0.5);
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "0x1", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(to_number<int>(text).has_value());
  }
  CHECK_FALSE(to_number<int>("0", 1).has_value());
  CHECK_FALSE(to_number<std::uint8_t>("256").has_value());
  CHECK_FALSE(to_number<std::size_t>("-1").has_value());
  CHECK_FALSE(to_number<double>("nan").has_value());
  CHECK_FALSE(to_number<double>("inf").has_value());
  CHECK_FALSE(to_number<double>("1e3", 0, 1e6, std::chars_format::fixed).has_value());
}
