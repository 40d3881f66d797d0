#include "tools/arena/tournament/plan.h"

#include <utility>

#include <fmt/format.h>

#include "support/hash.h"
#include "support/number.h"
#include "support/words.h"

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
  const auto parts = parts_of(text, '/');
  const auto index = to_number<int>(parts.front(), 1), count = to_number<int>(parts.back(), 1);
  if (parts.size() != 2 || !index || !count || *index > *count) {
    return Error{fmt::format("'{}' is no shard; it is written 2/4 for the second of four", text)};
  }
  return Shard{*index, *count};
}

std::uint32_t derive_seed(std::uint64_t tournament_seed, int game, Color color) {
  constexpr std::uint64_t kMaxSeeds = 2'147'483'647;
  const auto place = 2 * static_cast<std::uint64_t>(game) + color;
  return static_cast<std::uint32_t>(1 + splitmix64(splitmix64(tournament_seed) ^ place) % kMaxSeeds);
}

}  // namespace lanternfish
