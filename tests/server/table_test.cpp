#include "tools/server/table.h"

#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "rules/notation.h"
#include "tests/server/test_database.h"
#include "tools/server/lobby.h"
#include "tools/server/store.h"

namespace lanternfish {

namespace {

Square at(const char* name) { return *parse_square(name); }
Move to(const char* text) { return *parse_move(text); }

// An answer of a player takes so long to write.
class SlowDatabase : public testing::PassingDatabase {
 public:
  SlowDatabase(std::unique_ptr<Database> real, const std::chrono::microseconds& takes)
      : PassingDatabase(std::move(real)), takes_(takes) {}
  Result<int> run(const std::string& sql, const std::vector<Parameter>& parameters, const EachRow& each) override {
    if (sql.find("INTO actions") != std::string::npos) {
      ::usleep(static_cast<useconds_t>(takes_.count()));
    }
    return PassingDatabase::run(sql, parameters, each);
  }

 private:
  const std::chrono::microseconds& takes_;
};

// A database of its own with two persons and one game between them that has begun.
struct Room {
  explicit Room(const char* clock = "900+5") {
    open(clock);
    for (const char* name : {"anna", "bert"}) {
      const Result<PersonId> id =
          store->add_person({.id = 0, .name = name, .email = {}, .affiliation = {}, .password_hash = {}});
      REQUIRE(id.ok());
      game.players[*id == 1 ? kWhite : kBlack] = *id;
    }
    game.names = {"anna", "bert"};
    game.clock = clock;
    const Result<GameId> id = store->add_game(game);
    REQUIRE(id.ok());
    game.id = *id;
    table = std::make_unique<Table>(game, std::vector<StoredAction>{}, GameRules{}, time, *store);
    REQUIRE(!table->ready(kWhite));
    CHECK(!table->begun());
    REQUIRE(!table->ready(kBlack));
  }
  void open(const char* clock) {
    auto opened = open_store(database.place());
    REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error()));
    std::move(opened).value().reset();  // it has its tables now
    store = std::make_unique<Store>(std::make_unique<SlowDatabase>(database.connect(StoreUse::kServe), write_takes));
    time = *parse_time_control(clock);
  }
  // As after a kill: a new process knows what the file has.
  void restart() {
    REQUIRE(store->commit().ok());
    const std::string clock = game.clock;
    table.reset();
    store.reset();
    open(clock.c_str());
    auto stored = *store->game(game.id);
    const auto actions = store->actions(game.id);
    REQUIRE((stored && actions.ok()));
    stored->running_ms = 0;  // as a lobby does that begins
    table = std::make_unique<Table>(*stored, *actions, GameRules{}, time, *store);
  }

  Window sense(Color side, const char* square) { return std::get<Window>(table->sense(side, at(square))); }
  Moved move(Color side, const char* request) { return std::get<Moved>(table->move(side, to(request))); }
  // A whole turn.
  Moved turn(Color side, const char* request) {
    sense(side, "e4");
    return move(side, request);
  }

  testing::TestDatabase database;
  std::chrono::microseconds write_takes{0};
  std::unique_ptr<Store> store;
  StoredGame game;
  TimeControl time;
  std::unique_ptr<Table> table;
};

}  // namespace

TEST_CASE("table: a call that comes twice gets the same answer and changes nothing") {
  Room room;
  const Window first = room.sense(kWhite, "e7");
  CHECK(room.sense(kWhite, "a1") == first);  // whatever it asks for now
  const Moved moved = room.move(kWhite, "e2e4");
  CHECK(room.move(kWhite, "e2e4") == moved);
  CHECK(room.table->is_turn_of(kBlack));
  room.turn(kBlack, "e7e5");
  // White's answer was lost, Black has moved since, and White asks once more.
  CHECK(room.move(kWhite, "e2e4") == moved);
  CHECK(room.table->is_turn_of(kWhite));
  CHECK(room.store->actions(room.game.id)->size() == 4);
}

TEST_CASE("table: who may not act is told why, and nothing changes") {
  Room room;
  const auto refused = [](const auto& reply) {
    const Refused* why = std::get_if<Refused>(&reply);
    return why != nullptr && why->why == Refused::Why::kWrong;
  };
  CHECK(refused(room.table->sense(kBlack, at("e4"))));
  CHECK(refused(room.table->move(kWhite, to("e2e4"))));  // before the sense
  room.sense(kWhite, "e4");
  CHECK(refused(room.table->move(kWhite, to("e2e5"))));
  CHECK(refused(room.table->move(kBlack, to("e7e5"))));
  CHECK(room.store->actions(room.game.id)->size() == 1);
  CHECK(room.move(kWhite, "e2e4").taken == to("e2e4"));
}

TEST_CASE("table: a server that is started anew stands where its players believe it to stand") {
  Room room;
  room.turn(kWhite, "e2e4");
  room.turn(kBlack, "d7d5");
  const Window window = room.sense(kWhite, "d5");
  room.restart();
  CHECK(room.table->is_turn_of(kWhite));
  CHECK(room.sense(kWhite, "a1") == window);
  const Moved taken = room.move(kWhite, "e4d5");
  CHECK(taken.captured == at("d5"));
  room.restart();
  CHECK(room.move(kWhite, "e4d5") == taken);
  CHECK(room.table->captured(kBlack) == at("d5"));
  CHECK(room.table->history(kBlack).size() == 4);
}

TEST_CASE("table: clocks stand as they were when a server goes on") {
  Room room("60+1");
  room.turn(kWhite, "e2e4");
  const auto before = room.table->left(kWhite);
  CHECK(before.count() > 60'000);  // with the increment
  room.restart();
  CHECK(room.table->left(kWhite).count() == doctest::Approx(static_cast<double>(before.count())).epsilon(0.001));
  CHECK(room.table->left(kBlack).count() > 59'000);
}

TEST_CASE("table: after a restart a clock stands until its player's client is back") {
  Room room("60");
  room.turn(kWhite, "e2e4");
  room.restart();
  const auto left = room.table->left(kBlack);
  ::usleep(20'000);
  CHECK(room.table->left(kBlack) == left);
  room.table->wake(kWhite);  // the other one
  CHECK(room.table->left(kBlack) == left);
  room.table->wake(kBlack);
  ::usleep(20'000);
  CHECK(room.table->left(kBlack) < left);
}

TEST_CASE("table: the time of a write is nobody's, and what is stored is played") {
  using namespace std::chrono_literals;
  Room room("0.4");
  room.write_takes = 450ms;
  room.sense(kWhite, "e7");
  CHECK(room.table->left(kWhite) > 100ms);
  CHECK(room.move(kWhite, "e2e4").taken == to("e2e4"));
  room.write_takes = 0ms;
  REQUIRE(!room.table->over());
  CHECK(room.table->is_turn_of(kBlack));
  CHECK(room.table->left(kWhite) > 100ms);
  ::usleep(450'000);
  room.table->look_at_clocks();
  CHECK(room.table->game().winner == kWhite);
  const GameRecord before = room.table->record();
  const auto left = room.table->left(kWhite);
  room.restart();
  CHECK(room.table->record() == before);
  CHECK(room.table->game().reason == WinReason::kTimeout);
  CHECK(room.table->left(kWhite) == left);
  CHECK(room.table->left(kBlack) == 0ms);
}

TEST_CASE("table: a fallen flag, a resignation and a captured king end the game, before and after a restart") {
  SUBCASE("flag") {
    Room room("0.001");
    ::usleep(5'000);
    room.table->look_at_clocks();
    room.restart();
    CHECK(room.table->game().winner == kBlack);
    CHECK(room.table->record().reason == WinReason::kTimeout);
  }
  SUBCASE("resignation of the side that does not move") {
    Room room;
    CHECK(!room.table->resign(kBlack));
    room.restart();
    CHECK(room.table->game().winner == kWhite);
    CHECK(room.table->record().reason == WinReason::kResign);
    CHECK(room.table->record().winner == kWhite);
  }
  SUBCASE("resignation while the answer to a sense is on its way") {
    Room room;
    const Window seen = room.sense(kWhite, "e7");
    CHECK(!room.table->resign(kBlack));
    CHECK(room.sense(kWhite, "e7") == seen);
    room.restart();
    CHECK(room.sense(kWhite, "e7") == seen);
    CHECK(room.sense(kBlack, "e7") == Window{});
  }
  SUBCASE("king") {
    Room room;
    room.turn(kWhite, "e2e4");
    room.turn(kBlack, "f7f6");
    room.turn(kWhite, "d1h5");
    room.turn(kBlack, "a7a6");
    CHECK(room.turn(kWhite, "h5e8").captured == at("e8"));
    CHECK(room.table->over());
    CHECK(room.move(kWhite, "h5e8").captured == at("e8"));  // once more
    room.restart();
    CHECK(room.table->game().winner == kWhite);
    CHECK(room.table->record().reason == WinReason::kKingCapture);
    CHECK(std::get<Window>(room.table->sense(kBlack, at("e4"))) == Window{});  // as in reconchess
  }
}

TEST_CASE("table: a game that was over when the server was killed is over when it is back") {
  Room room;
  for (const char* request : {"e2e4", "f7f6", "d1h5", "a7a6", "h5e8"}) {
    room.turn(room.table->is_turn_of(kWhite) ? kWhite : kBlack, request);
  }
  // As if the last answer had been kept, and the end of the game not.
  StoredGame playing = **room.store->game(room.game.id);
  playing.state = GameState::kPlaying;
  playing.winner.reset();
  REQUIRE(*room.store->save_game(playing));
  room.restart();
  CHECK(room.table->over());
  CHECK((*room.store->game(room.game.id))->winner == kWhite);
}

}  // namespace lanternfish
