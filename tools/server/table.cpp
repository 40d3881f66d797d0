#include "tools/server/table.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "rules/movegen.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr std::chrono::hours kNoFlag{24 * 365};   // falls while what is stored is played
constexpr std::chrono::minutes kLongestSleep{1};  // a client that does not come back loses on time nevertheless

}  // namespace

std::optional<Fault> TableSeat::notice(const OpponentMoved& notice) {
  captured = notice.captured;
  window.reset();
  return {};
}

Decision<Square> TableSeat::sense(const DecisionLimits& /*limits*/) {
  if (fault) {
    return *fault;
  }
  assert(square);
  return *square;
}

std::optional<Fault> TableSeat::sense_result(const Sensed& sensed) {
  window = sensed.window;
  return {};
}

Decision<Move> TableSeat::move(const DecisionLimits& /*limits*/) {
  if (fault) {
    return *fault;
  }
  assert(request);
  return *request;
}

std::optional<Fault> TableSeat::move_result(const Moved& result) {
  moved = result;
  window.reset();
  return {};
}

Table::Table(StoredGame game, const std::vector<StoredAction>& actions, const GameRules& rules,
             const TimeControl& clock, Store& store)
    : game_(std::move(game)),
      rules_(rules),
      store_(store),
      seats_{TableSeat(game_.names[kWhite]), TableSeat(game_.names[kBlack])},
      clock_(clock) {
  GameSettings settings;
  settings.rules = rules_;
  settings.time = {clock_, clock_};
  settings.charging = Charging::kServer;
  play_ = std::make_unique<Game>(Game::Players{&seats_[kWhite], &seats_[kBlack]}, settings);
  if (begun()) {
    begin();
    replay(actions);
  }
}

std::optional<Color> Table::side_of(PersonId person) const {
  for (const Color c : {kWhite, kBlack}) {
    if (game_.players[c] == person) {
      return c;
    }
  }
  return std::nullopt;
}

void Table::begin() {
  play_->begin();
  play_->notice();
}

// What was done, done again. It takes no time of the players, whose clocks are then set to what they were.
void Table::replay(const std::vector<StoredAction>& actions) {
  std::array<std::int64_t, 2> left{};
  left.fill(clock_.base.value_or(std::chrono::milliseconds(0)).count());
  for (const Color c : {kWhite, kBlack}) {
    set_clock(c, kNoFlag);
  }
  for (const StoredAction& action : actions) {
    TableSeat& seat = seats_[action.side];
    left[action.side] = action.left_ms;
    ++number_;
    if (action.kind == StoredAction::Kind::kSense) {
      seat.square = action.square;
      play_->sense();
      step_ = Step::kMove;
      continue;
    }
    seat.request = action.request;
    step_ = Step::kSense;
    if (play_->move()) {
      play_->notice();
    }
  }
  for (const Color c : {kWhite, kBlack}) {
    set_clock(c, std::chrono::milliseconds(left[c]));
  }
  resume_clock();
  if (game_.state == GameState::kOver && !play_->over()) {
    const Color last = turn(), loser = game_.winner ? ~*game_.winner : last;
    const Fault fault{game_.ending, game_.text};
    seats_[~last].gives_up_ = loser != last;
    seats_[last].fault = loser == last ? fault : Fault{Ending::kStopped, {}};
    step_ == Step::kSense ? play_->sense() : play_->move();
    set_clock(last, left_at_end(std::chrono::milliseconds(left[last])));
  } else if (game_.state == GameState::kPlaying && play_->over()) {
    note_end();  // the server was gone before it could write that the game was over
    (void)keep();
  }
}

// Of the side to move, in a game that did not end by a move; `left`: after its last action.
std::chrono::milliseconds Table::left_at_end(std::chrono::milliseconds left) const {
  const std::int64_t ran = game_.running_ms > 0 ? std::max<std::int64_t>(0, game_.ended_ms - game_.running_ms) : 0;
  return game_.ending == Ending::kFlag ? std::chrono::milliseconds(0) : left - std::chrono::milliseconds(ran);
}

void Table::set_clock(Color side, std::chrono::milliseconds left) {
  if (clock_.base) {
    play_->set_clock(side, left);
  }
}

// The clock of the side to move, which has run since then, or stands.
void Table::resume_clock() {
  if (game_.state != GameState::kPlaying || play_->over() || !clock_.base) {
    return;
  }
  if (game_.running_ms == 0) {
    asleep_ = play_->left(turn());
    wake_at_ = std::chrono::steady_clock::now() + kLongestSleep;
  } else {
    const std::chrono::milliseconds ran(std::max<std::int64_t>(0, now_ms() - game_.running_ms));
    play_->set_clock(turn(), play_->left(turn()) - ran);
  }
}

Done Table::stored(const Result<bool>& kept) {
  if (!kept) {
    return Refused{Refused::Why::kStore, kept.error()};
  }
  if (!*kept) {
    behind_ = true;
    return Refused{Refused::Why::kStore, "another server is at this game; please ask again"};
  }
  ++game_.revision;
  return std::nullopt;
}

Done Table::add(const StoredAction& action) {
  game_.running_ms = now_ms();
  if (Done failed = stored(store_.add_action(game_, number_, action))) {
    return failed;
  }
  ++number_;
  ++changes_;
  return std::nullopt;
}

Done Table::keep() {
  unsaved_ = true;
  ++changes_;
  ++row_changes_;
  Done failed = stored(store_.save_game(game_));
  unsaved_ = failed.has_value();
  return failed;
}

Done Table::accept(Color side) {
  if (game_.accepted[side]) {
    return std::nullopt;
  }
  if (over()) {
    return Refused{Refused::Why::kWrong, "the game is over"};
  }
  game_.accepted[side] = true;
  Done kept = keep();
  game_.accepted[side] = !kept;
  return kept;
}

Done Table::ready(Color side) {
  if (game_.ready[side] || over()) {
    return std::nullopt;
  }
  StoredGame before = game_;
  game_.ready[side] = game_.accepted[side] = true;
  if (game_.ready[~side]) {
    game_.state = GameState::kPlaying;
    game_.running_ms = now_ms();
  }
  if (Done kept = keep()) {
    game_ = std::move(before);
    return kept;
  }
  if (game_.state == GameState::kPlaying) {
    begin();
  }
  return std::nullopt;
}

std::chrono::milliseconds Table::left(Color side) const {
  if (asleep_ && side == turn()) {
    return *asleep_;
  }
  return clock_.base ? std::max(play_->left(side), std::chrono::milliseconds(0)) : std::chrono::milliseconds::max();
}

void Table::wake(Color side) {
  if (asleep_ && side == turn()) {
    play_->set_clock(side, *std::exchange(asleep_, std::nullopt));
    game_.running_ms = now_ms();
    if (store_.shared()) {  // for others; alone, this table knows it
      (void)keep();
    }
  }
}

std::vector<Move> Table::requests(Color side) const {
  return over() ? std::vector<Move>{} : lanternfish::requests(play_->referee().board(), side);
}

Reply<Window> Table::sense(Color side, Square square) {
  look_at_clocks();
  wake(side);
  if (over()) {
    // The answer to a sense of the last turn may have been lost on the way.
    const bool again = begun() && turn() == side && step_ == Step::kMove && seats_[side].window;
    return again ? *seats_[side].window : Window{};
  }
  if (!is_turn_of(side)) {
    return Refused{Refused::Why::kWrong, begun() ? "it is not your turn" : "the game has not begun"};
  }
  TableSeat& seat = seats_[side];
  if (step_ == Step::kMove) {
    return *seat.window;
  }
  const std::chrono::milliseconds left_now = left(side);
  const StoredAction action{
      .kind = StoredAction::Kind::kSense, .side = side, .square = square, .request = {}, .left_ms = left_now.count()};
  if (const Done failed = add(action)) {
    return *failed;
  }
  seat.square = square;
  play_->sense();
  set_clock(side, left_now);  // the time of the write is nobody's
  step_ = Step::kMove;
  return *seat.window;
}

Reply<Moved> Table::move(Color side, Move request) {
  look_at_clocks();
  TableSeat& seat = seats_[side];
  wake(side);
  const bool again = !is_turn_of(side) || step_ == Step::kSense;  // of this turn nothing was asked yet
  if (again && seat.moved && seat.moved->requested == request) {
    return *seat.moved;
  }
  if (over()) {
    return Moved{.requested = request, .taken = kNullMove, .captured = kNoSquare};
  }
  if (!is_turn_of(side)) {
    return Refused{Refused::Why::kWrong, begun() ? "it is not your turn" : "the game has not begun"};
  }
  if (step_ == Step::kSense) {
    return Refused{Refused::Why::kWrong, "a turn begins with a sense; the square may be null"};
  }
  const Board& board = play_->referee().board();
  if (!may_request(board, side, normalized_request(board, request))) {
    return Refused{Refused::Why::kWrong, "the requested move is none of move_actions"};
  }
  const std::chrono::milliseconds left_then = clock_.base ? left(side) + clock_.increment : left(side);
  const StoredAction action{.kind = StoredAction::Kind::kMove,
                            .side = side,
                            .square = kNoSquare,
                            .request = request,
                            .left_ms = left_then.count()};
  if (const Done failed = add(action)) {
    return *failed;
  }
  seat.request = request;
  seat.moved.reset();
  step_ = Step::kSense;
  // What is stored is played, here as in a table that is made of it; the time of the write is nobody's.
  set_clock(side, kNoFlag);
  const bool goes_on = play_->move();
  set_clock(side, left_then);
  if (goes_on) {
    play_->notice();
  } else {
    note_end();
    (void)keep();
  }
  return seat.moved ? *seat.moved : Moved{.requested = request, .taken = kNullMove, .captured = kNoSquare};
}

// A question to the side to move ends the game with the fault of whoever it is.
void Table::end_by(const Fault& fault) {
  wake(turn());
  seats_[turn()].fault = fault;
  step_ == Step::kSense ? play_->sense() : play_->move();
  note_end();
}

Done Table::resign(Color side) {
  look_at_clocks();
  if (over()) {
    return std::nullopt;
  }
  if (!begun()) {
    return make_void("a player gave up before the game began", {side == kWhite, side == kBlack});
  }
  seats_[side].gives_up_ = true;
  end_by(side == turn() ? Fault{Ending::kResigned, "resigned"} : Fault{Ending::kStopped, {}});
  return keep();
}

void Table::look_at_clocks() {
  if (asleep_ && std::chrono::steady_clock::now() >= wake_at_) {
    wake(turn());
  }
  if (game_.state == GameState::kPlaying && left(turn()).count() <= 0) {
    end_by({Ending::kFlag, "its flag fell"});
    (void)keep();
  } else if (unsaved_) {
    (void)keep();
  }
}

Done Table::make_void(const std::string& why, const std::array<bool, 2>& missed) {
  const StoredGame before = game_;
  game_.state = GameState::kVoid;
  game_.text = why;
  game_.winner.reset();
  game_.reason = WinReason::kNone;
  game_.ending = Ending::kStopped;
  game_.ended_ms = now_ms();
  Done failed = keep();
  if (failed) {
    game_ = before;
  } else {
    missed_ = missed;
  }
  return failed;
}

void Table::note_end() {
  const GameResult& result = play_->result();
  game_.state = GameState::kOver;
  game_.ended_ms = now_ms();
  game_.winner = result.winner;
  game_.reason = result.reason;
  game_.ending = result.ending;
  game_.text = result.text;
}

}  // namespace lanternfish
