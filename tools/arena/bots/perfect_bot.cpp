#include <algorithm>
#include <optional>

#include "tools/arena/bots/bots.h"
#include "tools/arena/bots/chess_engine_bot.h"

namespace lanternfish {

namespace {

class PerfectBot : public ChessEngineBot {
 public:
  explicit PerfectBot(ChessEngineSettings settings) : ChessEngineBot("perfect", std::move(settings)) {}

  bool sees_truth() const override { return true; }
  void show_truth(const Board& truth) override { truth_ = truth; }
  Decision<Square> sense(const DecisionLimits& limits) override {
    const std::vector<Square> allowed = allowed_senses(limits);
    return std::find(allowed.begin(), allowed.end(), kNoSquare) != allowed.end() ? kNoSquare : allowed.front();
  }
  Decision<Move> move(const DecisionLimits& limits) override {
    return best_move(sees_this_turn() ? truth_ : std::nullopt, allowed_requests(limits), limits);
  }

 private:
  // Whether the board shown may be that of this turn: a host may have stopped showing it.
  bool sees_this_turn() const {
    return truth_ && truth_->turn() == own().me() && truth_->pieces(own().me()) == own().occupied();
  }

  std::optional<Board> truth_;  // as shown last
};

}  // namespace

Result<std::unique_ptr<Player>> make_perfect_bot(const ChessEngineSettings& settings) {
  auto player = std::make_unique<PerfectBot>(settings);
  if (const Status started = player->start_engine(); !started) {
    return Error{started.error()};
  }
  return std::unique_ptr<Player>(std::move(player));
}

}  // namespace lanternfish
