// What an administrator changes in the lobby.

#include <fmt/format.h>

#include "tools/server/credentials.h"
#include "tools/server/lobby.h"
#include "tools/server/names.h"

namespace lanternfish {

namespace {

using Why = Refused::Why;

// Hashes of closed accounts begin with '!': of those that are banned, the old hash follows.
bool is_closed(const std::string& hash) { return hash.front() == '!'; }

// Guests, and those whose data are gone.
Done without_password(const std::string& hash) {
  return is_closed(hash) && !hash.starts_with("!$")
             ? Done(Refused{Why::kWrong, "nobody can sign in by this name anyway"})
             : Done();
}

}  // namespace

Done Lobby::change(const std::string& name, const std::function<Done(Person&)>& how) {
  const std::lock_guard lock(mutex_);
  Reply<Person> person = named(name);
  if (const Refused* why = std::get_if<Refused>(&person)) {
    return *why;
  }
  person = known_to_change(std::get<Person>(person).id);
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
    if (const Done refused = without_password(hash)) {
      return refused;
    }
    if (is_closed(hash) != closed) {
      hash = closed ? "!" + hash : hash.substr(1);
      person.ranked = person.ranked && !closed;
    }
    return std::nullopt;
  });
}

Done Lobby::set_password(const std::string& name, const std::string& password) {
  if (Done refused = check_password(password)) {
    return refused;
  }
  const std::string hash = hash_password(password);
  return change(name, [&](Person& person) -> Done {
    if (const Done refused = without_password(person.password_hash)) {
      return refused;
    }
    person.password_hash = is_closed(person.password_hash) ? "!" + hash : hash;
    return std::nullopt;
  });
}

Done Lobby::rename(const std::string& name, const std::string& wanted) {
  if (Done refused = check_name(wanted)) {
    return refused;
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
              .name = deleted_name(person.id),
              .email = {},
              .affiliation = {},
              .password_hash = "!deleted",
              .version = person.version};
    return std::nullopt;
  });
}

Done Lobby::make_void(GameId id, const std::string& why) {
  const std::lock_guard lock(mutex_);
  const Reply<std::monostate> done = with_table<std::monostate>(id, [&](Table& at) -> Reply<std::monostate> {
    const Done refused = at.make_void(why);
    return refused ? Reply<std::monostate>(*refused) : std::monostate{};
  });
  const Refused* refused = std::get_if<Refused>(&done);
  return refused != nullptr ? Done(*refused) : Done();
}

}  // namespace lanternfish
