#include "tools/server/store.h"

#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sqlite3.h>

#include "tests/folder.h"
#include "tests/server/test_database.h"
#include "tests/support_files.h"

namespace lanternfish {

namespace {

Person named(const char* name) {
  return {.id = 0, .name = name, .email = {}, .affiliation = {}, .password_hash = {}, .version = 1};
}

std::unique_ptr<Store> opened(const std::string& place) {
  auto store = open_store(place);
  REQUIRE_MESSAGE(store.ok(), (store.ok() ? "" : store.error()));
  return std::move(store).value();
}

// Two persons and a ranked game between them that is being played.
StoredGame ranked_game(Store& store) {
  StoredGame game;
  game.players = {*store.add_person(named("anna")), *store.add_person(named("bert"))};
  game.versions = {1, 1};
  game.ranked = true;
  game.clock = "900+5";
  game.state = GameState::kPlaying;
  game.id = *store.add_game(game);
  return game;
}

}  // namespace

TEST_CASE("store: what was not committed is not there") {
  for (const bool commits : {false, true}) {
    const testing::TestDatabase database;
    {
      const auto store = opened(database.place());
      REQUIRE(store->add_person(named("anna")).ok());
      CHECK(store->pending());
      CHECK((!commits || store->commit().ok()));
    }
    CHECK(opened(database.place())->persons()->size() == (commits ? 1 : 0));
  }
}

TEST_CASE("store: scores of present versions are of those that both have now") {
  const testing::TestDatabase database;
  const auto store = opened(database.place());
  StoredGame game = ranked_game(*store);
  game.state = GameState::kOver;
  game.winner = kWhite;
  REQUIRE(*store->save_game(game));
  const auto [white, black] = game.players;
  CHECK(store->present_tallies_of(white)->size() == 1);
  CHECK(store->present_tallies_of(black)->size() == 1);
  Person bert = **store->person(black);
  bert.version = 2;
  REQUIRE(store->save_person(bert).ok());
  CHECK(store->present_tallies_of(white)->empty());
  CHECK(store->present_tallies_of(black)->empty());
  CHECK(store->ranked_tallies_of(white)->size() == 1);
}

TEST_CASE("store: a name is one person's whatever its case, and no other bytes find anybody") {
  const testing::TestDatabase database;
  const auto store = opened(database.place());
  const PersonId anna = *store->add_person(named("Anna"));
  CHECK(*store->add_person(named("anna")) == 0);
  REQUIRE(store->add_person(named("bert")).ok());
  CHECK((*store->person("aNNa"))->id == anna);
  for (const char* other : {"ann", "\xff\xfe", "\xc3\xa4nna", "anna\n", "a%"}) {
    const auto found = store->person(other);
    CHECK((found.ok() && !*found));
  }
  CHECK(store->commit().ok());  // nothing of it undid what was open
  CHECK(store->persons()->size() == 2);
}

TEST_CASE("store: a ranked game counts once, and no more when it is taken back") {
  const testing::TestDatabase database;
  const auto store = opened(database.place());
  StoredGame game = ranked_game(*store);
  CHECK(store->ranked_tallies()->empty());
  const auto save = [&] {
    const Result<bool> saved = store->save_game(game);
    REQUIRE((saved.ok() && *saved));
    ++game.revision;
  };
  game.state = GameState::kOver;
  game.winner = kBlack;
  save();
  save();
  REQUIRE(store->ranked_tallies()->size() == 1);
  CHECK(store->ranked_tallies()->front().losses == 1);
  CHECK(*store->ranked_games_up_to(game.id) == 1);
  CHECK(*store->ranked_games_up_to(game.id - 1) == 0);
  game.state = GameState::kVoid;
  game.winner.reset();
  save();
  CHECK(store->ranked_tallies()->front().losses == 0);
  CHECK(store->ranked_tallies()->front().draws == 0);
  CHECK(*store->ranked_games_up_to(game.id) == 0);
}

TEST_CASE("store: whoever knows an older revision of a game changes nothing") {
  const testing::TestDatabase database;
  const auto store = opened(database.place());
  StoredGame game = ranked_game(*store);
  const StoredAction sense{.side = kWhite, .square = Square(12), .request = {}, .left_ms = 5};
  game.running_ms = 77;
  CHECK(*store->add_action(game, 0, sense));
  CHECK(!*store->add_action(game, 0, sense));
  game.state = GameState::kOver;
  CHECK(!*store->save_game(game));
  CHECK(store->commit().ok());
  const auto kept = *store->game(game.id);
  CHECK(kept->state == GameState::kPlaying);
  CHECK(kept->revision == 1);
  CHECK(kept->running_ms == 77);
  CHECK(store->actions(game.id)->size() == 1);
}

TEST_CASE("store: games and notes come back as they were kept") {
  const testing::TestDatabase database;
  const auto store = opened(database.place());
  StoredGame game = ranked_game(*store);
  game.state = GameState::kOver;
  game.reason = WinReason::kTimeout;
  game.ending = Ending::kFlag;
  game.text = "its flag fell; \"quoted\" - \xc3\xa4";
  game.ended_ms = 1'700'000'000'000;
  REQUIRE(*store->save_game(game));
  const auto of_bert = store->past_games({.player = game.players[kBlack]});
  REQUIRE((of_bert.ok() && of_bert->size() == 1));
  const StoredGame& read = of_bert->front();
  CHECK(read.text == game.text);
  CHECK(read.ended_ms == game.ended_ms);
  CHECK(read.reason == game.reason);
  CHECK(read.ending == game.ending);
  CHECK(read.names == std::array<std::string, 2>{"anna", "bert"});
  CHECK(store->past_games({.before = game.id})->empty());
  CHECK(store->finished_games(1, 10)->size() == 1);
  CHECK(store->open_games()->empty());
  CHECK((store->keep_note("k", "b", "1").ok() && store->keep_note("k", "a", "2").ok()));
  CHECK(store->keep_note("k", "b", "3").ok());
  CHECK(*store->notes("k") == std::vector<std::pair<std::string, std::string>>{{"a", "2"}, {"b", "3"}});
  CHECK(store->drop_note("k", "b").ok());
  CHECK(!*store->note("k", "b"));
}

TEST_CASE("store: tables of a newer program, and of another one, are refused in a sentence and left alone") {
  const testing::TestDatabase database;
  const auto says = [&](const char* words) {
    const auto store = open_store(database.place());
    REQUIRE(!store.ok());
    CHECK_MESSAGE(store.error().find(words) != std::string::npos, store.error());
    CHECK(store.error().find('\n') == std::string::npos);
  };
  SUBCASE("newer") {
    { opened(database.place()); }
    database.run(database.is_file() ? "PRAGMA user_version = 99" : "UPDATE lanternfish SET schema = 99");
    says("schema 99");
  }
  SUBCASE("of another program") {
    if (database.is_file()) {
      std::ofstream(database.place()).close();  // an empty file
    }
    database.run("CREATE TABLE persons (x INTEGER)");
    says("another program");
  }
}

TEST_CASE("sqlite store: a file of the first schema is brought up to date") {
  const testing::Folder folder("lanternfish-store");
  const std::filesystem::path file = folder / "db.sqlite";
  std::ifstream text(testing::source_dir() / "tests/server/schema_1.sql");
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  const std::string sql{std::istreambuf_iterator<char>(text), {}};
  CHECK(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  const auto store = opened(file.string());
  CHECK(store->persons()->size() == 2);
  const auto tallies = store->ranked_tallies();
  REQUIRE((tallies.ok() && tallies->size() == 1));
  CHECK(tallies->front().wins == 1);
  CHECK(tallies->front().draws == 1);
  StoredGame game = store->open_games()->front();
  game.state = GameState::kOver;
  game.winner = kBlack;
  REQUIRE(*store->save_game(game));
  CHECK(store->ranked_tallies()->front().losses == 1);
}

TEST_CASE("sqlite store: a file that cannot be used is refused in a sentence, and left alone") {
  const testing::Folder folder("lanternfish-store");
  const std::string file = (folder / "db.sqlite").string();
  const auto says = [&](const std::string& text) {
    const auto store = open_store(file);
    REQUIRE(!store.ok());
    INFO(store.error());
    CHECK(store.error().find(text) != std::string::npos);
    CHECK(store.error().find(file) != std::string::npos);
  };
  SUBCASE("no database") {
    std::FILE* text = std::fopen(file.c_str(), "w");
    std::fputs("this is a text of more than a few bytes, and no database at all", text);
    std::fclose(text);
    says("not a database");
  }
  SUBCASE("two servers") {
    const auto first = opened(file);
    says("in use by another run");
    const std::string link = (folder / "link.sqlite").string();
    std::filesystem::create_symlink(file, link);
    CHECK(!open_store(link).ok());
    // Where somebody removed the lock, the one that finds it gone writes nothing while another server has it.
    std::filesystem::remove(file + ".lock");
    {
      const auto second = opened(file);
      CHECK(!first->add_person(named("anna")).ok());
      CHECK(second->add_person(named("bert")).ok());
      CHECK(second->commit().ok());
    }
    CHECK(first->add_person(named("carl")).ok());
    CHECK(first->commit().ok());
    std::filesystem::remove(file + ".lock");
    CHECK(first->add_person(named("dora")).ok());
    says("in use by another run");
  }
}

TEST_CASE("sqlite store: what others may read of a database since an earlier version, they may not after a start") {
  namespace fs = std::filesystem;
  const testing::Folder folder("lanternfish-private");
  const auto open_to_others = [&] {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      const fs::perms perms = entry.status().permissions() & (fs::perms::group_all | fs::perms::others_all);
      if (perms != fs::perms::none) {
        names.push_back(entry.path().filename().string());
      }
    }
    return names;
  };
  const mode_t before = ::umask(022);  // what most accounts have
  auto other = opened((folder / "other.sqlite").string());
  REQUIRE(other->add_person(named("anna")).ok());
  REQUIRE(other->commit().ok());
  for (const char* part : {"", "-wal"}) {  // as a server that was killed leaves them
    fs::copy(folder / ("other.sqlite" + std::string(part)), folder / ("db.sqlite" + std::string(part)));
    fs::permissions(folder / ("db.sqlite" + std::string(part)), fs::perms(0644));
  }
  std::ofstream(folder / "stranger.sqlite") << "no database at all";
  CHECK(!open_store((folder / "stranger.sqlite").string()).ok());
  {
    const auto store = opened((folder / "db.sqlite").string());
    const auto reader = open_store((folder / "db.sqlite").string(), StoreUse::kRead);
    CHECK(store->persons()->size() == 1);
    REQUIRE(store->add_person(named("bert")).ok());
    REQUIRE(store->commit().ok());
    for (const std::string& name : open_to_others()) {
      CHECK_MESSAGE(name.starts_with("stranger.sqlite"), name);
    }
    CHECK(fs::exists(folder / "db.sqlite-shm"));
  }
  CHECK((fs::status(folder / "stranger.sqlite").permissions() & fs::perms::others_read) != fs::perms::none);
  ::umask(before);
}

TEST_CASE("postgres store: a server that is not there is named without a password") {
  const auto store = open_store("postgresql://anna:secret@127.0.0.1:1/games?password=sesame&connect_timeout=1");
  REQUIRE(!store.ok());
  CHECK(store.error().find("secret") == std::string::npos);
  CHECK(store.error().find("sesame") == std::string::npos);
  CHECK(store.error().find("cannot be used") != std::string::npos);
  CHECK(store.error().find('\n') == std::string::npos);
}

}  // namespace lanternfish
