// Learning by play, where Torch is installed: the loss has the gradient that it should have, what won becomes likelier,
// and a run that was stopped ends as one that was not.

#include "tools/train/reinforcer.h"

#include <fmt/format.h>
#include <torch/torch.h>

#include "game/game_record.h"
#include "nets/history_planes.h"
#include "tests/folder.h"
#include "tests/nets/random_net.h"
#include "tools/train/ppo_loss.h"

// Torch has a CHECK of its own.
#undef CHECK
#include <doctest/doctest.h>

using namespace lanternfish;

namespace {

const std::atomic<bool> kGoOn = false;

// A network's output for one sense among three squares, before any learning.
struct OneSense {
  NetQuestion question{.planes = {{.squares = 1, .index = 0}},
                       .actions = {kFirstSenseCode, kFirstSenseCode + 5, kFirstSenseCode + 9}};
  torch::Tensor logits = torch::zeros({1, kActionCodes}).set_requires_grad(true);
  torch::Tensor value = torch::zeros({1}).set_requires_grad(true);
  std::vector<float> anchor;

  // The gradient of the loss at the logit of the action chosen, whose probability is 1/3 now and was `before` when it
  // was chosen.
  double gradient(double before, float advantage, const PpoSettings& settings) {
    const PpoSample sample{.question = &question,
                           .chosen = 1,
                           .log_probability = static_cast<float>(std::log(before)),
                           .advantage = advantage,
                           .value_target = 0.5F,
                           .is_sense = true,
                           .anchor = anchor};
    PpoFigures figures;
    ppo_loss({logits, value}, ppo_batch({&sample, 1}, 1, torch::kCPU), settings, figures).backward();
    return logits.grad()[0][kFirstSenseCode + 5].item<double>();
  }
};

const PpoSettings kNoEntropy{.clip = 0.2, .entropy_weight = 0, .value_weight = 0.5};

ReinforceSettings tiny_settings(const testing::Folder& folder, const char* out) {
  ReinforceSettings settings;
  settings.start = folder / "start.lfn";
  settings.out = folder / out;
  settings.iterations = 3;
  settings.games = 4;
  settings.turn_limit = 4;
  settings.batch = 8;
  settings.rate = 1e-3;
  settings.storage = Storage::kF32;
  return settings;
}

void write_start(const testing::Folder& folder) {
  Weights weights =
      testing::trained_looking_weights({.planes = kHistoryPlanes, .channels = 16, .blocks = 1, .stem = 1}, 1);
  weights.kind = "jku-coda";
  weights.planes_version = kHistoryPlanesVersion;
  weights.notes = {{"games", "none"}};
  REQUIRE(write_weights(folder / "start.lfn", weights, Storage::kF32));
}

std::vector<std::string> reinforce_lines(const ReinforceSettings& settings) {
  std::vector<std::string> lines;
  const Status done = reinforce(
      settings, [&](const std::string& line) { lines.push_back(line); }, kGoOn);
  REQUIRE_MESSAGE(done, done.error());
  return lines;
}

}  // namespace

TEST_CASE("reinforcer: advantages are the sums of what the values did not foresee") {
  const float values[] = {0.5F, -0.25F, 0.0F};
  const std::vector<float> plain = advantages_of(values, 1, 1, 1);  // lambda 1: outcome minus value
  CHECK(plain[0] == doctest::Approx(0.5));
  CHECK(plain[1] == doctest::Approx(1.25));
  CHECK(plain[2] == doctest::Approx(1));
  const std::vector<float> short_sighted = advantages_of(values, 1, 0.9, 0.5);
  CHECK(short_sighted[2] == doctest::Approx(1));
  CHECK(short_sighted[1] == doctest::Approx(0.25 + 0.45 * 1));
  CHECK(short_sighted[0] == doctest::Approx(0.9 * -0.25 - 0.5 + 0.45 * 0.7));
  CHECK(advantages_of({}, 1, 1, 1).empty());
}

TEST_CASE("reinforcer: the gradient is that of the ratio times the advantage, until the clip ends it") {
  // The derivative of log p at the own logit is 1 - p; the ratio's is ratio times as much.
  CHECK(OneSense().gradient(1.0 / 3, 2, kNoEntropy) == doctest::Approx(-2 * (1 - 1.0 / 3)));
  CHECK(OneSense().gradient(0.3, 2, kNoEntropy) == doctest::Approx(-2 / 0.9 * (1 - 1.0 / 3)));
  // Already 1.33 times likelier than it was: no more of it. But back, if it was bad.
  CHECK(OneSense().gradient(0.25, 2, kNoEntropy) == 0);
  CHECK(OneSense().gradient(0.25, -2, kNoEntropy) == doctest::Approx(2 * 4 / 3.0 * (1 - 1.0 / 3)));
  CHECK(OneSense().gradient(0.5, -2, kNoEntropy) == 0);
}

TEST_CASE("reinforcer: only the actions that could be chosen have a gradient, and the value goes to its target") {
  OneSense sense;
  sense.gradient(1.0 / 3, 1, kNoEntropy);
  const torch::Tensor gradient = sense.logits.grad()[0];
  CHECK(gradient.ne(0).sum().item<int>() == 3);
  CHECK(gradient[kFirstSenseCode].item<double>() == doctest::Approx(1 / 3.0));
  CHECK(sense.value.grad()[0].item<double>() == doctest::Approx(0.5 * 2 * (0 - 0.5)));
}

TEST_CASE("reinforcer: an anchor draws the policy to its own") {
  PpoSettings settings = kNoEntropy;
  settings.anchor_weight = 0.3;
  OneSense sense;
  sense.anchor = {0, static_cast<float>(std::log(2)), 0};  // 1/4, 1/2, 1/4
  // The derivative of sum p log(p / q) at a logit is p (log(p / q) - the sum).
  const double divergence = (2 * std::log(4.0 / 3) + std::log(2.0 / 3)) / 3;
  CHECK(sense.gradient(1.0 / 3, 0, settings) == doctest::Approx(0.3 / 3 * (std::log(2.0 / 3) - divergence)));
  settings.anchor_weight = 0;
  OneSense without;
  without.anchor = sense.anchor;
  CHECK(without.gradient(1.0 / 3, 0, settings) == 0);
}

TEST_CASE("reinforcer: senses and requests are means of their own, however many there are of each") {
  NetQuestion sense{.planes = {}, .actions = {kFirstSenseCode, kFirstSenseCode + 1}};
  NetQuestion request{.planes = {}, .actions = {5, kPassCode}};
  const auto half = static_cast<float>(std::log(0.5));
  std::vector<PpoSample> samples(3, {&sense, 0, half, 1, 0, true, {}});
  samples.push_back({&request, 0, half, 1, 0, false, {}});
  const torch::Tensor logits = torch::zeros({4, kActionCodes}).set_requires_grad(true);
  PpoFigures figures;
  ppo_loss({logits, torch::zeros({4})}, ppo_batch(samples, 1, torch::kCPU), kNoEntropy, figures).backward();
  CHECK(logits.grad()[0][kFirstSenseCode].item<double>() == doctest::Approx(-0.5 / 3));
  CHECK(logits.grad()[3][5].item<double>() == doctest::Approx(-0.5));
  CHECK(figures.decisions == 4);
  CHECK(figures.entropy == doctest::Approx(4 * std::log(2)));
}

TEST_CASE("reinforcer: a run that was stopped ends as one that was not, and goes further when asked to") {
  const testing::Folder folder("lanternfish_reinforcer");
  write_start(folder);
  reinforce_lines(tiny_settings(folder, "whole.lfn"));
  ReinforceSettings stopped = tiny_settings(folder, "stopped.lfn");
  stopped.stop_after = 1;
  CHECK(reinforce_lines(stopped).back().find("stopped after 1 of 3") == 0);
  const std::string early = read_file(folder / "stopped.lfn").value();
  stopped.stop_after = 0;
  stopped.iterations = 2;
  reinforce_lines(stopped);
  stopped.iterations = 3;
  CHECK(reinforce_lines(stopped).front().find("going on after 2 iterations") == 0);
  CHECK(read_file(folder / "stopped.lfn").value() == read_file(folder / "whole.lfn").value());
  CHECK(early != read_file(folder / "whole.lfn").value());
  const Weights weights = read_weights(folder / "whole.lfn", kHistoryPlanesVersion).value();
  CHECK(weights.kind == "jku-coda");
  CHECK(weights.notes.front().second == "none");
  CHECK(weights.notes.back().second.find("3 iterations of 4 games") == 0);
  ReinforceSettings further = tiny_settings(folder, "further.lfn");
  further.start = folder / "whole.lfn";
  further.iterations = 1;
  reinforce_lines(further);
  const Weights later = read_weights(folder / "further.lfn", kHistoryPlanesVersion).value();
  CHECK(later.notes.size() == 2);
  CHECK(later.notes.back().second.find(weights.notes.back().second + "; then 1 iterations") == 0);
}

TEST_CASE("reinforcer: further past selves, of another size, are met from the beginning, and after a stop") {
  const testing::Folder folder("lanternfish_reinforcer");
  write_start(folder);
  Weights other =
      testing::trained_looking_weights({.planes = kHistoryPlanes, .channels = 32, .blocks = 0, .stem = 1}, 2);
  other.planes_version = kHistoryPlanesVersion;
  REQUIRE(write_weights(folder / "other.lfn", other, Storage::kF32));
  ReinforceSettings settings = tiny_settings(folder, "whole.lfn");
  settings.others = {folder / "other.lfn"};
  settings.iterations = 2;
  reinforce_lines(settings);
  settings.out = folder / "stopped.lfn";
  settings.stop_after = 1;
  reinforce_lines(settings);
  settings.stop_after = 0;
  CHECK(reinforce_lines(settings).front() == "going on after 1 iterations with 2 past selves");
  const std::string whole = read_file(folder / "whole.lfn").value();
  CHECK(read_file(folder / "stopped.lfn").value() == whole);
  settings.anchor_weight = 1;
  settings.anchor = folder / "other.lfn";
  settings.out = folder / "anchored.lfn";
  reinforce_lines(settings);
  CHECK(read_file(folder / "anchored.lfn").value() != whole);
  settings.anchor_weight = 0;
  settings.others.clear();
  settings.out = folder / "alone.lfn";
  reinforce_lines(settings);
  CHECK(read_file(folder / "alone.lfn").value() != whole);
}

TEST_CASE("reinforcer: a checkpoint of another run is refused, and weights that cannot learn so") {
  const testing::Folder folder("lanternfish_reinforcer");
  write_start(folder);
  ReinforceSettings settings = tiny_settings(folder, "a.lfn");
  settings.stop_after = 1;
  reinforce_lines(settings);
  settings.rate = 2e-3;
  const auto quiet = [](const std::string&) {};
  CHECK_FALSE(reinforce(settings, quiet, kGoOn));
  ReinforceSettings empty = settings;
  empty.batch = 0;
  CHECK_FALSE(reinforce(empty, quiet, kGoOn));
  Weights weights = testing::trained_looking_weights(
      {.planes = kHistoryPlanes, .channels = 16, .blocks = 0, .stem = 1, .sense = false}, 1);
  weights.planes_version = kHistoryPlanesVersion;
  REQUIRE(write_weights(folder / "start.lfn", weights, Storage::kF32));
  const Status without = reinforce(settings, quiet, kGoOn);
  REQUIRE_FALSE(without);
  CHECK(without.error().find("sense, move and value") != std::string::npos);
}
