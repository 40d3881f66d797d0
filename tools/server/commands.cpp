#include "tools/server/commands.h"

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "support/file.h"
#include "tools/common/arguments.h"
#include "tools/server/administration.h"
#include "tools/server/sqlite_database.h"
#include "tools/server/store.h"
#include "tools/server/table.h"
#include "tools/server/tournament_export.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr int kAtOnce = 1000;  // games in memory

constexpr const char* kExportUsage =
    R"(usage: lanternfish-server export FOLDER [--database FILE] [--from GAME | --tournament NAME]
Writes each game that is over to a file of FOLDER, as reconchess saves it: FOLDER/GAME-WHITE-BLACK.json.
With --tournament its games and results as a folder of lanternfish-arena, for its report, merge and verify.
)";
constexpr const char* kBackupUsage = R"(usage: lanternfish-server backup COPY [--database FILE]
Copies the database as it is now to a new file, also while a server works on it. The copy is a database to start with.
)";
constexpr const char* kRestoreUsage = R"(usage: lanternfish-server restore COPY [--database FILE]
Puts a copy that `backup` made in the database's place, while no server works on it. What a killed server left beside its
database goes with it. A copy that cannot be used changes nothing.
)";
constexpr const char* kAdminUsage = R"(usage: lanternfish-server admin [--database FILE] COMMAND
What whoever runs the server does to persons and games, while it runs or without it.
)";

void add_database(Arguments& arguments) {
  arguments.options().add_options()(
      "database", po::value<std::string>()->value_name("FILE")->default_value(default_database(), "the server's"),
      "where persons and games are kept: a file, or postgresql://USER@HOST/NAME");
}

// A name in a file's name.
std::string in_file(std::string name) {
  for (char& c : name) {
    c = c == ' ' ? '_' : c;
  }
  return name;
}

Status export_game(Store& store, const StoredGame& game, const fs::path& folder) {
  const auto actions = store.actions(game.id);
  const auto clock = parse_time_control(game.clock);
  if (!actions || !clock) {
    return Error{actions ? clock.error() : actions.error()};
  }
  const Table table(game, *actions, {}, *clock, store);
  return write_file(
      folder / fmt::format("{}-{}-{}.json", game.id, in_file(game.names[kWhite]), in_file(game.names[kBlack])),
      format_game_record(table.record()));
}

// A command on a database that is a file, and another file.
int with_copy(const char* name, const char* usage, const char* otherwise, std::vector<std::string> words,
              Status (*work)(const fs::path& file, const fs::path& copy)) {
  Arguments arguments(name, usage, "copy");
  add_database(arguments);
  arguments.options().add_options()("copy", po::value<std::string>()->value_name("COPY"), "the other file");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  if (!arguments.has("copy")) {
    return arguments.refuse("no file is named");
  }
  const auto place = arguments.get<std::string>("database");
  if (is_postgres(place)) {
    return arguments.refuse(otherwise);
  }
  const Status done = work(place, arguments.get<std::string>("copy"));
  return done ? 0 : arguments.fail(done.error());
}

}  // namespace

std::string default_database() {
  const char* named = std::getenv("LANTERNFISH_DATABASE");
  return named != nullptr && *named != '\0' ? named : user_database().string();
}

fs::path user_database() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  const fs::path folder =
      data != nullptr && *data != '\0' ? fs::path(data) : fs::path(home != nullptr ? home : ".") / ".local" / "share";
  return folder / "lanternfish" / "server.sqlite";
}

void raise_file_limit() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
}

int export_command(std::vector<std::string> words) {
  Arguments arguments("lanternfish-server export", kExportUsage, "folder");
  GameId from = 1;
  add_database(arguments);
  arguments.options().add_options()("folder", po::value<std::string>()->value_name("FOLDER"), "where to write");
  arguments.options().add_options()("tournament", po::value<std::string>()->value_name("NAME"), "its games alone");
  arguments.number("from", from, 1, std::numeric_limits<GameId>::max(), "the first game");
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  if (!arguments.has("folder")) {
    return arguments.refuse("no folder is named");
  }
  const fs::path folder = arguments.get<std::string>("folder");
  const auto store = open_store(arguments.get<std::string>("database"), StoreUse::kRead);
  if (!store) {
    return arguments.fail(store.error());
  }
  if (arguments.has("tournament")) {
    const auto games = export_tournament(**store, arguments.get<std::string>("tournament"), folder);
    if (!games) {
      return arguments.fail(games.error());
    }
    fmt::print("{} games in '{}'\n", *games, folder.string());
    return 0;
  }
  std::size_t written = 0;
  for (;;) {
    const auto games = (*store)->finished_games(from, kAtOnce);
    if (!games) {
      return arguments.fail(games.error());
    }
    for (const StoredGame& game : *games) {
      if (const Status done = export_game(**store, game, folder); !done) {
        return arguments.fail(fmt::format("game {}: {}", game.id, done.error()));
      }
      from = game.id + 1;
    }
    written += games->size();
    if (games->empty()) {
      break;
    }
  }
  fmt::print("{} games in '{}'\n", written, folder.string());
  return 0;
}

int backup_command(std::vector<std::string> words) {
  return with_copy("lanternfish-server backup", kBackupUsage,
                   "a database of PostgreSQL is copied by pg_dump, while the servers run", std::move(words),
                   back_up_sqlite);
}

int restore_command(std::vector<std::string> words) {
  return with_copy("lanternfish-server restore", kRestoreUsage,
                   "a database of PostgreSQL is put back by pg_restore, while no server runs", std::move(words),
                   restore_sqlite);
}

int admin_command(std::vector<std::string> words) {
  Arguments arguments("lanternfish-server admin", kAdminUsage + administration_help(), "command");
  add_database(arguments);
  if (!arguments.parse(std::move(words))) {
    return arguments.exit_status();
  }
  const auto store = open_store(arguments.get<std::string>("database"), StoreUse::kAdminister);
  if (!store) {
    return arguments.fail(store.error());
  }
  Lobby lobby(**store, {});
  const Result<std::string> told = administer(lobby, arguments.list("command"), true);
  if (!told) {
    return arguments.refuse(told.error());
  }
  if (const Status kept = (*store)->commit(); !kept) {
    return arguments.fail(kept.error());
  }
  fmt::print("{}", *told);
  return 0;
}

}  // namespace lanternfish
