#include "belief/opponent/move_model_habits.h"

namespace lanternfish {

namespace {

// Chosen by cross-validation on the games of the fit (docs/research/opponent_model.md).
constexpr double kPriorTurns = 1.2;  // weight of the usual opponent
constexpr double kDecay = 0.95;      // per turn: opponents change, and scripts end

// The same for the trust, chosen among four settings on the games of the fit.
constexpr double kTrustPriorTurns = 1;
constexpr double kTrustDecay = 0.95;

}  // namespace

MoveHabits::MoveHabits(const MoveShares& usual) : LearntShares(usual, kPriorTurns, kDecay) {}

EvaluatorTrust::EvaluatorTrust(float usual) : LearntShares({usual, 1 - usual}, kTrustPriorTurns, kTrustDecay) {}

}  // namespace lanternfish
