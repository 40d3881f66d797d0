// The trainer, where Torch is installed: the network it trains is the one that plays, it learns, and a run that was
// stopped ends as one that was not.

#include "tools/train/trainer.h"

#include <algorithm>

#include <fmt/format.h>
#include <torch/torch.h>

#include "game/game_record.h"
#include "nets/network.h"
#include "tests/folder.h"
#include "tests/nets/random_net.h"
#include "tools/train/torch_net.h"
#include "tools/train/training_data.h"

// Torch has a CHECK of its own.
#undef CHECK
#include <doctest/doctest.h>

using namespace lanternfish;

namespace {

// Players that do what their planes say: they sense the square of plane 0 and move the piece that plane 1 shows one
// square ahead, and who has plane 2 wins.
void write_easy_data(const std::filesystem::path& file, int games) {
  std::mt19937_64 random(1);
  TrainingDataWriter writer = TrainingDataWriter::open(file, {"easy/1", 3, 1}).value();
  for (int i = 0; i < games; ++i) {
    TrainingGame game{.file = fmt::format("{}.json", i), .hash = 0, .held_out = i % 5 == 0, .players = {}};
    for (TrainingSequence& sequence : game.players) {
      sequence.outcome = random() % 2 == 0 ? 1.0F : -1.0F;
      for (int k = 0; k < 8; ++k) {
        const auto sensed = static_cast<Square>(random() % 64);
        const auto moved = static_cast<Square>(random() % 56);
        PlaneList planes = {{.squares = bit(sensed), .index = 0}, {.squares = bit(moved), .index = 1}};
        if (sequence.outcome > 0) {
          planes.push_back({.squares = ~Bitboard{0}, .index = 2});
        }
        sequence.decisions.push_back({Stage::kSense, sense_code(sensed, kWhite), planes});
        sequence.decisions.push_back(
            {Stage::kMove, move_code({moved, static_cast<Square>(moved + 8)}, kWhite), planes});
      }
    }
    REQUIRE(writer.add(game));
  }
}

TrainSettings easy_settings(const testing::Folder& folder, const char* out) {
  TrainSettings settings;
  settings.data = folder / "easy.data";
  settings.out = folder / out;
  settings.kind = "easy";
  settings.channels = 16;
  settings.blocks = 1;
  settings.epochs = 12;
  settings.batch = 32;
  settings.rate = 1e-2;
  settings.mask_own = false;
  settings.storage = Storage::kF32;
  return settings;
}

const std::atomic<bool> kGoOn = false;

// Trains to the end; the lines said.
std::vector<std::string> train_lines(const TrainSettings& settings) {
  std::vector<std::string> lines;
  const Status trained = train(
      settings, [&](const std::string& line) { lines.push_back(line); }, kGoOn);
  REQUIRE_MESSAGE(trained, trained.error());
  return lines;
}

}  // namespace

TEST_CASE("trainer: Torch computes the network that plays") {
  for (const NetShape& shape : {NetShape{.planes = 9, .channels = 32, .blocks = 3, .policy_blocks = 1},
                                NetShape{.planes = 4, .channels = 16, .blocks = 1, .stem = 1, .sense = false}}) {
    const Weights weights = testing::trained_looking_weights(shape, 1);
    const std::vector<NetQuestion> questions = testing::random_questions(shape, 4, 2);
    Network network(weights, {});
    const std::vector<NetAnswer> wanted = network.evaluate(questions);
    TorchNet net(weights, torch::kCPU);
    CHECK(net.values() == weights.tensors);
    const torch::NoGradGuard no_gradients;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const TorchNet::Output output = net.forward(stem_input({&questions[i].planes, 1}, shape.stem), false);
      CHECK(output.value.item<float>() == doctest::Approx(wanted[i].value).epsilon(1e-3));
      for (std::size_t k = 0; k < questions[i].actions.size(); k += 7) {
        const auto logit = output.logits[0][questions[i].actions[k]].item<float>();
        CHECK(std::abs(logit - wanted[i].logits[k]) < 1e-4);
      }
    }
  }
}

TEST_CASE("trainer: learns what the planes say, and writes weights that play so") {
  const testing::Folder folder("lanternfish_trainer");
  write_easy_data(folder / "easy.data", 60);
  train_lines(easy_settings(folder, "easy.lfn"));
  const Result<Weights> weights = read_weights(folder / "easy.lfn", "easy/1");
  REQUIRE_MESSAGE(weights, weights.error());
  CHECK(weights->kind == "easy");
  Network network(*weights, {});
  NetQuestion question{.planes = {{.squares = bit(27), .index = 0}, {.squares = bit(12), .index = 1}}, .actions = {}};
  for (ActionCode code = 0; code < kActionCodes; ++code) {
    question.actions.push_back(code);
  }
  const NetAnswer answer = network.evaluate({&question, 1})[0];
  const auto best = [&](int begin, int end) {
    return std::max_element(answer.logits.begin() + begin, answer.logits.begin() + end) - answer.logits.begin();
  };
  CHECK(best(kFirstSenseCode, kActionCodes) == sense_code(27, kWhite));
  CHECK(best(0, kFirstSenseCode) == move_code({12, 20}, kWhite));
  CHECK(answer.value < -0.5);
  CHECK_FALSE(std::filesystem::exists(folder / "easy.lfn.checkpoint"));
}

TEST_CASE("trainer: a run that was stopped ends as one that was not") {
  const testing::Folder folder("lanternfish_trainer");
  write_easy_data(folder / "easy.data", 20);
  TrainSettings whole = easy_settings(folder, "whole.lfn");
  whole.epochs = 3;
  train_lines(whole);
  TrainSettings stopped = easy_settings(folder, "stopped.lfn");
  stopped.epochs = 3;
  for (const std::int64_t step : {5, 11, 23}) {
    stopped.stop_after = step;
    const std::vector<std::string> lines = train_lines(stopped);
    CHECK(lines.back().find("stopped at step") == 0);
  }
  stopped.stop_after = 0;
  train_lines(stopped);
  CHECK(read_file(folder / "stopped.lfn").value() == read_file(folder / "whole.lfn").value());
}

TEST_CASE("trainer: trains on the first turns alone where it is told to, and on all held-out ones") {
  const testing::Folder folder("lanternfish_trainer");
  write_easy_data(folder / "easy.data", 20);  // 16 to train on, two players, 8 turns of two decisions
  TrainSettings settings = easy_settings(folder, "few.lfn");
  settings.epochs = 1;
  settings.turns = 3;
  train_lines(settings);
  const Weights weights = read_weights(folder / "few.lfn", "easy/1").value();
  const std::pair<std::string, std::string> wanted("decisions", "192 trained on, 128 held out");
  CHECK(std::find(weights.notes.begin(), weights.notes.end(), wanted) != weights.notes.end());
}

TEST_CASE("trainer: trains on as many decisions as it is told to, and looks at as many held-out ones") {
  const testing::Folder folder("lanternfish_trainer");
  write_easy_data(folder / "easy.data", 20);  // 16 to train on and 4 held out, two players, 16 decisions
  const auto noted = [&](const TrainSettings& settings) {
    train_lines(settings);
    const Weights weights = read_weights(settings.out, "easy/1").value();
    for (const auto& [key, text] : weights.notes) {
      if (key == "decisions") {
        return text;
      }
    }
    return std::string();
  };
  TrainSettings settings = easy_settings(folder, "drawn.lfn");
  settings.epochs = 1;
  settings.decisions = 100;
  settings.held_out = 30;
  CHECK(noted(settings) == "100 trained on, 30 held out");
  settings.decisions = 100'000;
  settings.held_out = 0;
  CHECK(noted(settings) == "512 trained on, 128 held out");
}

TEST_CASE("trainer: data without senses makes a network without an output for them") {
  const testing::Folder folder("lanternfish_trainer");
  TrainingDataWriter writer = TrainingDataWriter::open(folder / "easy.data", {"easy/1", 3, 1}).value();
  for (int i = 0; i < 40; ++i) {
    TrainingGame game{.file = fmt::format("{}", i), .hash = 0, .held_out = i == 0, .players = {}};
    const auto from = static_cast<Square>(i);
    game.players[kWhite].decisions.push_back(
        {Stage::kMove, move_code({from, static_cast<Square>(from + 8)}, kWhite), {{.squares = bit(from), .index = 0}}});
    REQUIRE(writer.add(game));
  }
  TrainSettings settings = easy_settings(folder, "moves.lfn");
  settings.epochs = 1;
  train_lines(settings);
  const Weights weights = read_weights(folder / "moves.lfn", "easy/1").value();
  CHECK_FALSE(weights.shape.sense);
  CHECK(weights.shape.move);
}

TEST_CASE("trainer: a checkpoint of another run is refused") {
  const testing::Folder folder("lanternfish_trainer");
  write_easy_data(folder / "easy.data", 20);
  TrainSettings settings = easy_settings(folder, "a.lfn");
  settings.stop_after = 2;
  train_lines(settings);
  settings.seed = 2;
  const Status other = train(
      settings, [](const std::string&) {}, kGoOn);
  REQUIRE_FALSE(other);
  CHECK(other.error().find("other data or settings") != std::string::npos);
  REQUIRE(write_file(folder / "a.lfn.checkpoint", "no checkpoint"));
  CHECK_FALSE(train(
      settings, [](const std::string&) {}, kGoOn));
}
