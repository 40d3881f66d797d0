#include "python/stepped_game.h"

#include <fmt/format.h>

#include "rules/notation.h"

namespace lanternfish {

namespace {

PlayerClock::TimePoint now() { return std::chrono::steady_clock::now(); }

}  // namespace

SteppedGame::SteppedGame(const GameRules& rules, const TimeControl& time)
    : referee_(rules), clocks_{PlayerClock(time), PlayerClock(time)} {
  begin_turn();
}

void SteppedGame::begin_turn() {
  if (referee_.over()) {
    end();
    return;
  }
  step_ = Step::kSense;
  capture_ = referee_.notify().captured;
  if (clocks_[turn()].limited()) {
    clocks_[turn()].start(now());
  }
}

SteppedGame::Step SteppedGame::step() {
  PlayerClock& clock = clocks_[turn()];
  if (step_ != Step::kOver && clock.limited() && now() >= clock.deadline()) {
    referee_.forfeit(turn(), {Ending::kFlag, "out of time"});
    end();
  }
  return step_;
}

void SteppedGame::end() {
  step_ = Step::kOver;
  for (PlayerClock& clock : clocks_) {
    if (clock.running()) {
      (void)clock.stop(now());
    }
  }
}

Status SteppedGame::expect(Step step) {
  if (this->step() == step) {
    return success();
  }
  if (step_ == Step::kOver) {
    return Error{"the game is over"};
  }
  return Error{fmt::format("{} is to {} now", format_color(turn()), step_ == Step::kSense ? "sense" : "move")};
}

Result<Sensed> SteppedGame::sense(Square center) {
  TRY(expect(Step::kSense));
  step_ = Step::kMove;
  return referee_.sense(center);
}

Result<Moved> SteppedGame::move(Move request) {
  TRY(expect(Step::kMove));
  const Color side = turn();
  Moved moved = TRY(referee_.move(request));
  if (clocks_[side].limited()) {
    if (!clocks_[side].stop(now()) && !referee_.over()) {
      referee_.forfeit(side, {Ending::kFlag, "out of time"});
    }
    clocks_[side].credit_increment();
  }
  capture_ = moved.captured;  // of a game that ends here
  begin_turn();
  return moved;
}

Status SteppedGame::resign(Color loser) {
  if (step() == Step::kOver) {
    return Error{"the game is over"};
  }
  referee_.forfeit(loser, {Ending::kResigned, "resigned"});
  end();
  return success();
}

std::optional<std::chrono::milliseconds> SteppedGame::clock(Color side) const {
  if (!clocks_[side].limited()) {
    return {};
  }
  return clocks_[side].left(now());
}

}  // namespace lanternfish
