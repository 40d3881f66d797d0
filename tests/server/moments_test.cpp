#include "tools/server/moments.h"

#include <doctest/doctest.h>

namespace lanternfish {

TEST_CASE("moments: as they are written, and as they are refused") {
  constexpr std::int64_t kNow = 1'700'000'000'000;  // 2023-11-14T22:13:20
  CHECK(*parse_moment("now", kNow) == kNow);
  CHECK(*parse_moment("+90m", kNow) == kNow + 90 * 60'000);
  CHECK(*parse_moment("+2h", kNow) == kNow + 2 * 3'600'000);
  CHECK(*parse_moment("+7d", kNow) == kNow + 7 * 86'400'000);
  CHECK(*parse_moment("2023-11-14T22:13", kNow) == kNow - 20'000);
  CHECK(*parse_moment("2024-02-29T00:00", kNow) == 1'709'164'800'000);
  for (const char* text : {"", "+", "+h", "+2", "+2y", "-2h", "2h", "2023-02-29T00:00", "2023-13-01T00:00",
                           "2023-11-14 22:13", "2023-11-14T24:00", "2023-11-14T22:60", "20231114T2213"}) {
    CHECK_MESSAGE(!parse_moment(text, kNow), text);
  }
  CHECK(format_moment(kNow) == "2023-11-14T22:13");
  CHECK(format_moment(1'709'164'800'000) == "2024-02-29T00:00");
}

}  // namespace lanternfish
