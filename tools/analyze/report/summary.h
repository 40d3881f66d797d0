#pragma once

// Sums over many turns: of each recorded player, and of each strategy beside the recorded players on the same turns.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/turn_analysis.h"

namespace lanternfish {

// Numbers of which mean, its standard error and median are wanted. Turns of one game resemble each other, so the values
// of one player in one game are a group.
class Sample {
 public:
  void add(double value) { values_.push_back(value); }
  // The values of the other, which has no groups of its own yet, as one group.
  void add_group(const Sample& other);
  std::size_t size() const { return values_.size(); }
  double mean() const;    // 0 of none
  double median() const;  // the lower of two
  // Of the mean, groups being independent of each other and not what is in them (Liang and Zeger 1986, with the factor
  // G / (G - 1) for G groups). Nothing of fewer than two groups.
  std::optional<double> standard_error() const;

 private:
  std::vector<double> values_;
  std::vector<std::size_t> group_ends_;
};

struct TurnTally {
  std::int64_t turns = 0;
  std::int64_t deferring = 0;         // turns in which boards waited unexpanded: counts are of the live boards alone
  std::int64_t left_out = 0;          // turns of players, not looked at since no board was live for long
  std::int64_t lost = 0;              // the true board neither held nor under a deferred parent, at any event
  Sample boards_before, bits_before;  // bits: -log2 of the true board's probability
  Sample boards_left, bits_left;      // after the sense
  Sample window_excess;               // boards left, over what the best of the 36 windows would have left; log2
  Sample regret;                      // centipawns, each counted to kMaxRegret at most
  Sample points_lost;                 // by requests, percent of a game; points_lost()
  std::int64_t blunders = 0, unclassified = 0, of_belief = 0, of_sample = 0, of_decision = 0;
  std::int64_t king_exposed = 0, queen_exposed = 0;
  std::int64_t kings_available = 0, kings_missed = 0;

  // The turn as it was known, and one choice in it.
  void add(const TurnAnalysis& turn, const Choice& choice);
  // Of one player in one game.
  void add_game(const TurnTally& other);
};

// A lost king would outweigh hundreds of turns.
constexpr double kMaxRegret = 1000;

// By how much a request lowers the expected points, percent of a game: 1 / (1 + exp(-centipawns / 300)) of the best
// request on the true board, less the same of this one. Unlike centipawns, errors in games that are decided count
// little.
double points_lost(const RequestVerdict& verdict);

class Summary {
 public:
  explicit Summary(std::vector<std::string> strategies)
      : labels_(std::move(strategies)), strategies_(labels_.size()), differences_(labels_.size()) {}

  void add(const PlayerAnalysis& player);

  // All tables, as Markdown for people, and as JSON lines: players, strategies, and where these followed the games by
  // themselves, mean and median of the boards left after each own turn's sense.
  std::string text() const;
  std::string json_lines() const;

  // Turns in which the true board was lost, to the recorded player or to a strategy that followed the game by itself.
  std::int64_t lost() const;
  const std::map<std::string, TurnTally>& players() const { return players_; }
  const TurnTally& all() const { return all_; }
  const TurnTally& recorded() const { return recorded_; }
  const std::vector<TurnTally>& strategies() const { return strategies_; }

 private:
  void add_differences(const PlayerAnalysis& player);
  std::string differences_text() const;
  std::string differences_json_lines() const;
  void add_followed(const TurnAnalysis& turn);
  std::string followed_text() const;
  std::string followed_json_lines() const;

  std::vector<std::string> labels_;
  std::map<std::string, TurnTally> players_;  // by name
  TurnTally all_;
  TurnTally recorded_;  // the recorded choices of the turns in which the strategies were asked
  std::vector<TurnTally> strategies_;
  std::vector<Sample> differences_;              // points lost, less those of the first strategy in the same turn
  std::map<int, std::vector<Sample>> followed_;  // by turn: recorded, then strategies
};

}  // namespace lanternfish
