#include "tools/web/opponents.h"

#include <utility>

#include <fmt/format.h>

namespace lanternfish {

namespace {

// Points of docs/research/round_robin.md, where a test finds them again.
struct StrategyLine {
  const char* name;
  const char* label;
  const char* line;
  std::optional<int> elo = {};
};

constexpr StrategyLine kStrategies[] = {
    {"lanternfish", "Lanternfish", "Ours, at full strength: every position that can be, and no risk without need.",
     418},
    {"strangefish", "StrangeFish", "Winner of 2019: what is good on average over all boards.", 272},
    {"scorca-s", "Scorca, first program", "Looks where it learns most, and fears the ten worst boards.", 130},
    {"oracle", "Oracle", "Looks for what attacks its king, then takes the move that most boards like.", 123},
    {"predictor", "Predictor", "Looks where your five best moves would go.", 103},
    {"scorca", "Scorca", "Looks at what it has not seen lately and is worth knowing.", 89},
    {"attacker", "Attacker", "Rushes at your king with one of four attacks by heart.", 31},
    {"mht", "MHT", "Keeps all boards alike and takes the move that most of them like.", 8},
    {"strangefish2", "StrangeFish2", "Winner of 2022: asks what each look is worth. Gambles when time is short.", -6},
    {"savelyev-baseline", "Savelyev, baseline", "Draws its moves by chance, the better ones more often.", -34},
    {"trout", "Trout", "Believes one board: what it saw last. Takes your king when it sees a way.", -104},
    {"naive", "Naive", "Looks round the board in turn and believes what it saw.", -264},
    {"random", "Random", "Looks and moves anywhere. For a first game.", -767},
    {"kevin", "Kevin", "Third of 2022: looks one round of hidden moves ahead."},
    {"fianchetto", "Fianchetto", "Second of 2022: a network says what you would have played."},
    {"penumbra", "Penumbra", "Winner of 2020: plays games out in its head, with a network."},
    {"scorca-net", "Scorca with a network", "Scorca as it was published: a network scores its moves."},
    {"piecewise-grid", "Piecewise grid", "Keeps a map of chances for each of your pieces."},
    {"savelyev", "Savelyev", "Searches as AlphaZero does, on lists of boards."},
    {"jku-coda", "JKU-CODA", "A network alone: it keeps no boards at all."},
};

// Our own player held back: fewer positions looked at, no chess engine for the first two.
struct Level {
  const char* key;
  const char* label;
  const char* line;
  std::int64_t nodes;
  bool chess_engine;
};

constexpr Level kLevels[] = {
    {"level1", "Lanternfish, beginner", "Ours, looking at one position a decision.", 1, false},
    {"level2", "Lanternfish, casual", "Ours, looking at twenty positions a decision.", 20, false},
    {"level3", "Lanternfish, club", "Ours, with a chess engine for twenty positions.", 20, true},
};

}  // namespace

std::vector<Opponent> own_opponents(const std::string& engine) {
  std::vector<Opponent> opponents;
  const auto add = [&](const char* key, const char* strategy, const char* label, const char* line) -> Opponent& {
    Opponent opponent{.key = key, .label = label, .line = line, .elo = {}, .nodes = {}, .spec = {}, .ours = true};
    opponent.spec.name = label;
    opponent.spec.command = {engine};
    opponent.spec.options = {{"Strategy", strategy}};
    return opponents.emplace_back(std::move(opponent));
  };
  for (const Level& level : kLevels) {
    Opponent& opponent = add(level.key, "lanternfish", level.label, level.line);
    opponent.nodes = level.nodes;
    if (!level.chess_engine) {
      opponent.spec.options.emplace_back("EngineCommand", "none");
    }
  }
  for (const StrategyLine& strategy : kStrategies) {
    add(strategy.name, strategy.name, strategy.label, strategy.line).elo = strategy.elo;
  }
  return opponents;
}

Result<Opponent> given_opponent(const std::string& text, int number) {
  Result<EngineSpec> spec = parse_engine_spec(text);
  if (!spec) {
    return Error{spec.error()};
  }
  Opponent opponent{.key = fmt::format("engine{}", number),
                    .label = spec->name,
                    .line = "Given when the server was started.",
                    .elo = {},
                    .nodes = {},
                    .spec = *spec,
                    .ours = false};
  if (opponent.label.empty()) {
    const std::string& program = spec->command.front();
    opponent.label = program.substr(program.rfind('/') + 1);
  }
  return opponent;
}

}  // namespace lanternfish
