#include "engine/strategies/players.h"

namespace lanternfish {

std::unique_ptr<StrategyPlayer> make_player(Strategy strategy, const Board& start, Color me, std::uint64_t seed) {
  switch (strategy) {
    case Strategy::kRandom: return make_random_player();
    case Strategy::kAttacker: return make_attacker_player(me, seed);
    case Strategy::kTrout: return make_trout_player(start, me);
    case Strategy::kNaive: return make_naive_player(start, me);
    case Strategy::kMht: return make_mht_player();
    case Strategy::kPredictor: return make_predictor_player();
    case Strategy::kOracle: return make_oracle_player();
    case Strategy::kScorca: return make_scorca_player();
    case Strategy::kScorcaS: return make_scorca_s_player();
    case Strategy::kStrangeFish: return make_strangefish_player();
    case Strategy::kStrangeFish2: return make_strangefish2_player();
    case Strategy::kSavelyevBaseline: return make_savelyev_baseline_player();
    case Strategy::kLanternfish: break;
  }
  return make_lanternfish_player();
}

MoveModelKind move_model_of(Strategy strategy, MoveModelKind configured) {
  return strategy == Strategy::kLanternfish ? configured : MoveModelKind::kUniform;
}

}  // namespace lanternfish
