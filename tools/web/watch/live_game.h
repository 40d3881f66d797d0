#pragma once

// A game of a match while it is played: the turns that the arena has written, and what each side then holds possible.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/belief.h"
#include "support/json_line.h"

namespace lanternfish {

class LiveGame {
 public:
  // `header`: the first line of the arena's file, {"game", "white", "black", "start"}. An error says what is wrong.
  static Result<std::unique_ptr<LiveGame>> from(const std::string& header, std::size_t max_boards);

  // Takes in the line of one turn. An error: it does not follow from the turns before.
  Status add(const std::string& line);
  std::size_t turns() const { return turns_.size(); }
  // {"game", "white", "black", "board": FEN, "turns": [...], "beliefs": {"white", "black"}}: belief_json of both sides,
  // with the true board. A turn is its line, and "truth_bits": what its player's belief gave the true board after the
  // sense, null where it did not hold it live.
  Json json();

 private:
  Status add_turn(Json json);
  LiveGame(Json header, const Board& start, std::size_t max_boards);
  Status observe(Color side, const Observation& event);

  Json header_;
  ThreadPool threads_{1};
  Board board_;
  std::array<std::optional<Belief>, 2> beliefs_;  // by Color; none: the side's events cannot be followed any more
  std::vector<Json> turns_;
};

}  // namespace lanternfish
