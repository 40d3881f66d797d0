#include "nets/net_cache.h"

#include <algorithm>

namespace lanternfish {

namespace {

// A list node, a hash node, a bucket and what the allocator adds to three blocks.
constexpr std::size_t kEntryOverhead = 160;

std::size_t size_of(const NetAnswer& answer) { return kEntryOverhead + answer.logits.size() * sizeof(float); }

std::uint64_t key_of(const NetQuestion& question, HeadChoice heads) {
  std::uint64_t key = hash_planes(question.planes) + static_cast<std::uint64_t>(heads.policy * 256 + heads.value);
  for (const ActionCode action : question.actions) {
    key = (key ^ action) * 0x9e3779b97f4a7c15;
    key ^= key >> 32;
  }
  return key;
}

}  // namespace

NetCache::NetCache(std::unique_ptr<NetEvaluator> inner, int megabytes)
    : inner_(std::move(inner)), limit_(static_cast<std::size_t>(std::max(megabytes, 0)) << 20) {}

std::vector<NetAnswer> NetCache::evaluate(std::span<const NetQuestion> questions, HeadChoice heads) {
  std::vector<NetAnswer> answers(questions.size());
  std::vector<NetQuestion> asked;
  std::vector<Key> keys;                          // of `asked`
  std::vector<std::vector<std::size_t>> askers;   // by place in `asked`: questions
  std::unordered_map<Key, std::size_t> asked_at;  // place in `asked`
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Key key = key_of(questions[i], heads);
    if (const NetAnswer* known = find(key)) {
      ++hits_;
      answers[i] = *known;
      continue;
    }
    const auto [place, fresh] = asked_at.try_emplace(key, asked.size());
    if (fresh) {
      ++misses_;
      asked.push_back(questions[i]);
      keys.push_back(key);
      askers.emplace_back();
    }
    askers[place->second].push_back(i);
  }
  if (asked.empty()) {
    return answers;
  }
  const std::vector<NetAnswer> fresh = inner_->evaluate(asked, heads);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    store(keys[i], fresh[i]);
    for (const std::size_t asker : askers[i]) {
      answers[asker] = fresh[i];
    }
  }
  return answers;
}

const NetAnswer* NetCache::find(Key key) {
  const auto found = index_.find(key);
  if (found == index_.end()) {
    return nullptr;
  }
  entries_.splice(entries_.begin(), entries_, found->second);
  return &found->second->answer;
}

void NetCache::store(Key key, const NetAnswer& answer) {
  const std::size_t size = size_of(answer);
  if (size > limit_) {
    return;
  }
  while (bytes_ + size > limit_) {
    bytes_ -= size_of(entries_.back().answer);
    index_.erase(entries_.back().key);
    entries_.pop_back();
  }
  entries_.push_front({key, answer});
  index_.emplace(key, entries_.begin());
  bytes_ += size;
}

}  // namespace lanternfish
