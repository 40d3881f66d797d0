#pragma once

// One game on the server: two players who answer when they like, each answer kept before anybody hears of it.
//
// A table is asked by whoever reads the players' calls, and never waits. It may be made anew from what the store has,
// at any moment: then it stands where its players believe it to stand, and its clock runs as it did. A clock that is
// stored as standing stands until its player's client is back: so nobody's time runs while there is no server.
// A call may come twice, because its answer was lost on the way: the second one gets the same answer and changes
// nothing.

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "game/play.h"
#include "tools/server/store.h"

namespace lanternfish {

// Why a call changed nothing.
struct Refused {
  enum class Why : std::uint8_t {
    kWrong,      // the call asks for what may not be
    kUnknown,    // there is no such game, or no such person
    kForbidden,  // it is not the asker's
    kTaken,      // the name is another's, or nobody has room
    kStore,      // the database failed; the same call may go through later
  };
  Why why = Why::kWrong;
  std::string text;
};
template <typename T>
using Reply = std::variant<T, Refused>;
using Done = std::optional<Refused>;  // none: done
inline Refused store_failed(std::string text) { return {Refused::Why::kStore, std::move(text)}; }

// The answers of one player, as a game asks for them.
class TableSeat : public Player {
 public:
  explicit TableSeat(std::string name) : name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& /*start*/) override { return {}; }
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;
  bool gives_up() const override { return gives_up_; }

  // What the next question is answered with.
  std::optional<Square> square;
  std::optional<Move> request;
  std::optional<Fault> fault;  // before both
  bool gives_up_ = false;

  // What the player was told last. A window is forgotten when the turn is over.
  Square captured = kNoSquare;
  std::optional<Window> window;
  std::optional<Moved> moved;

 private:
  std::string name_;
};

class Table {
 public:
  // The game as it is stored, with what was done in it. `store` outlives the table.
  Table(StoredGame game, const std::vector<StoredAction>& actions, const GameRules& rules, const TimeControl& clock,
        Store& store);

  const StoredGame& game() const { return game_; }
  std::optional<Color> side_of(PersonId person) const;

  Done accept(Color side);
  // With both ready the game begins.
  Done ready(Color side);
  bool begun() const { return game_.state == GameState::kPlaying || game_.state == GameState::kOver; }
  bool over() const { return game_.state == GameState::kOver || game_.state == GameState::kVoid; }
  bool is_turn_of(Color side) const { return game_.state == GameState::kPlaying && play_->referee().turn() == side; }
  std::chrono::milliseconds left(Color side) const;

  // The client of `side` is back after a restart. Its clock stood until now.
  void wake(Color side);

  // What `side` may know: where its piece was captured by the opponent's last move.
  Square captured(Color side) const { return seats_[side].captured; }
  // Requests that `side` may make; none when the game is over.
  std::vector<Move> requests(Color side) const;
  const GameRules& rules() const { return rules_; }
  const TimeControl& clock() const { return clock_; }
  // All that `side` was told; empty before the game began.
  std::span<const Observation> history(Color side) const { return play_->referee().history(side); }
  bool awaits_sense() const { return step_ == Step::kSense; }

  // Grows with everything that a player may wait for.
  std::uint64_t changes() const { return changes_; }
  // The same of the game's row: acceptance, readiness, beginning and end, and nothing that is done in the game.
  std::uint64_t row_changes() const { return row_changes_; }
  // Another server changed the game: this table is to be made anew, and what was asked last is to be asked again.
  bool behind() const { return behind_; }
  // This table was made in place of `old`.
  void replace(const Table& old) {
    changes_ = old.changes_ + 1;
    row_changes_ = old.row_changes_ + 1;
  }

  // After the end a sense shows nothing and a move does nothing, as in reconchess.
  Reply<Window> sense(Color side, Square square);
  Reply<Moved> move(Color side, Move request);
  Done resign(Color side);
  // Ends the game where a flag has fallen, and tries again to store what could not be stored.
  void look_at_clocks();
  // The game will not be played or does not count; `why` is for people. `missed`: who, by Color, let it pass.
  Done make_void(const std::string& why, const std::array<bool, 2>& missed = {});
  // Whether this side did not come to the game, or gave up before it began; known until the table is made anew.
  bool missed(Color side) const { return missed_[side]; }

  // Once it is over.
  const GameResult& result() const { return play_->result(); }
  GameRecord record() const { return play_->record(); }

 private:
  enum class Step : std::uint8_t { kSense, kMove };
  Done add(const StoredAction& action);
  void begin();
  void replay(const std::vector<StoredAction>& actions);
  void end_by(const Fault& fault);
  void resume_clock();
  std::chrono::milliseconds left_at_end(std::chrono::milliseconds left) const;
  void set_clock(Color side, std::chrono::milliseconds left);  // where there is one
  void note_end();
  Done keep();  // the game's row
  Done stored(const Result<bool>& kept);
  Color turn() const { return play_->referee().turn(); }

  StoredGame game_;
  GameRules rules_;
  Store& store_;
  std::array<TableSeat, 2> seats_;  // by Color
  TimeControl clock_;
  std::unique_ptr<Game> play_;
  Step step_ = Step::kSense;  // what the side to move is asked for
  int number_ = 0;            // actions so far
  std::uint64_t changes_ = 0, row_changes_ = 0;
  // After a restart: what the side to move has left, until its client is back, and when the wait for it ends.
  std::optional<std::chrono::milliseconds> asleep_;
  std::chrono::steady_clock::time_point wake_at_;
  bool unsaved_ = false;  // the game's row in the store is older than game_
  bool behind_ = false;
  std::array<bool, 2> missed_{};
};

}  // namespace lanternfish
