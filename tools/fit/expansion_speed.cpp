#include "tools/fit/expansion_speed.h"

#include <chrono>

#include <fmt/format.h>

#include "belief/belief.h"

namespace lanternfish {

namespace {

constexpr std::size_t kSets = 6;
constexpr int kRepeats = 5;

struct Rates {
  double seconds[2] = {0, 0};  // uniform, fitted
  double children = 0;
};

void measure(const Belief& belief, Square captured, ThreadPool& threads, Rates& rates) {
  const MoveContext contexts[2] = {{}, belief.next_move()};
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    for (int model = 0; model < 2; ++model) {
      const auto begin = std::chrono::steady_clock::now();
      const BoardSet next = expand(belief.boards(), belief.own(), captured, threads, {}, contexts[model]);
      rates.seconds[model] += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      rates.children += model == 0 ? static_cast<double>(next.size()) : 0;
    }
  }
}

// Follows one player to the first set of the size asked for.
bool measure_game(const RecordedGame& game, Color me, std::size_t boards, ThreadPool& threads, Rates& rates) {
  Belief belief(game.start, me, {}, threads, MoveModelKind::kFitted);
  for (const RecordedTurn& turn : game.turns[me]) {
    const std::size_t size = belief.boards().size();
    if (size > boards) {
      const bool fits = size < 2 * boards && turn.notice.captured == kNoSquare;
      if (fits) {
        measure(belief, turn.notice.captured, threads, rates);
      }
      return fits;
    }
    if (!belief.observe(turn.notice).ok() || !belief.observe(turn.sensed).ok() || !turn.moved || turn.takes_king ||
        !belief.observe(*turn.moved).ok()) {
      return false;
    }
  }
  return false;
}

}  // namespace

std::string expansion_speed(const std::vector<NamedGame>& games, std::size_t boards) {
  ThreadPool threads(1);
  Rates rates;
  std::size_t sets = 0;
  for (std::size_t i = 0; i < games.size() && sets < kSets; ++i) {
    for (const Color me : {kWhite, kBlack}) {
      sets += measure_game(games[i].game, me, boards, threads, rates) ? 1 : 0;
    }
  }
  return fmt::format(
      "{} sets of {} to {} boards, no capture: {:.2f} million distinct children a second with the uniform model, "
      "{:.2f} "
      "with the fitted one, ratio {:.2f}\n",
      sets, boards, 2 * boards, rates.children / rates.seconds[0] / 1e6, rates.children / rates.seconds[1] / 1e6,
      rates.seconds[0] / rates.seconds[1]);
}

}  // namespace lanternfish
