#pragma once

// An evaluator round an evaluator that asks it each question once, as long as memory lasts.

#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>

#include "nets/net_evaluator.h"

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
  std::size_t bytes() const { return bytes_; }

 private:
  using Key = std::uint64_t;
  struct Entry {
    Key key;
    NetAnswer answer;
  };

  const NetAnswer* find(Key key);
  void store(Key key, const NetAnswer& answer);

  std::unique_ptr<NetEvaluator> inner_;
  std::size_t limit_;         // bytes
  std::size_t bytes_ = 0;     // used, an estimate from above
  std::list<Entry> entries_;  // used most lately first
  std::unordered_map<Key, std::list<Entry>::iterator> index_;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace lanternfish
