#include "belief/opponent/move_model_habits.h"

namespace lanternfish {

namespace {

// Both by cross-validation on the games of the fit (docs/move_model.md).
constexpr double kPriorTurns = 1.2;  // that the usual opponent counts for
constexpr double kKept = 0.95;       // of what was learnt, from turn to turn: opponents change, and scripts end

constexpr double kTrustPriorTurns = 1;  // the same for the trust in the evaluator's word
constexpr double kTrustKept = 0.95;

}  // namespace

MoveHabits::MoveHabits(const MoveShares& usual) : LearntShares(usual, kPriorTurns, kKept) {}

EvaluatorTrust::EvaluatorTrust(float usual) : LearntShares({usual, 1 - usual}, kTrustPriorTurns, kTrustKept) {}

}  // namespace lanternfish
