#include "belief/sense_partition.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanternfish {

namespace {

constexpr std::size_t kBlock = 512;                // boards kept in the first-level cache while windows look at them
constexpr std::size_t kBoardsPerSegment = 50'000;  // fewer are not worth a table of their own

// The opponent's pieces on one rank, three bits a file, with an empty file on either side.
using RankCode = std::uint32_t;

constexpr auto kSpread = [] {
  std::array<RankCode, 256> spread{};
  for (unsigned rank = 0; rank < 256; ++rank) {
    for (unsigned file = 0; file < 8; ++file) {
      spread[rank] |= (rank >> file & 1) << (3 * (file + 1));
    }
  }
  return spread;
}();

RankCode rank_code(const Hypothesis& h, int rank) {
  const int shift = 8 * rank;
  return kSpread[h.planes[0] >> shift & 0xff] | kSpread[h.planes[1] >> shift & 0xff] << 1 |
         kSpread[h.planes[2] >> shift & 0xff] << 2;
}

// Counts boards and weights by content. Both in one integer, so that sums do not depend on the order of addition:
// boards in the upper 28 bits, the weight in the lower 36 as a share of the whole.
class ContentTable {
 public:
  static constexpr int kWeightBits = 36;

  ContentTable() : slots_(256) {}

  void add(std::uint32_t content, std::uint64_t board_and_weight) {
    Slot* slot = find(content);
    if (slot->sum == 0) {
      if (2 * ++used_ > slots_.size()) {
        grow();
        slot = find(content);
      }
      slot->content = content;
    }
    slot->sum += board_and_weight;
  }

  void add(const ContentTable& other) {
    for (const Slot& slot : other.slots_) {
      if (slot.sum != 0) {
        add(slot.content, slot.sum);
      }
    }
  }

  WindowSplit summary(Square center) const {
    WindowSplit split{.center = center, .results = used_};
    double total = 0;
    for (const Slot& slot : slots_) {
      total += weight_of(slot);
      split.worst_boards = std::max(split.worst_boards, slot.sum >> kWeightBits);
    }
    for (const Slot& slot : slots_) {
      const double p = weight_of(slot) / total;
      if (p > 0) {
        split.expected_boards += p * static_cast<double>(slot.sum >> kWeightBits);
        split.gain_bits -= p * std::log2(p);
      }
    }
    split.gain_bits = std::max(split.gain_bits, 0.0);
    return split;
  }

 private:
  struct Slot {
    std::uint64_t sum = 0;  // 0: free
    std::uint32_t content = 0;
  };

  static double weight_of(const Slot& slot) {
    return static_cast<double>(slot.sum & ((std::uint64_t{1} << kWeightBits) - 1));
  }

  Slot* find(std::uint32_t content) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = (content * std::uint32_t{0x9e3779b1}) >> 8 & mask;
    while (slots_[i].sum != 0 && slots_[i].content != content) {
      i = (i + 1) & mask;
    }
    return &slots_[i];
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.sum != 0) {
        *find(slot.content) = slot;
      }
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

using RankTables = std::array<ContentTable, 8>;  // by file

// The windows with centres on `files` of one rank, over some of the boards.
void count_rank(std::span<const BoardRun> blocks, int rank, Bitboard files, double weight_unit, RankTables& tables) {
  std::array<std::array<RankCode, kBlock>, 3> codes;
  std::array<std::uint64_t, kBlock> amounts;
  for (const BoardRun block : blocks) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const Hypothesis& h = block[i];
      codes[0][i] = rank > 0 ? rank_code(h, rank - 1) : 0;
      codes[1][i] = rank_code(h, rank);
      codes[2][i] = rank < 7 ? rank_code(h, rank + 1) : 0;
      amounts[i] = (std::uint64_t{1} << ContentTable::kWeightBits) + static_cast<std::uint64_t>(h.weight * weight_unit);
    }
    for (Bitboard b = files; b != 0;) {
      const Square file = pop_lowest(b);
      ContentTable& table = tables[file];
      for (std::size_t i = 0; i < block.size(); ++i) {
        const auto three = [&](int row) { return codes[row][i] >> (3 * file) & 0x1ff; };
        table.add(three(0) | three(1) << 9 | three(2) << 18, amounts[i]);
      }
    }
  }
}

}  // namespace

std::vector<WindowSplit> split_by_windows(const BoardSet& set, Bitboard centers, ThreadPool& threads) {
  std::vector<WindowSplit> splits;
  if (set.empty()) {
    while (centers != 0) {
      splits.push_back({.center = pop_lowest(centers)});
    }
    return splits;
  }
  const auto blocks = runs_of(set, kBlock);
  const double weight_unit =
      0.99 * static_cast<double>(std::uint64_t{1} << ContentTable::kWeightBits) / set.total_weight();
  const std::size_t most = static_cast<std::size_t>(threads.threads());
  const std::size_t segments = std::clamp<std::size_t>(set.size() / kBoardsPerSegment, 1, most);
  std::vector<RankTables> tables(8 * segments);
  threads.for_each(tables.size(), [&](std::size_t task) {
    const int rank = static_cast<int>(task % 8);
    const std::size_t segment = task / 8;
    const std::size_t begin = blocks.size() * segment / segments;
    const std::size_t end = blocks.size() * (segment + 1) / segments;
    const Bitboard files = centers >> (8 * rank) & 0xff;
    if (files != 0) {
      count_rank(std::span(blocks).subspan(begin, end - begin), rank, files, weight_unit, tables[task]);
    }
  });
  while (centers != 0) {
    const Square center = pop_lowest(centers);
    ContentTable& whole = tables[static_cast<std::size_t>(rank_of(center))][static_cast<std::size_t>(file_of(center))];
    for (std::size_t segment = 1; segment < segments; ++segment) {
      whole.add(
          tables[8 * segment + static_cast<std::size_t>(rank_of(center))][static_cast<std::size_t>(file_of(center))]);
    }
    splits.push_back(whole.summary(center));
  }
  return splits;
}

}  // namespace lanternfish
