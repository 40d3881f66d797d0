#include "tools/arena/tournament/plan.h"

#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace lanternfish {

namespace {

using Pairing = std::array<int, 2>;

std::vector<Pairing> pairings(const PlanShape& shape) {
  std::vector<Pairing> list;
  const int first_rows = shape.kind == TournamentKind::kRoundRobin ? shape.engines : 1;
  for (int a = 0; a < first_rows; ++a) {
    for (int b = shape.mirror ? a : a + 1; b < shape.engines; ++b) {
      list.push_back({a, b});
    }
  }
  return list;
}

// SplitMix64's output function: neighbouring inputs give unrelated outputs.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

std::string_view format_tournament_kind(TournamentKind kind) {
  switch (kind) {
    case TournamentKind::kMatch: return "match";
    case TournamentKind::kGauntlet: return "gauntlet";
    case TournamentKind::kRoundRobin: return "roundrobin";
    case TournamentKind::kSprt: return "sprt";
  }
  return "?";
}

std::vector<PlannedGame> make_plan(const PlanShape& shape) {
  const std::vector<Pairing> list = pairings(shape);
  std::vector<PlannedGame> games;
  int pair = 0;
  for (int played = 0; played < shape.games; played += 2) {
    for (const Pairing& pairing : list) {
      ++pair;
      games.push_back({2 * pair - 1, pair, pairing});
      if (played + 1 < shape.games && pairing[0] != pairing[1]) {
        games.push_back({2 * pair, pair, {pairing[1], pairing[0]}});
      }
    }
  }
  return games;
}

Result<Shard> parse_shard(std::string_view text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec == std::errc() && index.ptr != end && *index.ptr == '/') {
    const auto count = std::from_chars(index.ptr + 1, end, shard.count);
    if (count.ec == std::errc() && count.ptr == end && shard.index >= 1 && shard.index <= shard.count) {
      return shard;
    }
  }
  return Error{fmt::format("'{}' is no shard; it is written 2/4 for the second of four", text)};
}

std::uint32_t derive_seed(std::uint64_t tournament_seed, int game, Color color) {
  constexpr std::uint64_t kMaxSeeds = 2'147'483'647;
  const auto place = 2 * static_cast<std::uint64_t>(game) + color;
  return static_cast<std::uint32_t>(1 + mixed(mixed(tournament_seed) ^ place) % kMaxSeeds);
}

}  // namespace lanternfish
