#pragma once

// What was computed lately, as far as memory goes: those entries go first that were used longest ago.

#include <cstddef>
#include <functional>
#include <list>
#include <unordered_map>
#include <utility>

namespace lanternfish {

template <typename Key, typename Value, typename Hash = std::hash<Key>>
class LruCache {
 public:
  using SizeOf = std::size_t (*)(const Value&);  // bytes of an entry, an estimate from above

  LruCache(std::size_t max_bytes, SizeOf size_of) : limit_(max_bytes), size_of_(size_of) {}

  // Valid until the next store() or clear().
  const Value* find(const Key& key) {
    const auto found = index_.find(key);
    if (found == index_.end()) {
      return nullptr;
    }
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->second;
  }

  // A key that is there keeps its value; a value larger than the whole cache is not kept.
  void store(const Key& key, const Value& value) {
    const std::size_t size = size_of_(value);
    if (size > limit_ || index_.contains(key)) {
      return;
    }
    while (bytes_ + size > limit_) {
      bytes_ -= size_of_(entries_.back().second);
      index_.erase(entries_.back().first);
      entries_.pop_back();
    }
    entries_.emplace_front(key, value);
    index_.emplace(key, entries_.begin());
    bytes_ += size;
  }

  void clear() {
    entries_.clear();
    index_.clear();
    bytes_ = 0;
  }

  std::size_t bytes() const { return bytes_; }

 private:
  using Entries = std::list<std::pair<Key, Value>>;

  std::size_t limit_;  // bytes
  SizeOf size_of_;
  std::size_t bytes_ = 0;
  Entries entries_;  // used most lately first
  std::unordered_map<Key, typename Entries::iterator, Hash> index_;
};

}  // namespace lanternfish
