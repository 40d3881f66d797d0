#include "tools/train/reinforcer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>

#include <fmt/format.h>
#include <torch/torch.h>

#include "engine/random.h"
#include "nets/history_planes.h"
#include "nets/network.h"
#include "support/append_file.h"
#include "support/deadline.h"
#include "support/file.h"
#include "support/hash.h"
#include "tools/train/net_games.h"
#include "tools/train/past_selves.h"
#include "tools/train/ppo_loss.h"
#include "tools/train/torch_net.h"
#include "tools/train/torch_run.h"
#include "tools/train/training_data.h"

namespace lanternfish {

namespace {

// Longer gradients are shortened to this; usual with this method.
constexpr double kLongestGradient = 0.5;
constexpr const char* kNote = "selfplay";  // the weights' line about this training

// What the games of an iteration came to.
struct GameFigures {
  int won = 0, drawn = 0, lost = 0;
  std::size_t turns = 0;  // of the learner
  std::size_t passes = 0;

  void add(const NetGame& game) {
    won += game.outcome > 0 ? 1 : 0;
    drawn += game.outcome == 0 ? 1 : 0;
    lost += game.outcome < 0 ? 1 : 0;
    turns += game.requests.size();
    passes +=
        static_cast<std::size_t>(std::count_if(game.requests.begin(), game.requests.end(), [](const PlayedDecision& d) {
          return d.question.actions[d.chosen] == kPassCode;
        }));
  }
};

// Senses and requests are two chains, each with the game's outcome at its end: the reward of the winning request, and
// of the sense before it.
void add_samples(const std::vector<PlayedDecision>& chain, float outcome, bool is_sense,
                 const ReinforceSettings& settings, std::vector<PpoSample>& samples) {
  std::vector<float> values;
  for (const PlayedDecision& decision : chain) {
    values.push_back(decision.value);
  }
  const std::vector<float> advantages = advantages_of(values, outcome, settings.discount, settings.lambda);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    samples.push_back({.question = &chain[i].question,
                       .chosen = chain[i].chosen,
                       .log_probability = chain[i].log_probability,
                       .advantage = advantages[i],
                       .value_target = std::clamp(advantages[i] + values[i], -1.0F, 1.0F),
                       .is_sense = is_sense,
                       .anchor = {}});
  }
}

// Mean 0 and deviation 1, among the senses and among the requests.
void normalize_advantages(std::vector<PpoSample>& samples, bool senses) {
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (const PpoSample& sample : samples) {
    if (sample.is_sense == senses) {
      ++count;
      sum += sample.advantage;
      squares += static_cast<double>(sample.advantage) * sample.advantage;
    }
  }
  const double mean = sum / std::max(count, 1.0);
  const double deviation = std::sqrt(std::max(squares / std::max(count, 1.0) - mean * mean, 0.0)) + 1e-6;
  for (PpoSample& sample : samples) {
    if (sample.is_sense == senses) {
      sample.advantage = static_cast<float>((sample.advantage - mean) / deviation);
    }
  }
}

class Reinforcer {
 public:
  // `first` are the start, the others, and last the anchor; `first_hash` is of their files.
  Reinforcer(const ReinforceSettings& settings, std::vector<Weights> first, std::uint64_t first_hash,
             std::function<void(const std::string&)> line)
      : settings_(settings),
        first_(std::move(first)),
        first_hash_(first_hash),
        line_(std::move(line)),
        device_(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU),
        net_(first_[0], device_),
        anchor_(network(first_.back())),
        optimizer_(learnt(), torch::optim::AdamOptions(settings.rate)) {}

  Status run(const std::atomic<bool>& stop) {
    TRY(resume());
    while (iteration_ < settings_.iterations) {
      if (stop || (settings_.stop_after > 0 && iteration_ >= settings_.stop_after) || !iterate(stop)) {
        line_(fmt::format("stopped after {} of {} iterations; the same command goes on", iteration_,
                          settings_.iterations));
        return success();
      }
      // In this order: whoever is killed in between makes the iteration, and the same weights, once more.
      TRY(write_weights(settings_.out, weights(), settings_.storage));
      save();
    }
    return success();
  }

 private:
  std::vector<torch::Tensor> learnt() const {
    std::vector<torch::Tensor> list = net_.matrices();
    const std::vector<torch::Tensor> vectors = net_.vectors();
    list.insert(list.end(), vectors.begin(), vectors.end());
    return list;
  }

  // The learner as it is now. What the start says of earlier play stays in the note.
  Weights weights() const {
    Weights weights = first_[0];
    weights.tensors = net_.values();
    std::string text = fmt::format(
        "{} iterations of {} games, {} epochs, batch {}, rate {}, clip {}, entropy {}, anchor {}, {} past selves, seed "
        "{}",
        iteration_, settings_.games, settings_.epochs, settings_.batch, settings_.rate, settings_.clip,
        settings_.entropy_weight, settings_.anchor_weight, selves_.size(), settings_.seed);
    const auto earlier =
        std::find_if(weights.notes.begin(), weights.notes.end(), [](const auto& note) { return note.first == kNote; });
    if (earlier != weights.notes.end()) {
      text = earlier->second + "; then " + text;
      weights.notes.erase(earlier);
    }
    weights.notes.emplace_back(kNote, text);
    return weights;
  }

  std::unique_ptr<Network> network(const Weights& weights) const {
    return std::make_unique<Network>(weights, Network::Options{.threads = settings_.threads, .batch = 16});
  }

  void save_version(Weights version) {
    networks_.push_back(network(version));
    versions_.push_back(std::move(version));
    selves_.add();
  }

  // Plays the games of an iteration and learns from them. False when it was stopped; the learner may be half changed
  // then, and the checkpoint is still the one before.
  bool iterate(const std::atomic<bool>& stop) {
    const auto begin = SteadyClock::now();
    std::vector<NetGame> games = draw_opponents();
    std::vector<NetEvaluator*> opponents;
    for (const auto& version : networks_) {
      opponents.push_back(version.get());
    }
    const NetGameSettings how{.turn_limit = settings_.turn_limit,
                              .sampled_turns = settings_.turn_limit,
                              .seed = settings_.seed * 1'000'003 + static_cast<std::uint64_t>(iteration_)};
    if (!play_net_games(*network(weights()), opponents, how, games, stop)) {
      return false;
    }
    const double play_seconds = std::chrono::duration<double>(SteadyClock::now() - begin).count();
    GameFigures played;
    std::vector<PpoSample> samples;
    for (const NetGame& game : games) {
      played.add(game);
      selves_.note(game.opponent, 0.5 + game.outcome / 2);
      add_samples(game.senses, game.outcome, true, settings_, samples);
      add_samples(game.requests, game.outcome, false, settings_, samples);
    }
    if (settings_.anchor_weight > 0) {
      add_anchors(samples);
    }
    normalize_advantages(samples, true);
    normalize_advantages(samples, false);
    PpoFigures learnt;
    if (!learn(samples, stop, learnt)) {
      return false;
    }
    ++iteration_;
    show(played, learnt, play_seconds, std::chrono::duration<double>(SteadyClock::now() - begin).count());
    if (selves_.time_to_save()) {
      line_(fmt::format("version {} is saved: {:.1f} % of the games since the last one", selves_.size(),
                        100 * selves_.recent_score()));
      save_version(weights());
    }
    return true;
  }

  // Colours take turns.
  std::vector<NetGame> draw_opponents() const {
    const std::vector<double> probabilities = selves_.probabilities();
    Random random(settings_.seed, static_cast<int>(iteration_), 1);
    std::vector<NetGame> games;
    for (int i = 0; i < settings_.games; ++i) {
      double left = random.unit();
      std::size_t version = 0;
      while (version + 1 < probabilities.size() && (left -= probabilities[version]) >= 0) {
        ++version;
      }
      NetGame game;
      game.opponent = version;
      game.learner = i % 2 == 0 ? kWhite : kBlack;
      games.push_back(std::move(game));
    }
    return games;
  }

  void add_anchors(std::vector<PpoSample>& samples) {
    std::vector<NetQuestion> questions;
    for (const PpoSample& sample : samples) {
      questions.push_back(*sample.question);
    }
    const std::vector<NetAnswer> answers = anchor_->evaluate(questions);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      samples[i].anchor = answers[i].logits;
    }
  }

  bool learn(const std::vector<PpoSample>& samples, const std::atomic<bool>& stop, PpoFigures& figures) {
    std::mt19937_64 random(settings_.seed * 1'000'003 + static_cast<std::uint64_t>(iteration_));
    std::vector<PpoSample> order = samples;
    for (int epoch = 0; epoch < settings_.epochs; ++epoch) {
      for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[random() % i]);
      }
      const auto size = static_cast<std::size_t>(settings_.batch);
      for (std::size_t begin = 0; begin < order.size(); begin += size) {
        if (stop) {
          return false;
        }
        learn_batch(std::span(order).subspan(begin, std::min(size, order.size() - begin)), figures);
      }
    }
    return true;
  }

  // The norms keep their means and variances: the policy that learns is then the one that played.
  void learn_batch(std::span<const PpoSample> samples, PpoFigures& figures) {
    const PpoBatch batch = ppo_batch(samples, net_.shape().stem, device_);
    optimizer_.zero_grad();
    TorchNet::Output output;
    {
      const Autocast autocast(settings_.bf16);
      output = net_.forward(batch.planes, false);
    }
    const PpoSettings ppo{.clip = settings_.clip,
                          .entropy_weight = settings_.entropy_weight,
                          .value_weight = settings_.value_weight,
                          .anchor_weight = settings_.anchor_weight};
    ppo_loss(output, batch, ppo, figures).backward();
    torch::nn::utils::clip_grad_norm_(learnt(), kLongestGradient);
    optimizer_.step();
  }

  void show(const GameFigures& games, const PpoFigures& learnt, double play_seconds, double seconds) {
    const double decisions = std::max(learnt.decisions, 1.0);
    const double turns = static_cast<double>(std::max<std::size_t>(games.turns, 1));
    line_(
        fmt::format("iteration {} of {}: won {} drawn {} lost {}, {:.1f} % since version {}; {:.0f} turns a game, "
                    "passes {:.1f} %; entropy {:.2f}, divergence {:.4f}, from the anchor {:.2f}, clipped {:.1f} %, "
                    "value error {:.3f}; {:.0f} s, {:.0f} of them play",
                    iteration_, settings_.iterations, games.won, games.drawn, games.lost, 100 * selves_.recent_score(),
                    selves_.size() - 1, turns / settings_.games, 100 * static_cast<double>(games.passes) / turns,
                    learnt.entropy / decisions, learnt.divergence / decisions, learnt.anchor_divergence / decisions,
                    100 * learnt.clipped / decisions, learnt.value_error / decisions, seconds, play_seconds));
    const Status written =
        append_line(settings_.out.string() + ".tsv",
                    fmt::format("{}\t{}\t{}\t{}\t{}\t{:.4f}\t{:.4f}\t{:.4f}", iteration_, selves_.size() - 1, games.won,
                                games.drawn, games.lost, learnt.entropy / decisions, learnt.divergence / decisions,
                                learnt.value_error / decisions));
    if (!written) {
      line_(written.error());
    }
  }

  std::filesystem::path checkpoint() const { return settings_.out.string() + ".checkpoint"; }

  // What must be the same for a run to go on.
  std::string run_name() const {
    return fmt::format("selfplay {:016x} {} {} {} {} {} {} {} {} {} {} {} {}", first_hash_, settings_.games,
                       settings_.turn_limit, settings_.epochs, settings_.batch, settings_.rate, settings_.clip,
                       settings_.discount, settings_.lambda, settings_.entropy_weight, settings_.value_weight,
                       settings_.anchor_weight, settings_.seed) +
           (settings_.bf16 ? " bf16" : "");
  }

  void save() {
    save_checkpoint(checkpoint(), run_name(), net_, optimizer_, [this](torch::serialize::OutputArchive& archive) {
      archive.write("iteration", torch::IValue(static_cast<std::int64_t>(iteration_)));
      archive.write("selves", torch::tensor(selves_.state()));
      for (std::size_t v = 0; v < versions_.size(); ++v) {
        for (std::size_t i = 0; i < versions_[v].tensors.size(); ++i) {
          archive.write(fmt::format("version{}.{}", v, i), torch::tensor(versions_[v].tensors[i]));
        }
      }
    });
  }

  Status resume() {
    if (!std::filesystem::exists(checkpoint())) {
      std::for_each(first_.begin(), first_.end() - 1, [this](const Weights& version) { save_version(version); });
      return success();
    }
    const Status loaded = load_checkpoint(checkpoint(), run_name(), device_, net_, optimizer_,
                                          [this](torch::serialize::InputArchive& archive) { read_more(archive); });
    if (loaded) {
      line_(fmt::format("going on after {} iterations with {} past selves", iteration_, selves_.size()));
    }
    return loaded;
  }

  void read_more(torch::serialize::InputArchive& archive) {
    torch::IValue number;
    archive.read("iteration", number);
    iteration_ = number.toInt();
    const auto numbers = [&](const std::string& name) {
      torch::Tensor tensor;
      archive.read(name, tensor);
      tensor = tensor.to(torch::kCPU).contiguous();
      const auto* begin = tensor.data_ptr<float>();
      return std::vector<float>(begin, begin + tensor.numel());
    };
    selves_ = PastSelves::of_state(numbers("selves"));
    for (std::size_t v = 0; v < selves_.size(); ++v) {
      Weights version = first_[v + 1 < first_.size() ? v : 0];
      for (std::size_t i = 0; i < version.tensors.size(); ++i) {
        version.tensors[i] = numbers(fmt::format("version{}.{}", v, i));
      }
      networks_.push_back(network(version));
      versions_.push_back(std::move(version));
    }
  }

  const ReinforceSettings& settings_;
  std::vector<Weights> first_;
  std::uint64_t first_hash_;
  std::function<void(const std::string&)> line_;
  torch::Device device_;
  TorchNet net_;  // the learner
  std::unique_ptr<Network> anchor_;
  torch::optim::Adam optimizer_;
  std::int64_t iteration_ = 0;  // done
  PastSelves selves_;
  std::vector<Weights> versions_;  // by PastSelves
  std::vector<std::unique_ptr<Network>> networks_;
};

}  // namespace

Status reinforce(const ReinforceSettings& settings, const std::function<void(const std::string&)>& line,
                 const std::atomic<bool>& stop) {
  if (std::min({settings.games, settings.turn_limit, settings.epochs, settings.batch}) < 1) {
    return Error{"games, turn limit, epochs and batch must be at least 1"};
  }
  std::vector<std::filesystem::path> files = settings.others;
  files.insert(files.begin(), settings.start);
  files.push_back(settings.anchor.empty() ? settings.start : settings.anchor);
  std::vector<Weights> first;
  std::string all;
  for (const std::filesystem::path& file : files) {
    const Result<Weights> weights = read_weights(file, kHistoryPlanesVersion);
    const Result<std::string> bytes = read_file(file);
    if (!weights || !bytes) {
      return Error{weights ? bytes.error() : weights.error()};
    }
    if (!weights->shape.sense || !weights->shape.move || !weights->shape.value) {
      return Error{fmt::format("{}: learning by play wants the outputs sense, move and value", file.string())};
    }
    first.push_back(*weights);
    all += *bytes;
  }
  torch::set_num_threads(settings.threads);
  return Reinforcer(settings, std::move(first), fnv1a(all), line).run(stop);
}

}  // namespace lanternfish
