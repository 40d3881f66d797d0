#include "tools/arena/statistics/spsa.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <random>

#include <fmt/format.h>

namespace lanternfish {

namespace {

constexpr double kReachFalls = 0.101, kRateFalls = 0.602;  // Spall's exponents
constexpr double kStability = 0.1;                         // of the planned iterations

std::string option_text(double value) { return std::to_string(std::lround(value)); }

}  // namespace

Result<TunedParameter> parse_tuned_parameter(std::string_view text) {
  const auto wrong = [&](const char* why) {
    return Error{
        fmt::format("parameter '{}': {}; it is to look like MinWeight=30:0:100:8, the value to begin with, "
                    "the min, the max and the step",
                    text, why)};
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return wrong("NAME= is missing");
  }
  std::array<double, 4> numbers{};
  const char* at = text.data() + equals + 1;
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0 && (at == end || *at++ != ':')) {
      return wrong("four numbers with : between them are wanted");
    }
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc()) {
      return wrong("that is no number");
    }
    at = next;
  }
  const TunedParameter parameter{std::string(text.substr(0, equals)), numbers[0], numbers[1], numbers[2], numbers[3]};
  if (at != end) {
    return wrong("more than four numbers");
  }
  if (parameter.min >= parameter.max || parameter.value < parameter.min || parameter.value > parameter.max) {
    return wrong("the value lies outside its bounds");
  }
  if (parameter.step < 1) {
    return wrong("options are whole numbers, so the step is at least 1");
  }
  return parameter;
}

Spsa::Spsa(std::vector<TunedParameter> parameters, double rate, int iterations, std::uint64_t seed)
    : parameters_(std::move(parameters)), rate_(rate), stability_(kStability * iterations), seed_(seed) {
  for (const TunedParameter& parameter : parameters_) {
    values_.push_back(parameter.value);
  }
}

double Spsa::reach(std::size_t parameter) const {
  return std::max(1.0, parameters_[parameter].step / std::pow(iteration_, kReachFalls));
}

int Spsa::direction(std::size_t parameter) const {
  std::seed_seq sequence{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32),
                         static_cast<std::uint32_t>(iteration_), static_cast<std::uint32_t>(parameter)};
  return std::mt19937(sequence)() % 2 == 0 ? 1 : -1;
}

Spsa::Sides Spsa::sides() const {
  Sides sides;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double move = direction(i) * reach(i);
    const auto bounded = [&](double value) { return std::clamp(value, parameters_[i].min, parameters_[i].max); };
    sides.up.push_back(option_text(bounded(values_[i] + move)));
    sides.down.push_back(option_text(bounded(values_[i] - move)));
  }
  return sides;
}

void Spsa::learn(double lead) {
  const double rate = rate_ * std::pow((stability_ + 1) / (stability_ + iteration_), kRateFalls);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    values_[i] = std::clamp(values_[i] + rate * lead * direction(i) * parameters_[i].step, parameters_[i].min,
                            parameters_[i].max);
  }
  ++iteration_;
}

}  // namespace lanternfish
