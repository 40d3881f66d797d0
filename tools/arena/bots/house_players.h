#pragma once

// Players of the house: measures for other players rather than opponents to fear.

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>

#include "support/result.h"
#include "tools/arena/bots/house_view.h"

namespace lanternfish {

// What bounds one answer. `stopped` is asked now and then, and means: answer now.
struct HouseLimits {
  std::optional<std::int64_t> movetime_ms, nodes, clock_ms;
  bool infinite = false;
  std::function<bool()> stopped;
};

class HousePlayer {
 public:
  virtual ~HousePlayer() = default;

  // For reproducible games; 0 takes a fresh one.
  void set_seed(std::uint64_t seed) { random_.seed(seed != 0 ? seed : std::random_device{}()); }
  // Whether the referee is to tell the true board.
  virtual bool wants_truth() const { return false; }

  // One of `allowed`, which is not empty.
  virtual Square choose_sense(const HouseView& view, std::span<const Square> allowed) = 0;
  // One of `allowed`, which is not empty and holds requests that may be made.
  virtual Move choose_move(const HouseView& view, std::span<const Move> allowed, const std::optional<Board>& truth,
                           const HouseLimits& limits) = 0;

 protected:
  template <typename T>
  T any(std::span<const T> list) {
    return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random_)];
  }
  bool chance(int percent) { return std::uniform_int_distribution<int>(0, 99)(random_) < percent; }

 private:
  std::mt19937_64 random_{std::random_device{}()};
};

// RandomBotX of the complexity paper: senses any inner square, passes `pass_percent` of the time, else any request.
std::unique_ptr<HousePlayer> make_random_house_player(int pass_percent);
// Tells the opponent as little as a player can: it moves pieces, no pawns, to and fro on its own three ranks, where no
// piece of the opponent is met as a rule, and passes where there is no such request. It senses any inner square.
std::unique_ptr<HousePlayer> make_shuffling_house_player();

struct ChessEngineSettings {
  std::vector<std::string> command;  // empty: stockfish, on the path or in /usr/games
  std::int64_t movetime_ms = 100;    // where the host sets no bound of its own
};
// PerfectInfoBot: captures the king where it can, else plays what a chess engine plays on the true board. It senses
// nothing. Without the truth it plays any request. An engine that does not start is an error; one that dies later is
// started again.
Result<std::unique_ptr<HousePlayer>> make_perfect_house_player(const ChessEngineSettings& settings);

}  // namespace lanternfish
