#pragma once

// What the server keeps: persons, games, and what was done in them. An interface, so that another database can stand
// behind it. What methods change is durable after commit(): many answers share one write to the disk. Where commit()
// returns an error, all that was changed since the one before is undone. An error names what the database says.
//
// Not safe for several threads at once: the lobby calls it under its lock.

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/game_result.h"
#include "rules/types.h"
#include "support/result.h"

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
  std::string clock;  // "900+5"
  GameState state = GameState::kOffered;
  std::int64_t created_ms = 0, ended_ms = 0;  // since 1970
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

class Store {
 public:
  virtual ~Store() = default;

  virtual Status commit() = 0;
  // Whether there is anything to commit.
  virtual bool pending() const = 0;

  virtual Result<std::optional<Person>> person(std::string_view name) = 0;  // whatever its case
  virtual Result<std::optional<Person>> person(PersonId id) = 0;
  virtual Result<std::vector<Person>> persons() = 0;
  // Returns the id. No error and 0 where the name is taken.
  virtual Result<PersonId> add_person(const Person& person) = 0;
  virtual Status save_person(const Person& person) = 0;

  virtual Result<GameId> add_game(const StoredGame& game) = 0;
  // State, acceptance, readiness, result.
  virtual Status save_game(const StoredGame& game) = 0;
  virtual Result<std::optional<StoredGame>> game(GameId id) = 0;
  // Those that are offered or being played.
  virtual Result<std::vector<StoredGame>> open_games() = 0;
  // At most `limit` games that are over, with numbers from `from` on, in their order.
  virtual Result<std::vector<StoredGame>> finished_games(GameId from, int limit) = 0;
  // `number`: of the action in its game, from 0.
  virtual Status add_action(GameId game, int number, const StoredAction& action) = 0;
  virtual Result<std::vector<StoredAction>> actions(GameId game) = 0;

  // Kept with each game's end, so that this does not read all games.
  virtual Result<std::vector<PairTally>> ranked_tallies() = 0;

  // Games that are over or void, of one player or of all, the newest first, with ids below `before`.
  virtual Result<std::vector<StoredGame>> past_games(std::optional<PersonId> player, GameId before, int most) = 0;

  // Texts under a kind and a name: sessions, links, tournaments. A name that is kept already gets the new text.
  virtual Status keep_note(std::string_view kind, std::string_view name, std::string_view text) = 0;
  virtual Status drop_note(std::string_view kind, std::string_view name) = 0;
  virtual Result<std::optional<std::string>> note(std::string_view kind, std::string_view name) = 0;
  // Names and texts, by name.
  virtual Result<std::vector<std::pair<std::string, std::string>>> notes(std::string_view kind) = 0;
};

}  // namespace lanternfish
