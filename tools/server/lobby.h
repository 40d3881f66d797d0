#pragma once

// Everything that the server knows while it runs: who is connected, which games are offered and played. Typed calls,
// without HTTP; every method may be called from any thread and waits for the lobby's one lock.
//
// What methods change is safe after settle() alone: whoever answers somebody from outside calls it first.
//
// Where the store is shared, several servers have a lobby each (lobby_shared.cpp): tables here are then made anew when
// another server has changed their games, and what is done once for all is done by the one that leads.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/server/pairing.h"
#include "tools/server/store.h"
#include "tools/server/table.h"

namespace lanternfish {

constexpr int kMaxGames = 64;          // of one person at once
constexpr int kMaxGamesOfPair = 1000;  // in a tournament

struct LobbySettings {
  GameRules rules;
  TimeControl clock;  // of each player
  // Who has not asked for invitations for so long is not connected. reconchess's client asks every five seconds.
  std::chrono::milliseconds connected_for{15'000};
  // A game that is not begun so long after it was offered is void.
  std::chrono::milliseconds patience{120'000};
  // Ranked games, as the public server's rules say: so many against one opponent without delay, then one at a time.
  int games_at_once_against_one = 40;
  std::chrono::milliseconds between_later_games{3'600'000};
  int official_games = 100;  // so many make a rating official
  int house_games = 4;       // games of house bots at once
  int left_free = 1;         // of two places or more: for invitations, and not for ranked games
  // Who lets a game pass that the server offers is offered none for so long; each further time twice as long, and no
  // shorter than the game waited; up to ten minutes. Who never comes to games that it asked for may ask for none so
  // long, and twice as long each further time, until an hour has passed without.
  std::chrono::milliseconds left_out{10'000};
};

class Lobby {
 public:
  using Clock = std::chrono::steady_clock;

  // `store` outlives the lobby.
  Lobby(Store& store, const LobbySettings& settings)
      : store_(store), settings_(settings), leads_(!store.shared()), connections_(store.connections()) {}
  // Takes up the games that are open. Once, before anything else.
  Status open();
  // Whether other servers may work on the same games.
  bool shared() const { return store_.shared(); }

  // Makes all changes safe, whoever made them. An error where they are lost, or others were since losses() was `seen`:
  // then the lobby stands where the store stands, and no answer since may be given.
  Status settle(std::uint64_t seen);
  std::uint64_t losses() const { return losses_; }
  bool unsettled();

  // ---- persons
  // `address`: whence, as limits count.
  Reply<Person> register_person(const std::string& name, const std::string& email, const std::string& affiliation,
                                const std::string& password, const std::string& address);
  // The one account that nobody can register.
  Reply<Person> add_administrator(const std::string& password);
  // Who has this name and password; a refusal (kForbidden) where nobody does. Hashes the password, whoever asks.
  Reply<Person> sign_in(const std::string& name, const std::string& password, const std::string& address);
  // What is known before that.
  struct Caller {
    bool at_home = false;          // somebody has signed in by this name from this address within 30 days
    std::optional<Person> person;  // by this password, too, since the server began
  };
  Reply<Caller> caller(const std::string& name, const std::string& password, const std::string& address);
  // A bot of the house: always connected, accepts whoever asks. Its games are played by whoever serves house_games().
  // It takes `max_games` at once, also where the store has it with another number.
  Reply<Person> add_house_bot(const std::string& name, int max_games = 2);
  // Who is connected, and why nobody can invite this person now; empty: anybody can.
  struct Here {
    Person person;
    std::string no_room;
  };
  std::vector<Here> here();
  Reply<Person> person(PersonId id);
  // Somebody at the page who gave no name: gets one, and nobody signs in by it.
  Reply<Person> add_guest();
  // Whether a game of this person goes on, or is offered.
  bool plays(PersonId id);
  static bool is_guest(const Person& person) { return person.password_hash == kGuest; }
  // The person is at the page: connected, and offered games of tournaments, but no ranked ones.
  void note_seen(PersonId id);
  bool is_here(PersonId id);

  // ---- sessions of browsers
  // A token for the browser of this person; the store has its hash.
  Reply<std::string> begin_session(PersonId id);
  Reply<std::optional<Person>> session(const std::string& token);
  Done end_session(const std::string& token);

  // ---- administration
  Reply<Person> person_named(const std::string& name);
  // A closed account signs in no more, and its sessions end; its games stay.
  Done close_account(const std::string& name, bool closed);
  Done set_password(const std::string& name, const std::string& password);
  Done rename(const std::string& name, const std::string& wanted);
  // Personal data go; the games stay, under a name that says nothing.
  Done forget(const std::string& name);
  // Nobody's game any more: it is not rated. Also one that is going on.
  Done make_void(GameId id, const std::string& why);

  Done set_max_games(PersonId id, int max_games);
  Done set_ranked(PersonId id, bool ranked);
  Reply<int> next_version(PersonId id);

  // ---- games
  // Those offered to this person and not accepted yet. Whoever asks is connected, and a bot that may be offered ranked
  // games: its author at the page is none.
  Reply<std::vector<GameId>> invitations(PersonId me);
  // Offers a game, in which `me` plays `color`.
  // `clock`: none, the server's.
  Reply<GameId> invite(PersonId me, const std::string& opponent, Color color, std::optional<TimeControl> clock = {});
  struct Pairing {
    PersonId white = 0, black = 0;
    bool ranked = false;
    std::array<bool, 2> accepted{};  // by Color
    std::optional<TimeControl> clock;
  };
  // Whether `me` may begin one more game by hand, beside those of a bot of this name.
  Done may_begin(PersonId me);
  // A game that both are known to want, or that a tournament asks for.
  Reply<GameId> arrange(const Pairing& pairing);
  Reply<GameId> accept(PersonId me, GameId game);

  // Calls `ask` with the table and the side of `me`, under the lock. A game that is over is read from the store.
  template <typename T>
  Reply<T> at_table(PersonId me, GameId id, const std::function<Reply<T>(Table&, Color)>& ask);
  // The record of a game that is over; for anybody.
  Reply<GameRecord> record(GameId id);
  Reply<StoredGame> game(GameId id);
  // All that happened in a game so far, for whoever decides what spectators see of it.
  struct Sight {
    StoredGame game;
    Board start;
    GameRecord record;
  };
  Reply<Sight> sight(GameId id);
  // Offered and being played, in the order of their ids.
  std::vector<StoredGame> open_games();
  Result<std::vector<StoredGame>> past_games(const PastGames& which);

  // Notes of the store, which go after 30 days.
  Status keep_note(std::string_view kind, std::string_view name, std::string_view text);
  Result<std::optional<std::string>> note(std::string_view kind, std::string_view name);
  Result<std::optional<std::string>> note_to_change(std::string_view kind, std::string_view name);

  struct HouseGame {
    GameId game = 0;
    PersonId bot = 0;
    std::string name;
  };
  // Open games of house bots; where several servers share them, for the one that leads.
  std::vector<HouseGame> house_games();
  // Blocks until more than `seen` things have happened in all games together, or so long. How many have; what other
  // servers did is among them a moment later.
  std::uint64_t wait_for_news(std::uint64_t seen, std::chrono::milliseconds longest);

  // ---- tournaments
  Done add_tournament(const Tournament& tournament);
  // Nothing more is offered; what is being played is played to its end.
  Done end_tournament(const std::string& name);
  // `in`: false takes the player out of it, whose games stay.
  Done enter_tournament(const std::string& name, PersonId player, bool in = true);
  Result<std::vector<Tournament>> tournaments();
  Reply<Tournament> tournament(const std::string& name);
  Result<std::vector<PairTally>> tournament_tallies(const std::string& name);

  // Grows when somebody comes, and when a game is offered, accepted, begun or over; not with what is done in it.
  std::uint64_t shown_changes() const { return shown_changes_; }
  // Grows with every end of a ranked game and every new version.
  std::uint64_t ranked_changes() const { return ranked_changes_; }
  const LobbySettings& settings() const { return settings_; }

  // About once a second: clocks, games that nobody came to, ranked games to be offered; once an hour, notes that are
  // old.
  void tick();

  Result<std::vector<PairTally>> ranked_tallies_of(PersonId player);
  Result<std::vector<Person>> persons();

 private:
  Status read_open_games();
  Status commit();
  Reply<std::unique_ptr<Table>> read_table(const StoredGame& game);
  // Calls `ask` with the table, and again where another server came first.
  template <typename T>
  Reply<T> with_table(GameId id, const std::function<Reply<T>(Table&)>& ask);
  Status make_way(int tries);
  // Each open game of one person, or of all.
  Status each_open_game(std::optional<PersonId> player, const std::function<void(const StoredGame&)>& look);
  Status join_others();
  bool knows_others() const { return !store_.shared() || connections_ == store_.connections(); }
  void look_at_shared_games();
  void see(PersonId id);
  void see_bot(PersonId id);
  bool is_bot_here(PersonId id) const;
  void look_for_bots_elsewhere();
  bool seen_here(PersonId id) const;
  static Done check_password(const std::string& password);
  struct Changes {
    explicit Changes(const Table& table) : all(table.changes()), rows(table.row_changes()) {}
    std::uint64_t all, rows;
  };
  void note(const Table& table, const Changes& before);
  Reply<Table*> table(GameId id, std::unique_ptr<Table>& holder);
  Reply<Person> known(PersonId id);
  Reply<Person> known_to_change(PersonId id);
  bool is_connected(PersonId id);
  Reply<Person> named(const std::string& name);
  Done change(const std::string& name, const std::function<Done(Person&)>& how);
  int open_games_of(PersonId id);
  int open_house_games();
  // Why this person can take no further game, with so many open ones; empty: it can.
  std::string no_room(const Person& person, int open, int open_of_house) const;
  std::vector<Person> persons_here();
  struct Offer {
    bool ranked = false;
    std::array<bool, 2> accepted{};  // by Color
    std::string tournament = {};     // empty: of none
    TimeControl clock;
  };
  Reply<GameId> offer(const Person& white, const Person& black, const Offer& how);
  void look_at_tables();
  void void_if_late(Table& table);
  void note_who_came(const Table& table);
  void count_missed(const char* kind, PersonId who, std::int64_t waited_ms, std::int64_t lives_ms);
  Done may_begin_one(const Person& person);
  Done may_invite(const Person& person);
  // Until when, in ms since 1970, those are left out who let offered games pass, and began none since.
  std::map<PersonId, std::int64_t> left_out_until();
  void offer_games();
  // `persons`: who is here. `open`: the games that are.
  Places free_places(const std::map<PersonId, Person>& persons, const std::vector<StoredGame>& open);
  void leave_some_free(const std::map<PersonId, Person>& persons, const std::vector<StoredGame>& open,
                       Places& places) const;
  void offer_ranked_games(const std::map<PersonId, Person>& persons, const std::vector<StoredGame>& open,
                          Places& places);
  void offer_tournament_games(const std::map<PersonId, Person>& persons, const std::vector<StoredGame>& open,
                              Places& places);
  std::vector<PersonId> some_of(std::vector<PersonId> players);
  bool may_play_ranked(PersonId one, PersonId other, int games);
  Reply<Tournament> tournament_named(const std::string& name);
  Reply<Person> add_account(Person person, const std::string& password);
  void remember(const Person& person, const std::string& password, const std::string& address);
  void forget_what_is_old();
  Done save(const Person& person);

  static constexpr const char* kGuest = "!guest";  // in place of a password's hash

  Store& store_;
  const LobbySettings settings_;
  std::mutex mutex_;  // guards all below
  // Where the store is shared:
  bool leads_;
  int connections_;                             // of the store, when this server last knew how the others stand
  std::uint64_t others_changes_ = 0;            // ranked_changes_ of the one that leads
  std::int64_t last_tick_ = 0;                  // of that one, in ms since 1970, while this server is about to join it
  std::map<PersonId, Clock::time_point> told_;  // when others were last told that somebody is here
  std::set<PersonId> bots_elsewhere_;           // at other servers, when this one last looked
  std::map<GameId, Clock::time_point> asked_;   // when tables were last asked for
  // Always:
  std::condition_variable news_;
  std::uint64_t happened_ = 0;
  std::atomic<std::uint64_t> losses_ = 0, ranked_changes_ = 0, shown_changes_ = 0;
  std::uint64_t ranked_ends_ = 0;  // since the last commit
  std::int64_t opened_ms_ = 0;
  Clock::time_point opened_;
  std::size_t next_paired_ = 0;
  bool stale_ = false;                               // the store could not say what it has; tables_ may lack some
  std::map<GameId, std::unique_ptr<Table>> tables_;  // open ones
  std::map<PersonId, Clock::time_point> seen_;       // when somebody was last there
  struct Bot {
    Clock::time_point asked, told;  // when it last asked for invitations, and when other servers were told
  };
  std::map<PersonId, Bot> bots_;
  std::set<PersonId> house_;
  // Passwords that fitted since the start, by whom and whence.
  struct Fitted {
    std::string hash;           // memory_hash
    std::int64_t noted_ms = 0;  // when the store was told
  };
  std::map<std::pair<PersonId, std::string>, Fitted> fitted_;
  std::int64_t tidied_ms_ = 0;
  // When two were last paired, in ms since 1970: past the limit, and as far as it was asked for.
  std::map<std::pair<PersonId, PersonId>, std::int64_t> paired_;
};

template <typename T>
Reply<T> Lobby::with_table(GameId id, const std::function<Reply<T>(Table&)>& ask) {
  for (int tries = 0;; ++tries) {
    std::unique_ptr<Table> holder;
    Reply<Table*> found = table(id, holder);
    if (const Refused* why = std::get_if<Refused>(&found)) {
      return *why;
    }
    Table& at = *std::get<Table*>(found);
    const Changes before(at);
    Reply<T> answer = ask(at);
    if (!at.behind()) {
      note(at, before);
      return answer;
    }
    if (const Status again = make_way(tries); !again) {
      return store_failed(again.error());
    }
  }
}

template <typename T>
Reply<T> Lobby::at_table(PersonId me, GameId id, const std::function<Reply<T>(Table&, Color)>& ask) {
  const std::lock_guard lock(mutex_);
  return with_table<T>(id, [&](Table& at) -> Reply<T> {
    const std::optional<Color> side = at.side_of(me);
    if (!side) {
      return Refused{Refused::Why::kForbidden, "this is a game of others"};
    }
    at.wake(*side);
    return ask(at, *side);
  });
}

}  // namespace lanternfish
