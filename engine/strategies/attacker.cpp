// `attacker`: one of four fixed attacks on the king, then passes. Opponents that track boards lose the most of them to
// it, because it passes all the time.

#include <algorithm>
#include <array>

#include "engine/strategy_player.h"
#include "engine/strategy_traits.h"

namespace lanternfish {

namespace {

// The attacks as White plays them; Black mirrors them.
using Attack = std::array<Move, 5>;
constexpr Move step(const char (&text)[5]) {
  return {make_square(text[0] - 'a', text[1] - '1'), make_square(text[2] - 'a', text[3] - '1')};
}
constexpr std::array<Attack, 4> kAttacks = {{
    {step("b1c3"), step("c3b5"), step("b5d6"), step("d6e8")},
    {step("b1c3"), step("c3e4"), step("e4f6"), step("f6e8")},
    {step("g1h3"), step("h3f4"), step("f4h5"), step("h5f6"), step("f6e8")},
    {step("e2e4"), step("f1c4"), step("d1h5"), step("c4f7"), step("f7e8")},
}};
// The fourth attack goes on without its bishop.
constexpr Move kQueenTakes = step("h5e8");

class AttackerPlayer : public StrategyPlayer {
 public:
  AttackerPlayer(Color me, std::uint64_t seed) : me_(me) {
    const std::size_t chosen = seed % kAttacks.size();
    for (const Move move : kAttacks[chosen]) {
      if (!move.is_null()) {
        steps_.push_back(move);
      }
    }
    if (chosen == 3) {
      steps_.push_back(kQueenTakes);
    }
  }

  // A step that was requested is done, whatever the taken move was.
  void observe(const Observation& event, const OwnSide& before, const OwnSide& /*after*/) override {
    const auto* moved = std::get_if<Moved>(&event);
    if (moved == nullptr) {
      return;
    }
    drop_impossible(before);
    if (next_ < steps_.size() && relative(steps_[next_]) == moved->requested) {
      ++next_;
    }
  }

  Square choose_sense(Situation& s, std::span<const Square> allowed) override {
    return allowed[s.random.below(allowed.size())];
  }

  Move choose_move(Situation& s, std::span<const Move> allowed) override {
    drop_impossible(s.belief.own());
    const Move wanted = next_ < steps_.size() ? relative(steps_[next_]) : kNullMove;
    const auto is_allowed = [&](Move m) { return std::find(allowed.begin(), allowed.end(), m) != allowed.end(); };
    return is_allowed(wanted) ? wanted : is_allowed(kNullMove) ? kNullMove : allowed[0];
  }

 private:
  Move relative(Move m) const { return {relative_square(m.from, me_), relative_square(m.to, me_)}; }

  void drop_impossible(const OwnSide& own) {
    const auto list = requests(own.pieces(), me_);
    while (next_ < steps_.size() && std::find(list.begin(), list.end(), relative(steps_[next_])) == list.end()) {
      ++next_;
    }
  }

  Color me_;
  std::vector<Move> steps_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<StrategyPlayer> make_attacker_player(const NewGame& game) {
  return std::make_unique<AttackerPlayer>(game.me, game.seed);
}

}  // namespace lanternfish
