#include "tools/arena/class/class_results.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "support/file.h"
#include "support/json_line.h"
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

Result<std::vector<std::string>> class_players(const fs::path& records) {
  std::error_code error;
  if (!fs::exists(results_of(records), error)) {
    return std::vector<std::string>();
  }
  const Result<Results> results = read_results(results_of(records));
  if (!results) {
    return Error{results.error()};
  }
  const Result<HeaderFacts> facts = parse_header(results->header);
  return facts ? Result<std::vector<std::string>>(facts->names) : Error{facts.error()};
}

Result<ClassResults> take_up_class(TournamentSettings& settings, const std::function<bool(const GameLine&)>& again) {
  std::vector<EngineIdentity> identities;
  for (const EngineSpec& engine : settings.engines) {
    identities.push_back({"", engine_build(engine)});
  }
  const fs::path file = results_of(settings.records);
  std::error_code error;
  if (!fs::exists(file, error)) {
    settings.seed = settings.seed.value_or(std::random_device{}());
    return ClassResults{};
  }
  const Result<Results> results = read_results(file);
  if (!results) {
    return Error{results.error()};
  }
  settings.seed = seed_in_header(results->header);
  const std::string header = tournament_header(settings, *settings.seed, identities);
  if (rules_in(header) != rules_in(results->header)) {
    return Error{
        fmt::format("the games in {} were played with another clock or other rules. The same options go on; "
                    "--fresh puts the games aside",
                    file.string())};
  }
  ClassResults taken;
  const std::vector<EngineIdentity> stored = identities_in_header(results->header);
  for (std::size_t i = 0; i < std::min(stored.size(), identities.size()); ++i) {
    if (stored[i] != identities[i]) {
      taken.changed.push_back(settings.engines[i].name);
    }
  }
  std::string text = header + "\n", replaced;
  for (const GameLine& line : results->games) {
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
    if (const Status kept = write_file(aside, (earlier ? *earlier : "") + replaced); !kept) {
      return Error{kept.error()};
    }
  }
  const Status written = write_file(file, text);
  return written ? Result<ClassResults>(taken) : Error{written.error()};
}

}  // namespace lanternfish
