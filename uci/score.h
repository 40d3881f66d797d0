#pragma once

// What a move is worth to the side that makes it, as chess engines say it and as RBC needs it: king captures and mates
// are values of their own, not centipawns.

#include <compare>
#include <cstdint>

#include "rules/types.h"

namespace lanternfish {

class Score {
 public:
  constexpr Score() = default;  // 0 centipawns

  // Clamped to +-kMaxCentipawns.
  static constexpr Score centipawns(int cp) {
    return Score(cp > kMaxCentipawns ? kMaxCentipawns : cp < -kMaxCentipawns ? -kMaxCentipawns : cp);
  }
  // A mate found by a chess engine, `moves` >= 1 moves away, by us or against us. Nearer mates are better, or worse.
  static constexpr Score mates_in(int moves) { return Score(kMate - moves); }
  static constexpr Score mated_in(int moves) { return Score(-kMate + moves); }
  // The move captures the king; or it lets ours be captured at once.
  static constexpr Score captures_king() { return Score(kKing); }
  static constexpr Score loses_king() { return Score(-kKing); }
  // Our king can be captured at once, was attacked before the move already, and is the piece that moved.
  static constexpr Score flees_into_check() { return Score(-kKing - 1); }
  // The same, but the king did not move: the opponent is more likely to know where it is.
  static constexpr Score stays_in_check() { return Score(-kKing - 2); }

  constexpr bool is_king_capture() const { return value_ >= kKing; }
  constexpr bool is_king_loss() const { return value_ <= -kKing; }
  constexpr bool is_fleeing_into_check() const { return value_ == -kKing - 1; }
  constexpr bool is_staying_in_check() const { return value_ == -kKing - 2; }
  constexpr bool is_mate() const { return !is_centipawns() && !is_king_capture() && !is_king_loss(); }
  constexpr bool is_centipawns() const { return value_ <= kMaxCentipawns && value_ >= -kMaxCentipawns; }
  // For is_mate(): moves until mate, negative when it is against us.
  constexpr int mate_moves() const { return value_ > 0 ? kMate - value_ : -kMate - value_; }
  // For is_centipawns().
  constexpr int cp() const { return value_; }

  // The score of the move before, in the eyes of the other side, which made that move: the sign changes, and a mate by
  // that side is one move further away.
  constexpr Score one_move_earlier() const {
    return is_mate() && value_ < 0 ? mates_in(-mate_moves() + 1) : Score(-value_);
  }
  constexpr Score operator-() const { return Score(-value_); }
  friend constexpr auto operator<=>(Score, Score) = default;

  static constexpr int kMaxCentipawns = 20'000;

 private:
  static constexpr int kMate = 100'000;
  static constexpr int kKing = 200'000;

  constexpr explicit Score(int value) : value_(value) {}

  std::int32_t value_ = 0;
};

struct MoveScore {
  Move taken;
  Score score;  // for the side that makes the move
};

}  // namespace lanternfish
