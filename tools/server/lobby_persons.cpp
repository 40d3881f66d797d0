// The persons of the lobby: accounts, guests, bots of the house, and sessions of browsers.

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "support/number.h"
#include "support/text.h"
#include "support/words.h"
#include "tools/server/credentials.h"
#include "tools/server/lobby.h"

namespace lanternfish {

namespace {

using Why = Refused::Why;

constexpr std::size_t kMaxName = 32, kMinPassword = 6, kMaxPassword = 200, kMaxText = 200;
constexpr int kMaxGames = 64;  // of one person at once
constexpr const char* kSessions = "session";
constexpr std::int64_t kSessionLives = std::int64_t{30} * 24 * 3600 * 1000;  // ms

}  // namespace

// Letters, digits, blanks, '.', '_' and '-'; no blank at either end.
Done Lobby::check_name(const std::string& name) {
  const bool fits = !name.empty() && name.size() <= kMaxName && name.front() != ' ' && name.back() != ' ' &&
                    std::all_of(name.begin(), name.end(), [](unsigned char c) {
                      return c < 128 && (std::isalnum(c) != 0 || c == ' ' || c == '.' || c == '_' || c == '-');
                    });
  return fits ? Done()
              : Refused{Why::kWrong,
                        fmt::format("a name has 1 to {} letters, digits, blanks, '.', '_' or '-'", kMaxName)};
}

Done Lobby::check_password(const std::string& password) {
  const bool fits = password.size() >= kMinPassword && password.size() <= kMaxPassword;
  return fits ? Done() : Refused{Why::kWrong, fmt::format("a password has {} to {} bytes", kMinPassword, kMaxPassword)};
}

Reply<Person> Lobby::register_person(const std::string& name, const std::string& email, const std::string& affiliation,
                                     const std::string& password) {
  for (const Done& refused : {check_name(name), check_password(password)}) {
    if (refused) {
      return *refused;
    }
  }
  for (const std::string& text : {email, affiliation}) {
    if (text.size() > kMaxText || has_control(text)) {
      return Refused{Why::kWrong,
                     fmt::format("email and affiliation have at most {} bytes each, on one line", kMaxText)};
    }
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

std::vector<std::string> Lobby::connected() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const Person& person : persons_here()) {
    names.push_back(person.name);
  }
  return names;
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

}  // namespace lanternfish
