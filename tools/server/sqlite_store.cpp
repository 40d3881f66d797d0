#include "tools/server/sqlite_store.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "rules/notation.h"
#include "support/append_file.h"

namespace lanternfish {

namespace {

constexpr int kSchema = 3;
constexpr int kApplicationId = 0x4c4e5446;  // "LNTF": file(1) and a stranger's tool can tell what the file is
constexpr int kBusyMs = 5000;               // for a backup or an administrator at work

// One entry a version: what makes a database of the version before one of this version.
constexpr const char* kMigrations[kSchema] = {R"(
CREATE TABLE persons (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  email TEXT NOT NULL,
  affiliation TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 0),
  ranked INTEGER NOT NULL CHECK (ranked IN (0, 1)),
  max_games INTEGER NOT NULL CHECK (max_games >= 0)
) STRICT;
CREATE TABLE games (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  white INTEGER NOT NULL REFERENCES persons,
  black INTEGER NOT NULL REFERENCES persons,
  white_version INTEGER NOT NULL,
  black_version INTEGER NOT NULL,
  white_accepted INTEGER NOT NULL CHECK (white_accepted IN (0, 1)),
  black_accepted INTEGER NOT NULL CHECK (black_accepted IN (0, 1)),
  white_ready INTEGER NOT NULL CHECK (white_ready IN (0, 1)),
  black_ready INTEGER NOT NULL CHECK (black_ready IN (0, 1)),
  ranked INTEGER NOT NULL CHECK (ranked IN (0, 1)),
  clock TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('offered', 'playing', 'over', 'void')),
  created_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  winner TEXT CHECK (winner IN ('white', 'black')),
  reason TEXT NOT NULL,
  ending TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX open_games ON games (state) WHERE state IN ('offered', 'playing');
CREATE INDEX ranked_games ON games (white, black) WHERE ranked = 1;
CREATE TABLE actions (
  game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
  number INTEGER NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('white', 'black')),
  sense TEXT,
  request TEXT,
  left_ms INTEGER NOT NULL,
  PRIMARY KEY (game, number),
  CHECK ((sense IS NULL) <> (request IS NULL))
) STRICT, WITHOUT ROWID;
)",
                                              // The score of each pairing, so that a leaderboard need not read games.
                                              R"(
CREATE TABLE tallies (
  white INTEGER NOT NULL REFERENCES persons,
  black INTEGER NOT NULL REFERENCES persons,
  white_version INTEGER NOT NULL,
  black_version INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  PRIMARY KEY (white, black, white_version, black_version)
) STRICT, WITHOUT ROWID;
INSERT INTO tallies SELECT white, black, white_version, black_version,
    sum(winner IS 'white'), sum(winner IS NULL), sum(winner IS 'black')
  FROM games WHERE ranked = 1 AND state = 'over' GROUP BY white, black, white_version, black_version;
CREATE TRIGGER game_counts AFTER UPDATE OF state ON games
  WHEN NEW.ranked = 1 AND NEW.state = 'over' AND OLD.state <> 'over' BEGIN
    INSERT INTO tallies VALUES (NEW.white, NEW.black, NEW.white_version, NEW.black_version,
        NEW.winner IS 'white', NEW.winner IS NULL, NEW.winner IS 'black')
      ON CONFLICT DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws,
        losses = losses + excluded.losses;
  END;
CREATE TRIGGER game_counts_no_more AFTER UPDATE OF state ON games
  WHEN NEW.ranked = 1 AND OLD.state = 'over' AND NEW.state <> 'over' BEGIN
    UPDATE tallies SET wins = wins - (OLD.winner IS 'white'), draws = draws - (OLD.winner IS NULL),
        losses = losses - (OLD.winner IS 'black')
      WHERE white = NEW.white AND black = NEW.black AND white_version = NEW.white_version
        AND black_version = NEW.black_version;
  END;
)",
                                              R"(
CREATE INDEX games_of_white ON games (white, id);
CREATE INDEX games_of_black ON games (black, id);
CREATE TABLE notes (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
)"};

constexpr const char* kStates[] = {"offered", "playing", "over", "void"};

constexpr const char* kGameColumns =
    "games.id, white, black, w.name, b.name, white_version, black_version, white_accepted, black_accepted, "
    "white_ready, black_ready, games.ranked, clock, state, created_ms, ended_ms, winner, reason, ending, text "
    "FROM games JOIN persons AS w ON w.id = white JOIN persons AS b ON b.id = black ";
constexpr const char* kPersonColumns =
    "id, name, email, affiliation, password_hash, version, ranked, max_games FROM persons ";

GameState state_of(std::string_view name) {
  for (int i = 0; i < 4; ++i) {
    if (name == kStates[i]) {
      return static_cast<GameState>(i);
    }
  }
  return GameState::kVoid;  // the table's CHECK lets no other name in
}

// A statement that is parsed once and used many times; it is ready for the next use when this object goes.
class Prepared {
 public:
  explicit Prepared(SQLite::Statement& statement) : statement_(statement) { statement_.clearBindings(); }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared() { statement_.tryReset(); }

  template <typename... Value>
  void bind(int parameter, const Value&... value) {
    statement_.bind(parameter, value...);
  }
  bool executeStep() { return statement_.executeStep(); }
  int exec() { return statement_.exec(); }
  SQLite::Column getColumn(int column) { return statement_.getColumn(column); }

 private:
  SQLite::Statement& statement_;
};

Person read_person(Prepared& row) {
  return {.id = row.getColumn(0).getInt64(),
          .name = row.getColumn(1).getString(),
          .email = row.getColumn(2).getString(),
          .affiliation = row.getColumn(3).getString(),
          .password_hash = row.getColumn(4).getString(),
          .version = row.getColumn(5).getInt(),
          .ranked = row.getColumn(6).getInt() != 0,
          .max_games = row.getColumn(7).getInt()};
}

StoredGame read_game(Prepared& row) {
  StoredGame game;
  game.id = row.getColumn(0).getInt64();
  for (const Color c : {kWhite, kBlack}) {
    game.players[c] = row.getColumn(1 + c).getInt64();
    game.names[c] = row.getColumn(3 + c).getString();
    game.versions[c] = row.getColumn(5 + c).getInt();
    game.accepted[c] = row.getColumn(7 + c).getInt() != 0;
    game.ready[c] = row.getColumn(9 + c).getInt() != 0;
  }
  game.ranked = row.getColumn(11).getInt() != 0;
  game.clock = row.getColumn(12).getString();
  game.state = state_of(row.getColumn(13).getString());
  game.created_ms = row.getColumn(14).getInt64();
  game.ended_ms = row.getColumn(15).getInt64();
  if (!row.getColumn(16).isNull()) {
    game.winner = row.getColumn(16).getString() == "white" ? kWhite : kBlack;
  }
  const Result<WinReason> reason = parse_win_reason(row.getColumn(17).getString());
  game.reason = reason ? *reason : WinReason::kNone;
  game.ending = parse_ending(row.getColumn(18).getString()).value_or(Ending::kStopped);
  game.text = row.getColumn(19).getString();
  return game;
}

class SqliteStore : public Store {
 public:
  // Throws SQLite::Exception.
  SqliteStore(const std::filesystem::path& file, std::unique_ptr<AppendFile> lock)
      : lock_(std::move(lock)), database_(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMs) {
    // Durable at each commit, also when the machine's power fails.
    database_.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  }

  // For reading. Throws SQLite::Exception.
  explicit SqliteStore(const std::filesystem::path& file) : database_(file.string(), SQLite::OPEN_READONLY, kBusyMs) {}

  // Whether this program can read the file. Throws SQLite::Exception.
  Status fits() {
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    if (database_.execAndGet("PRAGMA application_id").getInt() != kApplicationId) {
      return Error{"it is a database of another program"};
    }
    if (version != kSchema) {
      return Error{fmt::format("it has schema {}, and this program reads schema {}", version, kSchema)};
    }
    return success();
  }

  // Brings the file's tables up to this program's version. Throws SQLite::Exception.
  Status migrate() {
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    const int id = database_.execAndGet("PRAGMA application_id").getInt();
    const bool empty = database_.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    if (!empty && id != kApplicationId) {
      return Error{"it is a database of another program"};
    }
    if (version > kSchema) {
      return Error{fmt::format("it has schema {}, and this program knows schemas up to {}; a newer program made it",
                               version, kSchema)};
    }
    std::string trouble = database_.execAndGet("PRAGMA quick_check(1)").getString();
    if (trouble != "ok") {
      std::replace(trouble.begin(), trouble.end(), '\n', ' ');
      return Error{fmt::format("it is damaged: {}", trouble)};
    }
    SQLite::Transaction all(database_);
    for (int next = version; next < kSchema; ++next) {
      database_.exec(kMigrations[next]);
    }
    database_.exec(fmt::format("PRAGMA user_version = {}; PRAGMA application_id = {}", kSchema, kApplicationId));
    all.commit();
    return success();
  }

  Status commit() override {
    const bool open = std::exchange(open_, false), lost = std::exchange(lost_, false);
    if (lost) {
      return Error{"the database took back what was written"};
    }
    try {
      if (open) {
        database_.exec("COMMIT");
      }
      return success();
    } catch (const SQLite::Exception& error) {
      if (sqlite3_get_autocommit(database_.getHandle()) == 0) {
        (void)database_.tryExec("ROLLBACK");
      }
      return database_error(error);
    }
  }

  bool pending() const override { return open_ || lost_; }

  Result<std::optional<Person>> person(std::string_view name) override {
    return asked([&]() -> std::optional<Person> {
      Prepared row = prepare(std::string("SELECT ") + kPersonColumns + "WHERE name = ?");
      row.bind(1, std::string(name));
      return row.executeStep() ? std::optional(read_person(row)) : std::nullopt;
    });
  }

  Result<std::optional<Person>> person(PersonId id) override {
    return asked([&]() -> std::optional<Person> {
      Prepared row = prepare(std::string("SELECT ") + kPersonColumns + "WHERE id = ?");
      row.bind(1, id);
      return row.executeStep() ? std::optional(read_person(row)) : std::nullopt;
    });
  }

  Result<std::vector<Person>> persons() override {
    return asked([&] {
      std::vector<Person> all;
      Prepared row = prepare(std::string("SELECT ") + kPersonColumns + "ORDER BY id");
      while (row.executeStep()) {
        all.push_back(read_person(row));
      }
      return all;
    });
  }

  Result<PersonId> add_person(const Person& person) override {
    return changed([&]() -> PersonId {
      Prepared insert = prepare(
          "INSERT INTO persons (name, email, affiliation, password_hash, version, ranked, "
          "max_games) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING");
      bind(insert, person);
      return insert.exec() == 0 ? 0 : database_.getLastInsertRowid();
    });
  }

  Status save_person(const Person& person) override {
    return done([&] {
      Prepared update = prepare(
          "UPDATE persons SET name = ?, email = ?, affiliation = ?, password_hash = ?, "
          "version = ?, ranked = ?, max_games = ? WHERE id = ?");
      bind(update, person);
      update.bind(8, person.id);
      update.exec();
    });
  }

  Result<GameId> add_game(const StoredGame& game) override {
    return changed([&]() -> GameId {
      Prepared insert = prepare(
          "INSERT INTO games (white, black, white_version, black_version, ranked, clock, "
          "created_ms, white_accepted, black_accepted, white_ready, black_ready, state, ended_ms, "
          "winner, reason, ending, text) "
          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
      for (const Color c : {kWhite, kBlack}) {
        insert.bind(1 + c, game.players[c]);
        insert.bind(3 + c, game.versions[c]);
      }
      insert.bind(5, game.ranked ? 1 : 0);
      insert.bind(6, game.clock);
      insert.bind(7, game.created_ms);
      bind_progress(insert, 8, game);
      insert.exec();
      return database_.getLastInsertRowid();
    });
  }

  Status save_game(const StoredGame& game) override {
    return done([&] {
      Prepared update = prepare(
          "UPDATE games SET white_accepted = ?, black_accepted = ?, white_ready = ?, "
          "black_ready = ?, state = ?, ended_ms = ?, winner = ?, reason = ?, ending = ?, text = ? "
          "WHERE id = ?");
      bind_progress(update, 1, game);
      update.bind(11, game.id);
      update.exec();
    });
  }

  Result<std::optional<StoredGame>> game(GameId id) override {
    return asked([&]() -> std::optional<StoredGame> {
      Prepared row = prepare(std::string("SELECT ") + kGameColumns + "WHERE games.id = ?");
      row.bind(1, id);
      return row.executeStep() ? std::optional(read_game(row)) : std::nullopt;
    });
  }

  Result<std::vector<StoredGame>> open_games() override {
    return asked([&] {
      std::vector<StoredGame> open;
      Prepared row =
          prepare(std::string("SELECT ") + kGameColumns + "WHERE state IN ('offered', 'playing') ORDER BY games.id");
      while (row.executeStep()) {
        open.push_back(read_game(row));
      }
      return open;
    });
  }

  Result<std::vector<StoredGame>> finished_games(GameId from, int limit) override {
    return asked([&] {
      std::vector<StoredGame> games;
      Prepared row = prepare(std::string("SELECT ") + kGameColumns +
                             "WHERE state = 'over' AND games.id >= ? ORDER BY games.id LIMIT ?");
      row.bind(1, from);
      row.bind(2, limit);
      while (row.executeStep()) {
        games.push_back(read_game(row));
      }
      return games;
    });
  }

  Status add_action(GameId game, int number, const StoredAction& action) override {
    return done([&] {
      Prepared insert =
          prepare("INSERT INTO actions (game, number, side, sense, request, left_ms) VALUES (?, ?, ?, ?, ?, ?)");
      insert.bind(1, game);
      insert.bind(2, number);
      insert.bind(3, std::string(format_color(action.side)));
      if (action.kind == StoredAction::Kind::kSense) {
        insert.bind(4, action.square == kNoSquare ? "none" : format_square(action.square));
        insert.bind(5);
      } else {
        insert.bind(4);
        insert.bind(5, format_move(action.request));
      }
      insert.bind(6, action.left_ms);
      insert.exec();
    });
  }

  Result<std::vector<StoredAction>> actions(GameId game) override {
    return asked([&] {
      std::vector<StoredAction> all;
      Prepared row = prepare("SELECT side, sense, request, left_ms FROM actions WHERE game = ? ORDER BY number");
      row.bind(1, game);
      while (row.executeStep()) {
        StoredAction action;
        action.side = row.getColumn(0).getString() == "white" ? kWhite : kBlack;
        action.left_ms = row.getColumn(3).getInt64();
        if (row.getColumn(2).isNull()) {
          const Result<Square> square = parse_square(row.getColumn(1).getString());
          action.square = square ? *square : kNoSquare;
        } else {
          action.kind = StoredAction::Kind::kMove;
          const Result<Move> move = parse_move(row.getColumn(2).getString());
          action.request = move ? *move : kNullMove;
        }
        all.push_back(action);
      }
      return all;
    });
  }

  Result<std::vector<PairTally>> ranked_tallies() override {
    return asked([&] {
      std::vector<PairTally> tallies;
      Prepared row = prepare("SELECT white, black, white_version, black_version, wins, draws, losses FROM tallies");
      while (row.executeStep()) {
        tallies.push_back({.first = row.getColumn(0).getInt64(),
                           .second = row.getColumn(1).getInt64(),
                           .first_version = row.getColumn(2).getInt(),
                           .second_version = row.getColumn(3).getInt(),
                           .wins = row.getColumn(4).getInt(),
                           .draws = row.getColumn(5).getInt(),
                           .losses = row.getColumn(6).getInt()});
      }
      return tallies;
    });
  }

  Result<std::vector<StoredGame>> past_games(std::optional<PersonId> player, GameId before, int most) override {
    return asked([&] {
      std::vector<StoredGame> past;
      const std::string whose = player ? "AND games.id IN (SELECT id FROM games WHERE white = ? UNION ALL "
                                         "SELECT id FROM games WHERE black = ?) "
                                       : "";
      Prepared row =
          prepare(std::string("SELECT ") + kGameColumns + "WHERE state IN ('over', 'void') AND games.id < ? " + whose +
                  "ORDER BY games.id DESC LIMIT " + std::to_string(most));
      row.bind(1, before);
      if (player) {
        row.bind(2, *player);
        row.bind(3, *player);
      }
      while (row.executeStep()) {
        past.push_back(read_game(row));
      }
      return past;
    });
  }

  Status keep_note(std::string_view kind, std::string_view name, std::string_view text) override {
    return done([&] {
      Prepared insert = prepare(
          "INSERT INTO notes (kind, name, text) VALUES (?, ?, ?) "
          "ON CONFLICT DO UPDATE SET text = excluded.text");
      insert.bind(1, std::string(kind));
      insert.bind(2, std::string(name));
      insert.bind(3, std::string(text));
      insert.exec();
    });
  }

  Status drop_note(std::string_view kind, std::string_view name) override {
    return done([&] {
      Prepared drop = prepare("DELETE FROM notes WHERE kind = ? AND name = ?");
      drop.bind(1, std::string(kind));
      drop.bind(2, std::string(name));
      drop.exec();
    });
  }

  Result<std::optional<std::string>> note(std::string_view kind, std::string_view name) override {
    return asked([&]() -> std::optional<std::string> {
      Prepared row = prepare("SELECT text FROM notes WHERE kind = ? AND name = ?");
      row.bind(1, std::string(kind));
      row.bind(2, std::string(name));
      return row.executeStep() ? std::optional(row.getColumn(0).getString()) : std::nullopt;
    });
  }

  Result<std::vector<std::pair<std::string, std::string>>> notes(std::string_view kind) override {
    return asked([&] {
      std::vector<std::pair<std::string, std::string>> all;
      Prepared row = prepare("SELECT name, text FROM notes WHERE kind = ? ORDER BY name");
      row.bind(1, std::string(kind));
      while (row.executeStep()) {
        all.emplace_back(row.getColumn(0).getString(), row.getColumn(1).getString());
      }
      return all;
    });
  }

 private:
  static void bind(Prepared& statement, const Person& person) {
    statement.bind(1, person.name);
    statement.bind(2, person.email);
    statement.bind(3, person.affiliation);
    statement.bind(4, person.password_hash);
    statement.bind(5, person.version);
    statement.bind(6, person.ranked ? 1 : 0);
    statement.bind(7, person.max_games);
  }

  // What save_game() changes, from parameter `first` on.
  static void bind_progress(Prepared& statement, int first, const StoredGame& game) {
    for (const Color c : {kWhite, kBlack}) {
      statement.bind(first + c, game.accepted[c] ? 1 : 0);
      statement.bind(first + 2 + c, game.ready[c] ? 1 : 0);
    }
    statement.bind(first + 4, kStates[static_cast<int>(game.state)]);
    statement.bind(first + 5, game.ended_ms);
    if (game.winner) {
      statement.bind(first + 6, std::string(format_color(*game.winner)));
    } else {
      statement.bind(first + 6);
    }
    statement.bind(first + 7, std::string(format_win_reason(game.reason)));
    statement.bind(first + 8, std::string(ending_name(game.ending)));
    statement.bind(first + 9, game.text);
  }

  Prepared prepare(const std::string& sql) {
    std::unique_ptr<SQLite::Statement>& statement = statements_[sql];
    if (!statement) {
      statement = std::make_unique<SQLite::Statement>(database_, sql);
    }
    return Prepared(*statement);
  }

  template <typename Ask>
  auto asked(Ask ask) -> Result<decltype(ask())> try {
    return ask();
  } catch (const SQLite::Exception& error) {
    return database_error(error);
  }

  template <typename Ask>
  auto changed(Ask ask) -> Result<decltype(ask())> try {
    if (lost_) {
      return Error{"the database: what was written before is lost"};
    }
    if (!open_) {
      database_.exec("BEGIN IMMEDIATE");
      open_ = true;
    }
    return ask();
  } catch (const SQLite::Exception& error) {
    // A full disk takes the whole transaction back, with what was changed before.
    lost_ = open_ && sqlite3_get_autocommit(database_.getHandle()) != 0;
    return database_error(error);
  }

  template <typename Do>
  Status done(Do work) {
    return changed([&] {
      work();
      return std::monostate{};
    });
  }

  static Error database_error(const SQLite::Exception& error) {
    return Error{fmt::format("the database: {}", error.what())};
  }

  std::unique_ptr<AppendFile> lock_;  // on the file beside the database, while this server lives
  SQLite::Database database_;
  std::unordered_map<std::string, std::unique_ptr<SQLite::Statement>> statements_;  // go before the database
  bool open_ = false;                                                               // a transaction is
  bool lost_ = false;  // it was taken back, and nobody has been told
};

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite_store(const std::filesystem::path& file, StoreUse use) {
  if (use == StoreUse::kAdminister && !std::filesystem::exists(file)) {
    return Error{fmt::format("there is no database '{}'", file.string())};
  }
  // Of two servers on one file each would hold games that the other changes.
  Result<std::unique_ptr<AppendFile>> lock = use == StoreUse::kAdminister
                                                 ? std::unique_ptr<AppendFile>()
                                                 : AppendFile::open(file.string() + ".lock", {.sync = false});
  if (!lock) {
    return Error{fmt::format("'{}' cannot be used: {}", file.string(), lock.error())};
  }
  try {
    auto store = std::make_unique<SqliteStore>(file, std::move(lock).value());
    if (const Status ready = store->migrate(); !ready) {
      return Error{fmt::format("'{}' cannot be used: {}", file.string(), ready.error())};
    }
    return std::unique_ptr<Store>(std::move(store));
  } catch (const SQLite::Exception& error) {
    return Error{fmt::format("'{}' cannot be used: {}", file.string(), error.what())};
  }
}

Result<std::unique_ptr<Store>> read_sqlite_store(const std::filesystem::path& file) {
  try {
    auto store = std::make_unique<SqliteStore>(file);
    if (const Status fits = store->fits(); !fits) {
      return Error{fmt::format("'{}' cannot be used: {}", file.string(), fits.error())};
    }
    return std::unique_ptr<Store>(std::move(store));
  } catch (const SQLite::Exception& error) {
    return Error{fmt::format("'{}' cannot be used: {}", file.string(), error.what())};
  }
}

Status back_up_sqlite(const std::filesystem::path& file, const std::filesystem::path& copy) {
  std::error_code ignored;
  if (std::filesystem::exists(copy, ignored)) {
    return Error{fmt::format("'{}' is there already", copy.string())};
  }
  // It appears whole or not at all.
  const std::filesystem::path part = copy.string() + ".part";
  std::filesystem::remove(part, ignored);
  try {
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY, kBusyMs);
    SQLite::Statement write(database, "VACUUM INTO ?");
    write.bind(1, part.string());
    write.exec();
  } catch (const SQLite::Exception& error) {
    std::filesystem::remove(part, ignored);
    return Error{fmt::format("'{}' cannot be copied to '{}': {}", file.string(), copy.string(), error.what())};
  }
  std::error_code failed;
  std::filesystem::rename(part, copy, failed);
  return failed ? Status(Error{fmt::format("'{}': {}", copy.string(), failed.message())}) : success();
}

}  // namespace lanternfish
