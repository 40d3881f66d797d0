#include <doctest/doctest.h>

#include "game/clock.h"

using namespace lanternfish;
using namespace std::chrono_literals;

TEST_CASE("clock: the flag falls at the deadline, also in a later phase of the same turn") {
  const PlayerClock::TimePoint start{};
  PlayerClock clock(parse_time_control("10+2").value());
  clock.start(start);
  CHECK(clock.deadline() == start + 10s);
  CHECK(clock.stop(start + 6s));
  CHECK(clock.left(start + 9s) == 4s);  // stopped: the referee's own time is nobody's
  clock.start(start + 20s);
  CHECK(clock.deadline() == start + 24s);
  CHECK(clock.left(start + 21s) == 3s);
  CHECK_FALSE(clock.stop(start + 24s));
}

TEST_CASE("clock: the increment comes after the turn and cannot save a fallen flag") {
  const PlayerClock::TimePoint start{};
  PlayerClock clock(parse_time_control("1+5").value());
  clock.start(start);
  CHECK(clock.stop(start + 999ms));
  clock.credit_increment();
  CHECK(clock.left(start) == 5001ms);
  clock.start(start);
  CHECK_FALSE(clock.stop(start + 6s));
}

TEST_CASE("clock: without a limit no flag falls") {
  const PlayerClock::TimePoint start{};
  PlayerClock clock(parse_time_control("none").value());
  clock.start(start);
  CHECK(clock.deadline() == PlayerClock::TimePoint::max());
  CHECK(clock.stop(start + 1000h));
}

TEST_CASE("clock: time controls as people write them") {
  CHECK(parse_time_control("60+0.6").value().base == 60s);
  CHECK(parse_time_control("60+0.6").value().increment == 600ms);
  CHECK(parse_time_control("900").value().increment == 0ms);
  CHECK(format_time_control(parse_time_control("0.5+0.05").value()) == "0.5+0.05");
  for (const char* text : {"60+0.6", "900+0", "1209600+0", "60+1000000", "12345.678+0.001", "2592000+2592000"}) {
    CAPTURE(text);
    CHECK(format_time_control(parse_time_control(text).value()) == text);
  }
  // As databases of earlier versions have them.
  CHECK(parse_time_control("1.2096e+06+0").value() == parse_time_control("1209600+0").value());
  CHECK(parse_time_control("60+1e+06").value() == parse_time_control("60+1000000").value());
  CHECK(parse_time_control("1.5e+06+1.5e+06").value() == parse_time_control("1500000+1500000").value());
  for (const char* bad : {"", "+1", "60+", "-5", "0+1", "60+-1", "ten", "60+1s", "1e9", "nan", "inf", "e+06", "1e+06+",
                          "3e+06", "1e+06e+06", "12e+06"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_time_control(bad).ok());
  }
}
