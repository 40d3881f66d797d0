#include "tools/web/play/page_game.h"

#include <algorithm>
#include <utility>

namespace lanternfish {

namespace {

constexpr std::chrono::milliseconds kAmple = std::chrono::hours(24);  // on a clock while old turns are told again

}  // namespace

PageGame::PageGame(PagePlayer& person, Color me, Player& opponent, const GameSettings& settings, std::stop_token leave)
    : person_(person), opponent_(opponent), me_(me), settings_(settings), leave_(std::move(leave)) {}

Status PageGame::take_back() {
  const std::lock_guard lock(mutex_);
  Status status = over_ ? Status(Error{"there is no turn to take back"}) : person_.take_back();
  if (status) {
    round_.request_stop();
  }
  return status;
}

bool PageGame::goes_back(const Referee& referee) {
  const std::lock_guard lock(mutex_);
  if (!person_.takes_back()) {
    over_ = true;
    return false;
  }
  const auto mine = referee.history(me_);
  const auto finished = std::count_if(mine.begin(), mine.end(),
                                      [](const Observation& event) { return std::holds_alternative<Moved>(event); });
  for (const Color side : {kWhite, kBlack}) {
    histories_[side].assign(referee.history(side).begin(), referee.history(side).end());
  }
  turns_[me_] = static_cast<std::size_t>(std::max<std::ptrdiff_t>(finished - 1, 0));
  turns_[~me_] = turns_[me_] + (settings_.rules.start.turn() == me_ ? 0 : 1);
  clocks_.resize(std::min(clocks_.size(), turns_[kWhite] + turns_[kBlack]));
  round_ = std::stop_source();
  return true;
}

PageGame::Clocks PageGame::clocks_now() const {
  return clocks_.empty() ? Clocks{settings_.time[kWhite].base, settings_.time[kBlack].base} : clocks_.back();
}

void PageGame::turn_ended(const Game& /*game*/, const PlayedTurn& turn) {
  if (turn.finished && !catching_up_) {
    clocks_.push_back(turn.clocks);
  }
}

void PageGame::catch_up(Game& game) {
  const auto set_clocks = [&](const Clocks& left) {
    for (const Color side : {kWhite, kBlack}) {
      if (settings_.time[side].base) {
        game.set_clock(side, left[side].value_or(kAmple));
      }
    }
  };
  catching_up_ = true;
  for (std::size_t ply = 0; ply < turns_[kWhite] + turns_[kBlack] && !game.over(); ++ply) {
    set_clocks({kAmple, kAmple});
    game.turn();
  }
  catching_up_ = false;
  set_clocks(clocks_now());
}

FinishedGame PageGame::play_on() {
  ResumedPlayer person(person_, histories_[me_], turns_[me_]);
  ResumedPlayer opponent(opponent_, histories_[~me_], turns_[~me_]);
  GameSettings settings = settings_;
  {
    const std::lock_guard lock(mutex_);
    settings.stop = round_.get_token();
  }
  const std::stop_callback left(leave_, [this] {
    const std::lock_guard lock(mutex_);
    round_.request_stop();
  });
  Game::Players players;
  players[me_] = &person;
  players[~me_] = &opponent;
  Game game(players, settings, {&person_, this});
  game.begin();
  catch_up(game);
  person_.resume(clocks_now(), game.referee().turn());
  while (!game.over() && game.turn()) {
  }
  if (goes_back(game.referee())) {
    return {{}, {}};
  }
  game.end();
  return {game.result(), game.record()};
}

FinishedGame PageGame::play() {
  for (;;) {
    FinishedGame finished = play_on();
    const std::lock_guard lock(mutex_);
    if (over_) {
      return finished;
    }
  }
}

ResumedPlayer::ResumedPlayer(Player& player, std::span<const Observation> history, std::size_t turns)
    : player_(player) {
  for (const Observation& event : history) {
    if (const auto* sensed = std::get_if<Sensed>(&event); sensed != nullptr && senses_.size() < turns) {
      senses_.push_back(sensed->window.center);
    } else if (const auto* moved = std::get_if<Moved>(&event); moved != nullptr && requests_.size() < turns) {
      requests_.push_back(moved->requested);
    }
  }
}

Decision<Square> ResumedPlayer::sense(const DecisionLimits& limits) {
  if (senses_.empty()) {
    return player_.sense(limits);
  }
  const Square square = senses_.front();
  senses_.pop_front();
  return square;
}

Decision<Move> ResumedPlayer::move(const DecisionLimits& limits) {
  if (requests_.empty()) {
    return player_.move(limits);
  }
  const Move request = requests_.front();
  requests_.pop_front();
  return request;
}

}  // namespace lanternfish
