#include "tools/arena/statistics/spsa.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

using namespace lanternfish;

TEST_CASE("spsa: a parameter is read, and what is wrong with one is said") {
  const auto parameter = parse_tuned_parameter("Move Overhead=30:0:100:8");
  REQUIRE(parameter.ok());
  CHECK(parameter->name == "Move Overhead");
  CHECK(parameter->value == 30);
  CHECK(parameter->max == 100);
  CHECK(parameter->step == 8);
  const auto error = [](const char* text) { return parse_tuned_parameter(text).error(); };
  CHECK(error("MinWeight").find("NAME= is missing") != std::string::npos);
  CHECK(error("MinWeight=30:0:100").find("four numbers") != std::string::npos);
  CHECK(error("MinWeight=30:0:100:8:9").find("more than four") != std::string::npos);
  CHECK(error("MinWeight=30:x:100:8").find("no number") != std::string::npos);
  CHECK(error("MinWeight=130:0:100:8").find("outside its bounds") != std::string::npos);
  CHECK(error("MinWeight=30:0:100:0.2").find("at least 1") != std::string::npos);
}

TEST_CASE("spsa: both sides keep to the bounds and lie about the values") {
  Spsa spsa({{"a", 50, 0, 100, 10}, {"b", 1, 0, 100, 10}}, 0.5, 100, 7);
  const Spsa::Sides sides = spsa.sides();
  CHECK(std::stoi(sides.up[0]) + std::stoi(sides.down[0]) == 100);
  CHECK(std::abs(std::stoi(sides.up[0]) - 50) == 10);
  CHECK(std::min(std::stoi(sides.up[1]), std::stoi(sides.down[1])) == 0);
  CHECK(std::max(std::stoi(sides.up[1]), std::stoi(sides.down[1])) == 11);
}

TEST_CASE("spsa: finds the best values of a game whose score falls with the distance from them") {
  Spsa spsa({{"a", 80, 0, 100, 8}, {"b", 10, 0, 100, 8}}, 1, 400, 3);
  const auto strength = [](const std::vector<std::string>& values) {
    return -(std::pow(std::stod(values[0]) - 30, 2) + std::pow(std::stod(values[1]) - 60, 2)) / 400;
  };
  for (int i = 0; i < 400; ++i) {
    const Spsa::Sides sides = spsa.sides();
    spsa.learn(std::tanh(strength(sides.up) - strength(sides.down)));
  }
  CHECK(spsa.iteration() == 401);
  CHECK(spsa.values()[0] == doctest::Approx(30).epsilon(0.15));
  CHECK(spsa.values()[1] == doctest::Approx(60).epsilon(0.15));
}
