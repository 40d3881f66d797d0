#include "engine/player_net.h"

#include <fmt/format.h>

#include "engine/strategy_traits.h"
#include "nets/network.h"
#include "nets/shipped_weights.h"
#include "nets/weights_file.h"

namespace lanternfish {

namespace {

Result<Weights> weights_for(const StrategyTraits& traits, const std::string& file) {
  const std::string_view shipped = shipped_weights(traits.net_kind);
  if (file.empty() && shipped.empty()) {
    return Error{fmt::format("no weights for Strategy {} come with this program", traits.name)};
  }
  Weights weights =
      TRY(file.empty() ? parse_weights(shipped, "the weights of this program") : read_weights(file, traits.net_planes));
  if (weights.kind != traits.net_kind) {
    return Error{fmt::format("{}: weights of kind {}, but Strategy {} plays with kind {}", file, weights.kind,
                             traits.name, traits.net_kind)};
  }
  if (weights.planes_version != traits.net_planes) {
    return Error{fmt::format("the weights of this program read planes {}, but Strategy {} makes {}",
                             weights.planes_version, traits.name, traits.net_planes)};
  }
  return weights;
}

}  // namespace

void PlayerNet::configure(const Config& config, const std::function<void(const std::string&)>& warning) {
  const StrategyTraits& traits = traits_of(config.strategy);
  std::pair<std::string, std::string> wanted(traits.net_kind, traits.net_kind.empty() ? "" : config.net_file);
  if (wanted == wanted_ && config.threads == threads_) {
    return;
  }
  wanted_ = std::move(wanted);
  threads_ = config.threads;
  net_.reset();
  if (traits.net_kind.empty()) {
    return;
  }
  const Result<Weights> weights = weights_for(traits, config.net_file);
  if (!weights) {
    warning(fmt::format(
        "no network: {}. `lanternfish-train` makes one of recorded games (docs/guide/training.md says how); "
        "NetFile names it. "
        "Until then Strategy {} plays without",
        weights.error(), traits.name));
    return;
  }
  net_ = std::make_shared<Network>(*weights, Network::Options{.threads = config.threads});
}

}  // namespace lanternfish
