#include "nets/net_cache.h"

#include <algorithm>
#include <unordered_map>

#include "support/hash.h"

namespace lanternfish {

namespace {

// A list node, a hash node, a bucket and what the allocator adds to three blocks.
constexpr std::size_t kEntryOverhead = 160;

std::size_t size_of(const NetAnswer& answer) { return kEntryOverhead + answer.logits.size() * sizeof(float); }

std::uint64_t key_of(const NetQuestion& question, HeadChoice heads) {
  std::uint64_t key = hash_planes(question.planes) + static_cast<std::uint64_t>(heads.policy * 256 + heads.value);
  for (const ActionCode action : question.actions) {
    key = (key ^ action) * kGolden;
    key ^= key >> 32;
  }
  return key;
}

}  // namespace

NetCache::NetCache(std::unique_ptr<NetEvaluator> inner, int megabytes)
    : inner_(std::move(inner)), answers_(static_cast<std::size_t>(std::max(megabytes, 0)) << 20, size_of) {}

std::vector<NetAnswer> NetCache::evaluate(std::span<const NetQuestion> questions, HeadChoice heads) {
  std::vector<NetAnswer> answers(questions.size());
  std::vector<NetQuestion> asked;
  std::vector<std::uint64_t> keys;                          // of `asked`
  std::vector<std::vector<std::size_t>> askers;             // by place in `asked`: questions
  std::unordered_map<std::uint64_t, std::size_t> asked_at;  // place in `asked`
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const std::uint64_t key = key_of(questions[i], heads);
    if (const NetAnswer* known = answers_.find(key)) {
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
    answers_.store(keys[i], fresh[i]);
    for (const std::size_t asker : askers[i]) {
      answers[asker] = fresh[i];
    }
  }
  return answers;
}

}  // namespace lanternfish
