#pragma once

// What runs of training have in common: products in bfloat16, and a file that a run goes on from.

#include <filesystem>
#include <functional>
#include <string>

#include <torch/torch.h>

#include "support/result.h"
#include "tools/train/torch_net.h"

namespace lanternfish {

// Products of matrices are made in bfloat16 as long as this lives, if `on`.
class Autocast {
 public:
  explicit Autocast(bool on);
  ~Autocast();
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;
};

// Writes network and optimizer, and what `more` adds, under the name of the run. The file appears whole or not at all.
void save_checkpoint(const std::filesystem::path& file, const std::string& run, TorchNet& net,
                     torch::optim::Optimizer& optimizer,
                     const std::function<void(torch::serialize::OutputArchive&)>& more);

// Reads them back, `more` taking what it had added. An error when the file is damaged or of a run of another name.
Status load_checkpoint(const std::filesystem::path& file, const std::string& run, torch::Device device, TorchNet& net,
                       torch::optim::Optimizer& optimizer,
                       const std::function<void(torch::serialize::InputArchive&)>& more);

}  // namespace lanternfish
