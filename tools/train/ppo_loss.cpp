#include "tools/train/ppo_loss.h"

#include <algorithm>

namespace lanternfish {

namespace {

// Far below every logit, so that the probability is 0; not infinite, so that 0 times it is 0.
constexpr double kNever = -1e9;

// The mean over the decisions marked; 0 where there are none.
torch::Tensor mean_of(const torch::Tensor& values, const torch::Tensor& marked) {
  const torch::Tensor weights = marked.to(torch::kFloat);
  return (values * weights).sum() / weights.sum().clamp_min(1);
}

}  // namespace

std::vector<float> advantages_of(std::span<const float> values, float outcome, double discount, double lambda) {
  std::vector<float> advantages(values.size());
  double next_advantage = 0;
  for (std::size_t i = values.size(); i-- > 0;) {
    const bool last = i + 1 == values.size();
    const double gain = (last ? outcome : discount * values[i + 1]) - values[i];
    next_advantage = gain + discount * lambda * next_advantage;
    advantages[i] = static_cast<float>(next_advantage);
  }
  return advantages;
}

PpoBatch ppo_batch(std::span<const PpoSample> samples, int stem, torch::Device device) {
  const auto size = static_cast<std::int64_t>(samples.size());
  std::size_t places = 1;
  for (const PpoSample& sample : samples) {
    places = std::max(places, sample.question->actions.size());
  }
  PpoBatch batch{.planes = {},
                 .codes = torch::zeros({size, static_cast<std::int64_t>(places)}, torch::kLong),
                 .allowed = torch::zeros({size, static_cast<std::int64_t>(places)}, torch::kBool),
                 .chosen = torch::zeros({size}, torch::kLong),
                 .is_sense = torch::zeros({size}, torch::kBool),
                 .log_probabilities = torch::zeros({size}),
                 .advantages = torch::zeros({size}),
                 .value_targets = torch::zeros({size}),
                 .anchors = {}};
  const bool anchored = !samples.empty() && !samples[0].anchor.empty();
  if (anchored) {
    batch.anchors = torch::zeros({size, static_cast<std::int64_t>(places)});
  }
  std::vector<PlaneList> inputs;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const PpoSample& sample = samples[i];
    inputs.push_back(sample.question->planes);
    std::copy(sample.question->actions.begin(), sample.question->actions.end(),
              batch.codes.data_ptr<std::int64_t>() + i * places);
    std::fill_n(batch.allowed.data_ptr<bool>() + i * places, sample.question->actions.size(), true);
    if (anchored) {
      std::copy(sample.anchor.begin(), sample.anchor.end(), batch.anchors.data_ptr<float>() + i * places);
    }
    batch.chosen.data_ptr<std::int64_t>()[i] = static_cast<std::int64_t>(sample.chosen);
    batch.is_sense.data_ptr<bool>()[i] = sample.is_sense;
    batch.log_probabilities.data_ptr<float>()[i] = sample.log_probability;
    batch.advantages.data_ptr<float>()[i] = sample.advantage;
    batch.value_targets.data_ptr<float>()[i] = sample.value_target;
  }
  batch.planes = stem_input(inputs, stem).to(device);
  for (torch::Tensor* tensor : {&batch.codes, &batch.allowed, &batch.chosen, &batch.is_sense, &batch.log_probabilities,
                                &batch.advantages, &batch.value_targets}) {
    *tensor = tensor->to(device);
  }
  if (anchored) {
    batch.anchors = batch.anchors.to(device);
  }
  return batch;
}

torch::Tensor ppo_loss(const TorchNet::Output& output, const PpoBatch& batch, const PpoSettings& settings,
                       PpoFigures& figures) {
  const torch::Tensor logits = output.logits.to(torch::kFloat).gather(1, batch.codes);
  const torch::Tensor forbidden = batch.allowed.logical_not();
  const torch::Tensor log_all = logits.masked_fill(forbidden, kNever).log_softmax(1);
  const torch::Tensor log_now = log_all.gather(1, batch.chosen.unsqueeze(1)).squeeze(1);
  const torch::Tensor moved = log_now - batch.log_probabilities;
  const torch::Tensor ratio = moved.exp();
  const torch::Tensor gain =
      torch::minimum(ratio * batch.advantages, ratio.clamp(1 - settings.clip, 1 + settings.clip) * batch.advantages);
  const torch::Tensor entropy = -(log_all.exp() * log_all).sum(1);
  torch::Tensor wanted = gain + settings.entropy_weight * entropy;
  if (batch.anchors.defined()) {
    const torch::Tensor log_anchor = batch.anchors.masked_fill(forbidden, kNever).log_softmax(1);
    const torch::Tensor divergence = (log_all.exp() * (log_all - log_anchor)).sum(1);
    wanted = wanted - settings.anchor_weight * divergence;
    figures.anchor_divergence += divergence.sum().item<double>();
  }
  const torch::Tensor error = (output.value.to(torch::kFloat) - batch.value_targets).square();

  figures.decisions += static_cast<double>(error.numel());
  figures.entropy += entropy.sum().item<double>();
  figures.divergence += (ratio - 1 - moved).sum().item<double>();
  figures.clipped += (ratio - 1).abs().gt(settings.clip).sum().item<double>();
  figures.value_error += error.sum().item<double>();
  return settings.value_weight * error.mean() - mean_of(wanted, batch.is_sense) -
         mean_of(wanted, batch.is_sense.logical_not());
}

}  // namespace lanternfish
