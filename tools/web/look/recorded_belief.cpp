#include "tools/web/look/recorded_belief.h"

#include <fmt/format.h>

#include "game/recorded_player.h"
#include "rules/rbc.h"
#include "tools/web/belief_json.h"

namespace lanternfish {

namespace {

class Follower : public RecordedPlayer {
 public:
  using Report = std::function<void(std::size_t, Step, Json)>;

  Follower(const RecordedGame& game, Color me, const RecordedBeliefSettings& settings, const std::stop_token& stop,
           const Report& report)
      : RecordedPlayer(game, me),
        settings_(settings),
        stop_(stop),
        report_(report),
        belief_(game.start, me, {.memory_bytes = settings.memory_bytes}, threads_, MoveModelKind::kFitted) {
    belief_.set_live_limit(settings.max_boards);
  }

  bool sees_truth() const override { return true; }
  void show_truth(const Board& truth) override { truth_ = truth; }
  std::optional<Fault> notice(const OpponentMoved& notice) override {
    return turn() >= record().senses.size() ? end_of_record() : observe(notice, Step::kNotice);
  }
  std::optional<Fault> sense_result(const Sensed& sensed) override { return observe(sensed, Step::kSense); }
  std::optional<Fault> move_result(const Moved& moved) override {
    apply(truth_, moved.taken);
    const bool over = game_end(truth_, 0).reason != WinReason::kNone;
    const std::optional<Fault> fault = over ? std::nullopt : observe(moved, Step::kMove);
    return fault ? fault : RecordedPlayer::move_result(moved);
  }

  const std::string& error() const { return error_; }

 private:
  template <typename Event>
  std::optional<Fault> observe(const Event& event, Step step) {
    if (stop_.stop_requested()) {
      return Fault{Ending::kStopped, "stopped"};
    }
    if (const auto update = belief_.observe(event); !update) {
      error_ = fmt::format("turn {}: {}", turn() + 1, update.error());
      return Fault{Ending::kStopped, error_};
    }
    report_(turn(), step,
            belief_json(belief_,
                        {.windows = step == Step::kNotice, .likely_boards = settings_.likely_boards, .truth = truth_},
                        threads_));
    return {};
  }

  const RecordedBeliefSettings settings_;
  const std::stop_token stop_;
  const Report& report_;
  ThreadPool threads_{1};
  Belief belief_;
  Board truth_;
  std::string error_;
};

}  // namespace

Status follow_belief(const RecordedGame& game, Color me, const RecordedBeliefSettings& settings,
                     const std::stop_token& stop, const std::function<void(std::size_t, Step, Json)>& report) {
  Follower follower(game, me, settings, stop, report);
  play_again(game, me, follower);
  return follower.error().empty() ? success() : Status(Error{follower.error()});
}

}  // namespace lanternfish
