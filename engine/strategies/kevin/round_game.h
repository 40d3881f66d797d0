#pragma once

// One round of the game as the solver wants it: my request, the opponent's sense and request, my sense and my next
// request, whose score is the leaf. I am the first player.
//
// The opponent knows the board before my request: an information set of its own for each sampled board, on which it is
// uncertain only of what I have just done.

#include "engine/strategies/kevin/preselection.h"
#include "solver/game.h"

namespace lanternfish::lookahead {

// The information set of my decision.
inline constexpr solver::InfoKey kMyDecision = 1;

class RoundGame : public solver::Game {
 public:
  explicit RoundGame(const Question& question);

  // The state in which I decide, on a board of the question.
  solver::StateId root(std::size_t board);
  void expand(solver::StateId state, solver::Expansion& out) override;

  std::uint64_t positions() const { return positions_.scored(); }

 private:
  enum class Stage : std::uint8_t { kMyRequest, kTheirSense, kTheirRequest, kMySense, kMyLastRequest };
  struct State {
    Stage stage = Stage::kMyRequest;
    RoundPath place;
  };

  solver::StateId add(const State& state);
  solver::Child child(const State& state, float value);
  void after_my_request(State state, float value, solver::Expansion& out);
  // A child for each window that may be sensed, each of this value.
  void add_windows(State state, const std::vector<Square>& windows, float value, solver::Expansion& out);
  void after_reply(State state, std::size_t reply, solver::Expansion& out);
  void expand_my_request(State state, solver::Expansion& out);
  void expand_their_sense(State state, solver::Expansion& out);
  void expand_their_request(const State& state, solver::Expansion& out);
  void expand_my_sense(State state, solver::Expansion& out);
  void expand_my_last_request(const State& state, solver::Expansion& out);

  solver::InfoKey their_key(const RoundPath& place, bool sensed) const;
  solver::InfoKey my_key(const RoundPath& place, bool sensed) const;

  const Question& question_;
  Positions positions_;
  Preselection preselection_;
  std::vector<State> states_;
  std::vector<solver::StateId> free_;  // states that were expanded
};

}  // namespace lanternfish::lookahead
