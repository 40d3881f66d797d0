#pragma once

// Learning by play (Bertram, Fürnkranz, Müller 2022): a network that reads JKU-CODA's planes plays against past selves,
// and proximal policy optimization makes actions likelier that won. Built with Torch; without it reinforce() says so.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "nets/weights_file.h"

namespace lanternfish {

// The paper gives the reward, both losses, opponents and critic; the numbers are ours.
struct ReinforceSettings {
  std::filesystem::path start;                // weights to begin with; the first of the past selves
  std::vector<std::filesystem::path> others;  // weights of any size that are past selves, too, from the beginning
  std::filesystem::path out;                  // the weights; OUT.checkpoint and OUT.tsv stand beside it
  int iterations = 100;
  int games = 128;       // an iteration
  int turn_limit = 80;   // full turns; then a game is drawn
  int epochs = 2;        // times that each decision of an iteration is learnt from
  int batch = 256;       // decisions a step
  double rate = 1e-4;    // of Adam
  double clip = 0.2;     // how far one iteration may move the probability of an action, as a ratio
  double discount = 1;   // of the reward, an own turn
  double lambda = 0.95;  // of the advantage estimates
  double entropy_weight = 0.01;
  double value_weight = 0.5;  // of the squared error of the outcome
  // Keeps the policies near those of the weights `anchor`, if it is above 0: of the divergence, in nats a decision.
  double anchor_weight = 0;
  std::filesystem::path anchor;  // empty: the start
  bool bf16 = false;             // products of matrices in bfloat16
  std::uint64_t seed = 1;
  int threads = 1;
  Storage storage = Storage::kInt8;
  int stop_after = 0;  // iterations, as if interrupted then; 0: not. For tests
};

// Plays and learns up to `iterations`, or goes on from OUT.checkpoint, which is written after each iteration, as OUT
// is. Lines of progress go to `line`. Ends early when `stop` is set; the iteration in progress is then forgotten. The
// same call goes on and ends with the same weights, to the bit with the same number of threads; with more iterations it
// goes further.
Status reinforce(const ReinforceSettings& settings, const std::function<void(const std::string&)>& line,
                 const std::atomic<bool>& stop);

}  // namespace lanternfish
