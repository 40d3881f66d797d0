#include "tools/arena/tournament/tally.h"

#include <algorithm>
#include <cassert>

#include "rules/notation.h"

namespace lanternfish {

namespace {

// From the view of `color`.
Wdl outcome(const GameResult& result, Color color) {
  if (!result.winner) {
    return {0, 1, 0};
  }
  return *result.winner == color ? Wdl{1, 0, 0} : Wdl{0, 0, 1};
}

Wdl reversed(const Wdl& score) { return {score.losses, score.draws, score.wins}; }

void add_side(SideReport& sum, const SideReport& side) {
  sum.turns += side.turns;
  sum.probes += side.probes;
  sum.lost += side.lost;
  sum.deferred += side.deferred;
  sum.belief_warnings += side.belief_warnings;
  sum.errors += side.errors;
  sum.restarts += side.restarts;
  sum.overruns += side.overruns;
  sum.longest_overrun = std::max(sum.longest_overrun, side.longest_overrun);
  sum.turns_with_boards += side.turns_with_boards;
  sum.boards_before_sense += side.boards_before_sense;
  sum.most_boards = std::max(sum.most_boards, side.most_boards);
  if (sum.first_error.empty()) {
    sum.first_error = side.first_error;
  }
  if (sum.first_warning.empty()) {
    sum.first_warning = side.first_warning;
  }
}

}  // namespace

Wdl PlayerTally::total() const {
  Wdl sum = by_color[kWhite];
  return sum += by_color[kBlack];
}

Tally::Tally(std::vector<std::string> names, const std::optional<SprtSettings>& sprt) : sprt_(sprt) {
  for (std::string& name : names) {
    players_.push_back(PlayerTally{.name = std::move(name), .by_color = {}, .first_fault = {}, .sides = {}});
  }
}

void Tally::add(const GameLine& line) {
  ++games_;
  ++reasons_[std::string(format_win_reason(line.result.reason))];
  white_ += outcome(line.result, kWhite);
  const auto& engines = line.game.engines;
  by_color_[{engines[kWhite], engines[kBlack]}] += outcome(line.result, kWhite);
  for (const Color c : {kWhite, kBlack}) {
    PlayerTally& player = players_.at(static_cast<std::size_t>(engines[c]));
    add_side(player.sides, line.sides[c]);
    if (line.result.winner == ~c && line.result.ending != Ending::kByRules) {
      ++player.faults[static_cast<std::size_t>(line.result.ending)];
      player.first_fault = player.first_fault.empty() ? line.result.text : player.first_fault;
    }
    if (engines[kWhite] != engines[kBlack]) {
      player.by_color[c] += outcome(line.result, c);
    }
  }
  if (engines[kWhite] != engines[kBlack]) {
    add_to_pairing(line);
  }
}

void Tally::add_to_pairing(const GameLine& line) {
  const auto& engines = line.game.engines;
  const Color lower = engines[kWhite] < engines[kBlack] ? kWhite : kBlack;
  PairingTally& pairing = pairings_[{engines[lower], engines[~lower]}];
  const Wdl score = outcome(line.result, lower);
  pairing.games += score;
  const int half_points = 2 * score.wins + score.draws;
  if (const auto [first, alone] = half_points_.try_emplace(line.game.pair, half_points); !alone) {
    const auto of_pair = static_cast<std::size_t>(first->second + half_points);
    half_points_.erase(first);
    ++pairing.pairs.at(of_pair);
    if (sprt_ && pairing.verdict == SprtVerdict::kGoOn) {
      ++pairing.tested.at(of_pair);
      pairing.verdict = judge(*sprt_, pairing.tested);
    }
  }
}

std::optional<EloEstimate> Tally::elo(int player, int other) const {
  const auto found = pairings_.find({std::min(player, other), std::max(player, other)});
  if (found == pairings_.end()) {
    return std::nullopt;
  }
  const PairingTally& pairing = found->second;
  const bool swap = player > other;
  if (2 * pairs_of(pairing.pairs) == pairing.games.games()) {
    Pentanomial pairs = pairing.pairs;
    if (swap) {
      std::reverse(pairs.begin(), pairs.end());
    }
    return estimate_elo(pairs);
  }
  return estimate_elo(swap ? reversed(pairing.games) : pairing.games);
}

std::vector<Rating> Tally::ratings() const {
  std::vector<PairingScore> scores;
  for (const auto& [players, pairing] : pairings_) {
    scores.push_back({players.first, players.second, pairing.games});
  }
  return rate(static_cast<int>(players_.size()), scores);
}

}  // namespace lanternfish
