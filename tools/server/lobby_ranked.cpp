// Ranked games of the lobby: versions, and who plays whom.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "support/number.h"
#include "support/words.h"
#include "tools/server/lobby.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMaxPairedAtOnce = 200;
constexpr const char* kMissed = "missed";  // a note has "TIMES UNTIL", in ms since 1970, under the number of a person
constexpr const char* kAbsent = "absent";  // the same of who never came to games that it had asked for or accepted
constexpr std::chrono::minutes kLongestLeftOut{10};
constexpr std::int64_t kMissedLives = 24 * 3'600'000, kAbsentLives = 3'600'000;  // ms

struct Missed {
  int times = 0;
  std::int64_t until_ms = 0;
};

Missed read_missed(const std::string& text) {
  const std::vector<std::string_view> words = words_of(text);
  return words.size() == 2
             ? Missed{to_number<int>(words[0], 0).value_or(0), to_number<std::int64_t>(words[1]).value_or(0)}
             : Missed{};
}

// Until when it holds; a moment that is too far ahead was noted while the clock was.
std::int64_t held_until(const Missed& missed) {
  return missed.until_ms <= now_ms() + std::chrono::milliseconds(kLongestLeftOut).count() ? missed.until_ms : 0;
}

}  // namespace

// A bot that lets each game pass has played the fewest: it would be offered games without end, and those who come
// would wait for it.
void Lobby::note_who_came(const Table& table) {
  const StoredGame& game = table.game();
  const bool offered_here = game.ranked || !game.tournament.empty();
  for (const Color c : {kWhite, kBlack}) {
    const std::string name = std::to_string(game.players[c]);
    if (game.state == GameState::kPlaying) {
      (void)store_.drop_note(kMissed, name);
    } else if (game.state == GameState::kVoid && offered_here && table.missed(c)) {
      count_missed(kMissed, game.players[c], now_ms() - std::max(game.created_ms, opened_ms_), kMissedLives);
    } else if (game.state == GameState::kVoid && table.missed(c) && game.accepted[c] && !game.ready[c]) {
      count_missed(kAbsent, game.players[c], 0, kAbsentLives);
    }
  }
}

void Lobby::count_missed(const char* kind, PersonId who, std::int64_t waited_ms, std::int64_t lives_ms) {
  const Result<std::optional<std::string>> noted = store_.note(kind, std::to_string(who));
  const Missed before = noted && *noted ? read_missed(**noted) : Missed{};
  const std::int64_t now = now_ms();
  if (before.until_ms > now) {  // of several games at once the first one counts
    return;
  }
  const std::int64_t longest = std::chrono::milliseconds(kLongestLeftOut).count();
  const std::int64_t out =
      std::min(longest, std::max(waited_ms, settings_.left_out.count() << std::min(before.times, 20)));
  (void)store_.keep_note(kind, std::to_string(who), fmt::format("{} {}", before.times + 1, now + out),
                         now + out + lives_ms);
}

// Games that their maker never begins would keep a bot's places for ever. A game that begins forgives nothing: it takes
// a second to begin one and to give it up.
Done Lobby::may_invite(const Person& person) {
  const Result<std::optional<std::string>> noted = store_.note(kAbsent, std::to_string(person.id));
  if (!noted) {
    return store_failed(noted.error());
  }
  const Missed missed = *noted ? read_missed(**noted) : Missed{};
  const std::int64_t left = held_until(missed) - now_ms();
  return left <= 0 ? Done()
                   : Refused{Refused::Why::kTaken,
                             fmt::format("'{}' never came to games that it had asked for; it may ask again in {} s",
                                         person.name, (left + 999) / 1000)};
}

std::map<PersonId, std::int64_t> Lobby::left_out_until() {
  std::map<PersonId, std::int64_t> until;
  if (const auto notes = store_.notes(kMissed)) {
    for (const auto& [name, text] : *notes) {
      until[to_number<PersonId>(name).value_or(0)] = held_until(read_missed(text));
    }
  }
  return until;
}

Reply<int> Lobby::next_version(PersonId id) {
  const std::lock_guard lock(mutex_);
  Reply<Person> person = known_to_change(id);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  // The call may come twice: a version that has not been played yet is the next one.
  int& version = std::get<Person>(person).version;
  const Result<std::vector<PairTally>> tallies = store_.ranked_tallies_of(id);
  if (!tallies) {
    return store_failed(tallies.error());
  }
  const bool played = std::any_of(tallies->begin(), tallies->end(), [&](const PairTally& pair) {
    return (pair.first == id && pair.first_version == version) || (pair.second == id && pair.second_version == version);
  });
  bool plays = false;
  const Status asked = each_open_game(id, [&](const StoredGame& game) {
    plays = plays || (game.ranked && game.versions[game.players[kWhite] == id ? kWhite : kBlack] == version);
  });
  if (!asked) {
    return store_failed(asked.error());
  }
  if (version > 0 && !played && !plays) {
    return version;
  }
  ++version;
  if (Done failed = save(std::get<Person>(person))) {
    return *failed;
  }
  ++ranked_ends_;
  return version;
}

// So many that their pairs can be counted: these now, others in a second.
std::vector<PersonId> Lobby::some_of(std::vector<PersonId> players) {
  if (players.size() > kMaxPairedAtOnce) {
    std::rotate(players.begin(), players.begin() + static_cast<std::ptrdiff_t>(next_paired_ % players.size()),
                players.end());
    next_paired_ += kMaxPairedAtOnce;
    players.resize(kMaxPairedAtOnce);
  }
  return players;
}

// A bot that is always in ranked games could never be asked for another one.
void Lobby::leave_some_free(const std::map<PersonId, Person>& persons, const std::vector<StoredGame>& open,
                            Places& places) const {
  const auto for_ranked = [&](int all) { return all < 2 ? all : std::max(1, all - settings_.left_free); };
  std::map<PersonId, int> ranked;
  int of_house = 0;
  for (const StoredGame& game : open) {
    for (const PersonId player : game.players) {
      ranked[player] += game.ranked ? 1 : 0;
      of_house += game.ranked && house_.contains(player) ? 1 : 0;
    }
  }
  for (auto& [id, left] : places.of) {
    left = std::min(left, for_ranked(persons.at(id).max_games) - ranked[id]);
  }
  places.of_house = std::min(places.of_house, for_ranked(settings_.house_games) - of_house);
}

void Lobby::offer_ranked_games(const std::map<PersonId, Person>& persons, const std::vector<StoredGame>& open,
                               Places& places) {
  leave_some_free(persons, open, places);
  std::vector<PersonId> free;
  for (const auto& [id, person] : persons) {
    if (person.ranked && person.version > 0 && is_bot_here(id) && places.free(id) && !places.held.contains(id)) {
      free.push_back(id);
    }
  }
  if (free.size() < 2) {
    return;
  }
  free = some_of(std::move(free));
  PairCounts counts;  // of the present versions, with those that are open
  const std::set<PersonId> are_free(free.begin(), free.end());
  for (const PersonId player : free) {
    const Result<std::vector<PairTally>> tallies = store_.present_tallies_of(player);
    if (!tallies) {
      return;
    }
    for (const PairTally& tally : *tallies) {
      const bool again = tally.first != player && are_free.contains(tally.first);
      if (!again) {
        counts.add(tally.first, tally.second, tally.wins + tally.draws + tally.losses);
      }
    }
  }
  for (const StoredGame& game : open) {
    if (game.ranked) {
      counts.add(game.players[kWhite], game.players[kBlack], 1);
    }
  }
  const auto may_play = [&](PersonId one, PersonId other, int games) { return may_play_ranked(one, other, games); };
  for (const NextGame& next : next_games(free, places, counts, may_play)) {
    (void)offer(persons.at(next.white), persons.at(next.black), {.ranked = true, .clock = settings_.clock});
  }
}

// Past so many games a pair waits, also for a server that has just begun.
bool Lobby::may_play_ranked(PersonId one, PersonId other, int games) {
  if (house_.contains(one) && house_.contains(other)) {
    return false;
  }
  if (games < settings_.games_at_once_against_one) {
    return true;
  }
  const auto pair = std::minmax(one, other);
  auto last = paired_.find(pair);
  if (last == paired_.end()) {
    const Result<std::int64_t> stored = store_.last_ranked_game_ms(one, other);
    if (!stored) {
      return false;
    }
    last = paired_.emplace(pair, *stored).first;
  }
  const std::int64_t since = now_ms() - last->second;
  if (since >= 0 && since < settings_.between_later_games.count()) {  // in the future: the clock was ahead then
    return false;
  }
  last->second = now_ms();
  return true;
}

Result<std::vector<PairTally>> Lobby::ranked_tallies_of(PersonId player) {
  const std::lock_guard lock(mutex_);
  return store_.ranked_tallies_of(player);
}

}  // namespace lanternfish
