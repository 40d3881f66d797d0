#include "nets/network.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <numeric>

namespace lanternfish {

namespace {

void relu(float* values, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    values[i] = std::max(values[i], 0.0F);
  }
}

float dot(const float* a, const float* b, std::size_t size) {
  constexpr std::size_t kLanes = 16;  // independent sums; a single one would wait for each addition
  float sums[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sums[lane] += a[i + lane] * b[i + lane];
    }
  }
  float sum = std::accumulate(sums, sums + kLanes, 0.0F);
  for (; i < size; ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

// Adds a column of the stem, times the plane's value, to all neighbours of a set square.
void add_square(const FoldedStem& stem, const float* columns, float value, Square s, std::size_t channels,
                float* output) {
  for (int ranks = -stem.reach; ranks <= stem.reach; ++ranks) {
    for (int files = -stem.reach; files <= stem.reach; ++files, columns += channels) {
      const int file = file_of(s) + files;
      const int rank = rank_of(s) + ranks;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) {
        continue;
      }
      float* out = output + make_square(file, rank) * channels;
      for (std::size_t c = 0; c < channels; ++c) {
        out[c] += value * columns[c];
      }
    }
  }
}

// output: [square, channel].
void run_stem(const FoldedStem& stem, const PlaneList& planes, std::size_t channels, float* output) {
  for (std::size_t s = 0; s < 64; ++s) {
    std::copy(stem.bias.begin(), stem.bias.end(), output + s * channels);
  }
  const std::size_t taps = stem.reach == 0 ? 1 : 9;
  for (const Plane& plane : planes) {
    const float* columns = stem.columns.data() + plane.index * taps * channels;
    for (Bitboard b = plane.squares; b != 0;) {
      add_square(stem, columns, plane.value, pop_lowest(b), channels, output);
    }
  }
  relu(output, 64 * channels);
}

float run_value(const FoldedValue& head, std::size_t channels, const float* activations) {
  float plane[64];
  for (std::size_t s = 0; s < 64; ++s) {
    plane[s] = std::max(dot(head.plane.data(), activations + s * channels, channels) + head.plane_bias, 0.0F);
  }
  float sum = head.bias2;
  for (std::size_t h = 0; h < head.bias1.size(); ++h) {
    sum += head.dense2[h] * std::max(dot(&head.dense1[h * 64], plane, 64) + head.bias1[h], 0.0F);
  }
  return std::tanh(sum);
}

// Only the logits asked for: some 40 of 4,737.
std::vector<float> run_policy(const FoldedPolicy& head, std::size_t channels, const float* activations,
                              const std::vector<ActionCode>& actions) {
  const auto logit = [&](std::size_t plane, const float* input) {
    return dot(&head.weights[plane * channels], input, channels) + head.bias[plane];
  };
  std::vector<float> logits;
  logits.reserve(actions.size());
  for (const ActionCode action : actions) {
    if (action < kPassCode) {
      logits.push_back(logit(action / 64, activations + action % 64 * channels));
    } else if (action >= kFirstSenseCode) {
      assert(action < kActionCodes);
      logits.push_back(logit(kMovePlanes + 1, activations + (action - kFirstSenseCode) * channels));
    } else {
      std::vector<float> mean(channels);
      for (std::size_t i = 0; i < 64 * channels; ++i) {
        mean[i % channels] += activations[i] / 64;
      }
      logits.push_back(logit(kMovePlanes, mean.data()));
    }
  }
  return logits;
}

}  // namespace

// What one thread has of its own.
class Network::Worker {
 public:
  Worker(const FoldedNet& net, int batch, TowerKind kind)
      : net_(net),
        kind_(kind),
        channels_(static_cast<std::size_t>(net.shape.channels)),
        activations_(static_cast<std::size_t>(batch) * 64 * channels_),
        tower_(make_tower(net.blocks, net.shape.channels, kind)),
        policy_towers_(net.policies.size()) {}

  void run(std::span<const NetQuestion> questions, HeadChoice heads, NetAnswer* answers) {
    const auto count = static_cast<int>(questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
      assert(questions[i].planes.empty() || questions[i].planes.back().index < net_.shape.planes);
      run_stem(net_.stem, questions[i].planes, channels_, activations_of(i));
    }
    tower_->run(activations_.data(), count);
    if (net_.shape.value) {
      for (std::size_t i = 0; i < questions.size(); ++i) {
        answers[i].value =
            run_value(net_.values.at(static_cast<std::size_t>(heads.value)), channels_, activations_of(i));
      }
    }
    if (std::all_of(questions.begin(), questions.end(), [](const NetQuestion& q) { return q.actions.empty(); })) {
      return;
    }
    const auto head = static_cast<std::size_t>(heads.policy);
    policy_tower(head).run(activations_.data(), count);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      answers[i].logits = run_policy(net_.policies[head], channels_, activations_of(i), questions[i].actions);
    }
  }

 private:
  float* activations_of(std::size_t i) { return activations_.data() + i * 64 * channels_; }

  // Made when it is first used: of 14 headsets a game needs two.
  Tower& policy_tower(std::size_t head) {
    std::unique_ptr<Tower>& tower = policy_towers_.at(head);
    if (tower == nullptr) {
      tower = make_tower(net_.policies[head].blocks, net_.shape.channels, kind_);
    }
    return *tower;
  }

  const FoldedNet& net_;
  TowerKind kind_;
  std::size_t channels_;
  std::vector<float> activations_;  // [position, square, channel]
  std::unique_ptr<Tower> tower_;
  std::vector<std::unique_ptr<Tower>> policy_towers_;  // by head
};

Network::Network(const Weights& weights, const Options& options)
    : net_(fold(weights)), batch_(std::max(options.batch, 1)), pool_(std::max(options.threads, 1)) {
  for (int i = 0; i < pool_.threads(); ++i) {
    workers_.push_back(std::make_unique<Worker>(net_, batch_, options.kind));
  }
}

Network::~Network() = default;

std::vector<NetAnswer> Network::evaluate(std::span<const NetQuestion> questions, HeadChoice heads) {
  std::vector<NetAnswer> answers(questions.size());
  const auto batch = static_cast<std::size_t>(batch_);
  std::atomic<std::size_t> next = 0;
  pool_.for_each(workers_.size(), [&](std::size_t worker) {
    for (std::size_t begin = next.fetch_add(batch); begin < questions.size(); begin = next.fetch_add(batch)) {
      const std::size_t size = std::min(batch, questions.size() - begin);
      workers_[worker]->run(questions.subspan(begin, size), heads, &answers[begin]);
    }
  });
  return answers;
}

}  // namespace lanternfish
