#pragma once

// What one player is told, as learning programs want it: observations are planes (nets/history_planes.h), what may be
// done next is a mask of action codes (nets/move_code.h). Sees the player's own events alone, so a policy that learnt
// in an environment sees the same wherever it plays.

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "game/game_log.h"
#include "nets/history_planes.h"
#include "nets/move_code.h"
#include "python/history_tokens.h"

namespace lanternfish {

// The code of a request of `side`; nothing where no piece moves so.
std::optional<ActionCode> code_of_request(Move request, Color side);

class Observer {
 public:
  // `start` is the position before any event.
  Observer(const Board& start, Color me) : log_(start, me), planes_(start, me) {}

  Color color() const { return planes_.own().me(); }
  // kSense or kMove: the decision that is due. kOpponent: none.
  Phase phase() const { return log_.phase(); }
  // My pieces alone.
  const Board& own_pieces() const { return planes_.own().pieces(); }

  // Takes in the next event. An error, and nothing changed, when it is out of order or contradicts what is certain.
  Status observe(const Observation& event);

  // The newest `turns` of the 20 turns of HistoryPlanes, as 0 and 1; all 0 where no decision is due. `planes` has
  // turns * kPlanesPerTurn * 64 bytes.
  void write_planes(std::span<std::uint8_t> planes, int turns) const;
  // The newest tokens of what was told so far (python/history_tokens.h); all 0 where no decision is due.
  void write_tokens(std::span<Token> tokens) const;
  // 1 where the code may be chosen, 0 elsewhere; all 0 where no decision is due. `mask` has kActionCodes bytes.
  void write_mask(std::span<std::uint8_t> mask) const;
  bool allows(std::int64_t code) const;
  // Any code that may be chosen, all with the same probability. A decision is due.
  ActionCode random_action(std::mt19937_64& random) const;

  // Of a code that allows() accepts.
  Square sense_of(ActionCode code) const { return sense_of_code(code, color()); }
  Move request_of(ActionCode code) const;

 private:
  bool is_asked() const { return phase() == Phase::kSense || phase() == Phase::kMove; }
  const std::vector<ActionCode>& codes_of_turn() const;

  GameLog log_;
  HistoryPlanes planes_;
  mutable std::vector<ActionCode> codes_;  // of the requests of this turn; empty: not asked for yet
};

}  // namespace lanternfish
