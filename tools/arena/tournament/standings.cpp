#include "tools/arena/tournament/standings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "tools/arena/cli/print.h"
#include "tools/arena/tournament/climb.h"

namespace lanternfish {

namespace {

std::string wdl_text(const Wdl& score) { return fmt::format("{}-{}-{}", score.wins, score.draws, score.losses); }

double percent(const Wdl& score) { return score.games() == 0 ? 0 : 100 * score.points() / score.games(); }

std::string elo_text(const std::optional<EloEstimate>& elo, int games) {
  if (!elo) {
    return "no games";
  }
  if (games < kMinGamesForErrors) {
    return "too few games for Elo";
  }
  return fmt::format("{:+.0f} [{:+.0f}, {:+.0f}] Elo", elo->elo, elo->low, elo->high);
}

std::size_t widest_name(const Tally& tally) {
  std::size_t width = 6;
  for (const PlayerTally& player : tally.players()) {
    width = std::max(width, player.name.size());
  }
  return width;
}

std::string ratings_text(const Tally& tally) {
  const std::vector<Rating> ratings = tally.ratings();
  std::vector<std::size_t> order(ratings.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return ratings[a].elo > ratings[b].elo; });
  const std::size_t width = widest_name(tally);
  std::string text =
      fmt::format("rank  {:<{}}  {:>6} {:>6}  {:>6}  {:>7}  W-D-L\n", "player", width, "Elo", "+-", "games", "score");
  int rank = 0;
  for (const std::size_t i : order) {
    const PlayerTally& player = tally.players()[i];
    const Wdl total = player.total();
    const bool known = total.games() >= kMinGamesForErrors;
    text += fmt::format("{:>4}  {:<{}}  {:>+6.0f} {:>6}  {:>6}  {:>5.1f} %  {}\n", ++rank, player.name, width,
                        ratings[i].elo, known ? fmt::format("{:.0f}", ratings[i].error) : "?", total.games(),
                        percent(total), wdl_text(total));
  }
  return text + "Elo: the mean of all is 0; 95 % error bars, '?' where there are too few games for them\n\n";
}

// "LLR 1.23 (-2.94, 2.94) [0, 10], going on"
std::string sprt_text(const SprtSettings& settings, const PairingTally& pairing) {
  const char* verdict = "going on";
  switch (pairing.verdict) {
    case SprtVerdict::kGoOn: break;
    case SprtVerdict::kAcceptElo0: verdict = "accepted: no stronger than elo0"; break;
    case SprtVerdict::kAcceptElo1: verdict = "accepted: at least elo1 stronger"; break;
  }
  const int tested = pairs_of(pairing.tested), later = pairs_of(pairing.pairs) - tested;
  return fmt::format(
      "LLR {:.2f} ({:.2f}, {:.2f}) [{:g}, {:g}], {}{}",
      log_likelihood_ratio(pairing.tested, settings.elo0, settings.elo1), settings.lower(), settings.upper(),
      settings.elo0, settings.elo1, verdict,
      later > 0 ? fmt::format(" (pairs until then: {}; later, which change nothing: {})", tested, later) : "");
}

std::string pairings_text(const Tally& tally) {
  std::string text;
  for (const auto& [players, pairing] : tally.pairings()) {
    const auto [a, b] = players;
    const std::optional<EloEstimate> elo = tally.elo(a, b);
    const int games = pairing.games.games();
    text += fmt::format("{} - {}: {} (W-D-L), {:.1f} %, {}{}\n", tally.players()[static_cast<std::size_t>(a)].name,
                        tally.players()[static_cast<std::size_t>(b)].name, wdl_text(pairing.games),
                        percent(pairing.games), elo_text(elo, games),
                        elo && games >= kMinGamesForErrors
                            ? fmt::format(", likelihood of superiority {:.1f} %", 100 * elo->superiority)
                            : "");
    text += fmt::format("  pairs with 0, 1/2, 1, 3/2, 2 points: {}\n", fmt::join(pairing.pairs, " "));
    if (tally.sprt()) {
      text += fmt::format("  {}\n", sprt_text(*tally.sprt(), pairing));
    }
  }
  return text;
}

// White in rows, Black in columns, wins-draws-losses of White.
std::string crosstable_text(const Tally& tally) {
  const std::size_t width = std::max<std::size_t>(widest_name(tally), 9);
  std::string text = fmt::format("\n{:<{}}", "White \\ Black", width + 2);
  for (const PlayerTally& player : tally.players()) {
    text += fmt::format("  {:>{}}", player.name, width);
  }
  for (int a = 0; a < static_cast<int>(tally.players().size()); ++a) {
    text += fmt::format("\n{:<{}}", tally.players()[static_cast<std::size_t>(a)].name, width + 2);
    for (int b = 0; b < static_cast<int>(tally.players().size()); ++b) {
      const auto found = tally.by_color().find({a, b});
      text += fmt::format("  {:>{}}", found == tally.by_color().end() ? "" : wdl_text(found->second), width);
    }
  }
  return text + "\n(wins-draws-losses of White)\n\n";
}

std::string account_text(const PlayerTally& player) {
  const SideReport& sides = player.sides;
  std::string text =
      fmt::format("{}: {} (W-D-L); with White {}, with Black {}\n  lost by fault:", player.name,
                  wdl_text(player.total()), wdl_text(player.by_color[kWhite]), wdl_text(player.by_color[kBlack]));
  for (const Ending ending : kFaults) {
    text += fmt::format(" {} {}", ending_name(ending), player.faults[static_cast<std::size_t>(ending)]);
  }
  text += fmt::format("; errors {}, restarts {}", sides.errors, sides.restarts);
  if (sides.overruns > 0) {
    text += fmt::format("\n  did not keep its movetime in {} phases, by up to {} ms", sides.overruns,
                        sides.longest_overrun);
  }
  if (sides.turns_with_boards > 0) {
    text += fmt::format("\n  boards before its sense: mean {:.1f}, most {}; belief warnings {}",
                        static_cast<double>(sides.boards_before_sense) / sides.turns_with_boards,
                        grouped(sides.most_boards), sides.belief_warnings);
  }
  if (sides.probes > 0) {
    text +=
        fmt::format("; truth lost at {} of {} turns probed, deferred at {}", sides.lost, sides.probes, sides.deferred);
  }
  text += player.first_fault.empty() ? "" : fmt::format("\n  first fault: {}", player.first_fault);
  text += sides.first_error.empty() ? "" : fmt::format("\n  first complaint: {}", sides.first_error);
  text += sides.first_warning.empty() ? "" : fmt::format("\n  it warned: {}", sides.first_warning);
  return text + "\n";
}

std::string crossing_text(const Crossing& crossing) {
  const std::string nodes = grouped(static_cast<std::uint64_t>(std::llround(crossing.nodes)));
  switch (crossing.place) {
    case Crossing::Place::kBelow: return "below " + nodes;
    case Crossing::Place::kAbove: return "above " + nodes;
    case Crossing::Place::kWithin: break;
  }
  return nodes;
}

std::string ladder_text(const Tally& tally, const std::vector<std::int64_t>& ladder) {
  const std::string& name = tally.players().front().name;
  std::string text = fmt::format(
      "\nThe ladder of sight: {} against a chess engine that sees the true board\n{:>14}  {:>6}  "
      "{:>7}  {:>16}  W-D-L\n",
      name, "nodes a move", "games", "score", "95 %");
  const std::vector<Rung> rungs = rungs_of(tally, ladder);
  for (const Rung& rung : rungs) {
    const ScoreInterval interval = score_interval(rung.games);
    text +=
        fmt::format("{:>14}  {:>6}  {:>5.1f} %  {:>16}  {}\n", grouped(static_cast<std::uint64_t>(rung.nodes)),
                    rung.games.games(), percent(rung.games),
                    fmt::format("{:.1f} to {:.1f} %", 100 * interval.low, 100 * interval.high), wdl_text(rung.games));
  }
  const std::optional<LadderResult> result = climb(rungs);
  return result
             ? text + fmt::format("{} scores one half {}{} nodes a move (by the ends of the intervals: {} to {})\n",
                                  name, result->half.place == Crossing::Place::kWithin ? "at " : "",
                                  crossing_text(result->half), crossing_text(result->low), crossing_text(result->high))
             : text;
}

}  // namespace

std::string progress_text(const TournamentProgress& progress) {
  const GameLine& line = progress.line;
  std::string text =
      fmt::format("game {} ({} of {}): {} - {}: {}, {} turns", line.game.id, progress.finished, progress.planned,
                  line.names[kWhite], line.names[kBlack], result_text(line.result), line.sides[kWhite].turns);
  const int a = std::min(line.game.engines[kWhite], line.game.engines[kBlack]);
  const int b = std::max(line.game.engines[kWhite], line.game.engines[kBlack]);
  if (const auto found = progress.tally.pairings().find({a, b}); found != progress.tally.pairings().end()) {
    text += fmt::format(" | {} {} (W-D-L) against {}, {}", progress.tally.players()[static_cast<std::size_t>(a)].name,
                        wdl_text(found->second.games), progress.tally.players()[static_cast<std::size_t>(b)].name,
                        elo_text(progress.tally.elo(a, b), found->second.games.games()));
    if (const auto& sprt = progress.tally.sprt()) {
      text += " | " + sprt_text(*sprt, found->second);
    }
  }
  for (const Color c : {kWhite, kBlack}) {
    if (const std::string complaints = complaints_text(line.sides[c]); !complaints.empty()) {
      text += fmt::format("\n  {} {}", line.names[c], complaints);
    }
  }
  return text;
}

std::vector<Rung> rungs_of(const Tally& tally, const std::vector<std::int64_t>& ladder) {
  std::vector<Rung> rungs;
  for (const std::int64_t nodes : ladder) {
    const auto pairing = tally.pairings().find({0, static_cast<int>(rungs.size()) + 1});
    rungs.push_back({nodes, pairing == tally.pairings().end() ? Wdl{} : pairing->second.games});
  }
  return rungs;
}

std::string standings_text(const Tally& tally, const std::vector<std::int64_t>& ladder) {
  const bool climb = is_climb(tally);  // most of its rungs may have no games, and one row has all of them
  std::string text;
  if (tally.players().size() > 2 && !climb) {
    text += ratings_text(tally);
  }
  text += pairings_text(tally);
  if ((tally.players().size() > 2 && !climb) || tally.by_color().count({0, 0}) > 0) {
    text += crosstable_text(tally);
  }
  for (const PlayerTally& player : tally.players()) {
    text += climb && player.total().games() == 0 ? "" : account_text(player);
  }
  const Wdl& white = tally.white();
  text += fmt::format("{} games: won by White {}, by Black {}, drawn {};", tally.games(), white.wins, white.losses,
                      white.draws);
  for (const auto& [reason, count] : tally.reasons()) {
    text += fmt::format(" {} {}", reason, count);
  }
  return text + "\n" + (climb ? climb_text(tally) : ladder.empty() ? "" : ladder_text(tally, ladder));
}

}  // namespace lanternfish
