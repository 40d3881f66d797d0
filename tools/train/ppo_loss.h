#pragma once

// The loss of proximal policy optimization (Schulman et al. 2017) for a network with two policies, senses and requests,
// and one value. Sees nets/ and Torch only.

#include <span>
#include <vector>

#include <torch/torch.h>

#include "nets/net_evaluator.h"
#include "tools/train/torch_net.h"

namespace lanternfish {

// Generalised advantage estimates (Schulman et al. 2016, equation 16) of decisions that follow each other. `values` are
// what the network thought at each; the one reward is `outcome`, and the last decision has it. Advantage plus value is
// what the value is to learn.
std::vector<float> advantages_of(std::span<const float> values, float outcome, double discount, double lambda);

// What is learnt from one decision.
struct PpoSample {
  const NetQuestion* question = nullptr;
  std::size_t chosen = 0;     // of the question's actions
  float log_probability = 0;  // of this action when it was chosen
  float advantage = 0;
  float value_target = 0;
  bool is_sense = false;
  std::vector<float> anchor;  // logits of the question's actions from a policy to stay near; empty: none
};

struct PpoBatch {
  StemInput planes;
  torch::Tensor codes;              // [position, place]: the question's actions; 0 where it has no more
  torch::Tensor allowed;            // [position, place]: whether it has one there
  torch::Tensor chosen;             // [position]: a place
  torch::Tensor is_sense;           // [position]
  torch::Tensor log_probabilities;  // [position], and so the next two
  torch::Tensor advantages;
  torch::Tensor value_targets;
  torch::Tensor anchors;  // [position, place]: logits; undefined where the samples have none
};
PpoBatch ppo_batch(std::span<const PpoSample> samples, int stem, torch::Device device);

struct PpoSettings {
  double clip = 0.2;  // how far the probability of an action may move, as a ratio
  double entropy_weight = 0.01;
  double value_weight = 0.5;  // of the squared error
  double anchor_weight = 0;   // of the divergence from the anchor
};

// Sums over decisions: divide by `decisions`.
struct PpoFigures {
  double decisions = 0;
  double entropy = 0;            // nats, over the actions allowed
  double anchor_divergence = 0;  // nats; of the policy from the anchor
  double divergence = 0;         // nats; how far the policy has moved, estimated from the actions chosen
  double clipped = 0;            // decisions whose ratio is beyond the clip
  double value_error = 0;        // squared
};

// Both policies have a clipped loss of their own, a mean over their decisions in the batch; the two are added.
torch::Tensor ppo_loss(const TorchNet::Output& output, const PpoBatch& batch, const PpoSettings& settings,
                       PpoFigures& figures);

}  // namespace lanternfish
