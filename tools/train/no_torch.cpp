// What stands in for the trainer where Torch is missing.

#include "tools/train/trainer.h"

namespace lanternfish {

Status train(const TrainSettings&, const std::function<void(const std::string&)>&, const std::atomic<bool>&) {
  return Error{
      "this program was built without Torch and cannot train. Install it (Debian: libtorch-dev, 490 MB), then "
      "configure "
      "and build again"};
}

}  // namespace lanternfish
