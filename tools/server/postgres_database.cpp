#include "tools/server/postgres_database.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <libpq-fe.h>

#include "support/number.h"
#include "support/text.h"

namespace lanternfish {

namespace {

// Advisory locks: one server at a time brings tables up to date, and one leads. Each server shares the third one for as
// long as it is there.
constexpr std::int64_t kMigrates = 0x4c4e5446, kLeads = kMigrates + 1, kThere = kMigrates + 2;

using PgAnswer = std::unique_ptr<PGresult, decltype(&PQclear)>;

// The first line, without "ERROR: ": the others say where in our own statement.
std::string sentence(std::string_view message) {
  message = message.substr(0, message.find('\n'));
  for (const std::string_view level : {"ERROR:", "FATAL:", "PANIC:"}) {
    if (message.starts_with(level)) {
      message.remove_prefix(level.size());
    }
  }
  message.remove_prefix(std::min(message.find_first_not_of(' '), message.size()));
  return message.empty() ? "it gave no answer" : std::string(message);
}

class PostgresRow : public Row {
 public:
  PostgresRow(const PGresult* answer, int row) : answer_(answer), row_(row) {}

  bool null(int column) const override { return PQgetisnull(answer_, row_, column) != 0; }
  std::int64_t integer(int column) const override {
    return to_number<std::int64_t>(PQgetvalue(answer_, row_, column)).value_or(0);
  }
  std::string text(int column) const override {
    return {PQgetvalue(answer_, row_, column), static_cast<std::size_t>(PQgetlength(answer_, row_, column))};
  }

 private:
  const PGresult* answer_;
  int row_;
};

class PostgresDatabase : public Database {
 public:
  PostgresDatabase(const std::string& connection, StoreUse use) : use_(use), well_formed_(is_well_formed(connection)) {
    const std::array<const char*, 4> words{"connect_timeout", "application_name", "dbname", nullptr};
    const std::array<const char*, 4> values{"5", "lanternfish-server", connection.c_str(), nullptr};
    connection_.reset(PQconnectdbParams(words.data(), values.data(), 1));  // the string's own words win
  }

  Status prepare_session() {
    if (!well_formed_) {
      return Error{"it is not written as an address of PostgreSQL"};
    }
    if (PQstatus(connection_.get()) != CONNECTION_OK) {
      return Error{sentence(PQerrorMessage(connection_.get()))};
    }
    PQsetNoticeProcessor(
        connection_.get(), [](void*, const char*) {}, nullptr);
    // Nobody waits long for another server: one that hangs would hold up all games.
    std::string settings =
        "SET client_encoding = 'UTF8'; SET lock_timeout = '2s'; SET idle_in_transaction_session_timeout = '10s'";
    if (use_ == StoreUse::kRead) {
      settings += "; SET default_transaction_read_only = on";
    }
    return run_all(settings);
  }

  Result<int> run(const std::string& sql, const std::vector<Parameter>& parameters, const EachRow& each) override {
    std::vector<std::string> texts(parameters.size());
    std::vector<const char*> values(parameters.size(), nullptr);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (const auto* number = std::get_if<std::int64_t>(&parameters[i])) {
        texts[i] = std::to_string(*number);
      } else if (const auto* text = std::get_if<std::string>(&parameters[i])) {
        if (escaped(*text) != *text) {  // it might refuse this text, and undo what is open with it
          return Error{"the database: a text with control characters, or that is no UTF-8"};
        }
        texts[i] = *text;
      } else {
        continue;
      }
      values[i] = texts[i].c_str();
    }
    PgAnswer answer = ask(sql, values);
    if (lost_connection() && !holding_) {  // the server was started anew, perhaps
      if (const Status back = reconnect(); !back) {
        return Error{"the database: " + back.error()};
      }
      answer = ask(sql, values);
    }
    const ExecStatusType status = PQresultStatus(answer.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
      return failed();
    }
    for (int row = 0; each && row < PQntuples(answer.get()); ++row) {
      each(PostgresRow(answer.get(), row));
    }
    return to_number<int>(PQcmdTuples(answer.get())).value_or(0);
  }

  Status run_all(const std::string& sql) override {
    const PgAnswer answer(PQexec(connection_.get(), sql.c_str()), &PQclear);
    const ExecStatusType status = PQresultStatus(answer.get());
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? success() : Status(failed());
  }

  Status begin() override {
    const Result<int> begun = run("BEGIN", {}, {});
    holding_ = begun.ok();
    return begun ? success() : Status(Error{begun.error()});
  }

  Status commit() override {
    if (!holding()) {
      undo();
      return Error{"the database took back what was written"};
    }
    holding_ = false;
    return run_all("COMMIT");
  }

  void undo() override {
    holding_ = false;
    (void)run_all("ROLLBACK");
  }

  // Any error undoes all since begin().
  bool holding() const override { return holding_ && PQtransactionStatus(connection_.get()) == PQTRANS_INTRANS; }

  Result<int> schema() override {
    if (const Result<int> alone = run("SELECT pg_advisory_xact_lock($1)", {kMigrates}, {}); !alone) {
      return Error{alone.error()};
    }
    bool ours = false, others = false;
    const auto look = [&](const Row& row) {
      ours = ours || row.text(0) == "lanternfish";
      others = others || row.text(0) != "lanternfish";
    };
    const Result<int> looked =
        run("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() "
            "AND tablename IN ('lanternfish', 'persons', 'games', 'actions')",
            {}, look);
    if (!looked) {
      return Error{looked.error()};
    }
    if (!ours) {
      return others ? Result<int>(Error{"it is a database of another program"}) : Result<int>(0);
    }
    int version = 0;
    const Result<int> read =
        run("SELECT schema FROM lanternfish", {}, [&](const Row& row) { version = static_cast<int>(row.integer(0)); });
    return read ? Result<int>(version) : read;
  }

  Status set_schema(int version) override {
    return run_all(
        fmt::format("CREATE TABLE IF NOT EXISTS lanternfish (schema INTEGER NOT NULL); DELETE FROM lanternfish; "
                    "INSERT INTO lanternfish VALUES ({})",
                    version));
  }

  std::string in_own_words(const std::string& sql) const override {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kWords{{
        {"INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"},
        {"INTEGER PRIMARY KEY", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"},
        {" COLLATE NOCASE UNIQUE", ""},  // persons_by_name is there for it
        {" STRICT, WITHOUT ROWID", ""},
        {" STRICT", ""},
        {"INTEGER", "BIGINT"},
    }};
    std::string text = sql;
    for (const auto& [ours, theirs] : kWords) {
      for (std::size_t at = text.find(ours); at != std::string::npos; at = text.find(ours, at + theirs.size())) {
        text.replace(at, ours.size(), theirs);
      }
    }
    return text;
  }

  bool shared() const override { return true; }
  const char* take_rows(bool wait) const override { return wait ? " FOR UPDATE" : " FOR UPDATE SKIP LOCKED"; }

  Result<bool> lead() override {
    // Once for each connection; PostgreSQL takes the locks back when the connection ends, however it ends.
    if (const Result<int> alive = run("SELECT 1", {}, {}); !alive) {
      return Error{alive.error()};
    }
    if (there_ != connections_) {
      if (const Result<int> shares = run("SELECT pg_advisory_lock_shared($1)", {kThere}, {}); !shares) {
        return Error{shares.error()};
      }
      there_ = connections_;
    }
    if (leads_) {
      return true;
    }
    const Result<bool> leads = take(kLeads);
    const Result<bool> alone = leads && *leads ? take(kThere) : Result<bool>(false);
    if (!leads || !alone) {
      return Error{leads ? alone.error() : leads.error()};
    }
    if (*alone) {  // others may come
      if (const Result<int> given_back = run("SELECT pg_advisory_unlock($1)", {kThere}, {}); !given_back) {
        return Error{given_back.error()};
      }
    }
    leads_ = *leads;
    alone_ = *alone;
    return leads_;
  }

  bool led_alone() const override { return alone_; }

  int connections() const override { return connections_; }

 private:
  // An advisory lock for this server alone, where no other one has or shares it.
  Result<bool> take(std::int64_t lock) {
    bool taken = false;
    const Result<int> asked =
        run("SELECT pg_try_advisory_lock($1)::int", {lock}, [&](const Row& row) { taken = row.integer(0) == 1; });
    return asked ? Result<bool>(taken) : Error{asked.error()};
  }

  // A statement is parsed once in each connection.
  PgAnswer ask(const std::string& sql, const std::vector<const char*>& values) {
    std::string& name = statements_[sql];
    if (name.empty()) {
      const std::string next = "s" + std::to_string(statements_.size());
      PgAnswer made(PQprepare(connection_.get(), next.c_str(), sql.c_str(), 0, nullptr), &PQclear);
      if (PQresultStatus(made.get()) != PGRES_COMMAND_OK) {
        return made;
      }
      name = next;
    }
    return {PQexecPrepared(connection_.get(), name.c_str(), static_cast<int>(values.size()), values.data(), nullptr,
                           nullptr, 0),
            &PQclear};
  }

  bool lost_connection() const { return PQstatus(connection_.get()) != CONNECTION_OK; }

  Status reconnect() {
    statements_.clear();
    leads_ = false;
    ++connections_;
    PQreset(connection_.get());
    return prepare_session();
  }

  Error failed() const { return Error{"the database: " + sentence(PQerrorMessage(connection_.get()))}; }

  // libpq's own message quotes what it does not understand, a password perhaps.
  static bool is_well_formed(const std::string& connection) {
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
        PQconninfoParse(connection.c_str(), nullptr), &PQconninfoFree);
    return options != nullptr;
  }

  const StoreUse use_;
  const bool well_formed_;
  std::unique_ptr<PGconn, decltype(&PQfinish)> connection_{nullptr, &PQfinish};
  std::unordered_map<std::string, std::string> statements_;  // names by text; empty: it could not be prepared
  bool holding_ = false, leads_ = false, alone_ = false;
  int connections_ = 1;
  int there_ = 0;  // the connection that shares kThere
};

}  // namespace

Result<std::unique_ptr<Database>> open_postgres(const std::string& connection, StoreUse use) {
  auto database = std::make_unique<PostgresDatabase>(connection, use);
  if (const Status ready = database->prepare_session(); !ready) {
    return Error{ready.error()};
  }
  return std::unique_ptr<Database>(std::move(database));
}

std::string without_password(const std::string& connection) {
  const std::size_t scheme = connection.find("://"), begin = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t path = std::min(connection.find_first_of("/?", begin), connection.size());
  const std::size_t at = connection.rfind('@', path), colon = connection.find(':', begin);
  std::string shown = connection;
  if (at != std::string::npos && at >= begin && colon < at) {
    shown.erase(colon, at - colon);
  }
  const std::size_t word = shown.find("password=");
  if (word != std::string::npos) {
    shown.erase(word,
                shown.find('&', word) == std::string::npos ? std::string::npos : shown.find('&', word) + 1 - word);
  }
  return shown;
}

}  // namespace lanternfish
