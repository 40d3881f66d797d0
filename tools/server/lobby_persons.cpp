// The persons of the lobby: accounts, guests, bots of the house, and sessions of browsers.

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "support/number.h"
#include "support/text.h"
#include "support/words.h"
#include "tools/server/credentials.h"
#include "tools/server/lobby.h"
#include "tools/server/names.h"

namespace lanternfish {

namespace {

using Why = Refused::Why;

constexpr std::size_t kMinPassword = 6, kMaxPassword = 200, kMaxText = 200;
constexpr const char* kSessions = Store::kSessions;
constexpr const char* kHomes = "home";  // from where an account has signed in
constexpr std::int64_t kHour = 3'600'000, kDay = 24 * kHour, kNoteLives = 30 * kDay;  // ms

// The password's hash has random salt, which goes with the account: then nobody finds out the address.
std::string home_of(const Person& person, const std::string& address) {
  return token_hash(person.password_hash + " " + address);
}

}  // namespace

Done Lobby::check_password(const std::string& password) {
  if (password.size() < kMinPassword || password.size() > kMaxPassword) {
    return Refused{Why::kWrong, fmt::format("a password has {} to {} bytes", kMinPassword, kMaxPassword)};
  }
  return can_be_sent(password)
             ? Done()
             : Refused{Why::kWrong,
                       "a password has no characters beyond Latin-1, the letters and signs of Western Europe: "
                       "reconchess, by which bots sign in, cannot send them"};
}

Reply<Person> Lobby::register_person(const std::string& name, const std::string& email, const std::string& affiliation,
                                     const std::string& password, const std::string& address) {
  for (const Done& refused : {check_name(name), check_password(password)}) {
    if (refused) {
      return *refused;
    }
  }
  for (const std::string& text : {email, affiliation}) {
    if (text.size() > kMaxText || has_control(text) || escaped(text) != text) {
      return Refused{Why::kWrong,
                     fmt::format("email and affiliation have at most {} bytes each, on one line", kMaxText)};
    }
  }
  Reply<Person> made =
      add_account({.id = 0, .name = name, .email = email, .affiliation = affiliation, .password_hash = {}}, password);
  if (const Person* person = std::get_if<Person>(&made)) {
    const std::lock_guard lock(mutex_);
    remember(*person, password, address);
  }
  return made;
}

Reply<Person> Lobby::add_administrator(const std::string& password) {
  return add_account({.id = 0, .name = kAdministrator, .email = {}, .affiliation = {}, .password_hash = {}}, password);
}

Reply<Person> Lobby::add_account(Person person, const std::string& password) {
  person.password_hash = hash_password(password);
  const std::lock_guard lock(mutex_);
  const Result<PersonId> id = store_.add_person(person);
  if (!id) {
    return store_failed(id.error());
  }
  if (*id == 0) {
    return Refused{Why::kTaken, fmt::format("the name '{}' is taken", person.name)};
  }
  person.id = *id;
  return person;
}

// The password fits here from now on without a hash; and after a restart, at other servers too, the address is known.
void Lobby::remember(const Person& person, const std::string& password, const std::string& address) {
  const std::int64_t now = now_ms();
  const std::string home = home_of(person, address);
  const Result<std::optional<std::string>> noted = store_.note(kHomes, home);
  std::int64_t when = noted && *noted ? to_number<std::int64_t>(**noted).value_or(0) : 0;
  if (noted && when < now - kDay && store_.keep_note(kHomes, home, std::to_string(now), now + kNoteLives)) {
    when = now;
  }
  fitted_[{person.id, address}] = {memory_hash(person.password_hash + password), when};
}

// With the hash that is stored now: a password that was reset is forgotten, and so is where it was used.
Reply<Lobby::Caller> Lobby::caller(const std::string& name, const std::string& password, const std::string& address) {
  const std::lock_guard lock(mutex_);
  const Result<std::optional<Person>> person = store_.person(name);
  if (!person) {
    return store_failed(person.error());
  }
  if (!*person) {
    return Caller{};
  }
  const auto fitted = fitted_.find({(*person)->id, address});
  if (fitted != fitted_.end() && same_secret(fitted->second.hash, memory_hash((*person)->password_hash + password))) {
    if (fitted->second.noted_ms < now_ms() - kDay) {
      remember(**person, password, address);
    }
    return Caller{true, *person};
  }
  const Result<std::optional<std::string>> home = store_.note(kHomes, home_of(**person, address));
  return Caller{home && *home, std::nullopt};
}

Reply<Person> Lobby::sign_in(const std::string& name, const std::string& password, const std::string& address) {
  std::optional<Person> person;
  {
    const std::lock_guard lock(mutex_);
    const Result<std::optional<Person>> found = store_.person(name);
    if (!found) {
      return store_failed(found.error());
    }
    person = *found;
  }
  // Outside the lock: it takes as long as a hundred calls.
  if (!password_fits(person ? person->password_hash : std::string(), password)) {
    return Refused{Why::kForbidden, "there is nobody of this name and password"};
  }
  const std::lock_guard lock(mutex_);
  remember(*person, password, address);
  return *person;
}

Reply<Person> Lobby::add_house_bot(const std::string& name, int max_games) {
  const std::lock_guard lock(mutex_);
  const Result<std::optional<Person>> found = store_.person(name);
  if (!found) {
    return store_failed(found.error());
  }
  if (const Done refused = *found ? Done() : check_name(name, true)) {
    return *refused;
  }
  Person bot = found->value_or(Person{.id = 0,
                                      .name = name,
                                      .email = {},
                                      .affiliation = "the house",
                                      .password_hash = {},
                                      .version = 1,
                                      .ranked = true,
                                      .max_games = max_games});
  if (!bot.password_hash.empty()) {
    return Refused{Why::kTaken, fmt::format("'{}' is a person's name", name)};
  }
  if (bot.id == 0) {
    const Result<PersonId> id = store_.add_person(bot);
    if (!id) {
      return store_failed(id.error());
    }
    bot.id = *id;
  } else if (bot.max_games != max_games) {
    bot.max_games = max_games;
    if (const Done refused = save(bot)) {
      return *refused;
    }
  }
  house_.insert(bot.id);
  ++shown_changes_;
  return bot;
}

std::vector<Person> Lobby::persons_here() {
  std::vector<Person> persons;
  const auto add = [&](PersonId id) {
    if (const Result<std::optional<Person>> person = store_.person(id); person && *person) {
      persons.push_back(**person);
    }
  };
  std::set<PersonId> here;
  for (const auto& [id, seen] : seen_) {
    if (!house_.contains(id) && seen_here(id)) {
      here.insert(id);
    }
  }
  const std::int64_t since = now_ms() - settings_.connected_for.count();
  if (const auto others = store_.shared() ? store_.persons_seen_since(since) : std::vector<Person>()) {
    for (const Person& person : *others) {
      here.insert(person.id);
    }
  }
  std::for_each(here.begin(), here.end(), add);
  std::for_each(house_.begin(), house_.end(), add);
  return persons;
}

std::vector<Lobby::Here> Lobby::here() {
  const std::lock_guard lock(mutex_);
  std::map<PersonId, int> open;
  int open_of_house = 0;
  (void)each_open_game({}, [&](const StoredGame& game) {
    for (const PersonId player : game.players) {
      ++open[player];
      open_of_house += house_.contains(player) ? 1 : 0;
    }
  });
  std::vector<Here> all;
  for (Person& person : persons_here()) {
    std::string why = no_room(person, open[person.id], open_of_house);
    all.push_back({std::move(person), std::move(why)});
  }
  return all;
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

Reply<Person> Lobby::known_to_change(PersonId id) {
  const Result<std::optional<Person>> person = store_.person_to_change(id);
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

Done Lobby::save(const Person& person) {
  const Status saved = store_.save_person(person);
  ++shown_changes_;
  return saved ? Done() : Done(store_failed(saved.error()));
}

bool Lobby::plays(PersonId id) {
  const std::lock_guard lock(mutex_);
  return open_games_of(id) > 0;
}

Done Lobby::set_max_games(PersonId id, int max_games) {
  if (max_games < 0 || max_games > kMaxGames) {
    return Refused{Why::kWrong, fmt::format("max_games is a number from 0 to {}", kMaxGames)};
  }
  const std::lock_guard lock(mutex_);
  Reply<Person> person = known_to_change(id);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  std::get<Person>(person).max_games = max_games;
  return save(std::get<Person>(person));
}

Done Lobby::set_ranked(PersonId id, bool ranked) {
  const std::lock_guard lock(mutex_);
  Reply<Person> person = known_to_change(id);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  std::get<Person>(person).ranked = ranked;
  return save(std::get<Person>(person));
}

Result<std::vector<Person>> Lobby::persons() {
  const std::lock_guard lock(mutex_);
  return store_.persons();
}

Reply<Person> Lobby::add_guest() {
  Person guest{.id = 0, .name = guest_name(), .email = {}, .affiliation = {}, .password_hash = kGuest};
  const std::lock_guard lock(mutex_);
  const Result<PersonId> id = store_.add_person(guest);
  if (!id || *id == 0) {
    return store_failed(id ? "no name is free" : id.error());
  }
  guest.id = *id;
  return guest;
}

void Lobby::note_seen(PersonId id) {
  const std::lock_guard lock(mutex_);
  see(id);
}

bool Lobby::is_here(PersonId id) {
  const std::lock_guard lock(mutex_);
  return is_connected(id);
}

Reply<std::string> Lobby::begin_session(PersonId id) {
  const std::lock_guard lock(mutex_);
  const Reply<Person> person = known(id);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  std::string token = random_token();
  const std::string text = fmt::format("{} {}", id, token_hash(std::get<Person>(person).password_hash));
  const Status kept = store_.keep_note(kSessions, token_hash(token), text, now_ms() + kNoteLives);
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
  const auto id = words.empty() ? std::nullopt : to_number<PersonId>(words.front());
  if (!id) {
    return std::optional<Person>();
  }
  const Result<std::optional<Person>> person = store_.person(*id);
  if (!person) {
    return store_failed(person.error());
  }
  return *person && token_hash((*person)->password_hash) == words.back() ? *person : std::optional<Person>();
}

Done Lobby::end_session(const std::string& token) {
  const std::lock_guard lock(mutex_);
  const Status dropped = store_.drop_note(kSessions, token_hash(token));
  return dropped ? Done() : Done(store_failed(dropped.error()));
}

// ---- notes

Status Lobby::keep_note(std::string_view kind, std::string_view name, std::string_view text) {
  const std::lock_guard lock(mutex_);
  return store_.keep_note(kind, name, text, now_ms() + kNoteLives);
}

Result<std::optional<std::string>> Lobby::note(std::string_view kind, std::string_view name) {
  const std::lock_guard lock(mutex_);
  return store_.note(kind, name);
}

Result<std::optional<std::string>> Lobby::note_to_change(std::string_view kind, std::string_view name) {
  const std::lock_guard lock(mutex_);
  return store_.note_to_change(kind, name);
}

void Lobby::forget_what_is_old() {
  const std::int64_t now = now_ms();
  if (now - tidied_ms_ < kHour) {
    return;
  }
  tidied_ms_ = now;
  std::erase_if(fitted_, [&](const auto& entry) { return entry.second.noted_ms < now - 2 * kDay; });
  const Clock::time_point long_ago = Clock::now() - 2 * settings_.connected_for;
  std::erase_if(seen_, [&](const auto& entry) { return entry.second < long_ago; });
  std::erase_if(told_, [&](const auto& entry) { return entry.second < long_ago; });
  std::erase_if(bots_, [&](const auto& entry) { return entry.second.asked < long_ago; });
  if (leads_) {  // where it fails, the next hour finds them
    (void)store_.drop_old_notes(now);
    (void)store_.drop_guests(kGuest);
  }
}

}  // namespace lanternfish
