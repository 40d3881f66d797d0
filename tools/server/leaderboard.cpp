#include "tools/server/leaderboard.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "support/deadline.h"
#include "support/json_line.h"
#include "support/thread_priority.h"
#include "tools/arena/statistics/rating.h"

namespace lanternfish {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr std::chrono::seconds kOthers{10};  // other processes end games as well, and say nothing

struct Standing {
  const Person* person;
  Wdl score;
};

std::string leaderboard_text(const std::vector<Person>& persons, const std::vector<PairTally>& tallies, int official) {
  std::map<PersonId, const Person*> known;
  for (const Person& person : persons) {
    known[person.id] = &person;
  }
  std::vector<Standing> rows;
  std::map<PersonId, int> row_of;
  // -1 where a newer version has begun anew.
  const auto newest = [&](PersonId id, int version) {
    const auto found = known.find(id);
    if (found == known.end() || found->second->version != version) {
      return -1;
    }
    const auto [at, added] = row_of.try_emplace(id, static_cast<int>(rows.size()));
    if (added) {
      rows.push_back({found->second, {}});
    }
    return at->second;
  };
  std::vector<PairingScore> scores;
  for (const PairTally& tally : tallies) {
    const Wdl games{.wins = tally.wins, .draws = tally.draws, .losses = tally.losses};
    const auto found = known.find(tally.second);
    if (games.games() == 0 || found == known.end() || found->second->version != tally.second_version) {
      continue;
    }
    const int first = newest(tally.first, tally.first_version);
    if (first < 0) {
      continue;
    }
    const int second = newest(tally.second, tally.second_version);
    rows[static_cast<std::size_t>(first)].score += games;
    rows[static_cast<std::size_t>(second)].score += {games.losses, games.draws, games.wins};
    scores.push_back({first, second, games});
  }
  const std::vector<Rating> ratings = rate(static_cast<int>(rows.size()), scores);
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ratings[a].elo > ratings[b].elo; });
  Json players = Json::array();
  for (const std::size_t i : order) {
    players.push_back({{"id", rows[i].person->id},
                       {"name", rows[i].person->name},
                       {"version", rows[i].person->version},
                       {"rating", ratings[i].elo},
                       {"error", ratings[i].error},
                       {"games", rows[i].score.games()},
                       {"wins", rows[i].score.wins},
                       {"draws", rows[i].score.draws},
                       {"losses", rows[i].score.losses},
                       {"official", rows[i].score.games() >= official}});
  }
  Json json = Json::object();
  json["players"] = std::move(players);
  return dump_line(json);
}

}  // namespace

Leaderboard::Leaderboard(Lobby& lobby, Store& reader)
    : lobby_(lobby), reader_(reader), text_(std::make_shared<const std::string>("{\"players\": []}")) {
  maker_ = std::jthread([this](const std::stop_token& stop) { keep_up(stop); });
}

std::shared_ptr<const std::string> Leaderboard::text() const {
  const std::lock_guard lock(mutex_);
  return text_;
}

void Leaderboard::keep_up(const std::stop_token& stop) {
  lower_priority();
  std::uint64_t seen = 0;
  std::optional<SteadyClock::time_point> made;
  for (; !stop.stop_requested(); std::this_thread::sleep_for(kBetweenLooks)) {
    const std::uint64_t changes = lobby_.ranked_changes();
    if (made && changes == seen && SteadyClock::now() - *made < kOthers) {
      continue;
    }
    const auto begin = SteadyClock::now();
    const auto persons = reader_.persons();
    const auto tallies = reader_.ranked_tallies();
    if (!persons || !tallies) {
      continue;
    }
    auto text =
        std::make_shared<const std::string>(leaderboard_text(*persons, *tallies, lobby_.settings().official_games));
    seen = changes;
    made = SteadyClock::now();
    {
      const std::lock_guard lock(mutex_);
      text_ = std::move(text);
    }
    std::this_thread::sleep_for(*made - begin);  // at most half a processor, and that at low priority
  }
}

}  // namespace lanternfish
