#pragma once

// An empty database for a test: a file of its own, or the database of PostgreSQL that LANTERNFISH_TEST_POSTGRES names.
// tests/server/store_test.py starts one and runs these tests on it.

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/folder.h"
#include "tools/server/postgres_database.h"
#include "tools/server/sqlite_database.h"

namespace lanternfish::testing {

// What a test puts between the store and its database.
class PassingDatabase : public Database {
 public:
  explicit PassingDatabase(std::unique_ptr<Database> real) : real_(std::move(real)) {}
  Result<int> run(const std::string& sql, const std::vector<Parameter>& parameters, const EachRow& each) override {
    return real_->run(sql, parameters, each);
  }
  Status run_all(const std::string& sql) override { return real_->run_all(sql); }
  Status begin() override { return real_->begin(); }
  Status commit() override { return real_->commit(); }
  void undo() override { real_->undo(); }
  bool holding() const override { return real_->holding(); }
  Result<int> schema() override { return real_->schema(); }
  Status set_schema(int version) override { return real_->set_schema(version); }
  std::string in_own_words(const std::string& sql) const override { return real_->in_own_words(sql); }
  bool shared() const override { return real_->shared(); }
  const char* take_rows(bool wait) const override { return real_->take_rows(wait); }
  Result<bool> lead() override { return real_->lead(); }
  bool led_alone() const override { return real_->led_alone(); }
  int connections() const override { return real_->connections(); }

 private:
  std::unique_ptr<Database> real_;
};

class TestDatabase {
 public:
  TestDatabase() : folder_("lanternfish-database"), place_((folder_ / "db.sqlite").string()) {
    if (const char* named = std::getenv("LANTERNFISH_TEST_POSTGRES")) {
      place_ = named;
      run("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public");
    }
  }

  const std::string& place() const { return place_; }
  bool is_file() const { return place_.front() == '/'; }
  std::unique_ptr<Database> connect(StoreUse use) const {
    auto database = is_file() ? open_sqlite(place_, use) : open_postgres(place_, use);
    REQUIRE(database.ok());
    return std::move(database).value();
  }
  // Behind the store's back.
  void run(const std::string& sql) const {
    const Status done = connect(StoreUse::kAdminister)->run_all(sql);
    CHECK_MESSAGE(done.ok(), (done ? "" : done.error()));
  }

 private:
  Folder folder_;
  std::string place_;
};

}  // namespace lanternfish::testing
