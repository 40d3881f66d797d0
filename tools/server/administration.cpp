#include "tools/server/administration.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "support/number.h"
#include "tools/server/credentials.h"
#include "tools/server/moments.h"
#include "tools/server/names.h"

namespace lanternfish {

namespace {

using Words = std::vector<std::string>;

Result<std::string> told(const Done& done, std::string text) {
  return done ? Result<std::string>(Error{done->text}) : Result<std::string>(std::move(text));
}

Result<std::string> list(Lobby& lobby) {
  const Result<std::vector<Person>> persons = lobby.persons();
  if (!persons) {
    return Error{persons.error()};
  }
  std::string text;
  for (const Person& person : *persons) {
    const char* const kind = person.password_hash.empty()             ? "house bot"
                             : Lobby::is_guest(person)                ? "guest"
                             : person.password_hash.starts_with("!$") ? "banned"
                             : person.password_hash.front() == '!'    ? "deleted"
                                                                      : "account";
    text += fmt::format("{}\t{}\t{}\tversion {}\t{}\t{}\n", person.id, person.name, kind, person.version, person.email,
                        person.affiliation);
  }
  return text;
}

Result<std::string> reset_password(Lobby& lobby, const std::string& name) {
  const std::string password = random_token();
  return told(lobby.set_password(name, password), fmt::format("the new password of {}: {}\n", name, password));
}

Result<std::string> make_void(Lobby& lobby, const std::string& game, const std::string& why) {
  const std::optional<GameId> id = to_number<GameId>(game, 1);
  if (!id) {
    return Error{fmt::format("'{}' is no number of a game", game)};
  }
  return told(lobby.make_void(*id, why), fmt::format("game {} is void: {}\n", *id, why));
}

Result<std::string> make_tournament(Lobby& lobby, const Words& words) {
  const std::int64_t now = now_ms();
  const Result<std::int64_t> begin = parse_moment(words[4], now), end = parse_moment(words[5], now);
  const std::optional<int> games = to_number<int>(words[3]);
  if (!begin || !end || !games) {
    return Error{!begin ? begin.error() : !end ? end.error() : fmt::format("'{}' is no number of games", words[3])};
  }
  const Tournament tournament{
      .name = words[1], .clock = words[2], .games = *games, .begins_ms = *begin, .ends_ms = *end, .players = {}};
  return told(lobby.add_tournament(tournament),
              fmt::format("{} from {} to {} UTC\n", words[1], format_moment(*begin), format_moment(*end)));
}

Result<std::string> list_tournaments(Lobby& lobby) {
  const Result<std::vector<Tournament>> all = lobby.tournaments();
  if (!all) {
    return Error{all.error()};
  }
  std::string text;
  for (const Tournament& t : *all) {
    text += fmt::format("{}\t{}\t{} games a pair\t{} to {} UTC\t{} players\n", t.name, t.clock, t.games,
                        format_moment(t.begins_ms), format_moment(t.ends_ms), t.players.size());
  }
  return text;
}

Result<std::string> enter(Lobby& lobby, const Words& words, bool in) {
  const Reply<Person> player = lobby.person_named(words[2]);
  if (const Refused* why = std::get_if<Refused>(&player)) {
    return Error{why->text};
  }
  return told(lobby.enter_tournament(words[1], std::get<Person>(player).id, in),
              fmt::format("{} is {} {}\n", words[2], in ? "in" : "out of", words[1]));
}

struct Task {
  const char* name;
  std::size_t words;  // behind the name
  const char* usage;
  const char* help;
  std::function<Result<std::string>(Lobby&, const Words&)> run;
};

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = {
      {"list", 0, "list", "all persons: number, name, kind, version, email, affiliation",
       [](Lobby& lobby, const Words& /*words*/) { return list(lobby); }},
      {"ban", 1, "ban NAME", "cannot sign in any more; the games stay",
       [](Lobby& lobby, const Words& words) {
         return told(lobby.close_account(words[1], true), fmt::format("{} is banned\n", words[1]));
       }},
      {"unban", 1, "unban NAME", "may sign in again, by the same password",
       [](Lobby& lobby, const Words& words) {
         return told(lobby.close_account(words[1], false), fmt::format("{} may sign in\n", words[1]));
       }},
      {"reset-password", 1, "reset-password NAME",
       "a new one, which is printed; sessions of browsers end, and a ban stays",
       [](Lobby& lobby, const Words& words) { return reset_password(lobby, words[1]); }},
      {"rename", 2, "rename NAME NEW", "the games stay with the new name",
       [](Lobby& lobby, const Words& words) {
         return told(lobby.rename(words[1], words[2]), fmt::format("{} is {} now\n", words[1], words[2]));
       }},
      {"delete", 1, "delete NAME", "name, password, email and affiliation go; the games stay, of somebody",
       [](Lobby& lobby, const Words& words) {
         return told(lobby.forget(words[1]), fmt::format("{} is forgotten\n", words[1]));
       }},
      {"void", 2, "void GAME WHY", "the game counts no more; its page says why",
       [](Lobby& lobby, const Words& words) { return make_void(lobby, words[1], words[2]); }},
      {"tournament", 5, "tournament NAME CLOCK GAMES BEGIN END",
       "GAMES of each pair, by a clock as 300+2; moments: now, +2h, +7d, 2026-11-30T18:00 (UTC)", make_tournament},
      {"tournaments", 0, "tournaments", "all of them",
       [](Lobby& lobby, const Words& /*words*/) { return list_tournaments(lobby); }},
      {"enter", 2, "enter TOURNAMENT NAME", "for somebody, or a bot of the house",
       [](Lobby& lobby, const Words& words) { return enter(lobby, words, true); }},
      {"leave", 2, "leave TOURNAMENT NAME", "no further games; those that were played stay",
       [](Lobby& lobby, const Words& words) { return enter(lobby, words, false); }},
      {"end", 1, "end TOURNAMENT", "now; what is being played is played to its end",
       [](Lobby& lobby, const Words& words) {
         return told(lobby.end_tournament(words[1]), fmt::format("{} is over\n", words[1]));
       }},
  };
  return all;
}

}  // namespace

Reply<std::string> make_administrator(Lobby& lobby) {
  const Reply<Person> found = lobby.person_named(kAdministrator);
  if (std::holds_alternative<Person>(found)) {
    return std::string();
  }
  if (const Refused& why = std::get<Refused>(found); why.why != Refused::Why::kUnknown) {
    return why;
  }
  const std::string password = random_token();
  const Reply<Person> made = lobby.add_administrator(password);
  if (const Refused* why = std::get_if<Refused>(&made)) {
    return *why;
  }
  return password;
}

Result<std::string> administer(Lobby& lobby, const Words& words, bool beside) {
  if (words.empty()) {
    return Error{"what is to be done? " + administration_help()};
  }
  const auto task =
      std::find_if(tasks().begin(), tasks().end(), [&](const Task& known) { return known.name == words.front(); });
  if (task == tasks().end()) {
    return Error{fmt::format("there is no '{}'. {}", words.front(), administration_help())};
  }
  if (words.size() != task->words + 1) {
    return Error{fmt::format("it is written: {}", task->usage)};
  }
  if (beside && !lobby.shared() && task->name == std::string_view("void")) {
    const auto id = to_number<GameId>(words[1]);
    const Reply<StoredGame> game = lobby.game(id.value_or(0));
    const StoredGame* open = std::get_if<StoredGame>(&game);
    if (open != nullptr && (open->state == GameState::kOffered || open->state == GameState::kPlaying)) {
      return Error{
          fmt::format("game {} goes on; once it has ended, or while the server is stopped, it can be made void", *id)};
    }
  }
  return task->run(lobby, words);
}

std::string administration_help() {
  std::string text = "It can:\n";
  for (const Task& task : tasks()) {
    text += fmt::format("  {:<38} {}\n", task.usage, task.help);
  }
  return text;
}

}  // namespace lanternfish
