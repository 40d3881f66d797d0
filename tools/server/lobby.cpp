#include "tools/server/lobby.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanternfish {

namespace {

using Why = Refused::Why;

}  // namespace

Status Lobby::open() {
  const std::lock_guard lock(mutex_);
  opened_ms_ = now_ms();
  opened_ = Clock::now();
  return read_open_games();
}

Status Lobby::read_open_games() {
  const Result<std::vector<StoredGame>> open = store_.open_games();
  if (!open) {
    return Error{open.error()};
  }
  for (StoredGame game : *open) {
    if (!store_.shared() || losses_ == 0) {
      game.running_ms = 0;  // there was no server for a while
    }
    const Result<std::vector<StoredAction>> actions = store_.actions(game.id);
    const Result<TimeControl> clock = parse_time_control(game.clock);
    if (!actions || !clock) {
      return Error{fmt::format("game {}: {}", game.id, actions ? clock.error() : actions.error())};
    }
    tables_[game.id] = std::make_unique<Table>(game, *actions, settings_.rules, *clock, store_);
  }
  return success();
}

bool Lobby::unsettled() {
  const std::lock_guard lock(mutex_);
  return store_.pending();
}

Status Lobby::settle(std::uint64_t seen) {
  const std::lock_guard lock(mutex_);
  if (store_.pending()) {
    if (const Status kept = store_.commit(); !kept) {
      ++losses_;
      tables_.clear();
      stale_ = !read_open_games();
      return kept;
    }
  }
  return losses_ == seen ? success() : Error{"the database failed"};
}

// What changed at a table while somebody was there.
void Lobby::note(const Table& table, std::uint64_t before) {
  if (table.changes() == before) {
    return;
  }
  if (table.over() && table.game().ranked) {
    ++ranked_changes_;
  }
  ++happened_;
  news_.notify_all();
}

int Lobby::open_games_of(PersonId id) const {
  return static_cast<int>(std::count_if(tables_.begin(), tables_.end(), [&](const auto& entry) {
    return !entry.second->over() && entry.second->side_of(id).has_value();
  }));
}

int Lobby::open_house_games() const {
  int games = 0;
  for (const PersonId bot : house_) {
    games += open_games_of(bot);
  }
  return games;
}

bool Lobby::has_room(const Person& person) const {
  return open_games_of(person.id) < person.max_games &&
         (!house_.contains(person.id) || open_house_games() < settings_.house_games);
}

Reply<std::vector<GameId>> Lobby::invitations(PersonId me) {
  const std::lock_guard lock(mutex_);
  seen_[me] = Clock::now();
  std::vector<GameId> ids;
  for (const auto& [id, table] : tables_) {
    const std::optional<Color> side = table->side_of(me);
    if (side && !table->over() && !table->game().accepted[*side]) {
      ids.push_back(id);
    }
  }
  return ids;
}

Reply<GameId> Lobby::offer(const Person& white, const Person& black, const Offer& how) {
  StoredGame game;
  game.players = {white.id, black.id};
  game.names = {white.name, black.name};
  game.versions = {white.version, black.version};
  game.ranked = how.ranked;
  game.tournament = how.tournament;
  for (const Color c : {kWhite, kBlack}) {
    game.accepted[c] = how.accepted[c] || house_.contains(game.players[c]);
  }
  game.clock = format_time_control(how.clock);
  game.created_ms = now_ms();
  const Result<GameId> id = store_.add_game(game);
  if (!id) {
    return store_failed(id.error());
  }
  game.id = *id;
  tables_[*id] = std::make_unique<Table>(game, std::vector<StoredAction>{}, settings_.rules, how.clock, store_);
  ++happened_;
  news_.notify_all();
  return *id;
}

Reply<GameId> Lobby::invite(PersonId me, const std::string& opponent, Color color, std::optional<TimeControl> clock) {
  const std::lock_guard lock(mutex_);
  const Result<std::optional<Person>> found = store_.person(opponent);
  Reply<Person> inviter = known(me);
  if (!found) {
    return store_failed(found.error());
  }
  if (const Refused* why = std::get_if<Refused>(&inviter)) {
    return *why;
  }
  if (!*found) {
    return Refused{Why::kUnknown, fmt::format("there is no player '{}'", opponent)};
  }
  const Person& other = **found;
  if (other.id == me) {
    return Refused{Why::kWrong, "nobody plays against oneself"};
  }
  const TimeControl time = clock.value_or(settings_.clock);
  // The call may come twice, because its answer was lost: whoever was told of a game looks at it next.
  for (const auto& [id, table] : tables_) {
    const StoredGame& game = table->game();
    if (!table->over() && !game.ranked && game.players[color] == me && game.players[~color] == other.id &&
        game.accepted[color] && !game.ready[color] && game.clock == format_time_control(time)) {
      return id;
    }
  }
  // Just begun, nobody knows who is there: reconchess's client asks again at 503, and gives up at anything below.
  if (!is_connected(other.id) && Clock::now() - opened_ <= settings_.connected_for) {
    return store_failed(fmt::format("whether '{}' is there is not known yet; the server has just begun", other.name));
  }
  if (!is_connected(other.id)) {
    return Refused{Why::kTaken, fmt::format("'{}' is not connected", other.name)};
  }
  if (!has_room(other)) {
    return Refused{Why::kTaken, fmt::format("'{}' plays as many games as it takes at once", other.name)};
  }
  const Person& mine = std::get<Person>(inviter);
  return color == kWhite ? offer(mine, other, {.accepted = {true, false}, .clock = time})
                         : offer(other, mine, {.accepted = {false, true}, .clock = time});
}

Reply<GameId> Lobby::arrange(const Pairing& pairing) {
  const std::lock_guard lock(mutex_);
  const Reply<Person> white = known(pairing.white), black = known(pairing.black);
  for (const Reply<Person>* player : {&white, &black}) {
    if (const Refused* why = std::get_if<Refused>(player)) {
      return *why;
    }
  }
  return offer(
      std::get<Person>(white), std::get<Person>(black),
      {.ranked = pairing.ranked, .accepted = pairing.accepted, .clock = pairing.clock.value_or(settings_.clock)});
}

Reply<GameId> Lobby::accept(PersonId me, GameId game) {
  return at_table<GameId>(me, game, [&](Table& table, Color side) -> Reply<GameId> {
    if (Done refused = table.accept(side)) {
      return *refused;
    }
    return game;
  });
}

// An open game's table, or one made of the store for as long as `holder` lives.
Reply<Table*> Lobby::table(GameId id, std::unique_ptr<Table>& holder) {
  if (const auto open = tables_.find(id); open != tables_.end()) {
    return open->second.get();
  }
  const Result<std::optional<StoredGame>> game = store_.game(id);
  if (!game) {
    return store_failed(game.error());
  }
  if (!*game) {
    return Refused{Why::kUnknown, fmt::format("there is no game {}", id)};
  }
  const Result<std::vector<StoredAction>> actions = store_.actions(id);
  const Result<TimeControl> clock = parse_time_control((*game)->clock);
  if (!actions || !clock) {
    return store_failed(actions ? clock.error() : actions.error());
  }
  holder = std::make_unique<Table>(**game, *actions, settings_.rules, *clock, store_);
  if (!holder->over()) {
    return (tables_[id] = std::move(holder)).get();
  }
  return holder.get();
}

Reply<GameRecord> Lobby::record(GameId id) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Table> holder;
  Reply<Table*> found = table(id, holder);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return *why;
  }
  const Table& at = *std::get<Table*>(found);
  if (at.game().state != GameState::kOver) {
    return Refused{Why::kForbidden, at.over() ? "the game is void: " + at.game().text : "the game is not over"};
  }
  return at.record();
}

Reply<Lobby::Sight> Lobby::sight(GameId id) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Table> holder;
  Reply<Table*> found = table(id, holder);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return *why;
  }
  const Table& at = *std::get<Table*>(found);
  return Sight{at.game(), at.rules().start, at.record()};
}

std::vector<Lobby::HouseGame> Lobby::house_games() {
  const std::lock_guard lock(mutex_);
  std::vector<HouseGame> games;
  for (const auto& [id, table] : tables_) {
    for (const Color c : {kWhite, kBlack}) {
      if (!table->over() && house_.contains(table->game().players[c])) {
        games.push_back({id, table->game().players[c], table->game().names[c]});
      }
    }
  }
  return games;
}

std::uint64_t Lobby::wait_for_news(std::uint64_t seen, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  news_.wait_for(lock, longest, [&] { return happened_ != seen; });
  return happened_;
}

void Lobby::tick() {
  const std::uint64_t seen = losses_;
  {
    const std::lock_guard lock(mutex_);
    if (stale_) {
      stale_ = !read_open_games();
    }
    look_at_tables();
    offer_games();
    ++happened_;
    news_.notify_all();
  }
  (void)settle(seen);  // where it fails, the next one finds the same to do
}

void Lobby::offer_games() {
  const Result<std::vector<Person>> all = store_.persons();
  if (!all) {
    return;
  }
  std::map<PersonId, Person> persons;
  for (const Person& person : *all) {
    persons.emplace(person.id, person);
  }
  Places places = free_places(persons);
  offer_tournament_games(persons, places);
  offer_ranked_games(persons, places);
}

Places Lobby::free_places(const std::map<PersonId, Person>& persons) const {
  Places places;
  for (const auto& [id, person] : persons) {
    if (is_connected(id)) {
      places.of[id] = person.max_games;
      places.house[id] = house_.contains(id);
    }
  }
  for (const auto& [id, table] : tables_) {
    for (const PersonId player : table->game().players) {
      if (const auto of = places.of.find(player); of != places.of.end() && !table->over()) {
        --of->second;
      }
    }
  }
  places.of_house = settings_.house_games - open_house_games();
  return places;
}

void Lobby::look_at_tables() {
  const std::int64_t now = now_ms();
  for (auto it = tables_.begin(); it != tables_.end();) {
    Table& table = *it->second;
    const std::uint64_t before = table.changes();
    table.look_at_clocks();
    note(table, before);
    if (!table.begun() && !table.over() &&
        now - std::max(table.game().created_ms, opened_ms_) > settings_.patience.count()) {
      const bool white = table.game().ready[kWhite];
      (void)table.make_void(fmt::format("{} never came", white || table.game().ready[kBlack]
                                                             ? table.game().names[white ? kBlack : kWhite]
                                                             : "both players"));
    }
    // Its players may ask for a while how it ended.
    const bool old = table.over() && now - table.game().ended_ms > settings_.patience.count();
    it = old ? tables_.erase(it) : std::next(it);
  }
}

Reply<StoredGame> Lobby::game(GameId id) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Table> holder;
  Reply<Table*> found = table(id, holder);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return *why;
  }
  return std::get<Table*>(found)->game();
}

std::vector<StoredGame> Lobby::open_games() {
  const std::lock_guard lock(mutex_);
  std::vector<StoredGame> open;
  for (const auto& [id, table] : tables_) {
    if (!table->over()) {
      open.push_back(table->game());
    }
  }
  return open;
}

Result<std::vector<StoredGame>> Lobby::past_games(const PastGames& which) {
  const std::lock_guard lock(mutex_);
  return store_.past_games(which);
}

Status Lobby::keep_note(std::string_view kind, std::string_view name, std::string_view text) {
  const std::lock_guard lock(mutex_);
  return store_.keep_note(kind, name, text);
}

Status Lobby::drop_note(std::string_view kind, std::string_view name) {
  const std::lock_guard lock(mutex_);
  return store_.drop_note(kind, name);
}

Result<std::optional<std::string>> Lobby::note(std::string_view kind, std::string_view name) {
  const std::lock_guard lock(mutex_);
  return store_.note(kind, name);
}

Result<std::vector<std::pair<std::string, std::string>>> Lobby::notes(std::string_view kind) {
  const std::lock_guard lock(mutex_);
  return store_.notes(kind);
}

}  // namespace lanternfish
