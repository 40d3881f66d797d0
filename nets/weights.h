#pragma once

// The weights of a network as they were trained, with what is known of their origin.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "nets/net_shape.h"

namespace lanternfish {

struct Weights {
  std::string kind;            // who plays with it: "jku-coda", "penumbra", ...
  std::string planes_version;  // which planes it reads: kHistoryPlanesVersion, kSynopsisVersion, ...
  NetShape shape;
  // Games, hash of the data, steps, losses and whatever else the trainer says; one line each. Keys are lower-case
  // letters, digits and -; values are printable ASCII.
  std::vector<std::pair<std::string, std::string>> notes;
  // By tensor_specs(shape), row-major.
  std::vector<std::vector<float>> tensors;

  friend bool operator==(const Weights&, const Weights&) = default;
};

// Weights as training starts from them: normal with the deviation of He et al. 2015, norms neutral. The same seed gives
// the same weights on every machine.
Weights random_weights(const NetShape& shape, std::uint64_t seed);

}  // namespace lanternfish
