#pragma once

// Tuning by simultaneous perturbation (Spall 1998, "Implementation of the simultaneous perturbation algorithm for
// stochastic optimization"), with the usual gains: an iteration moves all parameters at once up or down by
// step / k^0.101, plays one against the other, and goes towards the winner by a share that falls as (A + k)^-0.602.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace lanternfish {

// A numeric option of an engine.
struct TunedParameter {
  std::string name;
  double value = 0;  // at the start
  double min = 0, max = 0;
  double step = 1;  // how far the first iteration goes to either side
};
// NAME=VALUE:LEAST:MOST:STEP
Result<TunedParameter> parse_tuned_parameter(std::string_view text);

class Spsa {
 public:
  // `rate`: of the step, how far the first iteration goes on when one side wins everything. `iterations` are planned.
  Spsa(std::vector<TunedParameter> parameters, double rate, int iterations, std::uint64_t seed);

  const std::vector<TunedParameter>& parameters() const { return parameters_; }
  const std::vector<double>& values() const { return values_; }
  int iteration() const { return iteration_; }  // that comes next, from 1

  // What the next iteration plays: the values moved up and down, in bounds, as options' texts, in the order of the
  // parameters.
  struct Sides {
    std::vector<std::string> up, down;
  };
  Sides sides() const;

  // Goes on to the next: `lead` is what `up` scored more than `down` a game, -1 to 1.
  void learn(double lead);

 private:
  double reach(std::size_t parameter) const;
  int direction(std::size_t parameter) const;  // +-1

  std::vector<TunedParameter> parameters_;
  std::vector<double> values_;
  double rate_;
  double stability_;  // A
  std::uint64_t seed_;
  int iteration_ = 1;
};

}  // namespace lanternfish
