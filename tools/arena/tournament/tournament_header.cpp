#include <fmt/format.h>

#include "rules/notation.h"
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
  if (settings.sprt) {
    json["sprt"] = {{"elo0", settings.sprt->elo0},
                    {"elo1", settings.sprt->elo1},
                    {"alpha", settings.sprt->alpha},
                    {"beta", settings.sprt->beta}};
  }
  json["engines"] = Json::array();
  for (const EngineSpec& spec : settings.engines) {
    json["engines"].push_back(engine_json(spec));
  }
  return json;
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
  return facts;
}

}  // namespace

std::string tournament_header(const TournamentSettings& settings, std::uint64_t seed) {
  Json json = header_json(settings);
  json["seed"] = seed;
  return dump_line(json);
}

std::uint64_t seed_in_header(const std::string& header) {
  try {
    return parse_json(header).value("seed", std::uint64_t{0});
  } catch (const Json::exception&) {
    return 0;
  }
}

std::string tournament_label(const TournamentSettings& settings) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : dump_line(header_json(settings))) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return fmt::format("{}-{:06x}", format_tournament_kind(settings.shape.kind), hash >> 40);
}

Result<HeaderFacts> parse_header(const std::string& header) {
  try {
    return read_header(parse_json(header));
  } catch (const Json::exception& bad) {
    return Error{fmt::format("this is no file of results: {}", bad.what())};
  }
}

}  // namespace lanternfish
