#pragma once

// An empty database for a test: a file of its own, or the database of PostgreSQL that LANTERNFISH_TEST_POSTGRES names.
// tests/server/postgres_test.py starts one and runs these tests on it.

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "tests/folder.h"
#include "tools/server/postgres_database.h"
#include "tools/server/sqlite_database.h"

namespace lanternfish::testing {

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
  // Behind the store's back.
  void run(const std::string& sql) const {
    const auto database =
        is_file() ? open_sqlite(place_, StoreUse::kAdminister) : open_postgres(place_, StoreUse::kAdminister);
    REQUIRE(database.ok());
    const Status done = (*database)->run_all(sql);
    CHECK_MESSAGE(done.ok(), (done ? "" : done.error()));
  }

 private:
  Folder folder_;
  std::string place_;
};

}  // namespace lanternfish::testing
