#include "tools/arena/tournament/climb.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "protocol/host/engine_link.h"

namespace lanternfish {

namespace {

Wdl score_of(const GameLine& line) {
  if (!line.result.winner) {
    return {0, 1, 0};
  }
  return line.game.engines[*line.result.winner] == 0 ? Wdl{1, 0, 0} : Wdl{0, 0, 1};
}

int rung_of(const PlannedGame& game) { return std::max(game.engines[kWhite], game.engines[kBlack]) - 1; }

// By rung, games that are planned but not played yet counting as pairs alone.
struct Standing {
  std::vector<KnownOpponent> opponents;
  std::vector<int> pairs;
  std::vector<PlannedGame> halves;  // the missing games of pairs
  int last_pair = 0;
};

Standing standing_of(const std::vector<GameLine>& played) {
  const auto& rungs = known_rungs();
  Standing standing;
  standing.pairs.resize(rungs.size());
  for (const KnownRung& rung : rungs) {
    standing.opponents.push_back({rung.elo, {}});
  }
  std::map<int, std::vector<PlannedGame>> by_pair;
  for (const GameLine& line : played) {
    const auto rung = static_cast<std::size_t>(rung_of(line.game));
    standing.opponents.at(rung).games += score_of(line);
    by_pair[line.game.pair].push_back(line.game);
    standing.last_pair = std::max(standing.last_pair, line.game.pair);
  }
  for (const auto& [pair, games] : by_pair) {
    ++standing.pairs[static_cast<std::size_t>(rung_of(games.front()))];
    if (games.size() == 1) {
      const PlannedGame& game = games.front();
      const int other = game.id % 2 == 0 ? game.id - 1 : game.id + 1;
      standing.halves.push_back({other, pair, {game.engines[kBlack], game.engines[kWhite]}});
    }
  }
  return standing;
}

bool lost_all(const KnownOpponent& opponent) { return opponent.games.games() > 0 && opponent.games.points() == 0; }

// The lowest rung without games, while the player is still climbing.
std::optional<std::size_t> next_step(const Standing& standing) {
  for (std::size_t i = 0; i < standing.pairs.size(); ++i) {
    if (i >= 2 && lost_all(standing.opponents[i - 1]) && lost_all(standing.opponents[i - 2])) {
      return std::nullopt;
    }
    if (standing.pairs[i] == 0) {
      return i;
    }
  }
  return std::nullopt;
}

std::size_t most_telling(const Standing& standing) {
  std::vector<KnownOpponent> opponents = standing.opponents;
  opponents.front().games += {0, 1, 0};  // keeps the rating finite
  opponents.back().games += {0, 1, 0};
  const double elo = rate_among_known(opponents)->elo;
  std::size_t best = 0;
  double most = -1;
  for (std::size_t i = 0; i < standing.pairs.size(); ++i) {
    const double score = score_of_elo(elo - standing.opponents[i].elo);
    const double tells = score * (1 - score) / (1 + standing.pairs[i]);
    if (tells > most) {
      most = tells;
      best = i;
    }
  }
  return best;
}

// Asks for a stop when the time is over, or when somebody else asks for one.
class TimeLimit {
 public:
  TimeLimit(std::chrono::duration<double> time, const std::stop_token& abort)
      : abort_(abort, [this] { over_.request_stop(); }), clock_([this, time](const std::stop_token& done) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          if (!std::condition_variable_any().wait_for(lock, done, time, [&] { return done.stop_requested(); })) {
            over_.request_stop();
          }
        }) {}

  std::stop_token token() const { return over_.get_token(); }

 private:
  std::stop_source over_;
  std::stop_callback<std::function<void()>> abort_;
  std::jthread clock_;
};

Result<std::vector<GameLine>> games_there(const TournamentSettings& settings) {
  const std::filesystem::path file = settings.records / results_file_name({});
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return std::vector<GameLine>();
  }
  const Results results = TRY(read_results(file, settings.torn));
  const bool foreign = std::any_of(results.games.begin(), results.games.end(), [](const GameLine& line) {
    return rung_of(line.game) < 0 || rung_of(line.game) >= static_cast<int>(known_rungs().size());
  });
  return foreign ? std::vector<GameLine>() : results.games;  // run_tournament() will not have such a folder
}

bool lost_by_fault(const GameLine& line) {
  return line.result.ending != Ending::kByRules && score_of(line).losses == 1;
}

}  // namespace

Result<TournamentOutcome> run_climb(TournamentSettings settings, std::chrono::duration<double> time,
                                    const std::stop_token& abort,
                                    const std::function<void(const TournamentProgress&)>& on_game,
                                    const std::function<void(const std::string&)>& say) {
  constexpr std::ptrdiff_t kTrials = 4;
  const auto wanted = static_cast<std::size_t>(settings.shape.games);
  std::vector<GameLine> played = TRY(games_there(settings));
  const auto before = static_cast<std::ptrdiff_t>(played.size());
  const EngineSpec& player = settings.engines.front();
  std::unique_ptr<EngineLink> link = TRY(EngineLink::meet(player, settings.rules.start, settings.patience, abort, say));
  static_cast<void>(link->quit());
  const TimeLimit limit(time, abort);
  while (true) {
    const std::size_t missing = (wanted - std::min(wanted, played.size()) + 1) / 2;
    settings.plan.emplace();
    for (const GameLine& line : played) {
      settings.plan->push_back(line.game);
    }
    const int pairs = std::min(static_cast<int>(missing), std::max(2, settings.concurrency));
    const std::vector<PlannedGame> next = next_games(played, pairs);
    settings.plan->insert(settings.plan->end(), next.begin(), next.end());
    Result<TournamentOutcome> outcome = run_tournament(
        settings, limit.token(),
        [&](const TournamentProgress& progress) {
          played.push_back(progress.line);
          on_game({progress.line, progress.tally, progress.finished, static_cast<int>(wanted), progress.report});
        },
        played.empty() ? say : std::function<void(const std::string&)>([](const std::string&) {}));
    const auto first = played.begin() + before;
    if (outcome && played.end() - first >= kTrials && std::all_of(first, first + kTrials, lost_by_fault)) {
      return Error{fmt::format("{} lost its first {} games by its own faults; the first: {}. --fresh puts them aside",
                               player.name, kTrials, first->result.text)};
    }
    if (!outcome || outcome->stopped || played.size() >= wanted) {
      if (!outcome) {
        return outcome;
      }
      TournamentOutcome ended = std::move(outcome).value();
      ended.stopped = abort.stop_requested();
      return ended;
    }
  }
}

std::vector<PlannedGame> next_games(const std::vector<GameLine>& played, int pairs) {
  Standing standing = standing_of(played);
  std::vector<PlannedGame> games = standing.halves;
  for (int i = static_cast<int>(games.size()); i < pairs; ++i) {
    const std::optional<std::size_t> step = next_step(standing);
    const auto rung = step.value_or(step ? 0 : most_telling(standing));
    ++standing.pairs[rung];
    const int pair = ++standing.last_pair, opponent = static_cast<int>(rung) + 1;
    games.push_back({2 * pair - 1, pair, {0, opponent}});
    games.push_back({2 * pair, pair, {opponent, 0}});
  }
  return games;
}

bool is_climb(const Tally& tally) {
  const auto& rungs = known_rungs();
  const auto& players = tally.players();
  return players.size() == rungs.size() + 1 &&
         std::equal(rungs.begin(), rungs.end(), players.begin() + 1,
                    [](const KnownRung& rung, const PlayerTally& player) { return rung.name == player.name; });
}

std::optional<KnownRating> climb_rating(const Tally& tally) {
  std::vector<KnownOpponent> opponents;
  for (const auto& [players, pairing] : tally.pairings()) {
    opponents.push_back({known_rungs()[static_cast<std::size_t>(players.second - 1)].elo, pairing.games});
  }
  return rate_among_known(opponents);
}

std::string known_rating_text(const KnownRating& rating) {
  if (std::isinf(rating.elo)) {
    return rating.elo < 0 ? fmt::format("below {:+.0f} Elo", rating.high)
                          : fmt::format("above {:+.0f} Elo", rating.low);
  }
  return fmt::format("{:+.0f} [{:+.0f}, {:+.0f}] Elo", rating.elo, rating.low, rating.high);
}

std::string climb_text(const Tally& tally) {
  const std::string& name = tally.players().front().name;
  std::string text =
      fmt::format("\nThe ladder: {} against players of known strength\n{:<14}  {:>6}  {:>6}  {:>7}  W-D-L\n", name,
                  "rung", "Elo", "games", "score");
  for (const auto& [players, pairing] : tally.pairings()) {
    const KnownRung& rung = known_rungs()[static_cast<std::size_t>(players.second - 1)];
    const Wdl& games = pairing.games;
    text += fmt::format("{:<14}  {:>+6.0f}  {:>6}  {:>5.1f} %  {}-{}-{}\n", rung.name, rung.elo, games.games(),
                        100 * games.points() / games.games(), games.wins, games.draws, games.losses);
  }
  const std::optional<KnownRating> rating = climb_rating(tally);
  return rating ? text + fmt::format("{}: {}, 95 %; the random player has 0\n", name, known_rating_text(*rating))
                : text;
}

}  // namespace lanternfish
