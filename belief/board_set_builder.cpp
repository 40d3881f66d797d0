#include "belief/board_set_builder.h"

#include <algorithm>
#include <bit>

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsPerShard = 4096;  // in a table of at most 256 KB
constexpr std::size_t kMaxShards = 4096;
constexpr std::size_t kLeastSlots = 64;
constexpr std::size_t kAhead = 16;
constexpr Hypothesis kFree{.weight = 0};

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

void ShardTable::reset(std::size_t expected) {
  const std::size_t size = std::bit_ceil(std::max(kLeastSlots, expected + expected / 2));
  if (slots_.size() < size) {
    slots_.assign(size, kFree);
  } else {
    std::fill(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(size), kFree);
  }
  mask_ = size - 1;
  used_ = 0;
}

void ShardTable::grow() {
  const BoardSet::Shard old = boards();
  const std::size_t size = 2 * (mask_ + 1);
  slots_.assign(std::max(size, slots_.size()), kFree);
  mask_ = size - 1;
  for (const Hypothesis& board : old) {
    std::size_t slot = hash_of(board) & mask_;
    while (slots_[slot].weight != 0) {
      slot = (slot + 1) & mask_;
    }
    slots_[slot] = board;
  }
}

void ShardTable::insert_one(const Hypothesis& board, std::uint64_t hash) {
  for (std::size_t slot = hash & mask_;; slot = (slot + 1) & mask_) {
    Hypothesis& there = slots_[slot];
    if (there.weight == 0) {
      there = board;
      if (4 * ++used_ > 3 * mask_) {
        grow();
      }
      return;
    }
    if (there.same_board(board)) {
      there.weight += board.weight;
      return;
    }
  }
}

void ShardTable::insert(BoardRun boards) {
  // The slots of a few boards are fetched while those before them are being looked up.
  std::array<std::uint64_t, kAhead> hashes;
  for (std::size_t begin = 0; begin < boards.size(); begin += kAhead) {
    const BoardRun few = boards.subspan(begin, std::min(kAhead, boards.size() - begin));
    for (std::size_t i = 0; i < few.size(); ++i) {
      hashes[i] = hash_of(few[i]);
      __builtin_prefetch(&slots_[hashes[i] & mask_]);
    }
    for (std::size_t i = 0; i < few.size(); ++i) {
      insert_one(few[i], hashes[i]);
    }
  }
}

BoardSet::Shard ShardTable::boards() const {
  // Every slot is written and only the used ones are stepped over: half of them are free, in no order that could be
  // foretold.
  BoardSet::Shard shard(used_ + 1);
  Hypothesis* out = shard.data();
  for (std::size_t slot = 0; slot <= mask_; ++slot) {
    *out = slots_[slot];
    out += slots_[slot].weight != 0 ? 1 : 0;
  }
  shard.pop_back();
  return shard;
}

}  // namespace lanternfish
