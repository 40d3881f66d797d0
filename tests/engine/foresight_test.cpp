#include "engine/foresight.h"

#include <doctest/doctest.h>

#include "rules/rbc.h"
#include "tests/notation_helpers.h"

using namespace lanternfish;
using namespace lanternfish::testing;

namespace {

// What is learnt of Black by White, who passes and looks at everything that Black's moves change.
double bits_of(std::initializer_list<const char*> black_moves, MoveModelKind model = MoveModelKind::kFitted) {
  ThreadPool threads(1);
  Random random(1, 1, 1);
  Board truth = Board::start();
  Belief belief(truth, kWhite, {}, threads, model);
  Foresight foresight;
  const auto tell = [&](const Observation& event) {
    const OwnSide before = belief.own();
    if (std::holds_alternative<OpponentMoved>(event) && !before.first_notice_is_empty()) {
      foresight.before_notice(belief, random);
    }
    REQUIRE(belief.observe(event).ok());
    foresight.observe(event, before);
  };
  tell(OpponentMoved{});
  for (const char* move : black_moves) {
    tell(Sensed{sense(truth, truth.turn() == kWhite && truth.fullmove_number() > 1 ? square_of("e6") : kNoSquare)});
    tell(Moved{});
    apply(truth, kNullMove);
    apply(truth, move_of(move));
    tell(OpponentMoved{});
  }
  tell(Sensed{sense(truth, square_of("e6"))});
  return foresight.bits();
}

}  // namespace

TEST_CASE("foresight: usual moves are foreseen, odd ones are not") {
  const double usual = bits_of({"e7e5", "d7d5", "f7f6"});
  const double odd = bits_of({"f7f6", "e8f7", "f7e6"});
  CHECK(usual > odd);
  CHECK(odd < Foresight::kUsualBits);
}

TEST_CASE("foresight: a model that expects nothing in particular is not judged") {
  CHECK(bits_of({"f7f6", "e8f7"}, MoveModelKind::kUniform) == Foresight::kUsualBits);
}
