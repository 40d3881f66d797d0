#include "tools/bench/bench_games.h"

#include <array>
#include <chrono>

#include <fmt/format.h>

#include "engine/evaluator_factory.h"
#include "game/game_record.h"
#include "game/play.h"
#include "support/hash.h"
#include "tools/bench/cheats.h"

namespace lanternfish {

namespace {

// A hash of what was sensed and requested.
class Signer : public GameObserver {
 public:
  void turn_ended(const Game& /*game*/, const PlayedTurn& turn) override {
    plies += turn.finished ? 1 : 0;
    const Move request = turn.move.requested;
    for (const int byte : {int{turn.window.center}, int{request.from}, int{request.to}, int{request.promotion}}) {
      signature = fnv1a(signature, static_cast<std::uint64_t>(byte));
    }
  }

  std::uint64_t signature = kFnvBasis;
  int plies = 0;
};

// By Color.
std::array<std::string, 2> names_of_game(const GamesBench& bench, int game) {
  const auto strategy = [](const std::string& name) { return name.substr(0, name.find(' ')); };
  const Color first_color = game % 2 == 0 ? kWhite : kBlack;
  std::array<std::string, 2> names;
  names[first_color] = strategy(bench.first_name);
  names[~first_color] = strategy(bench.second_name);
  return names;
}

std::filesystem::path record_of_game(const GamesBench& bench, int game) {
  const auto names = names_of_game(bench, game);
  return bench.records / fmt::format("{}_{}_{}.json", bench.seed + game, names[kWhite], names[kBlack]);
}

}  // namespace

Result<std::string> bench_games(const GamesBench& bench) {
  for (int n = 0; n < bench.games && !bench.records.empty(); ++n) {
    if (const auto file = record_of_game(bench, n); std::filesystem::exists(file)) {
      return Error{fmt::format("{} is there already; another folder or --seed", file.string())};
    }
  }
  const auto warn = [](const std::string& text) { fmt::print(stderr, "lanternfish-bench: {}\n", text); };
  std::array<Config, 2> configs = {bench.first, bench.second};
  const std::array evaluators = {evaluator_for(configs[0], warn), evaluator_for(configs[1], warn)};
  std::array<ThreadPool, 2> threads = {ThreadPool(configs[0].threads), ThreadPool(configs[1].threads)};
  Signer signer;
  std::array<Knowledge, 2> knowledge;
  int wins = 0, draws = 0, losses = 0;
  const auto began = std::chrono::steady_clock::now();
  for (int n = 0; n < bench.games; ++n) {
    const Color first_color = n % 2 == 0 ? kWhite : kBlack;
    const std::array colors = {first_color, ~first_color};
    std::array deeper = {KnownBoardsDeeper(*evaluators[0], colors[0], bench.known_depth),
                         KnownBoardsDeeper(*evaluators[1], colors[1], bench.known_depth)};
    const auto player = [&](std::size_t i) {
      configs[i].seed = bench.seed + n;
      evaluators[i]->new_game();
      return CheatingPlayer(names_of_game(bench, n)[colors[i]], configs[i], deeper[i], threads[i],
                            i == 0 ? bench.cheat : Cheat{}, bench.known_depth, knowledge[i]);
    };
    CheatingPlayer first = player(0), second = player(1);
    first.meet(second);
    Game::Players players{};
    players[first_color] = &first;
    players[~first_color] = &second;
    GameSettings settings;
    settings.rules.turn_limit = bench.turn_limit;
    settings.time.fill({.base = {}, .movetime = {}, .nodes = bench.nodes});
    if (bench.first_nodes > 0) {
      settings.time[first_color].nodes = bench.first_nodes;
    }
    Game game(players, settings, {&signer});
    play(game);
    if (!bench.records.empty()) {
      if (const Status written = write_game_record(record_of_game(bench, n), game.record()); !written) {
        return Error{written.error()};
      }
    }
    const std::optional<Color> winner = game.result().winner;
    (!winner ? draws : *winner == first_color ? wins : losses) += 1;
  }
  const double minutes = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / 60;
  return fmt::format(
      "{} against {}: {} games, {}-{}-{} (W-D-L), {} plies, {:.1f} games a minute, {:.0f} plies a second, signature "
      "{:016x}\nfirst: {}\nsecond: {}\n",
      bench.first_name, bench.second_name, bench.games, wins, draws, losses, signer.plies, bench.games / minutes,
      signer.plies / minutes / 60, signer.signature, format_knowledge(knowledge[0]), format_knowledge(knowledge[1]));
}

}  // namespace lanternfish
