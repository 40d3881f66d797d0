#pragma once

// A game of a match while it is played: the turns that the arena has written, and what each side then holds possible.

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "belief/belief.h"
#include "support/json_line.h"

namespace lanternfish {

class LiveGame {
 public:
  // `header`: the first line of the arena's file, {"game", "white", "black", "start"}. An error says what is wrong.
  // from() and add() are for read_json(): they throw Json::exception where a value is missing or of another kind.
  static Result<std::unique_ptr<LiveGame>> from(Json header, std::size_t max_boards);

  // Takes in one turn, as its line says it. An error: it does not follow from the turns before.
  Status add(Json turn);
  std::size_t turns() const { return turns_.size(); }
  // {"game", "white", "black", "board": FEN, "turns": [...], "beliefs": {"white", "black"}}: belief_json of both sides,
  // with the true board. A turn is its line, and "truth_bits": what its player's belief gave the true board after the
  // sense, null where it did not hold it live.
  Json json();

 private:
  LiveGame(Json header, const Board& start, std::size_t max_boards);
  Status observe(Color side, const Observation& event);

  Json header_;
  ThreadPool threads_{1};
  Board board_;
  std::array<std::optional<Belief>, 2> beliefs_;  // by Color; none: the side's events cannot be followed any more
  std::vector<Json> turns_;
};

}  // namespace lanternfish
