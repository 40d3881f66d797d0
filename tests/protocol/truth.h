#pragma once

// A game with both sides known: what the referee would tell one player, its actions chosen at random.

#include <optional>
#include <random>
#include <vector>

#include "rules/rbc.h"

namespace lanternfish::testing {

class Truth {
 public:
  Truth(Color me, unsigned seed) : me_(me), random_(seed) {}

  const Board& board() const { return board_; }
  bool over() const { return over_; }
  Color me() const { return me_; }

  // The next thing I learn: the opponent moves, I sense somewhere, I move somehow. Nothing when the game is over.
  std::optional<Observation> next();
  // The same with my own choice.
  Observation sense_at(Square center);
  Observation request(Move request);

  std::size_t pick(std::size_t size) { return std::uniform_int_distribution<std::size_t>(0, size - 1)(random_); }

 private:
  enum class Step { kOpponent, kSense, kMove };
  Outcome play(Move request);
  Move any_request();

  Color me_;
  Board board_ = Board::start();
  Step step_ = Step::kOpponent;
  bool over_ = false;
  std::mt19937 random_;
};

inline Outcome Truth::play(Move request) {
  const Outcome outcome = resolve(board_, normalized_request(board_, request));
  apply(board_, outcome.taken);
  over_ = game_end(board_, 0).reason != WinReason::kNone;
  return outcome;
}

inline Move Truth::any_request() {
  const std::vector<Move> list = requests(board_, board_.turn());
  return list[pick(list.size())];
}

inline Observation Truth::sense_at(Square center) {
  step_ = Step::kMove;
  return Sensed{sense(board_, center)};
}

inline Observation Truth::request(Move request) {
  step_ = Step::kOpponent;
  const Outcome outcome = play(request);
  return Moved{request, outcome.taken, outcome.captured};
}

inline std::optional<Observation> Truth::next() {
  if (step_ == Step::kSense) {
    return sense_at(static_cast<Square>(pick(65)));
  }
  if (step_ == Step::kMove) {
    const Observation moved = request(any_request());
    return over_ ? std::nullopt : std::optional(moved);
  }
  step_ = Step::kSense;
  if (board_.turn() == me_) {
    return OpponentMoved{};  // the first mover's first notice
  }
  const Outcome outcome = play(any_request());
  return over_ ? std::nullopt : std::optional<Observation>(OpponentMoved{outcome.captured});
}

}  // namespace lanternfish::testing
