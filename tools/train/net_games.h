#pragma once

// Games between networks that read JKU-CODA's planes, many at a time: all games make the same step of their turn, and
// what they ask goes through each network in one batch.

#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "game/own_side.h"
#include "game/player.h"
#include "nets/history_planes.h"
#include "nets/net_evaluator.h"
#include "rules/types.h"

namespace lanternfish {

// A player of the game whose decisions come from outside: what a network is to be asked is taken from the seat, and the
// action chosen is put there before the game asks for it. So the questions of many games go through a network together.
class NetSeat : public Player {
 public:
  // The decision that comes next: after notice() all 64 senses, after sense_result() all requests, the pass included.
  // To be taken once for each decision.
  NetQuestion take_question() { return std::move(question_); }
  // The answer to it.
  void decide(ActionCode action) { action_ = action; }

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& start) override;
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;

 private:
  template <typename Event>
  std::optional<Fault> observe(const Event& event);

  std::string name_ = "network";
  std::optional<OwnSide> own_;
  std::optional<HistoryPlanes> history_;
  NetQuestion question_;
  ActionCode action_ = 0;
};

// A decision as it was made.
struct PlayedDecision {
  NetQuestion question;
  std::size_t chosen = 0;     // of the question's actions
  float log_probability = 0;  // of the action chosen, under the softmax over the question's actions
  float value = 0;            // what the network thought of the game
};

// One game of the network `learner` against one of several others.
struct NetGame {
  std::size_t opponent = 0;  // whom: a place in the list of opponents
  Color learner = kWhite;    // the learner's colour

  // Filled in by play_net_games().
  float outcome = 0;                   // 1 the learner won, 0 drawn, -1 lost
  std::vector<PlayedDecision> senses;  // the learner's, in order
  std::vector<PlayedDecision> requests;
};

struct NetGameSettings {
  int turn_limit = 80;  // full turns; then the game is drawn
  int sampled_turns =
      80;  // in the first so many turns actions are drawn from the softmax, later the likeliest is taken
  std::uint64_t seed = 1;  // a game's lots depend on the seed and on its place in the list
};

// Plays all games to their end. False when `stop` was set before: the games are then unfinished and of no use.
bool play_net_games(NetEvaluator& learner, std::span<NetEvaluator* const> opponents, const NetGameSettings& settings,
                    std::span<NetGame> games, const std::atomic<bool>& stop);

}  // namespace lanternfish
