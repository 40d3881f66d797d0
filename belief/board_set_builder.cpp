#include "belief/board_set_builder.h"

#include <algorithm>
#include <bit>

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsPerShard = 8192;  // 256 KB of boards and 128 KB of slots
constexpr std::size_t kMaxShards = 4096;
constexpr std::size_t kLeastSlots = 64;

}  // namespace

std::size_t shards_for(std::size_t boards) {
  return std::clamp<std::size_t>(std::bit_ceil(boards / kBoardsPerShard + 1), 1, kMaxShards);
}

SortedChildren sort_by_shard(std::span<const Hypothesis> children, std::size_t shards) {
  SortedChildren sorted;
  if (shards == 1) {
    sorted.boards.assign(children.begin(), children.end());
    sorted.ends.assign(1, static_cast<std::uint32_t>(children.size()));
    return sorted;
  }
  thread_local std::vector<std::uint16_t> shard_of;
  shard_of.resize(children.size());
  std::vector<std::uint32_t> next(shards + 1, 0);
  for (std::size_t i = 0; i < children.size(); ++i) {
    const std::size_t shard = BoardSet::shard_index(hash_of(children[i]), shards);
    shard_of[i] = static_cast<std::uint16_t>(shard);
    ++next[shard + 1];
  }
  for (std::size_t s = 1; s <= shards; ++s) {
    next[s] += next[s - 1];
  }
  sorted.boards.resize(children.size());
  for (std::size_t i = 0; i < children.size(); ++i) {
    sorted.boards[next[shard_of[i]]++] = children[i];
  }
  next.pop_back();
  sorted.ends = std::move(next);
  return sorted;
}

void ShardBuilder::reserve(std::size_t boards) { slots_.assign(std::bit_ceil(std::max(kLeastSlots, 2 * boards)), 0); }

void ShardBuilder::place(std::uint32_t index, std::uint64_t hash) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != 0) {
    slot = (slot + 1) & mask;
  }
  slots_[slot] = (hash & ~std::uint64_t{0xffffffff}) | (index + 1);
}

void ShardBuilder::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t i = 0; i < boards_.size(); ++i) {
    place(i, hash_of(boards_[i]));
  }
}

void ShardBuilder::insert(BoardRun children) {
  for (const Hypothesis& child : children) {
    if (boards_.size() * 2 >= slots_.size()) {
      grow();
    }
    const std::uint64_t hash = hash_of(child);
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (;; slot = (slot + 1) & mask) {
      const std::uint64_t entry = slots_[slot];
      if (entry == 0) {
        boards_.push_back(child);
        slots_[slot] = (hash & ~std::uint64_t{0xffffffff}) | boards_.size();
        break;
      }
      if ((entry ^ hash) >> 32 == 0) {
        Hypothesis& twin = boards_[(entry & 0xffffffff) - 1];
        if (twin.same_board(child)) {
          twin.weight += child.weight;
          break;
        }
      }
    }
  }
}

BoardSet::Shard ShardBuilder::take() {
  BoardSet::Shard shard(boards_.begin(), boards_.end());  // exactly as large as it must be
  boards_ = {};
  slots_ = {};
  return shard;
}

}  // namespace lanternfish
