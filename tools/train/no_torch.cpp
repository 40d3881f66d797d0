// What stands in for training where Torch is missing.

#include "tools/train/reinforcer.h"
#include "tools/train/trainer.h"

namespace lanternfish {

namespace {

const Error kNoTorch{
    "this program was built without Torch and cannot train. Install it (Debian: libtorch-dev, 490 MB), then configure "
    "and build again"};

}  // namespace

Status train(const TrainSettings&, const std::function<void(const std::string&)>&, const std::atomic<bool>&) {
  return kNoTorch;
}

Status reinforce(const ReinforceSettings&, const std::function<void(const std::string&)>&, const std::atomic<bool>&) {
  return kNoTorch;
}

}  // namespace lanternfish
