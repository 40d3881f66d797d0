#pragma once

// Turns and results as text for people.

#include <array>
#include <string>
#include <vector>

#include "tools/arena/match/engine_game.h"
#include "tools/arena/tournament/merged_results.h"

namespace lanternfish {

// The true board with the sensed window in brackets, and beside it what the side held, saw, requested and got.
std::string turn_text(const TurnReport& turn, const std::array<std::string, 2>& names);
// A board alone, with the window round `sensed` in brackets, '.' for empty squares and '?' for those that are
// `unknown`.
std::string board_text(const Board& board, Square sensed = kNoSquare, Bitboard unknown = 0);
// "white by KING_CAPTURE", with what went wrong where something did: "white by RESIGN (black: ended at 'go' ...)".
std::string result_text(const GameResult& result);
// What the side gave the true board at its turns, after a game with probes: "1: 4.7619 %, 2: LOST"; empty without.
std::string truth_text(const std::vector<TurnReport>& turns, Color side);
// What a user should know of an engine's behaviour in a game; empty when there is nothing to say.
std::string complaints_text(const SideReport& side);

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number);

// Says on standard error what went wrong. Gives the exit status.
int complain(const std::string& text);
// Tells which lines were left out and which games have two results; the exit status, 1 where there are such games.
int complain_of(const MergedResults& merged);

}  // namespace lanternfish
