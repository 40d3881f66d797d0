#include "belief/set/shard_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "belief/set/board_chunks.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMinSlots = 64;
constexpr std::size_t kHashedAtOnce = kBoardsPerChunk;        // hashed and prefetched together
constexpr std::size_t kMaxKeptBoards = std::size_t{1} << 16;  // larger memory does not stay for the next shard

constexpr int kIndexBits = 22;
constexpr std::uint32_t kIndexMask = (1U << kIndexBits) - 1;

// Cheaper than hash_of(), and worse. It is good enough, because a shard has few boards.
std::uint64_t slot_hash(std::uint64_t plane0, std::uint64_t plane1, std::uint64_t plane2, std::uint64_t rest) {
  const std::uint64_t x =
      (plane0 ^ std::rotl(plane1, 21) ^ std::rotl(plane2, 42) ^ (rest & ~kWeightMask)) * 0x9e3779b97f4a7c15;
  return x ^ x >> 32;
}
std::uint64_t slot_hash(const Hypothesis& h) { return slot_hash(h.planes[0], h.planes[1], h.planes[2], word_of<3>(h)); }

// A board that is compared and stored as a whole; its weight is apart.
#ifdef __AVX2__
class WholeBoard {
 public:
  explicit WholeBoard(const Hypothesis& h) : words_(_mm256_andnot_si256(weight_bits(), load(h))) {}
  void store_with_weight_0(Hypothesis& to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(&to), words_); }
  bool same_as(const Hypothesis& other) const {
    return _mm256_testc_si256(weight_bits(), _mm256_xor_si256(words_, load(other))) != 0;
  }

 private:
  static __m256i load(const Hypothesis& h) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&h)); }
  static __m256i weight_bits() { return _mm256_set_epi64x(static_cast<std::int64_t>(kWeightMask), 0, 0, 0); }
  __m256i words_;
};
#else
class WholeBoard {
 public:
  explicit WholeBoard(const Hypothesis& h)
      : plane0_(word_of<0>(h)), plane1_(word_of<1>(h)), plane2_(word_of<2>(h)), rest_(word_of<3>(h) & ~kWeightMask) {}
  void store_with_weight_0(Hypothesis& to) const { store_words(to, plane0_, plane1_, plane2_, rest_); }
  bool same_as(const Hypothesis& other) const {
    return ((word_of<0>(other) ^ plane0_) | (word_of<1>(other) ^ plane1_) | (word_of<2>(other) ^ plane2_) |
            ((word_of<3>(other) ^ rest_) & ~kWeightMask)) == 0;
  }

 private:
  std::uint64_t plane0_;
  std::uint64_t plane1_;
  std::uint64_t plane2_;
  std::uint64_t rest_;
};
#endif

std::uint32_t mark_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> kIndexBits) << kIndexBits; }

}  // namespace

void NewBoards::clear(std::size_t capacity) {
  if (capacity > capacity_ || capacity_ > kMaxKeptBoards) {
    capacity_ = std::max(capacity, kMaxKeptBoards / 4);
    memory_ = std::make_unique_for_overwrite<CacheLine[]>(capacity_ * sizeof(Hypothesis) / sizeof(CacheLine) + 1);
  }
  boards_ = reinterpret_cast<Hypothesis*>(memory_.get());
  count_ = 0;
}

void ShardTable::reset(std::size_t expected) {
  const std::size_t size = std::bit_ceil(std::max(kMinSlots, expected + expected / 2));
  slots_.assign(size, 0);
  mask_ = size - 1;
  used_ = 0;
}

void ShardTable::insert(std::uint64_t hash, std::size_t index) {
  std::size_t slot = hash & mask_;
  while (slots_[slot] != 0) {
    slot = (slot + 1) & mask_;
  }
  slots_[slot] = mark_of(hash) | static_cast<Slot>(index + 1);
}

void ShardTable::grow() {
  slots_.assign(2 * (mask_ + 1), 0);
  mask_ = slots_.size() - 1;
  for (std::size_t i = 0; i < shard_->size(); ++i) {
    insert(slot_hash((*shard_)[i]), i);
  }
  for (std::size_t i = 0; i < new_->count_; ++i) {
    insert(slot_hash(new_->boards_[i]), shard_->size() + i);
  }
}

void ShardTable::begin(BoardSet::Shard& shard, std::size_t children, NewBoards& new_boards) {
  assert(used_ == shard.size());
  shard_ = &shard;
  new_ = &new_boards;
  new_->clear(children + 1);  // add_few() writes one board behind the last
}

void ShardTable::add(std::span<const Hypothesis> children) {
  for (std::size_t done = 0; done < children.size(); done += kHashedAtOnce) {
    if (3 * (used_ + kHashedAtOnce) > 2 * mask_) {
      grow();
    }
    const auto few = children.subspan(done, std::min(kHashedAtOnce, children.size() - done));
    shard_->empty() ? add_few<false>(few) : add_few<true>(few);
  }
}

template <bool has_old>
void ShardTable::add_few(std::span<const Hypothesis> few) {
  Slot* const slots = slots_.data();
  const std::size_t mask = mask_;
  std::array<std::uint64_t, kHashedAtOnce> hashes;
  for (std::size_t i = 0; i < few.size(); ++i) {
    hashes[i] = slot_hash(few[i]);
    __builtin_prefetch(&slots[hashes[i] & mask]);
  }
  // A board's index: boards of the shard count from 1, new boards follow.
  const std::size_t old_count = has_old ? shard_->size() : 0;
  // Addresses as numbers: index 0, a free slot, has no board. It is prefetched like any other, and never read.
  const auto old = reinterpret_cast<std::uintptr_t>(shard_->data()) - sizeof(Hypothesis);
  const auto added = reinterpret_cast<std::uintptr_t>(new_->boards_) - (1 + old_count) * sizeof(Hypothesis);
  std::size_t next = old_count + new_->count_ + 1;
  const auto board_at = [&](std::size_t index) {
    return reinterpret_cast<Hypothesis*>((has_old && index <= old_count ? old : added) + index * sizeof(Hypothesis));
  };
  for (std::size_t i = 0; i < few.size(); ++i) {
    // Probably the board that few[i] will be compared with.
    __builtin_prefetch(board_at(slots[hashes[i] & mask] & kIndexMask));
  }
  for (std::size_t i = 0; i < few.size(); ++i) {
    // The processor cannot predict whether a board is new, so no branch depends on that: the board is always written
    // behind the last new one, and counted only if it is new.
    const WholeBoard board(few[i]);
    board.store_with_weight_0(*board_at(next));
    const std::uint32_t mark = mark_of(hashes[i]);
    for (std::size_t slot = hashes[i] & mask;; slot = (slot + 1) & mask) {
      const Slot there = slots[slot];
      const std::uint32_t other = (there ^ mark) & ~kIndexMask;
      if ((static_cast<int>(there != 0) & static_cast<int>(other != 0)) != 0) [[unlikely]] {
        continue;
      }
      std::size_t is_new = there != 0 ? 0 : ~std::size_t{0};
      asm("" : "+r"(is_new));  // keeps the compiler from making a branch of is_new
      const std::size_t index = (there & kIndexMask) | (next & is_new);
      Hypothesis& found = *board_at(index);
      if (!board.same_as(found)) [[unlikely]] {
        continue;
      }
      found.weight += few[i].weight;
      slots[slot] = mark | static_cast<Slot>(index);
      next -= is_new;
      break;
    }
  }
  const std::size_t count = next - old_count - 1;
  used_ += count - new_->count_;
  new_->count_ = count;
  assert(next < kIndexMask);
}

void ShardTable::end(bool more_to_come) {
  const std::size_t old_count = shard_->size();
  const std::size_t needed = old_count + new_->count_;
  if (needed > shard_->capacity()) {
    shard_->reserve(more_to_come ? needed + needed / 2 : needed);
  }
  shard_->resize(needed);
  if (new_->count_ != 0) {
    std::memcpy(shard_->data() + old_count, new_->boards_, new_->count_ * sizeof(Hypothesis));
  }
  shard_ = nullptr;
  new_ = nullptr;
}

}  // namespace lanternfish
