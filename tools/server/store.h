#pragma once

// What the server keeps: persons, games, and what was done in them, in a file of SQLite or a database of PostgreSQL.
// What methods change is durable after commit(): many answers share one write to the disk. Where commit() returns an
// error, all that was changed since the one before is undone. An error names what the database says.
//
// Not safe for several threads at once: the lobby calls it under its lock.

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/game_result.h"
#include "rules/types.h"
#include "support/result.h"
#include "tools/server/database.h"

namespace lanternfish {

// Milliseconds since 1970: the clock that is right after a restart, too.
inline std::int64_t now_ms() {
  using std::chrono::system_clock;
  return std::chrono::duration_cast<std::chrono::milliseconds>(system_clock::now().time_since_epoch()).count();
}

using PersonId = std::int64_t;
using GameId = std::int64_t;

// Who may play: a bot's author, a person at the page, a house bot.
struct Person {
  PersonId id = 0;
  std::string name;
  std::string email, affiliation;
  std::string password_hash;  // as libsodium writes it; empty: nobody can sign in (house bots)
  int version = 0;            // of the bot; 0: never ranked
  bool ranked = false;        // plays ranked games while connected
  int max_games = 4;          // at once
};

// One answer of a player. Results follow from the answers and the rules, so that they are not kept.
struct StoredAction {
  enum class Kind : std::uint8_t { kSense, kMove };
  Kind kind = Kind::kSense;
  Color side = kWhite;
  Square square = kNoSquare;  // of a sense
  Move request;               // of a move
  std::int64_t left_ms = 0;   // on the player's clock afterwards, an increment included
};

enum class GameState : std::uint8_t {
  kOffered,  // somebody has not accepted, or is not ready
  kPlaying,
  kOver,
  kVoid,  // it never began, or an administrator took it back; it counts for nothing
};

struct StoredGame {
  GameId id = 0;
  std::array<PersonId, 2> players{};  // by Color, as all below
  std::array<std::string, 2> names;   // of the players; read, never written
  std::array<int, 2> versions{};      // of their bots when the game was offered
  std::array<bool, 2> accepted{}, ready{};
  bool ranked = false;
  std::string clock;       // "900+5"
  std::string tournament;  // its name; empty: of none
  GameState state = GameState::kOffered;
  std::int64_t created_ms = 0, ended_ms = 0;  // since 1970
  // Since when the clock of the side to move runs; 0: it stands, until this player's client is back.
  std::int64_t running_ms = 0;
  std::int64_t revision = 0;  // how often the game was changed
  // After the end.
  std::optional<Color> winner;
  WinReason reason = WinReason::kNone;
  Ending ending = Ending::kByRules;
  std::string text;  // for people: what a fault was, why a game is void
};

// All ranked games between two versions.
struct PairTally {
  PersonId first = 0, second = 0;
  int first_version = 0, second_version = 0;
  int wins = 0, draws = 0, losses = 0;  // in the first one's view
};

// Everybody of a list against everybody else, from a moment to a moment (ms since 1970).
struct Tournament {
  std::string name;
  std::string clock;  // "900+5"
  int games = 2;      // of each pair
  std::int64_t begins_ms = 0, ends_ms = 0;
  std::vector<PersonId> players;
};

// Which finished games: of a player, of a tournament, or all.
struct PastGames {
  std::optional<PersonId> player = {};
  std::string tournament = {};  // empty: of any and of none
  GameId before = std::numeric_limits<GameId>::max();
  int most = 200;
};

class Store {
 public:
  static constexpr const char* kSessions =
      "session";  // notes under hashes of tokens: a person's number, a blank, a hash

  // `database` has the newest tables.
  explicit Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Status commit();
  // Whether there is anything to commit.
  bool pending() const { return open_ || lost_.has_value(); }
  // Whether other servers may change what is here. See there for the others.
  bool shared() const { return database_->shared(); }
  Result<bool> lead() { return database_->lead(); }
  bool led_alone() const { return database_->led_alone(); }
  int connections() const { return database_->connections(); }

  Result<std::optional<Person>> person(std::string_view name);  // whatever its case
  Result<std::optional<Person>> person(PersonId id);
  Result<std::vector<Person>> persons();
  // To be saved: no other server changes this person before the next commit().
  Result<std::optional<Person>> person_to_change(PersonId id);
  // When persons were last there, ms since 1970: for servers that share the database.
  Status note_seen(PersonId id, std::int64_t at_ms);
  Result<std::vector<Person>> persons_seen_since(std::int64_t at_ms);
  Result<bool> was_seen_since(PersonId id, std::int64_t at_ms);
  // Returns the id. No error and 0 where the name is taken.
  Result<PersonId> add_person(const Person& person);
  Status save_person(const Person& person);
  // Deletes those with this hash of whom no game and no session is left. The newest thousand stay: some have just come,
  // and no number is given twice.
  Status drop_guests(std::string_view hash);

  Result<GameId> add_game(const StoredGame& game);
  // State, acceptance, readiness, clock, result; a ranked game's end goes into the tallies. The next revision is one
  // more. No error and false: another server has changed the game since this revision, or is about to; nothing was
  // done.
  Result<bool> save_game(const StoredGame& game);
  Result<std::optional<StoredGame>> game(GameId id);
  Result<std::optional<std::int64_t>> revision(GameId id);
  // Those that are offered or being played: all, or one player's.
  Result<std::vector<StoredGame>> open_games(std::optional<PersonId> player = {});
  // All clocks stand until their players' clients are back.
  Status stop_clocks();
  // At most `limit` games that are over, with numbers from `from` on, in their order.
  // `tournament`: its games alone.
  Result<std::vector<StoredGame>> finished_games(GameId from, int limit, std::string_view tournament = {});
  // `number`: of the action in its game, from 0. The game's clock is kept with it; otherwise as save_game().
  Result<bool> add_action(const StoredGame& game, int number, const StoredAction& action);
  Result<std::vector<StoredAction>> actions(GameId game);

  // Ranked games that are over, with numbers past `after` and before that of each open ranked game, in their order: no
  // further one comes between them. At most `limit`.
  Result<std::vector<StoredGame>> settled_ranked_games(GameId after, int limit);
  // How many ranked games are over, of those with numbers up to `last`. Reads the tallies, and games past `last`.
  Result<std::int64_t> ranked_games_up_to(GameId last);

  // Kept with each game's end, so that this does not read all games.
  Result<std::vector<PairTally>> ranked_tallies();
  // Of one player, who is the first or the second one of each pair.
  Result<std::vector<PairTally>> ranked_tallies_of(PersonId player);
  // The same of the present versions of both.
  Result<std::vector<PairTally>> present_tallies_of(PersonId player);
  // When two were last offered a ranked game; 0: never.
  Result<std::int64_t> last_ranked_game_ms(PersonId one, PersonId other);

  // Games that are over or void, the newest first.
  Result<std::vector<StoredGame>> past_games(const PastGames& which);

  // A new one, or what is new about one of this name; its players are left as they are.
  Status keep_tournament(const Tournament& tournament);
  Status enter_tournament(std::string_view name, PersonId player, bool in);
  // In the order of their beginnings.
  Result<std::vector<Tournament>> tournaments();
  // Of its games that are over; versions are 0.
  Result<std::vector<PairTally>> tournament_tallies(std::string_view name);

  // Texts under a kind and a name: sessions, links. A name that is kept already gets the new text. `until_ms`, since
  // 1970: afterwards there is no such note; 0: it stays.
  Status keep_note(std::string_view kind, std::string_view name, std::string_view text, std::int64_t until_ms = 0);
  Status drop_note(std::string_view kind, std::string_view name);
  Result<std::optional<std::string>> note(std::string_view kind, std::string_view name);
  // To be changed: no other server changes it before the next commit().
  Result<std::optional<std::string>> note_to_change(std::string_view kind, std::string_view name);
  // Those that have ended by now.
  Status drop_old_notes(std::int64_t now_ms);
  // Names and texts, by name.
  Result<std::vector<std::pair<std::string, std::string>>> notes(std::string_view kind);

 private:
  using Parameters = std::vector<Parameter>;

  template <typename T>
  Result<std::vector<T>> all(const std::string& sql, const Parameters& parameters, T (*read)(const Row&));
  template <typename T>
  Result<std::optional<T>> one(const std::string& sql, const Parameters& parameters, T (*read)(const Row&));
  // A statement that changes something.
  Result<int> change(const std::string& sql, const Parameters& parameters, const Database::EachRow& each = {});
  Status done(const std::string& sql, const Parameters& parameters);
  Status count(const StoredGame& was, const StoredGame& game);

  std::unique_ptr<Database> database_;
  bool open_ = false;          // a transaction is
  std::optional<Error> lost_;  // why it was taken back, and nobody has been told
};

// Opens the database and brings its tables up to this program's version. `place`: a file of SQLite, or a connection
// string of PostgreSQL ("postgresql://USER@HOST/NAME"). An error says why it cannot be used.
Result<std::unique_ptr<Store>> open_store(const std::string& place, StoreUse use = StoreUse::kServe);
bool is_postgres(std::string_view place);
// For people and logs: without a password.
std::string shown_place(const std::string& place);

}  // namespace lanternfish
