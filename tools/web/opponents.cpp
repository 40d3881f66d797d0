#include "tools/web/opponents.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "protocol/host/engine_link.h"

namespace lanternfish {

namespace {

constexpr int kMaxBase = 4 * 3600, kMaxIncrement = 600;  // seconds

// Points of docs/research/round_robin.md, and of those who came later docs/research/opponents.md, where a test finds
// them again.
struct StrategyLine {
  const char* name;
  const char* label;
  const char* line;
  int elo;
};

constexpr StrategyLine kStrategies[] = {
    {"lanternfish", "Lanternfish", "Ours, at full strength: every position that can be, and no risk without need.",
     416},
    {"strangefish", "StrangeFish", "Winner of 2019: what is good on average over all boards.", 173},
    {"fianchetto", "Fianchetto", "Second of 2022: a network says what you would have played.", 162},
    {"kevin", "Kevin", "Third of 2022: looks one round of hidden moves ahead.", 162},
    {"scorca-s", "Scorca, first program", "Looks where it learns most, and fears the ten worst boards.", 157},
    {"oracle", "Oracle", "Looks for what attacks its king, then takes the move that most boards like.", 143},
    {"savelyev-baseline", "Savelyev, baseline", "Draws its moves by chance, the better ones more often.", 94},
    {"jku-coda", "JKU-CODA", "A network alone: it keeps no boards at all.", 85},
    {"strangefish2", "StrangeFish2", "Winner of 2022: asks what each look is worth. Gambles when time is short.", 51},
    {"mht", "MHT", "Keeps all boards alike and takes the move that most of them like.", 36},
    {"scorca-net", "Scorca with a network", "Scorca as it was published: a network scores its moves.", 22},
    {"predictor", "Predictor", "Looks where your five best moves would go.", 17},
    {"scorca", "Scorca", "Looks at what it has not seen lately and is worth knowing.", 17},
    {"piecewise-grid", "Piecewise grid", "Keeps a map of chances for each of your pieces.", -18},
    {"attacker", "Attacker", "Rushes at your king with one of four attacks by heart.", -85},
    {"savelyev", "Savelyev", "Searches as AlphaZero does, on lists of boards.", -157},
    {"penumbra", "Penumbra", "Winner of 2020: plays games out in its head, with a network.", -166},
    {"trout", "Trout", "Believes one board: what it saw last. Takes your king when it sees a way.", -181},
    {"naive", "Naive", "Looks round the board in turn and believes what it saw.", -270},
    {"random", "Random", "Looks and moves anywhere. For a first game.", -893},
};

// Our own player held back: it looks at few positions, and draws some of its moves by chance. Points of
// docs/research/opponents.md.
struct Level {
  const char* key;
  const char* label;
  const char* line;
  int carelessness;  // per cent
  bool chess_engine;
  int elo;
};

constexpr std::int64_t kLevelNodes = 20;
constexpr Level kLevels[] = {
    {"level1", "Lanternfish, beginner", "Ours, and four of its five moves are by chance.", 80, false, -502},
    {"level2", "Lanternfish, casual", "Ours, and every other move is by chance.", 50, false, -218},
    {"level3", "Lanternfish, club", "Ours, and one move in four is by chance.", 25, false, -93},
    {"level4", "Lanternfish, strong", "Ours, in a hurry: twenty positions a move, and one move in ten by chance.", 10,
     true, 108},
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
    opponent.nodes = kLevelNodes;
    opponent.elo = level.elo;
    opponent.spec.options.emplace_back("Carelessness", std::to_string(level.carelessness));
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
  EngineSpec spec = TRY(parse_engine_spec(text));
  (void)TRY(EngineLink::meet(spec, Board::start(), {}));
  Opponent opponent{.key = fmt::format("engine{}", number),
                    .label = spec.name,
                    .line = "Given when the server was started.",
                    .elo = {},
                    .nodes = {},
                    .spec = spec,
                    .ours = false};
  if (opponent.label.empty()) {
    const std::string& program = spec.command.front();
    opponent.label = program.substr(program.rfind('/') + 1);
  }
  return opponent;
}

Result<std::optional<TimeControl>> clock_of(const Json& wish, int min_base) {
  const auto base = wish.value("base", 0.0), increment = wish.value("increment", 0.0);
  const bool fits = base >= min_base && base <= kMaxBase && increment >= 0 && increment <= kMaxIncrement;
  if (base == 0 && (fits || increment == 0)) {
    return std::optional<TimeControl>();
  }
  if (!fits) {
    return Error{
        fmt::format("a clock has {} to {} s and an increment of at most {} s", min_base, kMaxBase, kMaxIncrement)};
  }
  TimeControl clock;
  clock.base = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * base));
  clock.increment = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * increment));
  return std::optional(clock);
}

}  // namespace lanternfish
