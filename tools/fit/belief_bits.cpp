#include "tools/fit/belief_bits.h"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "belief/belief.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMemory = std::size_t{4} << 30;

struct TurnBits {
  std::int64_t turns = 0;
  double uniform = 0;
  double fitted = 0;
};

// Both beliefs of one player, as long as the set is small enough.
TurnBits player_bits(const RecordedGame& game, Color me, const BeliefBitsSettings& settings, ThreadPool& threads) {
  Belief uniform(game.start, me, {.memory_bytes = kMemory}, threads, MoveModelKind::kUniform);
  Belief fitted(game.start, me, {.memory_bytes = kMemory}, threads, MoveModelKind::kFitted);
  TurnBits bits;
  const auto both = [&](const Observation& event) { return uniform.observe(event).ok() && fitted.observe(event).ok(); };
  for (const RecordedTurn& turn : game.turns[me]) {
    const bool guesses = !uniform.own().first_notice_is_empty();
    if (!both(turn.notice) || uniform.boards().size() > settings.most_boards) {
      break;
    }
    if (guesses) {
      ++bits.turns;
      bits.uniform -= std::log2(uniform.probability(turn.truth));
      bits.fitted -= std::log2(fitted.probability(turn.truth));
    }
    if (!both(turn.sensed) || !turn.moved || turn.takes_king || !both(*turn.moved)) {
      break;
    }
  }
  return bits;
}

std::string row_text(const std::string& name, const TurnBits& bits) {
  const auto n = static_cast<double>(std::max<std::int64_t>(1, bits.turns));
  return fmt::format("| {} | {} | {:.2f} | {:.2f} | {:+.2f} |\n", name, bits.turns, bits.uniform / n, bits.fitted / n,
                     (bits.fitted - bits.uniform) / n);
}

}  // namespace

std::string belief_bits(const std::vector<NamedGame>& games, const BeliefBitsSettings& settings) {
  std::vector<std::array<TurnBits, 2>> found(games.size());
  ThreadPool pool(settings.threads);
  pool.for_each(games.size(), [&](std::size_t i) {
    ThreadPool one(1);
    for (const Color me : {kWhite, kBlack}) {
      found[i][me] = player_bits(games[i].game, me, settings, one);
    }
  });
  TurnBits total;
  std::map<std::string, TurnBits> by_opponent;
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (const Color me : {kWhite, kBlack}) {
      for (TurnBits* sum : {&total, &by_opponent[games[i].names[~me]]}) {
        sum->turns += found[i][me].turns;
        sum->uniform += found[i][me].uniform;
        sum->fitted += found[i][me].fitted;
      }
    }
  }
  std::string text = "| opponent | turns | uniform | fitted | difference |\n|---|---|---|---|---|\n";
  text += row_text("all", total);
  for (const auto& [name, bits] : by_opponent) {
    text += row_text(name, bits);
  }
  return text;
}

}  // namespace lanternfish
