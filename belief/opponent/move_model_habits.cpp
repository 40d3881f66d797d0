#include "belief/opponent/move_model_habits.h"

namespace lanternfish {

namespace {

// Chosen by cross-validation on the games of the fit (docs/research/opponent_model.md).
constexpr double kPriorTurns = 1.2;  // weight of the usual opponent
constexpr double kDecay = 0.95;      // per turn: opponents change, and scripts end

// The same for the trust, chosen among four settings on the games of the fit.
constexpr double kTrustPriorTurns = 1;
constexpr double kTrustDecay = 0.95;
// The usual opponent's share of foreseen moves: between 0.2 and 0.5 strangers differ little
// (docs/research/foresight.md).
constexpr float kUsualForeseen = 0.35F;

}  // namespace

MoveHabits::MoveHabits(const MoveShares& usual) : LearntShares(usual, kPriorTurns, kDecay) {}

LearntTrust::LearntTrust(float judged)
    : LearntShares({(1 - kUsualForeseen) * (1 - judged), (1 - kUsualForeseen) * judged, kUsualForeseen},
                   kTrustPriorTurns, kTrustDecay) {}

}  // namespace lanternfish
