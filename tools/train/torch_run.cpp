#include "tools/train/torch_run.h"

#include <ATen/autocast_mode.h>
#include <fmt/format.h>

namespace lanternfish {

Autocast::Autocast(bool on) {
  at::autocast::set_cpu_enabled(on);
  at::autocast::set_autocast_cpu_dtype(at::kBFloat16);
}

Autocast::~Autocast() {
  at::autocast::clear_cache();
  at::autocast::set_cpu_enabled(false);
}

void save_checkpoint(const std::filesystem::path& file, const std::string& run, TorchNet& net,
                     torch::optim::Optimizer& optimizer,
                     const std::function<void(torch::serialize::OutputArchive&)>& more) {
  torch::serialize::OutputArchive archive;
  for (std::size_t i = 0; i < net.tensors().size(); ++i) {
    archive.write(fmt::format("tensor{}", i), net.tensors()[i].detach());
  }
  torch::serialize::OutputArchive inner;
  optimizer.save(inner);
  archive.write("optimizer", inner);
  archive.write("run", torch::IValue(run));
  more(archive);
  const std::string part = file.string() + ".part";
  archive.save_to(part);
  std::filesystem::rename(part, file);
}

Status load_checkpoint(const std::filesystem::path& file, const std::string& run, torch::Device device, TorchNet& net,
                       torch::optim::Optimizer& optimizer,
                       const std::function<void(torch::serialize::InputArchive&)>& more) {
  torch::serialize::InputArchive archive;
  torch::IValue name;
  try {
    archive.load_from(file.string(), device);
    archive.read("run", name);
    if (name.toStringRef() != run) {
      return Error{fmt::format("{} is of a run with other data or settings: remove it, or write to another file",
                               file.string())};
    }
    const torch::NoGradGuard no_gradients;
    for (std::size_t i = 0; i < net.tensors().size(); ++i) {
      torch::Tensor tensor;
      archive.read(fmt::format("tensor{}", i), tensor);
      net.tensors()[i].copy_(tensor);
    }
    torch::serialize::InputArchive inner;
    archive.read("optimizer", inner);
    optimizer.load(inner);
    more(archive);
  } catch (const std::exception& e) {  // Torch says by exceptions what is wrong with a file
    return Error{fmt::format("{}: {}", file.string(), std::string_view(e.what()).substr(0, 200))};
  }
  return success();
}

}  // namespace lanternfish
