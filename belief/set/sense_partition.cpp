#include "belief/set/sense_partition.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "belief/set/board_memory.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsAtOnce = 64;             // hashed and prefetched together
constexpr std::size_t kMinBoardsPerSegment = 50'000;  // fewer are not worth tables of their own

// Number and weight of some boards in one integer: the number in the upper 28 bits, the weight as a share of the whole
// in the lower 36. Sums of integers do not depend on the order of addition.
using Amount = std::uint64_t;
constexpr int kWeightBits = 36;
double weight_of(Amount amount) { return static_cast<double>(amount & ((Amount{1} << kWeightBits) - 1)); }
Amount boards_of(Amount amount) { return amount >> kWeightBits; }

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

// A band: all that the windows with centres on one rank can show. Three ranks of each plane, the lowest rank in the
// lowest byte.
struct Band {
  std::uint64_t two_planes = 0;  // 24 bits each
  std::uint32_t third = 0;

  friend bool operator==(const Band&, const Band&) = default;

  std::uint64_t hash() const {
    std::uint64_t x = (two_planes ^ std::uint64_t{third} << 40) * 0x9e3779b97f4a7c15;
    x ^= std::rotl(std::uint64_t{third} * 0xc2b2ae3d27d4eb4f, 31) ^ x >> 32;
    x *= 0xd6e8feb86659fd93;
    return x ^ x >> 32;
  }
  RankCode rank_code(int row) const {
    const int shift = 8 * row;
    return kSpread[two_planes >> shift & 0xff] | kSpread[two_planes >> (24 + shift) & 0xff] << 1 |
           kSpread[third >> shift & 0xff] << 2;
  }
};

Band band_of(const Hypothesis& h, int rank) {
  const auto three_ranks = [&](Bitboard plane) {
    return (rank == 0 ? plane << 8 : plane >> (8 * rank - 8)) & 0xffffff;
  };
  return {three_ranks(h.planes[0]) | three_ranks(h.planes[1]) << 24,
          static_cast<std::uint32_t>(three_ranks(h.planes[2]))};
}

// Amounts by key, open addressing; an amount of 0 is a free slot.
template <typename Key, typename Hash>
class AmountTable {
 public:
  struct Slot {
    Key key{};
    Amount amount = 0;
  };

  AmountTable() : slots_(256, Slot{}) {}

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }

  void add(const Key& key, std::uint64_t hash, Amount amount) {
    Slot* slot = find(key, hash);
    if (slot->amount == 0) {
      if (2 * ++used_ > slots_.size()) {
        grow();
        slot = find(key, hash);
      }
      slot->key = key;
    }
    slot->amount += amount;
  }
  void add(const AmountTable& other) {
    other.for_each([&](const Slot& slot) { add(slot.key, Hash{}(slot.key), slot.amount); });
  }

  std::size_t used() const { return used_; }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.amount != 0) {
        visit(slot);
      }
    }
  }

 private:
  using Slots = std::vector<Slot, BoardAllocator<Slot>>;

  Slot* find(const Key& key, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = hash & mask;
    while (slots_[i].amount != 0 && !(slots_[i].key == key)) {
      i = (i + 1) & mask;
    }
    return &slots_[i];
  }

  void grow() {
    Slots old(slots_.size() * 2, Slot{});
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.amount != 0) {
        *find(slot.key, Hash{}(slot.key)) = slot;
      }
    }
  }

  Slots slots_;
  std::size_t used_ = 0;
};

struct BandHash {
  std::uint64_t operator()(const Band& band) const { return band.hash(); }
};
struct ContentHash {
  std::uint64_t operator()(std::uint32_t content) const { return (content * std::uint64_t{0x9e3779b97f4a7c15}) >> 37; }
};
using BandTable = AmountTable<Band, BandHash>;
using ContentTable = AmountTable<std::uint32_t, ContentHash>;

// Boards with the same band look the same to all windows of the rank, so boards are counted by band first and bands by
// window then.
void count_bands(std::span<const BoardRun> runs, int rank, double weight_unit, BandTable& table) {
  std::array<Band, kBoardsAtOnce> bands;
  std::array<std::uint64_t, kBoardsAtOnce> hashes;
  for (const BoardRun run : runs) {
    for (std::size_t i = 0; i < run.size(); ++i) {
      bands[i] = band_of(run[i], rank);
      hashes[i] = bands[i].hash();
      table.prefetch(hashes[i]);
    }
    for (std::size_t i = 0; i < run.size(); ++i) {
      table.add(bands[i], hashes[i], (Amount{1} << kWeightBits) + static_cast<Amount>(run[i].weight * weight_unit));
    }
  }
}

// A band as three rank codes, from which split_by_window() cuts windows.
struct CodedBand {
  std::array<RankCode, 3> ranks;
  Amount amount;
};

std::vector<CodedBand> coded(const BandTable& bands) {
  std::vector<CodedBand> codes;
  codes.reserve(bands.used());
  bands.for_each([&](const BandTable::Slot& slot) {
    codes.push_back({{slot.key.rank_code(0), slot.key.rank_code(1), slot.key.rank_code(2)}, slot.amount});
  });
  return codes;
}

WindowSplit split_by_window(std::span<const CodedBand> bands, Square center) {
  const int shift = 3 * file_of(center);
  ContentTable contents;
  for (const CodedBand& band : bands) {
    const auto row = [&](std::size_t r) { return band.ranks[r] >> shift & 0x1ff; };
    const std::uint32_t content = row(0) | row(1) << 9 | row(2) << 18;
    contents.add(content, ContentHash{}(content), band.amount);
  }
  WindowSplit split{.center = center, .results = contents.used()};
  double total = 0;
  contents.for_each([&](const ContentTable::Slot& slot) {
    total += weight_of(slot.amount);  // exact: whole numbers below 2^53
    split.worst_boards = std::max(split.worst_boards, boards_of(slot.amount));
  });
  // In whole units, so that the order of addition does not matter.
  constexpr double kUnit = 1.0 / (std::uint64_t{1} << 32);
  std::uint64_t expected = 0;
  std::uint64_t gain = 0;
  contents.for_each([&](const ContentTable::Slot& slot) {
    const double p = weight_of(slot.amount) / total;
    if (p > 0) {
      expected += static_cast<std::uint64_t>(p * static_cast<double>(boards_of(slot.amount)) / kUnit);
      gain += static_cast<std::uint64_t>(-p * std::log2(p) / kUnit);
    }
  });
  split.expected_boards = static_cast<double>(expected) * kUnit;
  split.gain_bits = static_cast<double>(gain) * kUnit;
  return split;
}

}  // namespace

std::vector<WindowSplit> split_by_windows(const BoardSet& set, Bitboard centers, ThreadPool& threads) {
  std::vector<WindowSplit> splits;
  for (Bitboard b = centers; b != 0;) {
    splits.push_back({.center = pop_lowest(b)});
  }
  if (set.empty()) {
    return splits;
  }
  const auto runs = runs_of(set, kBoardsAtOnce);
  const double weight_unit = 0.99 * static_cast<double>(Amount{1} << kWeightBits) / set.total_weight();
  // Six ranks keep up to four threads busy.
  const std::size_t max_segments = static_cast<std::size_t>(threads.threads() + 3) / 4;
  const std::size_t segments = std::clamp<std::size_t>(set.size() / kMinBoardsPerSegment, 1, max_segments);
  // By rank, then segment.
  std::vector<BandTable> tables(8 * segments);
  const auto table_of = [&](std::size_t rank, std::size_t segment) -> BandTable& {
    return tables[rank * segments + segment];
  };
  const auto is_wanted = [&](std::size_t rank) { return (centers & rank_bb(static_cast<int>(rank))) != 0; };
  threads.for_each(tables.size(), [&](std::size_t task) {
    const std::size_t rank = task / segments;
    const std::size_t segment = task % segments;
    if (is_wanted(rank)) {
      const std::size_t begin = runs.size() * segment / segments;
      const std::size_t end = runs.size() * (segment + 1) / segments;
      count_bands(std::span(runs).subspan(begin, end - begin), static_cast<int>(rank), weight_unit,
                  table_of(rank, segment));
    }
  });
  std::array<std::vector<CodedBand>, 8> bands;
  threads.for_each(bands.size(), [&](std::size_t rank) {
    for (std::size_t segment = 1; segment < segments; ++segment) {
      table_of(rank, 0).add(table_of(rank, segment));
      table_of(rank, segment) = BandTable();
    }
    bands[rank] = coded(table_of(rank, 0));
    table_of(rank, 0) = BandTable();
  });
  threads.for_each(splits.size(), [&](std::size_t i) {
    const Square center = splits[i].center;
    splits[i] = split_by_window(bands[static_cast<std::size_t>(rank_of(center))], center);
  });
  return splits;
}

}  // namespace lanternfish
