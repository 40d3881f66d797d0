#include "belief/board_set_builder.h"

#include <algorithm>
#include <bit>

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsPerShard = 8192;  // 256 KB of boards and 128 KB of slots
constexpr std::size_t kMaxShards = 4096;
constexpr std::size_t kLeastSlots = 64;
constexpr std::size_t kAhead = 16;
constexpr std::uint64_t kTag = ~std::uint64_t{0xffffffff};

}  // namespace

std::size_t shards_for(std::size_t boards) {
  return std::clamp<std::size_t>(std::bit_ceil(boards / kBoardsPerShard + 1), 1, kMaxShards);
}

void SortedChildren::sort(std::span<const Hypothesis> children, std::size_t shards) {
  if (boards_.size() < children.size()) {
    boards_.resize(children.size());
  }
  if (shards == 1) {
    std::copy(children.begin(), children.end(), boards_.begin());
    ends_.assign(1, static_cast<std::uint32_t>(children.size()));
    return;
  }
  thread_local std::vector<std::uint16_t> shard_of;
  shard_of.resize(children.size());
  ends_.assign(shards + 1, 0);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const std::size_t shard = BoardSet::shard_index(hash_of(children[i]), shards);
    shard_of[i] = static_cast<std::uint16_t>(shard);
    ++ends_[shard + 1];
  }
  for (std::size_t s = 1; s <= shards; ++s) {
    ends_[s] += ends_[s - 1];
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    boards_[ends_[shard_of[i]]++] = children[i];
  }
}

void ShardBuilder::reserve(std::size_t boards) {
  slots_.assign(std::bit_ceil(std::max(kLeastSlots, 3 * boards / 2)), 0);
  boards_.reserve(boards + boards / 8);
}

void ShardBuilder::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    const std::uint64_t hash = hash_of(boards_[i]);
    std::size_t slot = hash & mask;
    while (slots_[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots_[slot] = (hash & kTag) | (i + 1);
  }
}

void ShardBuilder::insert_one(const Hypothesis& child, std::uint64_t hash) {
  if (boards_.size() * 4 >= slots_.size() * 3) {
    grow();
  }
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const std::uint64_t entry = slots_[slot];
    if (entry == 0) {
      boards_.push_back(child);
      slots_[slot] = (hash & kTag) | boards_.size();
      return;
    }
    if (((entry ^ hash) & kTag) == 0) {
      Hypothesis& twin = boards_[(entry & ~kTag) - 1];
      if (twin.same_board(child)) {
        twin.weight += child.weight;
        return;
      }
    }
  }
}

void ShardBuilder::insert(BoardRun children) {
  // The slots of a few children are fetched while those before them are being looked up.
  std::array<std::uint64_t, kAhead> hashes;
  for (std::size_t begin = 0; begin < children.size(); begin += kAhead) {
    const BoardRun few = children.subspan(begin, std::min(kAhead, children.size() - begin));
    for (std::size_t i = 0; i < few.size(); ++i) {
      hashes[i] = hash_of(few[i]);
      __builtin_prefetch(&slots_[hashes[i] & (slots_.size() - 1)]);
    }
    for (std::size_t i = 0; i < few.size(); ++i) {
      insert_one(few[i], hashes[i]);
    }
  }
}

BoardSet::Shard ShardBuilder::take() {
  if (boards_.capacity() > boards_.size() + boards_.size() / 4) {
    boards_.shrink_to_fit();
  }
  slots_ = {};
  return std::move(boards_);
}

}  // namespace lanternfish
