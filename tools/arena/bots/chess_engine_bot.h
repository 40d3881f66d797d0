#pragma once

// Bots that ask a chess engine about one board. They capture the king where that board shows one, else play the
// engine's move, else anything they may.

#include <memory>
#include <optional>

#include "rules/board.h"
#include "tools/arena/bots/bot_player.h"
#include "tools/arena/bots/bots.h"
#include "uci/engine_gate.h"
#include "uci/uci_process.h"

namespace lanternfish {

class ChessEngineBot : public BotPlayer {
 public:
  ChessEngineBot(std::string name, ChessEngineSettings settings)
      : BotPlayer(std::move(name)), settings_(std::move(settings)) {}

  Status start_engine();

 protected:
  // One of `allowed`, on a board with my pieces where they are and me to move. Without a board: anything.
  Move best_move(const std::optional<Board>& board, const std::vector<Move>& allowed, const DecisionLimits& limits);

 private:
  // The chess engine's move for a question; the engine is started when none is up. None when it fails.
  std::optional<Move> ask(const EngineQuestion& question, const DecisionLimits& limits);
  SearchLimits search_limits(const DecisionLimits& limits) const;

  ChessEngineSettings settings_;
  std::unique_ptr<UciProcess> engine_;
};

}  // namespace lanternfish
