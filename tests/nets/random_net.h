#pragma once

// Networks and questions for tests: random, but of a size that real ones have.

#include <random>
#include <vector>

#include "nets/net_evaluator.h"
#include "nets/weights.h"

namespace lanternfish::testing {

// Random weights whose norms and biases are not neutral, as after training.
inline Weights trained_looking_weights(const NetShape& shape, unsigned seed) {
  Weights weights = random_weights(shape, seed);
  std::mt19937 random(seed);
  const auto uniform = [&](double low, double high) {
    return static_cast<float>(low + (high - low) * static_cast<double>(random()) / 4294967296.0);
  };
  const std::vector<TensorSpec> specs = tensor_specs(shape);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string& name = specs[i].name;
    for (float& w : weights.tensors[i]) {
      if (name.ends_with("gamma")) {
        w = name.find("norm2") != std::string::npos ? uniform(0.1, 0.5) : uniform(0.5, 1.2);
      } else if (name.ends_with("variance")) {
        w = uniform(0.5, 2);
      } else if (specs[i].dims.size() == 1) {
        w = uniform(-0.3, 0.3);
      }
    }
  }
  return weights;
}

// Planes with some set squares each and now and then a fraction, and all actions.
inline std::vector<NetQuestion> random_questions(const NetShape& shape, std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<ActionCode> all;
  for (ActionCode code = 0; code < kActionCodes; ++code) {
    if (code >= kFirstSenseCode ? shape.sense : shape.move) {
      all.push_back(code);
    }
  }
  std::vector<NetQuestion> questions;
  for (std::size_t i = 0; i < count; ++i) {
    NetQuestion question{.planes = {}, .actions = all};
    for (int plane = 0; plane < shape.planes; ++plane) {
      const Bitboard squares = random() & random() & random();
      if (squares != 0 && (plane == 0 || random() % 3 != 0)) {
        question.planes.push_back({.squares = squares,
                                   .value = random() % 8 == 0 ? 0.25F : 1.0F,
                                   .index = static_cast<std::uint16_t>(plane)});
      }
    }
    questions.push_back(std::move(question));
  }
  return questions;
}

}  // namespace lanternfish::testing
