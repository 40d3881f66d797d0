#include <cmath>

#include "support/json_line.h"
#include "tools/arena/tournament/climb.h"
#include "tools/arena/tournament/standings.h"

namespace lanternfish {

namespace {

Json wdl_json(const Wdl& score) { return Json::array({score.wins, score.draws, score.losses}); }

// JSON has no infinity: null where everything was won or lost, and where there are too few games.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json player_json(const PlayerTally& player, const Rating& rating) {
  Json json;
  json["name"] = player.name;
  json["elo"] = rating.elo;
  json["error"] = player.total().games() >= kMinGamesForErrors ? Json(rating.error) : Json();
  json["wdl"] = wdl_json(player.total());
  json["white_wdl"] = wdl_json(player.by_color[kWhite]);
  json["black_wdl"] = wdl_json(player.by_color[kBlack]);
  for (const Ending ending : kFaults) {
    json["lost_by"][std::string(ending_name(ending))] = player.faults[static_cast<std::size_t>(ending)];
  }
  json["first_fault"] = player.first_fault;
  const SideReport& sides = player.sides;
  json["turns"] = sides.turns;
  json["mean_boards_before_sense"] =
      sides.turns_with_boards > 0 ? Json(static_cast<double>(sides.boards_before_sense) / sides.turns_with_boards)
                                  : Json();
  json["most_boards"] = sides.most_boards;
  json["probes"] = sides.probes;
  json["lost_truth"] = sides.lost;
  json["errors"] = sides.errors;
  json["restarts"] = sides.restarts;
  json["overruns"] = sides.overruns;
  return json;
}

Json pairing_json(const Tally& tally, std::pair<int, int> players, const PairingTally& pairing) {
  Json json;
  json["players"] = Json::array({tally.players()[static_cast<std::size_t>(players.first)].name,
                                 tally.players()[static_cast<std::size_t>(players.second)].name});
  json["wdl"] = wdl_json(pairing.games);
  json["pentanomial"] = pairing.pairs;
  if (const std::optional<EloEstimate> elo = tally.elo(players.first, players.second)) {
    json["score"] = elo->score;
    json["elo"] = number(elo->elo);
    const bool few = pairing.games.games() < kMinGamesForErrors;
    json["elo_low"] = few || elo->low == elo->high ? Json() : number(elo->low);
    json["elo_high"] = few || elo->low == elo->high ? Json() : number(elo->high);
    json["superiority"] = few ? Json() : Json(elo->superiority);
  }
  if (const auto& sprt = tally.sprt()) {
    json["llr"] = log_likelihood_ratio(pairing.tested, sprt->elo0, sprt->elo1);
    json["verdict"] = pairing.verdict == SprtVerdict::kGoOn         ? Json()
                      : pairing.verdict == SprtVerdict::kAcceptElo0 ? Json("elo0")
                                                                    : Json("elo1");
    json["tested_pentanomial"] = pairing.tested;
  }
  return json;
}

Json crossing_json(const Crossing& crossing) {
  const bool within = crossing.place == Crossing::Place::kWithin;
  return {{within ? "at" : crossing.place == Crossing::Place::kBelow ? "below" : "above", crossing.nodes}};
}

Json ladder_json(const std::vector<Rung>& rungs) {
  Json json;
  json["rungs"] = Json::array();
  for (const Rung& rung : rungs) {
    const ScoreInterval interval = score_interval(rung.games);
    const int games = rung.games.games();
    Json row;
    row["nodes"] = rung.nodes;
    row["wdl"] = wdl_json(rung.games);
    row["score"] = games > 0 ? Json(rung.games.points() / games) : Json();
    row["low"] = interval.low;
    row["high"] = interval.high;
    json["rungs"].push_back(std::move(row));
  }
  if (const std::optional<LadderResult> result = climb(rungs)) {
    json["half"] = crossing_json(result->half);
    json["half_low"] = crossing_json(result->low);
    json["half_high"] = crossing_json(result->high);
  }
  return json;
}

}  // namespace

std::string standings_json(const Tally& tally, const std::vector<std::int64_t>& ladder) {
  Json json;
  json["games"] = tally.games();
  json["white_wdl"] = wdl_json(tally.white());
  json["reasons"] = tally.reasons();
  json["players"] = Json::array();
  const std::vector<Rating> ratings = tally.ratings();
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    json["players"].push_back(player_json(tally.players()[i], ratings[i]));
  }
  json["pairings"] = Json::array();
  for (const auto& [players, pairing] : tally.pairings()) {
    json["pairings"].push_back(pairing_json(tally, players, pairing));
  }
  json["by_color"] = Json::array();
  for (const auto& [players, score] : tally.by_color()) {
    Json cell;
    cell["white"] = tally.players()[static_cast<std::size_t>(players.first)].name;
    cell["black"] = tally.players()[static_cast<std::size_t>(players.second)].name;
    cell["wdl"] = wdl_json(score);
    json["by_color"].push_back(std::move(cell));
  }
  if (!ladder.empty()) {
    json["ladder"] = ladder_json(rungs_of(tally, ladder));
  }
  if (const std::optional<KnownRating> rating = is_climb(tally) ? climb_rating(tally) : std::nullopt) {
    json["rating"] = {{"elo", number(rating->elo)}, {"low", number(rating->low)}, {"high", number(rating->high)}};
  }
  return dump_line(json);
}

}  // namespace lanternfish
