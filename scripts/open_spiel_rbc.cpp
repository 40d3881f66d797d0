// Random play in OpenSpiel's rbc, for scripts/environment_speed: open_spiel_rbc STEPS OBSERVES(0|1) [SEED]
//
// Prints steps a second of processor time. Compiled outside of the project, against OpenSpiel and Abseil;
// docs/research/environment_speed.md says how. A step is a sense or a move; a game that ends begins anew.

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "open_spiel/spiel.h"

int main(int argc, char** argv) {
  const long steps = argc > 1 ? std::atol(argv[1]) : 10'000;
  const bool observes = argc > 2 && std::atoi(argv[2]) != 0;
  std::mt19937_64 random(argc > 3 ? std::atol(argv[3]) : 1);
  const auto game = open_spiel::LoadGame("rbc");
  std::vector<float> observation(game->ObservationTensorSize());
  auto state = game->NewInitialState();
  float sum = 0;
  const std::clock_t begun = std::clock();
  for (long i = 0; i < steps; ++i) {
    const std::vector<open_spiel::Action> actions = state->LegalActions();
    if (observes) {
      state->ObservationTensor(state->CurrentPlayer(), absl::MakeSpan(observation));
      sum += observation[0];
    }
    state->ApplyAction(actions[random() % actions.size()]);
    if (state->IsTerminal()) {
      state = game->NewInitialState();
    }
  }
  const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("%.0f %s\n", static_cast<double>(steps) / seconds, sum < 0 ? "?" : "");
}
