// Tournaments of the lobby: who enters, and which games are offered from their beginning to their end.

#include <algorithm>

#include <fmt/format.h>

#include "tools/server/lobby.h"

namespace lanternfish {

namespace {

using Why = Refused::Why;

constexpr std::size_t kMaxTournaments = 1000;

bool is_tournament_name(const std::string& name) {
  return !name.empty() && name.size() <= 40 && name.front() != '.' &&  // as a part of a path (plain_path())
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return c < 128 && (std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-');
         });
}

}  // namespace

Done Lobby::add_tournament(const Tournament& tournament) {
  if (!is_tournament_name(tournament.name)) {
    return Refused{Why::kWrong,
                   "a tournament's name has 1 to 40 letters, digits, '.', '_' or '-', and no '.' at first"};
  }
  const Result<TimeControl> clock = parse_time_control(tournament.clock);
  if (!clock || !clock->base) {
    return Refused{Why::kWrong, "the clock: " + (clock ? "games need one" : clock.error())};
  }
  if (tournament.games < 1 || tournament.games > kMaxGamesOfPair) {
    return Refused{Why::kWrong, fmt::format("each pair plays 1 to {} games", kMaxGamesOfPair)};
  }
  if (tournament.ends_ms <= tournament.begins_ms) {
    return Refused{Why::kWrong, "a tournament ends after its beginning"};
  }
  const std::lock_guard lock(mutex_);
  const Result<std::vector<Tournament>> all = store_.tournaments();
  if (!all) {
    return store_failed(all.error());
  }
  const auto same =
      std::find_if(all->begin(), all->end(), [&](const Tournament& t) { return t.name == tournament.name; });
  if (same != all->end()) {  // the call may come twice
    const bool again = same->clock == tournament.clock && same->games == tournament.games &&
                       same->begins_ms == tournament.begins_ms && same->ends_ms == tournament.ends_ms;
    return again ? Done() : Refused{Why::kTaken, fmt::format("there is a tournament '{}' already", tournament.name)};
  }
  if (all->size() >= kMaxTournaments) {
    return Refused{Why::kTaken, fmt::format("a server has at most {} tournaments", kMaxTournaments)};
  }
  const Status kept = store_.keep_tournament(tournament);
  return kept ? Done() : Done(store_failed(kept.error()));
}

Result<std::vector<Tournament>> Lobby::tournaments() {
  const std::lock_guard lock(mutex_);
  return store_.tournaments();
}

Reply<Tournament> Lobby::tournament_named(const std::string& name) {
  const Result<std::vector<Tournament>> all = store_.tournaments();
  if (!all) {
    return store_failed(all.error());
  }
  const auto found = std::find_if(all->begin(), all->end(), [&](const Tournament& t) { return t.name == name; });
  return found != all->end() ? Reply<Tournament>(*found)
                             : Refused{Why::kUnknown, fmt::format("there is no tournament '{}'", name)};
}

Reply<Tournament> Lobby::tournament(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return tournament_named(name);
}

Result<std::vector<PairTally>> Lobby::tournament_tallies(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return store_.tournament_tallies(name);
}

Done Lobby::end_tournament(const std::string& name) {
  const std::lock_guard lock(mutex_);
  Reply<Tournament> found = tournament_named(name);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return *why;
  }
  Tournament& tournament = std::get<Tournament>(found);
  if (tournament.ends_ms <= now_ms()) {
    return std::nullopt;
  }
  tournament.ends_ms = now_ms();
  tournament.begins_ms = std::min(tournament.begins_ms, tournament.ends_ms);
  const Status kept = store_.keep_tournament(tournament);
  return kept ? Done() : Done(store_failed(kept.error()));
}

Done Lobby::enter_tournament(const std::string& name, PersonId player, bool in) {
  const std::lock_guard lock(mutex_);
  const Reply<Tournament> found = tournament_named(name);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return *why;
  }
  const Reply<Person> person = known(player);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  if (is_guest(std::get<Person>(person))) {
    return Refused{Why::kForbidden, "a tournament wants an account"};
  }
  const Tournament& tournament = std::get<Tournament>(found);
  const bool is_in =
      std::find(tournament.players.begin(), tournament.players.end(), player) != tournament.players.end();
  if (is_in == in) {
    return std::nullopt;
  }
  if (tournament.ends_ms <= now_ms()) {
    return Refused{Why::kWrong, "the tournament is over"};
  }
  const Status kept = store_.enter_tournament(name, player, in);
  return kept ? Done() : Done(store_failed(kept.error()));
}

// The players who are here get the games that are missing. A game that is void is offered again, until the end. Who has
// a game to play against somebody who is here and has no place begins no ranked one: they might never be free together.
void Lobby::offer_tournament_games(const std::map<PersonId, Person>& persons, const std::vector<StoredGame>& open,
                                   Places& places) {
  const Result<std::vector<Tournament>> all = store_.tournaments();
  if (!all) {
    return;
  }
  const std::int64_t now = now_ms();
  for (const Tournament& tournament : *all) {
    const Result<TimeControl> clock = parse_time_control(tournament.clock);
    if (now < tournament.begins_ms || now >= tournament.ends_ms || !clock) {
      continue;
    }
    std::vector<PersonId> here, free;
    std::copy_if(tournament.players.begin(), tournament.players.end(), std::back_inserter(here), [&](PersonId player) {
      return persons.contains(player) && persons.at(player).max_games > 0 && places.of.contains(player);
    });
    std::copy_if(here.begin(), here.end(), std::back_inserter(free),
                 [&](PersonId player) { return places.free(player); });
    const Result<std::vector<PairTally>> tallies =
        free.empty() ? std::vector<PairTally>() : store_.tournament_tallies(tournament.name);
    if (!tallies || free.empty()) {
      continue;
    }
    PairCounts counts;
    for (const PairTally& tally : *tallies) {
      counts.add(tally.first, tally.second, tally.wins + tally.draws + tally.losses);
    }
    for (const StoredGame& game : open) {
      if (game.tournament == tournament.name) {
        counts.add(game.players[kWhite], game.players[kBlack], 1);
      }
    }
    const auto may_play = [&](PersonId, PersonId, int games) { return games < tournament.games; };
    for (const NextGame& next : next_games(some_of(std::move(free)), places, counts, may_play)) {
      (void)offer(persons.at(next.white), persons.at(next.black), {.tournament = tournament.name, .clock = *clock});
    }
    for (const PersonId one : here) {
      if (std::any_of(here.begin(), here.end(),
                      [&](PersonId other) { return other != one && counts.of(one, other).games < tournament.games; })) {
        places.held.insert(one);
      }
    }
  }
}

}  // namespace lanternfish
