#include "tools/server/lobby_answer.h"

#include <utility>

#include "support/json_line.h"
#include "tools/server/answers.h"

namespace lanternfish {

namespace {

constexpr std::chrono::seconds kHolds{1};  // who goes says nothing

void append(std::string& list, const std::string& json) {
  list += list.empty() ? "" : ",";
  list += json;
}

}  // namespace

std::shared_ptr<const LobbyAnswer::Made> LobbyAnswer::made() {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (made_ && now - made_->when < kHolds && made_->changes == lobby_.shown_changes()) {
    return made_;
  }
  auto made = std::make_shared<Made>();
  made->changes = lobby_.shown_changes();
  made->when = now;
  for (const Lobby::Here& here : lobby_.here()) {
    const Person& person = here.person;
    Json json = {{"id", person.id},
                 {"name", person.name},
                 {"house", person.password_hash.empty()},
                 {"guest", Lobby::is_guest(person)},
                 {"ranked", person.ranked},
                 {"busy", !here.no_room.empty()},
                 {"why", here.no_room},
                 {"version", person.version}};
    made->players.push_back({person.id, person.name, dump_line(json)});
  }
  for (const StoredGame& game : lobby_.open_games()) {
    std::string json = dump_line(game_json(game));
    json.pop_back();
    made->games.push_back({game.players, game.accepted, std::move(json)});
  }
  made_ = std::move(made);
  return made_;
}

std::string LobbyAnswer::text(const std::optional<Person>& me) {
  const auto all = made();
  std::string players, games, invitations;
  for (const Player& player : all->players) {
    if (!me || player.id != me->id) {
      append(players, player.json);
    }
  }
  for (const Game& game : all->games) {
    bool mine = false, asked = false;
    for (const Color c : {kWhite, kBlack}) {
      const bool here = me && game.players[c] == me->id;
      mine = mine || here;
      asked = asked || (here && !game.accepted[c]);
    }
    append(asked ? invitations : games, game.json + (mine ? ",\"mine\":true}" : ",\"mine\":false}"));
  }
  return "{\"players\":[" + players + "],\"games\":[" + games + "],\"invitations\":[" + invitations + "]}";
}

std::vector<std::string> LobbyAnswer::names() {
  std::vector<std::string> names;
  for (const Player& player : made()->players) {
    names.push_back(player.name);
  }
  return names;
}

}  // namespace lanternfish
