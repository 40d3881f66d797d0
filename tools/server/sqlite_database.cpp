#include "tools/server/sqlite_database.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "support/append_file.h"

namespace lanternfish {

namespace {

constexpr int kApplicationId = 0x4c4e5446;  // "LNTF": file(1) and a stranger's tool can tell what the file is
constexpr int kBusyMs = 5000;               // for a backup or an administrator at work

Error database_error(const SQLite::Exception& error) { return Error{fmt::format("the database: {}", error.what())}; }

class SqliteRow : public Row {
 public:
  explicit SqliteRow(SQLite::Statement& statement) : statement_(statement) {}

  bool null(int column) const override { return statement_.isColumnNull(column); }
  std::int64_t integer(int column) const override { return statement_.getColumn(column).getInt64(); }
  std::string text(int column) const override { return statement_.getColumn(column).getString(); }

 private:
  SQLite::Statement& statement_;
};

// A statement that is parsed once and used many times; it is ready for the next use when this object goes.
class Prepared {
 public:
  explicit Prepared(SQLite::Statement& statement) : statement_(statement) { statement_.clearBindings(); }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;
  ~Prepared() { statement_.tryReset(); }

  void bind(int place, const Parameter& parameter) {
    if (const auto* number = std::get_if<std::int64_t>(&parameter)) {
      statement_.bind(place, *number);
    } else if (const auto* text = std::get_if<std::string>(&parameter)) {
      statement_.bind(place, *text);
    }
  }

 private:
  SQLite::Statement& statement_;
};

class SqliteDatabase : public Database {
 public:
  // Throws SQLite::Exception.
  SqliteDatabase(const std::filesystem::path& file, StoreUse use, std::unique_ptr<AppendFile> lock)
      : lock_(std::move(lock)),
        database_(file.string(),
                  use == StoreUse::kRead ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                  kBusyMs) {
    if (use != StoreUse::kRead) {
      // Durable at each commit, also when the machine's power fails.
      database_.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    }
  }

  Result<int> run(const std::string& sql, const std::vector<Parameter>& parameters, const EachRow& each) override try {
    std::unique_ptr<SQLite::Statement>& statement = statements_[sql];
    if (!statement) {
      statement = std::make_unique<SQLite::Statement>(database_, sql);
    }
    Prepared ready(*statement);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      ready.bind(static_cast<int>(i) + 1, parameters[i]);
    }
    const SqliteRow row(*statement);
    while (statement->executeStep()) {
      if (each) {
        each(row);
      }
    }
    return database_.getChanges();
  } catch (const SQLite::Exception& error) {
    return database_error(error);
  }

  Status run_all(const std::string& sql) override try {
    database_.exec(sql);
    return success();
  } catch (const SQLite::Exception& error) {
    return database_error(error);
  }

  Status begin() override { return run_all("BEGIN IMMEDIATE"); }

  Status commit() override {
    Status kept = run_all("COMMIT");
    if (!kept) {
      undo();
    }
    return kept;
  }

  void undo() override {
    if (holding()) {
      (void)database_.tryExec("ROLLBACK");
    }
  }

  // A full disk takes back the whole transaction.
  bool holding() const override { return sqlite3_get_autocommit(database_.getHandle()) == 0; }

  Result<int> schema() override try {
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    const int id = database_.execAndGet("PRAGMA application_id").getInt();
    const bool empty = database_.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    if (!empty && id != kApplicationId) {
      return Error{"it is a database of another program"};
    }
    return version;
  } catch (const SQLite::Exception& error) {
    return Error{error.what()};
  }

  Status set_schema(int version) override {
    return run_all(fmt::format("PRAGMA user_version = {}; PRAGMA application_id = {}", version, kApplicationId));
  }

  std::string in_own_words(const std::string& sql) const override { return sql; }
  bool shared() const override { return false; }
  const char* take_rows(bool /*wait*/) const override { return ""; }
  Result<bool> lead() override { return true; }
  bool led_alone() const override { return true; }
  int connections() const override { return 1; }

  // Throws SQLite::Exception.
  Status whole() {
    std::string trouble = database_.execAndGet("PRAGMA quick_check(1)").getString();
    std::replace(trouble.begin(), trouble.end(), '\n', ' ');
    return trouble == "ok" ? success() : Status(Error{"it is damaged: " + trouble});
  }

 private:
  std::unique_ptr<AppendFile> lock_;  // on the file beside the database, while this server lives
  SQLite::Database database_;
  std::unordered_map<std::string, std::unique_ptr<SQLite::Statement>> statements_;  // go before the database
};

}  // namespace

Result<std::unique_ptr<Database>> open_sqlite(const std::filesystem::path& file, StoreUse use) {
  if (use != StoreUse::kServe && !std::filesystem::exists(file)) {
    return Error{"there is no such file"};
  }
  // Of two servers on one file each would hold games that the other changes.
  Result<std::unique_ptr<AppendFile>> lock = use != StoreUse::kServe
                                                 ? std::unique_ptr<AppendFile>()
                                                 : AppendFile::open(file.string() + ".lock", {.sync = false});
  if (!lock) {
    return Error{lock.error()};
  }
  try {
    auto database = std::make_unique<SqliteDatabase>(file, use, std::move(lock).value());
    if (use != StoreUse::kRead) {
      const Result<int> version = database->schema();  // before a look at all pages of a stranger
      const Status whole = version ? database->whole() : Status(Error{version.error()});
      if (!whole) {
        return Error{whole.error()};
      }
    }
    return std::unique_ptr<Database>(std::move(database));
  } catch (const SQLite::Exception& error) {
    return Error{error.what()};
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
