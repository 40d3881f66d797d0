#pragma once

// An evaluator round an evaluator that asks it each question once, as long as memory lasts.

#include <cstdint>
#include <memory>

#include "nets/net_evaluator.h"
#include "support/lru_cache.h"

namespace lanternfish {

class NetCache : public NetEvaluator {
 public:
  // Holds at most `megabytes` of answers; those used longest ago go first.
  NetCache(std::unique_ptr<NetEvaluator> inner, int megabytes);

  const NetShape& shape() const override { return inner_->shape(); }

  // Questions are told apart by 64 bits of hash over planes, actions and heads. The same question twice in one call is
  // asked once.
  std::vector<NetAnswer> evaluate(std::span<const NetQuestion> questions, HeadChoice heads) override;
  using NetEvaluator::evaluate;

  std::uint64_t hits() const { return hits_; }
  std::uint64_t misses() const { return misses_; }
  std::size_t bytes() const { return answers_.bytes(); }

 private:
  std::unique_ptr<NetEvaluator> inner_;
  LruCache<std::uint64_t, NetAnswer> answers_;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace lanternfish
