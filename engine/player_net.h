#pragma once

// The network that a strategy plays with: the one that comes with the program, or the user's.

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "engine/config.h"

namespace lanternfish {

class NetEvaluator;

class PlayerNet {
 public:
  // Reads the weights when the settings want other ones than before. Where there are none, `warning` is told what is
  // wrong and how to train some.
  void configure(const Config& config, const std::function<void(const std::string&)>& warning);

  // Null for a strategy without a network, and where its weights cannot be had. Players of several games may share it,
  // one after the other.
  const std::shared_ptr<NetEvaluator>& net() const { return net_; }

 private:
  std::pair<std::string, std::string> wanted_;  // kind and file, as last read
  int threads_ = 0;
  std::shared_ptr<NetEvaluator> net_;
};

}  // namespace lanternfish
