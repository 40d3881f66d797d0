#pragma once

// Supervised training on a file of training data: a policy that does what the players did, and a value that says who
// won. Built with Torch (Debian's libtorch-dev); without it train() says so.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "nets/weights_file.h"

namespace lanternfish {

struct TrainSettings {
  std::filesystem::path data;
  std::filesystem::path out;  // the weights; OUT.checkpoint and OUT.tsv stand beside it
  std::string kind;           // as the weights file says who plays with it
  // The size: planes come from the data.
  int channels = 64;
  int blocks = 5;
  int stem = 3;
  // Bertram et al. 2022 train for 5 epochs and overfit after them; the other numbers are ours.
  int epochs = 5;
  int batch = 256;
  double rate = 1.5e-3;        // of AdamW, at the top of one cycle
  double weight_decay = 0.05;  // of matrices and convolutions; vectors have none
  double value_weight = 0.5;   // of the squared error of the outcome, beside the cross entropy of the action
  bool mask_own = true;        // requests from squares without an own piece are no answer
  bool bf16 = false;           // products of matrices in bfloat16
  int turns = 0;               // trains on the first so many own turns of each player; 0: on all
  int max_passes = 100;        // per cent: leaves out the games of players that passed more often
  // Decisions trained on, and held out, at most; drawn at random with the seed, so that a smaller number is a part of a
  // greater one; 0: all.
  std::int64_t decisions = 0;
  std::int64_t held_out = 0;
  std::uint64_t seed = 1;
  int threads = 1;
  Storage storage = Storage::kInt8;  // of the weights
  std::int64_t stop_after = 0;       // steps, as if interrupted then; 0: not. For tests
};

// Trains, or goes on from OUT.checkpoint. Lines of progress go to `line`. Ends early when `stop` is set, the checkpoint
// written: the same call then goes on and ends with the same weights, to the bit with the same number of threads. The
// weights are those of the epoch with the least loss on the held-out games; whoever holds none gets the last.
Status train(const TrainSettings& settings, const std::function<void(const std::string&)>& line,
             const std::atomic<bool>& stop);

}  // namespace lanternfish
