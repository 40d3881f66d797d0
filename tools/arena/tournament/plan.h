#pragma once

// Which games a tournament consists of: numbered once and for all, so that a run can stop, go on, be split among
// machines and be put together again.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/types.h"
#include "support/result.h"

namespace lanternfish {

enum class TournamentKind : std::uint8_t {
  kMatch,       // two engines
  kGauntlet,    // the first against each of the others
  kRoundRobin,  // everybody against everybody
  kSprt,        // two engines, until one of two hypotheses is accepted
};
std::string_view format_tournament_kind(TournamentKind kind);

struct PlannedGame {
  int id = 0;                    // from 1; the same game in every run and shard
  int pair = 0;                  // from 1; two games with colours swapped share it
  std::array<int, 2> engines{};  // by Color, index into the tournament's engines

  friend bool operator==(const PlannedGame&, const PlannedGame&) = default;
};

struct PlanShape {
  TournamentKind kind = TournamentKind::kMatch;
  int engines = 2;
  int games = 2;        // of each pairing; an odd number leaves the last pair one game
  bool mirror = false;  // everybody also against a copy of itself, half as many games: colours need no swap there
};

// In rounds: each round has a pair of games of every pairing, so that the first games of a longer tournament are those
// of a shorter one.
std::vector<PlannedGame> make_plan(const PlanShape& shape);

// The part of a plan that one of several machines plays. Pairs stay together.
struct Shard {
  int index = 1, count = 1;  // "2/4": the second of four
  bool holds(const PlannedGame& game) const { return (game.pair - 1) % count == index - 1; }
  friend bool operator==(const Shard&, const Shard&) = default;
};
Result<Shard> parse_shard(std::string_view text);

// The seed of one engine in one game, 1 to 2^31 - 1, as UCI's spin options hold it.
std::uint32_t derive_seed(std::uint64_t tournament_seed, int game, Color color);

}  // namespace lanternfish
