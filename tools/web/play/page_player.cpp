#include "tools/web/play/page_player.h"

#include <cassert>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

PagePlayer::PagePlayer(const PagePlayerSettings& settings)
    : settings_(settings), view_(settings.me, settings.opponent, settings.help) {
  view_.set_takebacks(0);
  const std::lock_guard lock(mutex_);
  publish();
}

PagePlayer::~PagePlayer() { help_.reset(); }

void PagePlayer::publish() {
  if (!silent_) {
    feed_->publish(dump_line(view_.json()));
  }
}

void PagePlayer::tell_clocks() {
  const std::lock_guard lock(mutex_);
  publish();
}

std::string PagePlayer::state() const {
  const std::lock_guard lock(mutex_);
  return silent_ ? *feed_->latest().text : dump_line(view_.json());
}

Status PagePlayer::answer_sense(Square square) {
  const std::lock_guard lock(mutex_);
  if (view_.phase() != PersonView::Phase::kSense || square_) {
    return Error{"it is not the moment to sense"};
  }
  square_ = square;
  answered_.notify_all();
  return success();
}

Status PagePlayer::answer_move(Move request) {
  const std::lock_guard lock(mutex_);
  if (view_.phase() != PersonView::Phase::kMove || request_) {
    return Error{"it is not the moment to move"};
  }
  const Board& mine = view_.log().own().pieces();
  if (!may_request(mine, view_.me(), normalized_request(mine, request))) {
    return Error{fmt::format("{} cannot be requested", format_move(request))};
  }
  request_ = request;
  answered_.notify_all();
  return success();
}

void PagePlayer::resign() {
  const std::lock_guard lock(mutex_);
  resigned_ = true;
  answered_.notify_all();
}

Status PagePlayer::take_back() {
  const std::lock_guard lock(mutex_);
  const bool goes_on = view_.phase() != PersonView::Phase::kStarting && view_.phase() != PersonView::Phase::kOver;
  if (!goes_on || takes_back_ || silent_ || resigned_ || view_.finished_turns() == 0) {
    return Error{"there is no turn to take back"};
  }
  takes_back_ = true;
  return success();
}

bool PagePlayer::takes_back() {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(takes_back_, false)) {
    return false;
  }
  silent_ = true;
  view_.set_takebacks(++takebacks_);
  return true;
}

void PagePlayer::resume(const std::array<std::optional<std::chrono::milliseconds>, 2>& clocks, Color next) {
  const std::lock_guard lock(mutex_);
  silent_ = false;
  view_.set_clocks(clocks, next);
  publish();
}

int PagePlayer::takebacks() const {
  const std::lock_guard lock(mutex_);
  return takebacks_;
}

bool PagePlayer::gives_up() const {
  const std::lock_guard lock(mutex_);
  return resigned_;
}

void PagePlayer::show_end(const GameResult& result, const std::string& game) {
  const std::lock_guard lock(mutex_);
  view_.end(result, game);
  publish();
  feed_->close();
}

void PagePlayer::show_failure(const std::string& sentence) {
  const std::lock_guard lock(mutex_);
  view_.fail(sentence);
  publish();
  feed_->close();
}

std::optional<Fault> PagePlayer::begin(const GameStart& start) {
  const auto show_help = [this](std::size_t events, Json help) {
    const std::lock_guard lock(mutex_);
    view_.set_help(events, std::move(help));
    publish();
  };
  help_.reset();
  {
    const std::lock_guard lock(mutex_);
    view_.begin(start);
    publish();
  }
  try {
    if (settings_.help) {
      help_ = std::make_unique<HelpTracker>(start.rules.start, start.me, settings_.help_boards, show_help);
    }
  } catch (const std::system_error& no_thread) {
    show_help(0, {{"problem", no_thread.code().message()}});
  }
  return {};
}

std::optional<Fault> PagePlayer::observe(const Observation& event) {
  {
    const std::lock_guard lock(mutex_);
    [[maybe_unused]] const EventStatus fits = view_.observe(event);
    assert(fits.ok());
    publish();
  }
  if (help_) {
    help_->observe(event);
  }
  return {};
}

std::optional<Fault> PagePlayer::notice(const OpponentMoved& notice) { return observe(notice); }
std::optional<Fault> PagePlayer::sense_result(const Sensed& sensed) { return observe(sensed); }
std::optional<Fault> PagePlayer::move_result(const Moved& moved) { return observe(moved); }

template <typename T>
Decision<T> PagePlayer::ask(PersonView::Phase phase, const DecisionLimits& limits, std::optional<T>& answer) {
  std::unique_lock lock(mutex_);
  view_.ask(phase);
  std::array<std::optional<std::chrono::milliseconds>, 2> left;
  if (limits.clock.time) {
    left[settings_.me] = std::chrono::milliseconds(*limits.clock.time);
  }
  view_.set_clocks(left, settings_.me);
  answer.reset();
  publish();
  answered_.wait_until(lock, limits.stop, limits.deadline, [&] { return answer || resigned_; });
  if (resigned_) {
    return Fault{Ending::kResigned, "resigned"};
  }
  if (answer) {
    return *std::exchange(answer, std::nullopt);
  }
  return limits.stop.stop_requested() ? Fault{Ending::kStopped, "the game was left"}
                                      : Fault{Ending::kSilence, "gave no answer in time"};
}

Decision<Square> PagePlayer::sense(const DecisionLimits& limits) {
  return ask(PersonView::Phase::kSense, limits, square_);
}

Decision<Move> PagePlayer::move(const DecisionLimits& limits) {
  return ask(PersonView::Phase::kMove, limits, request_);
}

void PagePlayer::turn_ended(const Game& game, const PlayedTurn& turn) {
  const std::lock_guard lock(mutex_);
  view_.set_clocks(turn.clocks, game.over() ? std::nullopt : std::optional(~turn.side));
  publish();
}

}  // namespace lanternfish
