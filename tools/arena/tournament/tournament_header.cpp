#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/hash.h"
#include "support/json_line.h"
#include "tools/arena/tournament/engine_file.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

namespace {

Json header_json(const TournamentSettings& settings) {
  Json json;
  json["tournament"] = format_tournament_kind(settings.shape.kind);
  json["mirror"] = settings.shape.mirror;
  json["time"] = format_time_control(settings.time);
  json["charging"] = format_charging(settings.charging);
  json["move_limit"] = settings.rules.move_limit;
  json["turn_limit"] = settings.rules.turn_limit;
  json["start"] = format_fen(settings.rules.start);
  if (!settings.openings.boards.empty()) {
    std::string fens;
    for (const Board& board : settings.openings.boards) {
      fens += format_fen(board) + "\n";
    }
    json["openings"] = fmt::format("{} positions, {:016x}", settings.openings.boards.size(), fnv1a(fens));
    json["openings_order"] = settings.openings.random ? "random" : "sequential";
  }
  if (settings.sprt) {
    json["sprt"] = {{"elo0", settings.sprt->elo0},
                    {"elo1", settings.sprt->elo1},
                    {"alpha", settings.sprt->alpha},
                    {"beta", settings.sprt->beta}};
  }
  if (!settings.ladder.empty()) {
    json["ladder"] = settings.ladder;
  }
  json["engines"] = Json::array();
  for (const EngineSpec& spec : settings.engines) {
    json["engines"].push_back(engine_json(spec));
  }
  return json;
}

// What a person calls the engine before it has said its name.
std::string label_of(const EngineSpec& spec) {
  return spec.name.empty() ? std::filesystem::path(spec.command.front()).filename().string() : spec.name;
}

HeaderFacts read_header(const Json& json) {
  HeaderFacts facts;
  json.at("tournament").get_to(facts.kind);
  for (const Json& engine : json.at("engines")) {
    facts.names.push_back(engine.at("name").get<std::string>());
  }
  if (json.contains("sprt")) {
    const Json& sprt = json.at("sprt");
    facts.sprt = SprtSettings{sprt.at("elo0").get<double>(), sprt.at("elo1").get<double>(),
                              sprt.at("alpha").get<double>(), sprt.at("beta").get<double>()};
  }
  facts.ladder = json.value("ladder", facts.ladder);
  return facts;
}

}  // namespace

std::string tournament_header(const TournamentSettings& settings, std::uint64_t seed,
                              const std::vector<EngineIdentity>& identities) {
  Json json = header_json(settings);
  json["seed"] = seed;
  for (const EngineIdentity& identity : identities) {
    json["builds"].push_back({{"id_name", identity.id_name}, {"build", identity.build}});
  }
  return dump_line(json);
}

bool same_tournament(const std::string& header, const std::string& other) {
  const auto without_builds = [](const std::string& text) {
    const Result<Json> read = parse_json(text);
    Json json = read ? *read : Json(text);
    if (json.is_object()) {
      json.erase("builds");
    }
    return json;
  };
  return without_builds(header) == without_builds(other);
}

std::vector<EngineIdentity> identities_in_header(const std::string& header) {
  const auto identities = read_json(header, [](const Json& json) {
    std::vector<EngineIdentity> list;
    for (const Json& engine : json.value("builds", Json::array())) {
      list.push_back({engine.at("id_name").get<std::string>(), engine.at("build").get<std::string>()});
    }
    return list;
  });
  return identities ? *identities : std::vector<EngineIdentity>();
}

std::uint64_t seed_in_header(const std::string& header) {
  const auto seed = read_json(header, [](const Json& json) { return json.value("seed", std::uint64_t{0}); });
  return seed ? *seed : 0;
}

std::string tournament_label(const TournamentSettings& settings) {
  const std::uint64_t hash = fnv1a(dump_line(header_json(settings)));
  std::string label(format_tournament_kind(settings.shape.kind));
  constexpr std::size_t kNamesShown = 3;
  for (std::size_t i = 0; i < std::min(settings.engines.size(), kNamesShown); ++i) {
    label += "-" + file_name_of(label_of(settings.engines[i]));
  }
  return fmt::format("{}-{:06x}", label, hash >> 40);
}

Result<HeaderFacts> parse_header(const std::string& header) {
  const Result<HeaderFacts> facts = read_json(header, read_header);
  return facts ? facts : Error{fmt::format("this is no file of results: {}", facts.error())};
}

}  // namespace lanternfish
