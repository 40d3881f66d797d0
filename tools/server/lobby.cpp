#include "tools/server/lobby.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/number.h"
#include "support/words.h"
#include "tools/server/credentials.h"

namespace lanternfish {

namespace {

using Why = Refused::Why;

constexpr std::size_t kMaxName = 32, kMinPassword = 6, kMaxPassword = 200, kMaxText = 200;
constexpr int kMaxGames = 64;  // of one person at once
constexpr std::size_t kMaxPairedAtOnce = 200;

// Letters, digits, blanks, '.', '_' and '-'; no blank at either end.
bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= kMaxName && name.front() != ' ' && name.back() != ' ' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return c < 128 && (std::isalnum(c) != 0 || c == ' ' || c == '.' || c == '_' || c == '-');
         });
}

Refused store_failed(const std::string& text) { return {Why::kStore, text}; }

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
  for (const StoredGame& game : *open) {
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

// ---- persons

Reply<Person> Lobby::register_person(const std::string& name, const std::string& email, const std::string& affiliation,
                                     const std::string& password) {
  if (!is_name(name)) {
    return Refused{Why::kWrong, fmt::format("a name has 1 to {} letters, digits, blanks, '.', '_' or '-'", kMaxName)};
  }
  if (password.size() < kMinPassword || password.size() > kMaxPassword) {
    return Refused{Why::kWrong, fmt::format("a password has {} to {} bytes", kMinPassword, kMaxPassword)};
  }
  if (email.size() > kMaxText || affiliation.size() > kMaxText) {
    return Refused{Why::kWrong, fmt::format("email and affiliation have at most {} bytes each", kMaxText)};
  }
  Person person{
      .id = 0, .name = name, .email = email, .affiliation = affiliation, .password_hash = hash_password(password)};
  const std::lock_guard lock(mutex_);
  const Result<PersonId> id = store_.add_person(person);
  if (!id) {
    return store_failed(id.error());
  }
  if (*id == 0) {
    return Refused{Why::kTaken, fmt::format("the name '{}' is taken", name)};
  }
  person.id = *id;
  fitted_[*id] = memory_hash(person.password_hash + password);
  return person;
}

bool Lobby::remembers(const std::string& name, const std::string& password) {
  const std::lock_guard lock(mutex_);
  const Result<std::optional<Person>> found = store_.person(name);
  return !found || (*found && fitted_before(**found, password));
}

// With the hash that is stored now: a password that was reset is forgotten.
bool Lobby::fitted_before(const Person& person, const std::string& password) const {
  const auto fitted = fitted_.find(person.id);
  return fitted != fitted_.end() && same_secret(fitted->second, memory_hash(person.password_hash + password));
}

Reply<Person> Lobby::sign_in(const std::string& name, const std::string& password) {
  std::optional<Person> person;
  {
    const std::lock_guard lock(mutex_);
    const Result<std::optional<Person>> found = store_.person(name);
    if (!found) {
      return store_failed(found.error());
    }
    person = *found;
    if (person && fitted_before(*person, password)) {
      return *person;
    }
  }
  // Outside the lock: it takes as long as a hundred calls.
  if (!password_fits(person ? person->password_hash : std::string(), password)) {
    return Refused{Why::kForbidden, "there is nobody of this name and password"};
  }
  const std::lock_guard lock(mutex_);
  fitted_[person->id] = memory_hash(person->password_hash + password);
  return *person;
}

Reply<Person> Lobby::add_house_bot(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const Result<std::optional<Person>> found = store_.person(name);
  if (!found) {
    return store_failed(found.error());
  }
  Person bot = found->value_or(Person{.id = 0,
                                      .name = name,
                                      .email = {},
                                      .affiliation = "the house",
                                      .password_hash = {},
                                      .version = 1,
                                      .ranked = true,
                                      .max_games = 2});
  if (!bot.password_hash.empty()) {
    return Refused{Why::kTaken, fmt::format("'{}' is a person's name", name)};
  }
  if (bot.id == 0) {
    const Result<PersonId> id = store_.add_person(bot);
    if (!id) {
      return store_failed(id.error());
    }
    bot.id = *id;
  }
  house_.insert(bot.id);
  return bot;
}

bool Lobby::is_connected(PersonId id) const {
  const auto seen = seen_.find(id);
  return house_.contains(id) || (seen != seen_.end() && Clock::now() - seen->second <= settings_.connected_for);
}

std::vector<std::string> Lobby::connected() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  const auto add = [&](PersonId id) {
    if (const Result<std::optional<Person>> person = store_.person(id); person && *person) {
      names.push_back((*person)->name);
    }
  };
  for (const auto& [id, seen] : seen_) {
    if (!house_.contains(id) && is_connected(id)) {
      add(id);
    }
  }
  std::for_each(house_.begin(), house_.end(), add);
  return names;
}

Reply<Person> Lobby::known(PersonId id) {
  const Result<std::optional<Person>> person = store_.person(id);
  if (!person) {
    return store_failed(person.error());
  }
  if (!*person) {
    return Refused{Why::kUnknown, "there is no such person"};
  }
  return **person;
}

Reply<Person> Lobby::person(PersonId id) {
  const std::lock_guard lock(mutex_);
  return known(id);
}

Done Lobby::save(const Person& person) {
  const Status saved = store_.save_person(person);
  return saved ? Done() : Done(store_failed(saved.error()));
}

Done Lobby::set_max_games(PersonId id, int max_games) {
  if (max_games < 0 || max_games > kMaxGames) {
    return Refused{Why::kWrong, fmt::format("max_games is a number from 0 to {}", kMaxGames)};
  }
  const std::lock_guard lock(mutex_);
  Reply<Person> person = known(id);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  std::get<Person>(person).max_games = max_games;
  return save(std::get<Person>(person));
}

Done Lobby::set_ranked(PersonId id, bool ranked) {
  const std::lock_guard lock(mutex_);
  Reply<Person> person = known(id);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  std::get<Person>(person).ranked = ranked;
  return save(std::get<Person>(person));
}

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

// ---- games

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

Reply<GameId> Lobby::offer(const Person& white, const Person& black, bool ranked, std::array<bool, 2> accepted,
                           const TimeControl& clock) {
  StoredGame game;
  game.players = {white.id, black.id};
  game.names = {white.name, black.name};
  game.versions = {white.version, black.version};
  game.ranked = ranked;
  for (const Color c : {kWhite, kBlack}) {
    game.accepted[c] = accepted[c] || house_.contains(game.players[c]);
  }
  game.clock = format_time_control(clock);
  game.created_ms = now_ms();
  const Result<GameId> id = store_.add_game(game);
  if (!id) {
    return store_failed(id.error());
  }
  game.id = *id;
  tables_[*id] = std::make_unique<Table>(game, std::vector<StoredAction>{}, settings_.rules, clock, store_);
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
  const TimeControl time = clock.value_or(settings_.clock);
  return color == kWhite ? offer(mine, other, false, {true, false}, time)
                         : offer(other, mine, false, {false, true}, time);
}

Reply<GameId> Lobby::arrange(const Pairing& pairing) {
  const std::lock_guard lock(mutex_);
  const Reply<Person> white = known(pairing.white), black = known(pairing.black);
  for (const Reply<Person>* player : {&white, &black}) {
    if (const Refused* why = std::get_if<Refused>(player)) {
      return *why;
    }
  }
  return offer(std::get<Person>(white), std::get<Person>(black), pairing.ranked, pairing.accepted,
               pairing.clock.value_or(settings_.clock));
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
    offer_ranked_games();
    ++happened_;
    news_.notify_all();
  }
  (void)settle(seen);  // where it fails, the next one finds the same to do
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

Result<std::vector<Person>> Lobby::persons() {
  const std::lock_guard lock(mutex_);
  return store_.persons();
}

// ---- people at the page

namespace {

constexpr const char* kSessions = "session";
constexpr std::int64_t kSessionLives = std::int64_t{30} * 24 * 3600 * 1000;  // ms

}  // namespace

Reply<Person> Lobby::add_guest() {
  Person guest{
      .id = 0, .name = "guest-" + random_token().substr(0, 8), .email = {}, .affiliation = {}, .password_hash = kGuest};
  const std::lock_guard lock(mutex_);
  const Result<PersonId> id = store_.add_person(guest);
  if (!id || *id == 0) {
    return store_failed(id ? "no name is free" : id.error());
  }
  guest.id = *id;
  return guest;
}

bool Lobby::is_house_bot(PersonId id) {
  const std::lock_guard lock(mutex_);
  return house_.contains(id);
}

void Lobby::note_seen(PersonId id) {
  const std::lock_guard lock(mutex_);
  seen_[id] = Clock::now();
}

Reply<std::string> Lobby::begin_session(PersonId id) {
  const std::lock_guard lock(mutex_);
  const Reply<Person> person = known(id);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  std::string token = random_token();
  const std::string text =
      fmt::format("{} {} {}", id, now_ms() + kSessionLives, token_hash(std::get<Person>(person).password_hash));
  const Status kept = store_.keep_note(kSessions, token_hash(token), text);
  return kept ? Reply<std::string>(std::move(token)) : store_failed(kept.error());
}

// A session ends with the password that it was begun by.
Reply<std::optional<Person>> Lobby::session(const std::string& token) {
  const std::lock_guard lock(mutex_);
  const Result<std::optional<std::string>> text = store_.note(kSessions, token_hash(token));
  if (!text) {
    return store_failed(text.error());
  }
  const std::vector<std::string_view> words = *text ? words_of(**text) : std::vector<std::string_view>{};
  const auto id = words.size() == 3 ? to_number<PersonId>(words[0]) : std::nullopt;
  const auto until = words.size() == 3 ? to_number<std::int64_t>(words[1]) : std::nullopt;
  if (!id || !until || *until < now_ms()) {
    return std::optional<Person>();
  }
  const Result<std::optional<Person>> person = store_.person(*id);
  if (!person) {
    return store_failed(person.error());
  }
  return *person && token_hash((*person)->password_hash) == words[2] ? *person : std::optional<Person>();
}

Done Lobby::end_session(const std::string& token) {
  const std::lock_guard lock(mutex_);
  const Status dropped = store_.drop_note(kSessions, token_hash(token));
  return dropped ? Done() : Done(store_failed(dropped.error()));
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

Result<std::vector<StoredGame>> Lobby::past_games(std::optional<PersonId> player, GameId before, int most) {
  const std::lock_guard lock(mutex_);
  return store_.past_games(player, before, most);
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

// ---- administration

Reply<Person> Lobby::named(const std::string& name) {
  const Result<std::optional<Person>> person = store_.person(name);
  if (!person) {
    return store_failed(person.error());
  }
  if (!*person) {
    return Refused{Why::kUnknown, fmt::format("there is no player '{}'", name)};
  }
  return **person;
}

Reply<Person> Lobby::person_named(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return named(name);
}

Done Lobby::change(const std::string& name, const std::function<Done(Person&)>& how) {
  const std::lock_guard lock(mutex_);
  Reply<Person> person = named(name);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  Person& changed = std::get<Person>(person);
  if (changed.password_hash.empty()) {
    return Refused{Why::kWrong, fmt::format("'{}' is a bot of the house", name)};
  }
  const Done refused = how(changed);
  return refused ? refused : save(changed);
}

Done Lobby::close_account(const std::string& name, bool closed) {
  return change(name, [&](Person& person) -> Done {
    std::string& hash = person.password_hash;
    const bool was = hash.front() == '!';
    if (was && !hash.starts_with("!$")) {
      return Refused{Why::kWrong, "nobody can sign in by this name anyway"};
    }
    if (was != closed) {
      hash = closed ? "!" + hash : hash.substr(1);
      person.ranked = person.ranked && !closed;
    }
    return std::nullopt;
  });
}

Done Lobby::set_password(const std::string& name, const std::string& password) {
  if (password.size() < kMinPassword || password.size() > kMaxPassword) {
    return Refused{Why::kWrong, fmt::format("a password has {} to {} bytes", kMinPassword, kMaxPassword)};
  }
  const std::string hash = hash_password(password);
  return change(name, [&](Person& person) -> Done {
    person.password_hash = hash;
    return std::nullopt;
  });
}

Done Lobby::rename(const std::string& name, const std::string& wanted) {
  if (!is_name(wanted)) {
    return Refused{Why::kWrong, fmt::format("a name has 1 to {} letters, digits, blanks, '.', '_' or '-'", kMaxName)};
  }
  return change(name, [&](Person& person) -> Done {
    const Result<std::optional<Person>> other = store_.person(wanted);
    if (other && *other && (*other)->id != person.id) {
      return Refused{Why::kTaken, fmt::format("the name '{}' is taken", wanted)};
    }
    person.name = wanted;
    return std::nullopt;
  });
}

Done Lobby::forget(const std::string& name) {
  return change(name, [&](Person& person) -> Done {
    person = {.id = person.id,
              .name = fmt::format("deleted-{}", person.id),
              .email = {},
              .affiliation = {},
              .password_hash = "!deleted",
              .version = person.version};
    return std::nullopt;
  });
}

Done Lobby::make_void(GameId id, const std::string& why) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Table> holder;
  Reply<Table*> found = table(id, holder);
  if (const Refused* refused = std::get_if<Refused>(&found)) {
    return *refused;
  }
  Table& at = *std::get<Table*>(found);
  const std::uint64_t before = at.changes();
  Done done = at.make_void(why);
  note(at, before);
  return done;
}

}  // namespace lanternfish
