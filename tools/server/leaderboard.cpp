#include "tools/server/leaderboard.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <utility>
#include <vector>

#include "support/deadline.h"
#include "support/json_line.h"
#include "support/thread_priority.h"

namespace lanternfish {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr std::chrono::seconds kOthers{10};  // other processes end games as well, and say nothing

std::vector<Standing> leaderboard_rows(const std::vector<Person>& persons, const std::vector<PairTally>& tallies) {
  std::map<PersonId, int> newest;
  for (const Person& person : persons) {
    newest[person.id] = person.version;
  }
  return standings(newest, tallies);
}

std::string leaderboard_text(const std::vector<Person>& persons, const std::vector<Standing>& rows, int official) {
  std::map<PersonId, const Person*> known;
  for (const Person& person : persons) {
    known[person.id] = &person;
  }
  Json players = Json::array();
  for (const Standing& row : rows) {
    players.push_back({{"id", row.person},
                       {"name", known.at(row.person)->name},
                       {"version", row.version},
                       {"rating", row.rating.elo},
                       {"error", row.rating.error},
                       {"games", row.score.games()},
                       {"wins", row.score.wins},
                       {"draws", row.score.draws},
                       {"losses", row.score.losses},
                       {"official", row.score.games() >= official}});
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

// A part of the history, for as long as nothing else is to be done. False: there is no more of it.
bool Leaderboard::record_some() {
  const auto begin = SteadyClock::now();
  Result<bool> more = true;
  while (more && *more && SteadyClock::now() - begin < kBetweenLooks) {
    more = history_.advance(reader_);
  }
  std::this_thread::sleep_for(SteadyClock::now() - begin);
  return !more || *more;
}

std::vector<RatingHistory::Point> Leaderboard::history(PersonId person) const {
  std::vector<RatingHistory::Point> points = history_.of(person);
  const std::lock_guard lock(mutex_);
  const auto now = std::find_if(rows_.begin(), rows_.end(), [&](const Standing& row) { return row.person == person; });
  if (now != rows_.end()) {
    if (!points.empty() && points.back().version == now->version && points.back().games == now->score.games()) {
      points.pop_back();
    }
    points.push_back({.at_ms = made_ms_,
                      .version = now->version,
                      .games = now->score.games(),
                      .rating = now->rating.elo,
                      .error = now->rating.error});
  }
  return points;
}

void Leaderboard::keep_up(const std::stop_token& stop) {
  lower_priority();
  std::uint64_t seen = 0;
  std::optional<SteadyClock::time_point> made;
  bool recorded = false;  // the history has all that there is
  for (; !stop.stop_requested(); std::this_thread::sleep_for(kBetweenLooks)) {
    try {
      const std::uint64_t changes = lobby_.ranked_changes();
      if (made && changes == seen && SteadyClock::now() - *made < kOthers) {
        recorded = recorded || !record_some();
        continue;
      }
      const auto begin = SteadyClock::now();
      const auto persons = reader_.persons();
      const auto tallies = reader_.ranked_tallies();
      if (!persons || !tallies) {
        continue;
      }
      std::vector<Standing> rows = leaderboard_rows(*persons, *tallies);
      auto text =
          std::make_shared<const std::string>(leaderboard_text(*persons, rows, lobby_.settings().official_games));
      recorded = false;
      seen = changes;
      made = SteadyClock::now();
      {
        const std::lock_guard lock(mutex_);
        text_ = std::move(text);
        rows_ = std::move(rows);
        made_ms_ = now_ms();
      }
      // At most half a processor, and that at low priority.
      std::this_thread::sleep_for(*made - begin);
    } catch (const std::exception&) {  // out of memory: the next look may do
    }
  }
}

}  // namespace lanternfish
