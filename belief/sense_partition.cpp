#include "belief/sense_partition.h"

#include <algorithm>
#include <cmath>

namespace lanternfish {

namespace {

constexpr std::size_t kBlock = 512;  // boards kept in the first-level cache while several windows look at them
constexpr std::size_t kWindowsPerTask = 6;

// Counts boards and weights by content: open addressing, content + 1 as key.
class ContentTable {
 public:
  ContentTable() : slots_(256) {}

  void add(std::uint32_t content, float weight) {
    Slot* slot = find(content);
    if (slot->key == 0) {
      if (2 * ++used_ > slots_.size()) {
        grow();
        slot = find(content);
      }
      slot->key = content + 1;
    }
    ++slot->boards;
    slot->weight += weight;
  }

  WindowSplit summary(Square center) const {
    WindowSplit split{.center = center, .results = used_};
    double total = 0;
    for (const Slot& slot : slots_) {
      total += slot.weight;
      split.worst_boards = std::max<std::uint64_t>(split.worst_boards, slot.boards);
    }
    for (const Slot& slot : slots_) {
      if (slot.key != 0) {
        const double p = slot.weight / total;
        split.expected_boards += p * slot.boards;
        split.gain_bits -= p * std::log2(p);
      }
    }
    split.gain_bits = std::max(split.gain_bits, 0.0);
    return split;
  }

 private:
  struct Slot {
    std::uint32_t key = 0;  // 0: free
    std::uint32_t boards = 0;
    double weight = 0;
  };

  Slot* find(std::uint32_t content) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = (content * std::uint32_t{0x9e3779b1}) >> 8 & mask;
    while (slots_[i].key != 0 && slots_[i].key != content + 1) {
      i = (i + 1) & mask;
    }
    return &slots_[i];
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key != 0) {
        *find(slot.key - 1) = slot;
      }
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace

std::vector<WindowSplit> split_by_windows(const BoardSet& set, Bitboard centers, ThreadPool& threads) {
  std::vector<WindowSplit> splits(static_cast<std::size_t>(count(centers)));
  for (WindowSplit& split : splits) {
    split.center = pop_lowest(centers);
  }
  if (set.empty()) {
    return splits;
  }
  const auto blocks = runs_of(set, kBlock);
  const std::size_t tasks = (splits.size() + kWindowsPerTask - 1) / kWindowsPerTask;
  threads.for_each(tasks, [&](std::size_t task) {
    const std::size_t begin = task * kWindowsPerTask;
    const std::size_t end = std::min(begin + kWindowsPerTask, splits.size());
    std::vector<ContentTable> tables(end - begin);
    for (const BoardRun block : blocks) {
      for (std::size_t w = begin; w < end; ++w) {
        for (const Hypothesis& h : block) {
          tables[w - begin].add(window_content(h, splits[w].center), h.weight);
        }
      }
    }
    for (std::size_t w = begin; w < end; ++w) {
      splits[w] = tables[w - begin].summary(splits[w].center);
    }
  });
  return splits;
}

}  // namespace lanternfish
