#include "tools/arena/class/class_results.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <fmt/format.h>

#include "support/file.h"
#include "support/json_line.h"
#include "tools/arena/tournament/canonical.h"
#include "tools/arena/tournament/engine_build.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;

fs::path results_of(const fs::path& records) { return records / results_file_name({}); }

// What may not differ between the runs of a class.
Json rules_in(const std::string& header) {
  const Result<Json> read = parse_json(header);
  Json json = read ? *read : Json();
  if (json.is_object()) {
    for (const char* field : {"engines", "builds", "seed"}) {
      json.erase(field);
    }
  }
  return json;
}

}  // namespace

Result<std::vector<std::string>> class_players(const TournamentSettings& settings,
                                               const std::function<void(const std::string&)>& say) {
  const fs::path file = results_of(settings.records);
  std::error_code error;
  if (!fs::exists(file, error)) {
    return std::vector<std::string>();
  }
  const Results results = TRY(mended_results(file, settings.torn));
  std::for_each(results.left_out.begin(), results.left_out.end(), say);
  if (results.header.empty()) {  // a run that was killed before its first game
    return std::vector<std::string>();
  }
  return TRY(parse_header(results.header)).names;
}

Result<ClassResults> take_up_class(TournamentSettings& settings, const std::function<bool(const GameLine&)>& again) {
  std::vector<EngineIdentity> identities;
  for (const EngineSpec& engine : settings.engines) {
    identities.push_back({"", engine_build(engine)});
  }
  const fs::path file = results_of(settings.records);
  std::error_code error;
  const Results results = fs::exists(file, error) ? TRY(read_results(file, settings.torn)) : Results();
  if (results.header.empty()) {
    settings.seed = settings.seed.value_or(std::random_device{}());
    return ClassResults{};
  }
  settings.seed = seed_in_header(results.header);
  const std::string header = tournament_header(settings, *settings.seed, identities);
  if (rules_in(header) != rules_in(results.header)) {
    return Error{
        fmt::format("the games in {} were played with another clock or other rules. The same options go on; "
                    "--fresh puts the games aside",
                    file.string())};
  }
  ClassResults taken;
  const std::vector<EngineIdentity> stored = identities_in_header(results.header);
  for (std::size_t i = 0; i < std::min(stored.size(), identities.size()); ++i) {
    if (stored[i] != identities[i]) {
      taken.changed.push_back(settings.engines[i].name);
    }
  }
  std::string text = header + "\n", replaced;
  for (const GameLine& line : results.games) {
    if (again(line)) {
      replaced += format_game_line(line) + "\n";
    } else {
      text += format_game_line(line) + "\n";
      taken.games.push_back(line);
    }
  }
  const fs::path aside = settings.records / "replaced.jsonl";
  const Result<std::string> earlier = read_file(aside);
  if (!replaced.empty()) {
    TRY(write_file(aside, (earlier ? *earlier : "") + replaced));
  }
  const Status written = write_file(file, text);
  return written ? Result<ClassResults>(taken) : Error{written.error()};
}

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
  const std::vector<EngineSpec> baselines = gauntlet_opponents();
  const auto is_baseline = [&](const std::string& name) {
    return std::any_of(baselines.begin(), baselines.end(), [&](const EngineSpec& spec) { return spec.name == name; });
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
    const bool known = total.games() >= kMinGamesForErrors;
    const std::string error = known ? fmt::format("{:.0f}", ratings[i].error) : "";
    csv += fmt::format("{},{},{},{},{},{},{},{:.1f},{:.0f},{},{},{},{}\n", ++rank, quoted_cell(player.name),
                       is_baseline(player.name) ? "baseline" : "submission", total.games(), total.wins, total.draws,
                       total.losses, 100 * total.points() / total.games(), ratings[i].elo, error, on_time,
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
