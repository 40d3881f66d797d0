// Ranked games of the lobby: versions, and who plays whom.

#include <algorithm>
#include <map>

#include "tools/server/lobby.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMaxPairedAtOnce = 200;

}  // namespace

Reply<int> Lobby::next_version(PersonId id) {
  const std::lock_guard lock(mutex_);
  Reply<Person> person = known(id);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  // The call may come twice: a version that has not been played yet is the next one.
  int& version = std::get<Person>(person).version;
  const Result<std::vector<PairTally>> tallies = store_.ranked_tallies();
  if (!tallies) {
    return store_failed(tallies.error());
  }
  const bool played = std::any_of(tallies->begin(), tallies->end(),
                                  [&](const PairTally& pair) {
                                    return (pair.first == id && pair.first_version == version) ||
                                           (pair.second == id && pair.second_version == version);
                                  }) ||
                      std::any_of(tables_.begin(), tables_.end(), [&](const auto& entry) {
                        const StoredGame& game = entry.second->game();
                        const std::optional<Color> side = entry.second->side_of(id);
                        return side && game.ranked && game.versions[*side] == version;
                      });
  if (version > 0 && !played) {
    return version;
  }
  ++version;
  if (Done failed = save(std::get<Person>(person))) {
    return *failed;
  }
  ++ranked_changes_;
  return version;
}

void Lobby::offer_ranked_games() {
  const Result<std::vector<Person>> all = store_.persons();
  const Result<std::vector<PairTally>> tallies = store_.ranked_tallies();
  if (!all || !tallies) {
    return;
  }
  // Places that are free: of each bot, and of the house.
  std::map<PersonId, int> room;
  for (const auto& [id, table] : tables_) {
    for (const PersonId player : table->game().players) {
      room[player] -= table->over() ? 0 : 1;
    }
  }
  int house_room = settings_.house_games - open_house_games();
  std::vector<Person> free;
  for (const Person& person : *all) {
    if (person.ranked && person.version > 0 && is_connected(person.id) && (room[person.id] += person.max_games) > 0) {
      free.push_back(person);
    }
  }
  if (free.size() < 2) {
    return;
  }
  // Their pairs are counted: some now, the others in a second.
  if (free.size() > kMaxPairedAtOnce) {
    std::rotate(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(next_paired_ % free.size()), free.end());
    next_paired_ += kMaxPairedAtOnce;
    free.resize(kMaxPairedAtOnce);
  }
  // Games of the present versions, with those that are open; and how often the first one had White.
  struct Count {
    int games = 0, first_white = 0;
  };
  std::map<std::pair<PersonId, PersonId>, Count> counts;
  const auto count = [&](PersonId white, PersonId black, int games) {
    Count& pair = counts[std::minmax(white, black)];
    pair.games += games;
    pair.first_white += white < black ? games : 0;
  };
  std::map<PersonId, int> version;
  for (const Person& person : *all) {
    version[person.id] = person.version;
  }
  for (const PairTally& tally : *tallies) {
    if (tally.first_version == version[tally.first] && tally.second_version == version[tally.second]) {
      count(tally.first, tally.second, tally.wins + tally.draws + tally.losses);
    }
  }
  for (const auto& [id, table] : tables_) {
    if (table->game().ranked && !table->over()) {
      count(table->game().players[kWhite], table->game().players[kBlack], 1);
    }
  }
  // Whoever has played each other least comes first.
  struct Pair {
    int games;
    const Person* first;
    const Person* second;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < free.size(); ++i) {
    for (std::size_t k = i + 1; k < free.size(); ++k) {
      if (!house_.contains(free[i].id) || !house_.contains(free[k].id)) {
        pairs.push_back({counts[std::minmax(free[i].id, free[k].id)].games, &free[i], &free[k]});
      }
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.games < b.games; });
  for (const Pair& pair : pairs) {
    const bool with_house = house_.contains(pair.first->id) || house_.contains(pair.second->id);
    if (room[pair.first->id] <= 0 || room[pair.second->id] <= 0 || (with_house && house_room <= 0)) {
      continue;
    }
    const auto key = std::minmax(pair.first->id, pair.second->id);
    if (pair.games >= settings_.games_at_once_against_one) {
      const auto last = paired_.find(key);
      if (last != paired_.end() && Clock::now() - last->second < settings_.between_later_games) {
        continue;
      }
      paired_[key] = Clock::now();
    }
    const Count& so_far = counts[key];
    const bool lower_white = 2 * so_far.first_white <= so_far.games;
    const bool first_white = (pair.first->id < pair.second->id) == lower_white;
    (void)offer(first_white ? *pair.first : *pair.second, first_white ? *pair.second : *pair.first, true,
                {false, false}, settings_.clock);
    --room[pair.first->id];
    --room[pair.second->id];
    house_room -= with_house ? 1 : 0;
  }
}

Result<std::vector<PairTally>> Lobby::ranked_tallies() {
  const std::lock_guard lock(mutex_);
  return store_.ranked_tallies();
}

}  // namespace lanternfish
