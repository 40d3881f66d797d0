// `jku-coda`: the player of Bertram, Fürnkranz and Müller (2022). A network sees what the player was told in its last
// 20 turns and no board; the sense and the request of the greatest logit are taken.

#include <algorithm>
#include <cassert>

#include "engine/strategy_player.h"
#include "engine/strategy_traits.h"
#include "nets/history_planes.h"
#include "nets/net_evaluator.h"

namespace lanternfish {

namespace {

class JkuCodaPlayer : public StrategyPlayer {
 public:
  explicit JkuCodaPlayer(const NewGame& game) : net_(game.net), history_(game.board, game.me) {}

  void observe(const Observation& event, const OwnSide& /*before*/, const OwnSide& /*after*/) override {
    [[maybe_unused]] const Status taken = history_.observe(event);
    assert(taken.ok());  // the belief has accepted the event
  }

  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    std::vector<Square> squares(allowed.begin(), allowed.end());
    std::erase(squares, kNoSquare);
    if (!net_ || squares.empty()) {
      return any_sense(allowed, s.belief.own(), s.random);
    }
    std::vector<ActionCode> codes;
    for (const Square square : squares) {
      codes.push_back(sense_code(square, s.me()));
    }
    return squares[best_of(std::move(codes))];
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override {
    if (!net_) {
      return allowed[s.random.below(allowed.size())];
    }
    std::vector<ActionCode> codes;
    for (const Move request : allowed) {
      codes.push_back(move_code(request, s.me()));
    }
    return allowed[best_of(std::move(codes))];
  }

 private:
  // Which of the actions has the greatest logit.
  std::size_t best_of(std::vector<ActionCode> codes) const {
    const NetQuestion question{.planes = history_.planes(), .actions = std::move(codes)};
    const std::vector<float> logits = net_->evaluate(std::span(&question, 1)).at(0).logits;
    return static_cast<std::size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
  }

  std::shared_ptr<NetEvaluator> net_;
  HistoryPlanes history_;
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_jku_coda_player(const NewGame& game) {
  return std::make_unique<JkuCodaPlayer>(game);
}

}  // namespace lanternfish
