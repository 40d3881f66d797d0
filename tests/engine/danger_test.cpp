#include "engine/danger.h"

#include <doctest/doctest.h>

#include "engine/strategies/board_weights.h"
#include "rules/notation.h"

using namespace lanternfish;

namespace {

Danger danger(const char* fen) { return danger_of(parse_fen(fen).value()); }

}  // namespace

TEST_CASE("danger: a check that the king cannot answer by itself is worst, an attacked queen least") {
  CHECK(danger("k3r3/8/8/8/8/8/8/4K3 w - - 0 1") == Danger::kInCheckAtDistance);
  CHECK(danger("k7/8/8/8/8/8/4r3/4K3 w - - 0 1") == Danger::kInCheck);
  CHECK(danger("k2r4/8/8/8/8/8/8/4K3 w - - 0 1") == Danger::kMayStepIntoCheck);
  CHECK(danger("k3r3/8/8/8/8/4P3/3PNP2/3RKR2 w - - 0 1") == Danger::kNone);            // shielded twice
  CHECK(danger("k3r3/8/8/8/8/8/3PNP2/3RKR2 w - - 0 1") == Danger::kMayStepIntoCheck);  // the knight is pinned
  CHECK(danger("k2r4/3Q4/8/8/8/8/3PPP2/3RKR2 w - - 0 1") == Danger::kQueenAttacked);
  CHECK(danger("k7/3Q4/8/8/8/8/3PPP2/3RKR2 w - - 0 1") == Danger::kNone);
  CHECK(danger("4k3/8/8/8/8/8/8/K3R3 b - - 0 1") == Danger::kInCheckAtDistance);
  CHECK(danger("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == Danger::kNone);
}

TEST_CASE("weights: boards on which the opponent stands well are likelier, and none is impossible") {
  CHECK(standing_weight(0, 3'000, 0.02) == doctest::Approx(0.52));
  CHECK(standing_weight(3'000, 3'000, 0) == doctest::Approx(0.9));
  CHECK(standing_weight(-3'000, 3'000, 0) == doctest::Approx(0.1));
  CHECK(standing_weight(-1e6, 3'000, 0.02) == doctest::Approx(0.02));
}
