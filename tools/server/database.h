#pragma once

// One connection to a database, as far as the store needs one: a file of SQLite, or a server of PostgreSQL. The store
// writes each statement once, in the words that both know.
//
// Not safe for several threads at once.

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "support/result.h"

namespace lanternfish {

// What a connection is for.
enum class StoreUse : std::uint8_t {
  kServe,       // SQLite: the one server of this file. PostgreSQL: one of its servers
  kAdminister,  // beside a server, if there is one; a file is there already
  kRead,        // the same, and nothing is changed
};

// A row of an answer, while it is being shown. Columns count from 0.
class Row {
 public:
  virtual ~Row() = default;
  virtual bool null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;
  virtual std::string text(int column) const = 0;
};

using Parameter = std::variant<std::monostate, std::int64_t, std::string>;

class Database {
 public:
  using EachRow = std::function<void(const Row&)>;

  virtual ~Database() = default;

  // One statement. Its parameters are $1, $2, ..., which first appear in this order. Returns how many rows it changed.
  virtual Result<int> run(const std::string& sql, const std::vector<Parameter>& parameters = {},
                          const EachRow& each = {}) = 0;
  // Any number of statements, without parameters.
  virtual Status run_all(const std::string& sql) = 0;

  virtual Status begin() = 0;
  virtual Status commit() = 0;  // an error: nothing since begin() is kept
  virtual void undo() = 0;      // all since begin()
  // Whether all since begin() can still be kept: an error may have taken it back.
  virtual bool holding() const = 0;

  // Version of the tables; 0: there are none. An error where it cannot be ours.
  virtual Result<int> schema() = 0;
  virtual Status set_schema(int version) = 0;
  // A migration in the words of this database.
  virtual std::string in_own_words(const std::string& sql) const = 0;

  // Whether several servers may work on it.
  virtual bool shared() const = 0;
  // Behind a SELECT: takes the rows that it finds for this transaction. Rows that another server has taken are waited
  // for, or not found.
  virtual const char* take_rows(bool wait) const = 0;
  // Whether this connection leads: of several servers one does what is to be done once. Where the one that led is gone,
  // the next one that asks leads.
  virtual Result<bool> lead() = 0;
  // Whether no other server was there when this one began to lead.
  virtual bool led_alone() const = 0;
  // Grows when the connection was lost and is there again.
  virtual int connections() const = 0;
};

}  // namespace lanternfish
