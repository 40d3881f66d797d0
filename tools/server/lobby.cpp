#include "tools/server/lobby.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lanternfish {

namespace {

using Why = Refused::Why;

constexpr std::chrono::milliseconds kOthersNews{200};  // how late what other servers did is seen by whoever waits

}  // namespace

Status Lobby::read_open_games() {
  const Result<std::vector<StoredGame>> open = store_.open_games();
  if (!open) {
    return Error{open.error()};
  }
  for (StoredGame game : *open) {
    game.running_ms = 0;  // there was no server for a while
    Reply<std::unique_ptr<Table>> table = read_table(game);
    if (const Refused* why = std::get_if<Refused>(&table)) {
      return Error{fmt::format("game {}: {}", game.id, why->text)};
    }
    tables_[game.id] = std::move(std::get<std::unique_ptr<Table>>(table));
  }
  return success();
}

Reply<std::unique_ptr<Table>> Lobby::read_table(const StoredGame& game) {
  const Result<std::vector<StoredAction>> actions = store_.actions(game.id);
  const Result<TimeControl> clock = parse_time_control(game.clock);
  if (!actions || !clock) {
    return store_failed(actions ? clock.error() : actions.error());
  }
  return std::make_unique<Table>(game, *actions, settings_.rules, *clock, store_);
}

bool Lobby::unsettled() {
  const std::lock_guard lock(mutex_);
  return store_.pending();
}

Status Lobby::settle(std::uint64_t seen) {
  const std::lock_guard lock(mutex_);
  if (const Status kept = commit(); !kept) {
    return kept;
  }
  return losses_ == seen ? success() : Error{"the database failed"};
}

Status Lobby::commit() {
  const Status kept = store_.pending() ? store_.commit() : success();
  if (!kept) {
    ++losses_;
    ++shown_changes_;
    tables_.clear();
    told_.clear();
    for (auto& [id, bot] : bots_) {
      bot.told = {};
    }
    stale_ = !store_.shared() && !read_open_games();
  }
  ranked_changes_ += std::exchange(ranked_ends_, 0);  // who reads them finds them in the store
  return kept;
}

// What changed at a table while somebody was there.
void Lobby::note(const Table& table, const Changes& before) {
  if (table.changes() == before.all) {
    return;
  }
  if (table.row_changes() != before.rows) {
    ++shown_changes_;
    note_who_came(table);
  }
  ranked_ends_ += table.over() && table.game().ranked ? 1 : 0;
  ++happened_;
  news_.notify_all();
}

int Lobby::open_games_of(PersonId id) {
  int games = 0;
  (void)each_open_game(id, [&](const StoredGame&) { ++games; });
  return games;
}

int Lobby::open_house_games() {
  int games = 0;
  for (const PersonId bot : house_) {
    games += open_games_of(bot);
  }
  return games;
}

std::string Lobby::no_room(const Person& person, int open, int open_of_house) const {
  const auto games = [](int number) { return fmt::format("{} game{}", number, number == 1 ? "" : "s"); };
  if (person.max_games == 0) {
    return "takes no games";
  }
  if (open >= person.max_games) {
    return fmt::format("plays {}, as many as it takes at once", games(open));
  }
  if (house_.contains(person.id) && open_of_house >= settings_.house_games) {
    return fmt::format("is a bot of the house, which play {} together, as many as they take at once",
                       games(open_of_house));
  }
  return {};
}

Done Lobby::may_begin(PersonId me) {
  const std::lock_guard lock(mutex_);
  const Reply<Person> person = known(me);
  const Refused* why = std::get_if<Refused>(&person);
  return why != nullptr ? Done(*why) : may_begin_one(std::get<Person>(person));
}

Done Lobby::may_begin_one(const Person& person) {
  constexpr int kByHand = 4;
  return open_games_of(person.id) < person.max_games + kByHand
             ? Done()
             : Refused{Why::kTaken,
                       fmt::format("'{}' has as many games going on as one may have at once", person.name)};
}

Reply<std::vector<GameId>> Lobby::invitations(PersonId me) {
  const std::lock_guard lock(mutex_);
  see_bot(me);
  std::vector<GameId> ids;
  const Status asked = each_open_game(me, [&](const StoredGame& game) {
    if (!game.accepted[game.players[kWhite] == me ? kWhite : kBlack]) {
      ids.push_back(game.id);
    }
  });
  return asked ? Reply<std::vector<GameId>>(std::move(ids)) : store_failed(asked.error());
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
  ++shown_changes_;
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
  std::optional<GameId> again;
  const Status asked = each_open_game(me, [&](const StoredGame& game) {
    if (!game.ranked && game.tournament.empty() && game.players[color] == me && game.players[~color] == other.id &&
        game.accepted[color] && !game.ready[color] && game.clock == format_time_control(time)) {
      again = again.value_or(game.id);
    }
  });
  if (!asked) {
    return store_failed(asked.error());
  }
  if (again) {
    return *again;
  }
  const Person& mine = std::get<Person>(inviter);
  for (const Done& refused : {may_begin_one(mine), may_invite(mine)}) {
    if (refused) {
      return *refused;
    }
  }
  // Just begun, nobody knows who is there: reconchess's client asks again at 503, and gives up at anything below.
  if (!is_connected(other.id) && Clock::now() - opened_ <= settings_.connected_for) {
    return store_failed(fmt::format("whether '{}' is there is not known yet; the server has just begun", other.name));
  }
  if (!is_connected(other.id)) {
    return Refused{Why::kTaken, fmt::format("'{}' is not connected", other.name)};
  }
  if (const std::string why = no_room(other, open_games_of(other.id), open_house_games()); !why.empty()) {
    return Refused{Why::kTaken, fmt::format("'{}' {}", other.name, why)};
  }
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
// It stands where the store stands, whoever changed it.
Reply<Table*> Lobby::table(GameId id, std::unique_ptr<Table>& holder) {
  const auto open = tables_.find(id);
  Table* const known = open != tables_.end() ? open->second.get() : nullptr;
  if (known != nullptr && !known->behind()) {
    if (!store_.shared()) {
      return known;
    }
    const auto revision = store_.revision(id);
    if (!revision) {
      return store_failed(revision.error());
    }
    if (knows_others() && *revision == known->game().revision) {
      asked_[id] = Clock::now();
      return known;
    }
  }
  const Result<std::optional<StoredGame>> game = store_.game(id);
  if (!game) {
    return store_failed(game.error());
  }
  if (!knows_others()) {
    return store_failed("the database was away; please ask again");
  }
  if (!*game) {
    return Refused{Why::kUnknown, fmt::format("there is no game {}", id)};
  }
  Reply<std::unique_ptr<Table>> made = read_table(**game);
  if (const Refused* why = std::get_if<Refused>(&made)) {
    return *why;
  }
  holder = std::move(std::get<std::unique_ptr<Table>>(made));
  if (known != nullptr) {
    holder->replace(*known);
    note(*holder, Changes(*known));
  }
  if (known == nullptr && holder->over()) {
    return holder.get();
  }
  asked_[id] = Clock::now();
  return (tables_[id] = std::move(holder)).get();
}

Reply<GameRecord> Lobby::record(GameId id) {
  const std::lock_guard lock(mutex_);
  return with_table<GameRecord>(id, [](Table& at) -> Reply<GameRecord> {
    if (at.game().state != GameState::kOver) {
      return Refused{Why::kForbidden, at.over() ? "the game is void: " + at.game().text : "the game is not over"};
    }
    return at.record();
  });
}

Reply<Lobby::Sight> Lobby::sight(GameId id) {
  const std::lock_guard lock(mutex_);
  return with_table<Sight>(id, [](Table& at) -> Reply<Sight> {
    return Sight{at.game(), at.rules().start, at.record()};
  });
}

std::vector<Lobby::HouseGame> Lobby::house_games() {
  const std::lock_guard lock(mutex_);
  std::vector<HouseGame> games;
  for (const PersonId bot : leads_ ? house_ : std::set<PersonId>()) {
    (void)each_open_game(bot, [&](const StoredGame& game) {
      games.push_back({game.id, bot, game.names[game.players[kWhite] == bot ? kWhite : kBlack]});
    });
  }
  return games;
}

std::uint64_t Lobby::wait_for_news(std::uint64_t seen, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  if (!store_.shared()) {
    news_.wait_for(lock, longest, [&] { return happened_ != seen; });
    return happened_;
  }
  // Other servers say nothing: whoever waits looks again in a moment.
  const bool here = news_.wait_for(lock, std::min(longest, kOthersNews), [&] { return happened_ != seen; });
  return here ? happened_ : ++happened_;
}

void Lobby::tick() {
  const std::uint64_t seen = losses_;
  {
    const std::lock_guard lock(mutex_);
    if (stale_) {
      stale_ = !read_open_games();
    }
    if (!store_.shared()) {
      look_at_tables();
    } else if (join_others()) {
      look_at_shared_games();
    }
    if (leads_ && knows_others()) {
      offer_games();
    }
    forget_what_is_old();
    ++happened_;
    news_.notify_all();
  }
  (void)settle(seen);  // where it fails, the next one finds the same to do
}

void Lobby::void_if_late(Table& table) {
  const StoredGame& game = table.game();
  if (table.begun() || table.over() || now_ms() - std::max(game.created_ms, opened_ms_) <= settings_.patience.count()) {
    return;
  }
  const bool white = game.ready[kWhite];
  (void)table.make_void(
      fmt::format("{} never came", white || game.ready[kBlack] ? game.names[white ? kBlack : kWhite] : "both players"),
      {!white, !game.ready[kBlack]});
}

// Reads those who are here alone: guests of long ago would be most of all persons.
void Lobby::offer_games() {
  std::map<PersonId, Person> persons;
  for (Person& person : persons_here()) {
    persons.emplace(person.id, std::move(person));
  }
  std::vector<StoredGame> open;
  if (!each_open_game({}, [&](const StoredGame& game) { open.push_back(game); })) {
    return;
  }
  Places places = free_places(persons, open);
  offer_tournament_games(persons, open, places);
  offer_ranked_games(persons, open, places);
}

Places Lobby::free_places(const std::map<PersonId, Person>& persons, const std::vector<StoredGame>& open) {
  Places places;
  const std::map<PersonId, std::int64_t> left_out = left_out_until();
  for (const auto& [id, person] : persons) {
    const auto missed = left_out.find(id);
    const bool waits = missed != left_out.end() && now_ms() < missed->second;
    if (!waits) {
      // Who let games pass gets one, until it is begun.
      places.of[id] = missed == left_out.end() ? person.max_games : std::min(1, person.max_games);
      places.house[id] = house_.contains(id);
    }
  }
  for (const StoredGame& game : open) {
    for (const PersonId player : game.players) {
      if (const auto of = places.of.find(player); of != places.of.end()) {
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
    const Changes before(table);
    table.look_at_clocks();
    void_if_late(table);
    note(table, before);
    // Its players may ask for a while how it ended.
    const bool old = table.over() && now - table.game().ended_ms > settings_.patience.count();
    it = old ? tables_.erase(it) : std::next(it);
  }
}

Reply<StoredGame> Lobby::game(GameId id) {
  const std::lock_guard lock(mutex_);
  return with_table<StoredGame>(id, [](Table& at) -> Reply<StoredGame> { return at.game(); });
}

std::vector<StoredGame> Lobby::open_games() {
  const std::lock_guard lock(mutex_);
  std::vector<StoredGame> open;
  (void)each_open_game({}, [&](const StoredGame& game) { open.push_back(game); });
  return open;
}

Result<std::vector<StoredGame>> Lobby::past_games(const PastGames& which) {
  const std::lock_guard lock(mutex_);
  return store_.past_games(which);
}

}  // namespace lanternfish
