#include "tools/train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numbers>
#include <numeric>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <torch/torch.h>

#include "nets/board_planes.h"
#include "nets/board_stack.h"
#include "nets/history_planes.h"
#include "support/deadline.h"
#include "tools/train/torch_net.h"
#include "tools/train/torch_run.h"
#include "tools/train/training_data.h"

namespace lanternfish {

namespace {

constexpr double kLineSeconds = 10;  // between lines of progress
constexpr double kCheckpointSeconds = 300;

double seconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double>(SteadyClock::now() - begin).count();
}

// One decision of the data.
struct Example {
  const TrainingSequence* sequence;
  std::size_t decision;
};

double pass_percent(const TrainingSequence& sequence) {
  double requests = 0;
  double passes = 0;
  for (const TrainingDecision& decision : sequence.decisions) {
    requests += decision.stage == Stage::kMove ? 1 : 0;
    passes += decision.action == kPassCode ? 1 : 0;
  }
  return 100 * passes / std::max(requests, 1.0);
}

struct Batch {
  StemInput planes;
  torch::Tensor actions;   // [position]: code within the senses or within the requests
  torch::Tensor is_move;   // [position]
  torch::Tensor own;       // [position, 64]: squares of own pieces
  torch::Tensor outcomes;  // [position]
};

// What batches are made of, in training and held out.
class Examples {
 public:
  // Of both kinds of games as many decisions as the settings let in.
  Examples(const TrainingData& data, const TrainSettings& settings) : shape_(data.shape), stem_(settings.stem) {
    for (const TrainingGame& game : data.games) {
      for (const TrainingSequence& sequence : game.players) {
        if (!game.held_out && pass_percent(sequence) > settings.max_passes) {
          continue;
        }
        int requests = 0;
        for (std::size_t i = 0; i < sequence.decisions.size(); ++i) {
          if (game.held_out) {
            held_out_.push_back({&sequence, i});
          } else if (settings.turns == 0 || requests < settings.turns) {
            train_.push_back({&sequence, i});
          }
          requests += sequence.decisions[i].stage == Stage::kMove ? 1 : 0;
        }
      }
    }
    draw(train_, settings.decisions, settings.seed);
    draw(held_out_, settings.held_out, settings.seed);
  }

  const std::vector<Example>& train() const { return train_; }
  const std::vector<Example>& held_out() const { return held_out_; }
  // Data of boards alone has no senses, and a network trained on it no output for them.
  bool has_senses() const {
    return std::any_of(train_.begin(), train_.end(),
                       [](const Example& e) { return e.sequence->decisions[e.decision].stage == Stage::kSense; });
  }

  Batch batch(std::span<const Example> examples, torch::Device device) const {
    const auto size = static_cast<std::int64_t>(examples.size());
    std::vector<PlaneList> inputs;
    Batch batch{.planes = {},
                .actions = torch::zeros({size}, torch::kLong),
                .is_move = torch::zeros({size}, torch::kBool),
                .own = torch::zeros({size, 64}, torch::kBool),
                .outcomes = torch::zeros({size})};
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const TrainingDecision& decision = examples[i].sequence->decisions[examples[i].decision];
      inputs.push_back(input_of(shape_, *examples[i].sequence, examples[i].decision));
      const bool is_move = decision.stage == Stage::kMove;
      batch.actions.data_ptr<std::int64_t>()[i] = decision.action - (is_move ? 0 : kFirstSenseCode);
      batch.is_move.data_ptr<bool>()[i] = is_move;
      batch.outcomes.data_ptr<float>()[i] = examples[i].sequence->outcome;
      set_own(inputs.back(), batch.own.data_ptr<bool>() + 64 * i);
    }
    batch.planes = stem_input(inputs, stem_).to(device);
    for (torch::Tensor* tensor : {&batch.actions, &batch.is_move, &batch.own, &batch.outcomes}) {
      *tensor = tensor->to(device);
    }
    return batch;
  }

 private:
  // Leaves `count` of them where there are more; 0 leaves all.
  static void draw(std::vector<Example>& examples, std::int64_t count, std::uint64_t seed) {
    const auto wanted = static_cast<std::size_t>(count);
    if (wanted == 0 || examples.size() <= wanted) {
      return;
    }
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < wanted; ++i) {
      std::swap(examples[i], examples[i + random() % (examples.size() - i)]);
    }
    examples.resize(wanted);
  }

  void set_own(const PlaneList& input, bool* own) const {
    const int first = first_own_plane(shape_);
    for (const Plane& plane : input) {
      if (plane.index >= first && plane.index < first + kPieceTypes) {
        for (Bitboard b = plane.squares; b != 0;) {
          own[pop_lowest(b)] = true;
        }
      }
    }
  }

  static int first_own_plane(const DataShape& shape) {
    if (shape.planes_version == kBoardPlanesVersion) {
      return 0;
    }
    if (shape.planes_version == kStackVersion) {
      return (kStackSteps - 1) * kStepPlanes;  // of the likeliest board: own pieces are the same on all
    }
    return shape.planes_version == kSynopsisVersion ? static_cast<int>(synopsis::kOwn) : kNewestOwnPieces;
  }

  DataShape shape_;
  int stem_;
  std::vector<Example> train_;
  std::vector<Example> held_out_;
};

// Sums over decisions.
struct Figures {
  double sense_loss = 0, move_loss = 0, value_loss = 0;
  double senses = 0, moves = 0;
  double sense_hits = 0, move_hits = 0, winner_hits = 0, decided = 0;

  double loss(double value_weight) const {
    return (sense_loss + move_loss + value_weight * value_loss) / std::max(senses + moves, 1.0);
  }
  std::string text() const {
    const auto share = [](double part, double whole) { return 100 * part / std::max(whole, 1.0); };
    return fmt::format("sense {:.1f} % {:.2f} bits, move {:.1f} % {:.2f} bits, winner {:.1f} %",
                       share(sense_hits, senses), sense_loss / std::max(senses, 1.0) / std::numbers::ln2,
                       share(move_hits, moves), move_loss / std::max(moves, 1.0) / std::numbers::ln2,
                       share(winner_hits, decided));
  }
};

// The loss of a batch with its gradient, and its sums.
torch::Tensor loss_of(const TorchNet::Output& output, const Batch& batch, const TrainSettings& settings,
                      Figures& figures) {
  torch::Tensor loss = torch::zeros({}, output.value.options().dtype(torch::kFloat));
  const auto action_loss = [&](const torch::Tensor& rows, torch::Tensor logits, double& sum, double& count,
                               double& hits) {
    if (rows.numel() == 0) {
      return;
    }
    const torch::Tensor actions = batch.actions.index_select(0, rows);
    const torch::Tensor losses = torch::nn::functional::cross_entropy(
        logits, actions, torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum));
    loss = loss + losses;
    sum += losses.item<double>();
    count += static_cast<double>(rows.numel());
    hits += logits.argmax(1).eq(actions).sum().item<double>();
  };
  const torch::Tensor logits = output.logits.to(torch::kFloat);
  const torch::Tensor sense_rows = batch.is_move.logical_not().nonzero().squeeze(1);
  const torch::Tensor move_rows = batch.is_move.nonzero().squeeze(1);
  action_loss(sense_rows, logits.index_select(0, sense_rows).slice(1, kFirstSenseCode), figures.sense_loss,
              figures.senses, figures.sense_hits);
  torch::Tensor moves = logits.index_select(0, move_rows).slice(1, 0, kFirstSenseCode);
  if (settings.mask_own) {
    const torch::Tensor own = batch.own.index_select(0, move_rows).repeat({1, kMovePlanes});
    const torch::Tensor passes = torch::ones({own.size(0), 1}, own.options());
    moves = moves.masked_fill(torch::cat({own, passes}, 1).logical_not(), -1e4);
  }
  action_loss(move_rows, moves, figures.move_loss, figures.moves, figures.move_hits);
  const torch::Tensor value = output.value.to(torch::kFloat);
  const torch::Tensor errors = (value - batch.outcomes).square().sum();
  figures.value_loss += errors.item<double>();
  const torch::Tensor decided = batch.outcomes.ne(0);
  figures.decided += decided.sum().item<double>();
  figures.winner_hits += (value * batch.outcomes).gt(0).logical_and(decided).sum().item<double>();
  return (loss + settings.value_weight * errors) / batch.outcomes.size(0);
}

// The rate of AdamW over a cycle: up to the top in the first 30 % of the steps, then down to nothing, both as a cosine.
double rate_at(const TrainSettings& settings, std::int64_t step, std::int64_t steps) {
  constexpr double kRise = 0.3;
  constexpr double kFirstShare = 1.0 / 25;
  const double part = static_cast<double>(step) / static_cast<double>(steps);
  if (part < kRise) {
    return settings.rate * (kFirstShare + (1 - kFirstShare) * (1 - std::cos(std::numbers::pi * part / kRise)) / 2);
  }
  return settings.rate * (1 + std::cos(std::numbers::pi * (part - kRise) / (1 - kRise))) / 2;
}

class Trainer {
 public:
  Trainer(const TrainSettings& settings, const TrainingData& data, std::function<void(const std::string&)> line)
      : settings_(settings),
        data_(data),
        line_(std::move(line)),
        examples_(data, settings),
        device_(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU),
        net_(first_weights(), device_),
        optimizer_(groups(), torch::optim::AdamWOptions(settings.rate)),
        steps_a_epoch_(static_cast<std::int64_t>(examples_.train().size()) / settings.batch) {}

  Status run(const std::atomic<bool>& stop) {
    if (steps_a_epoch_ == 0) {
      return Error{fmt::format("{} decisions are no batch of {}", examples_.train().size(), settings_.batch)};
    }
    TRY(resume());
    line_(fmt::format("{} games; {} channels, {} blocks: {} parameters", data_.games.size(), net_.shape().channels,
                      net_.shape().blocks, parameters(net_.shape())));
    const std::int64_t steps = steps_a_epoch_ * settings_.epochs;
    begin_ = saved_ = shown_ = SteadyClock::now();
    first_step_ = step_;
    while (step_ < steps) {
      if (stop || (settings_.stop_after > 0 && step_ >= settings_.stop_after)) {
        save();
        line_(fmt::format("stopped at step {} of {}; the same command goes on", step_, steps));
        return success();
      }
      train_step(steps);
      if (step_ % steps_a_epoch_ == 0) {
        TRY(end_epoch());
      }
      if (seconds_since(saved_) > kCheckpointSeconds) {
        save();
      }
      if (seconds_since(shown_) > kLineSeconds) {
        show(steps);
      }
    }
    std::error_code ignored;
    std::filesystem::remove(checkpoint(), ignored);
    return success();
  }

 private:
  Weights first_weights() const {
    NetShape shape{.planes = data_.shape.planes(),
                   .channels = settings_.channels,
                   .blocks = settings_.blocks,
                   .stem = settings_.stem,
                   .sense = examples_.has_senses()};
    Weights weights = random_weights(shape, settings_.seed);
    weights.kind = settings_.kind;
    weights.planes_version = data_.shape.planes_version;
    return weights;
  }

  std::vector<torch::optim::OptimizerParamGroup> groups() const {
    auto decayed = std::make_unique<torch::optim::AdamWOptions>(settings_.rate);
    decayed->weight_decay(settings_.weight_decay);
    auto free = std::make_unique<torch::optim::AdamWOptions>(settings_.rate);
    free->weight_decay(0);
    std::vector<torch::optim::OptimizerParamGroup> groups;
    groups.emplace_back(net_.matrices(), std::move(decayed));
    groups.emplace_back(net_.vectors(), std::move(free));
    return groups;
  }

  // The order of an epoch depends on seed and epoch alone, so that a run that goes on needs no more than its step.
  const std::vector<std::size_t>& order_of(std::int64_t epoch) {
    if (epoch != ordered_epoch_) {
      ordered_epoch_ = epoch;
      order_.resize(examples_.train().size());
      std::iota(order_.begin(), order_.end(), std::size_t{0});
      std::mt19937_64 random(settings_.seed * 1'000'003 + static_cast<std::uint64_t>(epoch));
      for (std::size_t i = order_.size(); i > 1; --i) {
        std::swap(order_[i - 1], order_[random() % i]);
      }
    }
    return order_;
  }

  void train_step(std::int64_t steps) {
    const std::vector<std::size_t>& order = order_of(step_ / steps_a_epoch_);
    const auto size = static_cast<std::size_t>(settings_.batch);
    const std::size_t first = static_cast<std::size_t>(step_ % steps_a_epoch_) * size;
    std::vector<Example> examples;
    for (std::size_t i = first; i < first + size; ++i) {
      examples.push_back(examples_.train()[order[i]]);
    }
    const Batch batch = examples_.batch(examples, device_);
    for (auto& group : optimizer_.param_groups()) {
      static_cast<torch::optim::AdamWOptions&>(group.options()).lr(rate_at(settings_, step_, steps));
    }
    optimizer_.zero_grad();
    TorchNet::Output output;
    {
      const Autocast autocast(settings_.bf16);
      output = net_.forward(batch.planes, true);
    }
    loss_of(output, batch, settings_, recent_).backward();
    optimizer_.step();
    ++step_;
  }

  Status end_epoch() {
    Figures figures;
    {
      const torch::NoGradGuard no_gradients;
      const std::vector<Example>& all = examples_.held_out();
      for (std::size_t begin = 0; begin < all.size(); begin += static_cast<std::size_t>(settings_.batch)) {
        const std::size_t size = std::min(all.size() - begin, static_cast<std::size_t>(settings_.batch));
        const Batch batch = examples_.batch(std::span(all).subspan(begin, size), device_);
        loss_of(net_.forward(batch.planes, false), batch, settings_, figures);
      }
    }
    held_out_text_ = figures.text();
    const double loss = figures.loss(settings_.value_weight);
    line_(fmt::format("epoch {}: held out: loss {:.4f}, {}", step_ / steps_a_epoch_, loss, held_out_text_));
    if (!examples_.held_out().empty() && loss >= best_loss_) {
      return success();
    }
    best_loss_ = loss;
    return write_weights(settings_.out, result(), settings_.storage);
  }

  Weights result() const {
    Weights weights = first_weights();
    weights.tensors = net_.values();
    weights.notes = {
        {"games", fmt::format("{}", data_.source_games())},
        {"data-hash", fmt::format("{:016x}", data_.hash())},
        {"decisions", fmt::format("{} trained on, {} held out", examples_.train().size(), examples_.held_out().size())},
        {"training", fmt::format("step {} of {}, batch {}, rate {}, weight decay {}, seed {}", step_,
                                 steps_a_epoch_ * settings_.epochs, settings_.batch, settings_.rate,
                                 settings_.weight_decay, settings_.seed)},
        {"held-out", held_out_text_}};
    return weights;
  }

  void show(std::int64_t steps) {
    const double rate = static_cast<double>(step_ - first_step_) / seconds_since(begin_);
    line_(fmt::format("step {} of {}, {:.0f} decisions/s, loss {:.4f}, {}, {:.0f} s left", step_, steps,
                      rate * settings_.batch, recent_.loss(settings_.value_weight), recent_.text(),
                      static_cast<double>(steps - step_) / rate));
    const Status written =
        append_line(settings_.out.string() + ".tsv",
                    fmt::format("{}\t{:.4f}\t{:.4f}\t{:.4f}\t{:.4f}", step_, recent_.loss(settings_.value_weight),
                                recent_.sense_loss / std::max(recent_.senses, 1.0),
                                recent_.move_loss / std::max(recent_.moves, 1.0),
                                recent_.value_loss / std::max(recent_.senses + recent_.moves, 1.0)));
    if (!written) {
      line_(written.error());
    }
    recent_ = {};
    shown_ = SteadyClock::now();
  }

  std::filesystem::path checkpoint() const { return settings_.out.string() + ".checkpoint"; }

  // What must be the same for a run to go on.
  std::string run_name() const {
    return fmt::format("{:016x} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", data_.hash(), settings_.channels,
                       settings_.blocks, settings_.stem, settings_.epochs, settings_.batch, settings_.rate,
                       settings_.weight_decay, settings_.value_weight, settings_.mask_own, settings_.bf16,
                       settings_.turns, settings_.max_passes, settings_.decisions, settings_.held_out, settings_.seed);
  }

  void save() {
    save_checkpoint(checkpoint(), run_name(), net_, optimizer_, [this](torch::serialize::OutputArchive& archive) {
      archive.write("step", torch::IValue(step_));
      archive.write("best", torch::IValue(best_loss_));
    });
    saved_ = SteadyClock::now();
  }

  Status resume() {
    if (!std::filesystem::exists(checkpoint())) {
      return success();
    }
    const Status loaded = load_checkpoint(checkpoint(), run_name(), device_, net_, optimizer_,
                                          [this](torch::serialize::InputArchive& archive) {
                                            torch::IValue number;
                                            archive.read("step", number);
                                            step_ = number.toInt();
                                            archive.read("best", number);
                                            best_loss_ = number.toDouble();
                                          });
    if (!loaded) {
      return loaded;
    }
    line_(fmt::format("going on at step {}", step_));
    return success();
  }

  const TrainSettings& settings_;
  const TrainingData& data_;
  std::function<void(const std::string&)> line_;
  Examples examples_;
  torch::Device device_;
  TorchNet net_;
  torch::optim::AdamW optimizer_;
  std::int64_t steps_a_epoch_;
  std::int64_t step_ = 0;
  double best_loss_ = std::numeric_limits<double>::infinity();  // held out
  std::vector<std::size_t> order_;
  std::int64_t ordered_epoch_ = -1;
  Figures recent_;  // since the last line
  std::string held_out_text_;
  std::int64_t first_step_ = 0;  // of this call
  SteadyClock::time_point begin_, saved_, shown_;
};

}  // namespace

Status train(const TrainSettings& settings, const std::function<void(const std::string&)>& line,
             const std::atomic<bool>& stop) {
  const TrainingData data = TRY(read_training_data(settings.data));
  const NetShape shape{
      .planes = data.shape.planes(), .channels = settings.channels, .blocks = settings.blocks, .stem = settings.stem};
  TRY(check_shape(shape));
  torch::set_num_threads(settings.threads);
  return Trainer(settings, data, line).run(stop);
}

}  // namespace lanternfish
