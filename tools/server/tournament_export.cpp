#include "tools/server/tournament_export.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/file.h"
#include "tools/arena/tournament/tournament.h"
#include "tools/server/table.h"

namespace lanternfish {

namespace {

// The numbers of an arena: players from 0, and pairs of games in which two have changed colours.
class Numbers {
 public:
  int player(PersonId id, const std::string& name) {
    const auto [at, added] = players_.try_emplace(id, static_cast<int>(names_.size()));
    if (added) {
      names_.push_back(name);
    }
    return at->second;
  }
  int pair(PersonId white, PersonId black) {
    const auto key = std::minmax(white, black);
    const int nth = games_[{white, black}]++;  // with these colours
    const auto [at, added] = pairs_.try_emplace({key, nth}, static_cast<int>(pairs_.size()) + 1);
    return at->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<PersonId, int> players_;
  std::vector<std::string> names_;
  std::map<std::pair<PersonId, PersonId>, int> games_;
  std::map<std::pair<std::pair<PersonId, PersonId>, int>, int> pairs_;
};

Result<GameLine> write_game(Store& store, const StoredGame& game, int id, Numbers& numbers,
                            const std::filesystem::path& folder) {
  const Result<std::vector<StoredAction>> actions = store.actions(game.id);
  const Result<TimeControl> clock = parse_time_control(game.clock);
  if (!actions || !clock) {
    return Error{fmt::format("game {}: {}", game.id, actions ? clock.error() : actions.error())};
  }
  const Table table(game, *actions, {}, *clock, store);
  GameLine line;
  line.game = {.id = id, .pair = numbers.pair(game.players[kWhite], game.players[kBlack]), .engines = {}};
  line.result = table.result();
  line.seconds = static_cast<double>(game.ended_ms - game.created_ms) / 1000;
  for (const Color c : {kWhite, kBlack}) {
    line.names[c] = game.names[c];
    line.game.engines[c] = numbers.player(game.players[c], game.names[c]);
    line.sides[c].turns = static_cast<int>(std::count_if(actions->begin(), actions->end(), [&](const StoredAction& a) {
      return a.side == c && a.kind == StoredAction::Kind::kMove;
    }));
    line.clocks[c] = table.left(c);
  }
  line.file = fmt::format("{:05}_{}_{}.json", id, file_name_of(line.names[kWhite]), file_name_of(line.names[kBlack]));
  const Status written = write_game_record(folder / line.file, table.record());
  return written ? Result<GameLine>(std::move(line)) : Error{written.error()};
}

}  // namespace

Result<std::size_t> export_tournament(Store& store, const std::string& name, const std::filesystem::path& folder) {
  const Result<std::vector<Tournament>> all = store.tournaments();
  if (!all) {
    return Error{all.error()};
  }
  const auto tournament = std::find_if(all->begin(), all->end(), [&](const Tournament& t) { return t.name == name; });
  if (tournament == all->end()) {
    return Error{fmt::format("there is no tournament '{}'", name)};
  }
  const std::filesystem::path results = folder / results_file_name({});
  if (std::filesystem::exists(results)) {
    return Error{fmt::format("'{}' is there already", results.string())};
  }
  const Result<std::vector<StoredGame>> games = store.finished_games(1, std::numeric_limits<int>::max(), name);
  const Result<TimeControl> clock = parse_time_control(tournament->clock);
  if (!games || !clock) {
    return Error{games ? clock.error() : games.error()};
  }
  Numbers numbers;
  std::string lines;
  for (const StoredGame& game : *games) {
    const int id = static_cast<int>(&game - games->data()) + 1;
    const Result<GameLine> line = write_game(store, game, id, numbers, folder);
    if (!line) {
      return Error{line.error()};
    }
    lines += format_game_line(*line) + "\n";
  }
  TournamentSettings settings;
  settings.shape.kind = TournamentKind::kRoundRobin;
  settings.time = *clock;
  settings.charging = Charging::kServer;
  for (const std::string& player : numbers.names()) {
    EngineSpec spec;
    spec.name = player;
    spec.command = {"lanternfish-server"};  // nothing to start: it came by itself
    settings.engines.push_back(spec);
  }
  const Status written = write_file(results, tournament_header(settings, 0, {}) + "\n" + lines);
  return written ? Result<std::size_t>(games->size()) : Error{written.error()};
}

}  // namespace lanternfish
