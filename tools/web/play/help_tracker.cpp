#include "tools/web/play/help_tracker.h"

#include "tools/web/belief_json.h"

namespace lanternfish {

namespace {

constexpr std::size_t kHelpMemory = std::size_t{64} << 20;  // bytes: many games go on at once
constexpr std::size_t kLikelyBoards = 6;

}  // namespace

HelpTracker::HelpTracker(const Board& start, Color me, std::size_t max_boards, Report report)
    : start_(start),
      me_(me),
      max_boards_(max_boards),
      report_(std::move(report)),
      thread_([this](std::stop_token stop) { work(stop); }) {}

HelpTracker::~HelpTracker() = default;

void HelpTracker::observe(const Observation& event) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(event);
  }
  wake_.notify_one();
}

// Without help the game goes on.
void HelpTracker::work(const std::stop_token& stop) {
  try {
    follow(stop);
  } catch (const std::exception&) {  // out of memory
    try {
      report_(0, {{"problem", "out of memory"}});
    } catch (const std::exception&) {
    }
  }
}

void HelpTracker::follow(const std::stop_token& stop) {
  ThreadPool threads(1);
  Belief belief(start_, me_, {.memory_bytes = kHelpMemory}, threads, MoveModelKind::kFitted);
  belief.set_live_limit(max_boards_);
  for (std::size_t events = 1;; ++events) {
    Observation event;
    bool last = false;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
        return;
      }
      event = waiting_.front();
      waiting_.pop_front();
      last = waiting_.empty();
    }
    if (!belief.observe(event)) {
      return;  // the person's own side was checked before, so this does not come; without help the game goes on
    }
    if (last && !stop.stop_requested()) {
      const bool before_sense = std::holds_alternative<OpponentMoved>(event);
      report_(events, belief_json(belief, {.windows = before_sense, .likely_boards = kLikelyBoards}, threads));
    }
  }
}

}  // namespace lanternfish
