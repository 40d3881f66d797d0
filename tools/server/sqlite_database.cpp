#include "tools/server/sqlite_database.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "support/append_file.h"
#include "tools/server/migrations.h"

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

// Behind symbolic links.
std::filesystem::path real_name(const std::filesystem::path& file) {
  std::error_code failed;
  std::filesystem::path real = std::filesystem::weakly_canonical(file, failed);
  return failed ? file : real;
}

// Hashes of passwords, mail addresses and games that are being played are nobody else's on this machine. Where the file
// system has no permissions, or the files are another's, they stay as they are.
void keep_from_others(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  for (const char* beside : {"", "-wal", "-shm", "-journal", ".lock"}) {
    std::error_code ignored;
    fs::permissions(real_name(file).string() + beside, fs::perms::group_all | fs::perms::others_all,
                    fs::perm_options::remove, ignored);
  }
}

// Of two servers on one file each would hold games that the other changes, by whatever name each knows it.
Result<std::unique_ptr<AppendFile>> lock_beside(const std::filesystem::path& file) {
  return AppendFile::open(real_name(file).string() + ".lock", {.sync = false});
}

class SqliteDatabase : public Database {
 public:
  // Throws SQLite::Exception.
  SqliteDatabase(const std::filesystem::path& file, StoreUse use, std::unique_ptr<AppendFile> lock)
      : file_(file),
        serves_(use == StoreUse::kServe),
        lock_(std::move(lock)),
        database_(file.string(),
                  use == StoreUse::kRead ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                  kBusyMs) {
    keep_log(true);
  }

  // Durable at each commit, also when the machine's power fails. Throws SQLite::Exception.
  void prepare_to_write() {
    database_.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
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

  Status begin() override {
    // Whoever removed the lock let another server begin.
    if (serves_ && !(lock_ && lock_->in_its_place())) {
      lock_.reset();
      lock_ = TRY(lock_beside(file_));
    }
    return run_all("BEGIN IMMEDIATE");
  }

  Status commit() override {
    Status kept = run_all("COMMIT");
    if (!kept) {
      undo();
    }
    keep_log(!kept);
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
  // Until a commit has shown that the database may be used, closing it does not write its log into it: the log may be
  // of another file, which had this name before. A file that is refused stays as it was.
  void keep_log(bool keep) {
    sqlite3_db_config(database_.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
  }

  const std::filesystem::path file_;
  const bool serves_;
  std::unique_ptr<AppendFile> lock_;  // on the file beside the database, while this server lives
  SQLite::Database database_;
  std::unordered_map<std::string, std::unique_ptr<SQLite::Statement>> statements_;  // go before the database
};

// What SQLite keeps beside a database while it is used, and what stays there of a program that was killed.
void remove_logs(const std::filesystem::path& file) {
  std::error_code ignored;
  for (const char* beside : {"-wal", "-shm", "-journal"}) {
    std::filesystem::remove(file.string() + beside, ignored);
  }
}

// Whether it is a database of ours, and whole. Then it has the newest tables.
Status make_ready(const std::filesystem::path& file) {
  const std::unique_ptr<Database> database = TRY(open_sqlite(file, StoreUse::kAdminister));
  return TRY(database->schema()) == 0 ? Status(Error{"there is nothing in it"}) : migrate(*database);
}

}  // namespace

Result<std::unique_ptr<Database>> open_sqlite(const std::filesystem::path& file, StoreUse use) {
  if (use != StoreUse::kServe && !std::filesystem::exists(file)) {
    return Error{"there is no such file"};
  }
  Result<std::unique_ptr<AppendFile>> lock =
      use == StoreUse::kServe ? lock_beside(file) : std::unique_ptr<AppendFile>();
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
      keep_from_others(file);  // a file that is refused stays as it was
      database->prepare_to_write();
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

Status restore_sqlite(const std::filesystem::path& file, const std::filesystem::path& copy) {
  std::error_code failed;
  const std::filesystem::path real = real_name(file);
  if (std::filesystem::equivalent(file, copy, failed)) {
    return Error{fmt::format("'{}' is the database itself", copy.string())};
  }
  const auto lock = lock_beside(file);
  if (!lock) {
    return Error{lock.error()};
  }
  // All that may be wrong with the copy is found beside the database.
  const std::filesystem::path part = real.string() + ".restored";
  const auto forget_part = [&] {
    std::filesystem::remove(part, failed);
    remove_logs(part);
  };
  forget_part();
  if (Status copied = back_up_sqlite(copy, part); !copied) {
    return copied;
  }
  if (const Status good = make_ready(part); !good) {
    forget_part();
    return Error{fmt::format("'{}' cannot be used: {}", copy.string(), good.error())};
  }
  // What a killed server left beside its database would be written into the one that gets its name. It goes where it
  // belongs, so that the old database is whole until then.
  try {
    SQLite::Database(real.string(), SQLite::OPEN_READWRITE, kBusyMs).exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (const SQLite::Exception&) {  // there is none, or it is damaged
  }
  remove_logs(real);
  std::filesystem::rename(part, real, failed);
  return failed ? Status(Error{fmt::format("'{}': {}", file.string(), failed.message())}) : success();
}

}  // namespace lanternfish
