#include "tools/arena/class/leaderboard.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace lanternfish {

namespace {

// A cell that a spreadsheet would take for a formula is text, too.
std::string quoted_cell(std::string text) {
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos) {
    text.insert(0, "'");
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

}  // namespace

std::string leaderboard_csv(const Tally& tally, const std::vector<Submission>& submissions) {
  const auto submission = [&](const std::string& name) {
    return std::find_if(submissions.begin(), submissions.end(), [&](const Submission& s) { return s.name == name; });
  };
  const std::vector<Rating> ratings = tally.ratings();
  std::vector<std::size_t> order(ratings.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return ratings[a].elo > ratings[b].elo; });
  std::string csv =
      "rank,name,kind,games,wins,draws,losses,score_percent,elo,elo_error,lost_on_time,lost_by_fault,problem\n";
  int rank = 0;
  for (const std::size_t i : order) {
    const PlayerTally& player = tally.players()[i];
    const Wdl total = player.total();
    if (total.games() == 0) {
      continue;
    }
    const int faults = std::accumulate(player.faults.begin(), player.faults.end(), 0);
    const int on_time = player.faults[static_cast<std::size_t>(Ending::kFlag)];
    const auto found = submission(player.name);
    const std::string problem = found != submissions.end() && !found->problem.empty() ? found->problem
                                : !player.first_fault.empty()                         ? player.first_fault
                                                                                      : player.sides.first_error;
    csv += fmt::format("{},{},{},{},{},{},{},{:.1f},{:.0f},{:.0f},{},{},{}\n", ++rank, quoted_cell(player.name),
                       found == submissions.end() ? "baseline" : "submission", total.games(), total.wins, total.draws,
                       total.losses, 100 * total.points() / total.games(), ratings[i].elo, ratings[i].error, on_time,
                       faults - on_time, quoted_cell(problem));
  }
  for (const Submission& s : submissions) {
    const bool played = std::any_of(tally.players().begin(), tally.players().end(), [&](const PlayerTally& player) {
      return player.name == s.name && player.total().games() > 0;
    });
    if (!played) {
      csv += fmt::format(",{},submission,0,0,0,0,,,,,,{}\n", quoted_cell(s.name), quoted_cell(s.problem));
    }
  }
  return csv;
}

}  // namespace lanternfish
