#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "tools/arena/bots/bot_player.h"
#include "tools/arena/bots/bots.h"

namespace lanternfish {

namespace {

class RandomBot : public BotPlayer {
 public:
  explicit RandomBot(int pass_percent)
      : BotPlayer(fmt::format("random{}", pass_percent)), pass_percent_(pass_percent) {}

  Decision<Square> sense(const DecisionLimits& limits) override { return any_inner_square(limits); }

  Decision<Move> move(const DecisionLimits& limits) override {
    const std::vector<Move> allowed = allowed_requests(limits);
    const bool may_pass = std::any_of(allowed.begin(), allowed.end(), [](Move m) { return m.is_null(); });
    std::vector<Move> moves;
    std::copy_if(allowed.begin(), allowed.end(), std::back_inserter(moves), [](Move m) { return !m.is_null(); });
    return moves.empty() || (may_pass && chance(pass_percent_)) ? kNullMove : any(moves);
  }

 private:
  int pass_percent_;
};

constexpr int kHomeRanks = 3;

class ShufflerBot : public BotPlayer {
 public:
  ShufflerBot() : BotPlayer("shuffler") {}

  Decision<Square> sense(const DecisionLimits& limits) override { return any_inner_square(limits); }

  Decision<Move> move(const DecisionLimits& limits) override {
    const std::vector<Move> allowed = allowed_requests(limits);
    const auto is_home = [&](Square s) { return relative_rank(s, own().me()) < kHomeRanks; };
    std::vector<Move> moves;
    std::copy_if(allowed.begin(), allowed.end(), std::back_inserter(moves), [&](Move m) {
      return !m.is_null() && is_home(m.from) && is_home(m.to) && own().pieces().piece_at(m.from).type != kPawn;
    });
    if (!moves.empty()) {
      return any(moves);
    }
    const bool may_pass = std::any_of(allowed.begin(), allowed.end(), [](Move m) { return m.is_null(); });
    return may_pass ? kNullMove : any(allowed);
  }
};

}  // namespace

std::unique_ptr<Player> make_random_bot(int pass_percent) { return std::make_unique<RandomBot>(pass_percent); }
std::unique_ptr<Player> make_shuffler_bot() { return std::make_unique<ShufflerBot>(); }

}  // namespace lanternfish
