#pragma once

// How a game ended, and what a player did wrong where the rules did not end it.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/types.h"

namespace lanternfish {

// Why a game ended. A record's WinReason lumps most of these together.
enum class Ending : std::uint8_t {
  kByRules,   // a king captured, or a limit reached
  kFlag,      // out of time
  kSilence,   // no answer within the host's patience where there is no clock
  kCrash,     // the process ended, or closed or stopped reading its pipes
  kNonsense,  // an answer that is none
  kIllegal,   // a request that may not be made
  kResigned,  // the player gave up
  kStopped,   // nobody's fault: the host itself was told to stop, and the game has no result
};
constexpr std::size_t kEndings = 8;
// The endings that are a loss by the player's own doing.
constexpr std::array<Ending, 6> kFaults = {Ending::kFlag,     Ending::kSilence, Ending::kCrash,
                                           Ending::kNonsense, Ending::kIllegal, Ending::kResigned};
// One word: "rules", "time", "silence", "crash", "nonsense", "illegal", "resigned", "stopped".
std::string_view ending_name(Ending ending);
std::optional<Ending> parse_ending(std::string_view name);
// As reconchess knows it: TIMEOUT for a fallen flag and silence, RESIGN for the other faults.
WinReason recorded_reason(Ending fault);

// What a player did wrong, or did not want to go on with. kStopped: the host's own wish, and nobody loses.
struct Fault {
  Ending ending = Ending::kCrash;
  std::string text;  // for people, without the player's name: "ended at 'go' (exit code 3)"
};

struct GameResult {
  std::optional<Color> winner;  // none: a draw, or stopped
  WinReason reason = WinReason::kNone;
  Ending ending = Ending::kByRules;
  std::string text;  // for people: what a fault was; empty when the reason says it all
};

// "black: ended at 'go' (exit code 3)"; empty after an ending by the rules.
std::string fault_text(const GameResult& result);
// "white", "black" or "draw".
std::string_view winner_text(std::optional<Color> winner);
inline std::string_view winner_text(const GameResult& result) { return winner_text(result.winner); }

}  // namespace lanternfish
