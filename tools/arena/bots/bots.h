#pragma once

// Players that the arena brings along: measures for other players rather than opponents to fear.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "game/player.h"
#include "support/result.h"

namespace lanternfish {

// RandomBotX of the complexity paper (Markowitz et al. 2018): senses any inner square, passes `pass_percent` of the
// time, else requests anything it may.
std::unique_ptr<Player> make_random_bot(int pass_percent);
// Tells its opponent as little as a player can: it moves pieces, no pawns, to and fro on its own three ranks, where it
// meets no piece of the opponent as a rule, and passes where there is no such request. It senses any inner square.
std::unique_ptr<Player> make_shuffler_bot();

struct ChessEngineSettings {
  std::vector<std::string> command;  // empty: stockfish, on the path or in /usr/games
  std::int64_t movetime_ms = 100;    // where the host sets no bound of its own
};
// PerfectInfoBot: captures the king where it can, else plays what a chess engine plays on the true board. It senses
// nothing. Without the truth it makes any request. An engine that does not start is an error; one that dies later is
// started again.
Result<std::unique_ptr<Player>> make_perfect_bot(const ChessEngineSettings& settings);
// The weakest way to look: one board, on which it pastes what it sees and plays the chess engine's move. It senses what
// it has not seen for longest, and requests anything it may in `random_percent` of its turns. Engines as above.
Result<std::unique_ptr<Player>> make_one_board_bot(const ChessEngineSettings& settings, int random_percent);

}  // namespace lanternfish
