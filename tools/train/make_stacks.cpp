#include "tools/train/make_stacks.h"

#include <utility>

#include "belief/belief.h"
#include "engine/likely_boards.h"
#include "nets/board_stack.h"
#include "tools/train/drawn_examples.h"

namespace lanternfish {

namespace {

constexpr std::size_t kLikeliest = 10'000;         // Savelyev 2020
constexpr std::uint64_t kMostBoardsMade = 60'000;  // at an event
// The thesis leaves boards out of the input in training and does not say how many; the share is ours.
constexpr std::uint64_t kLeftOutOf = 10;
constexpr std::size_t kBoardsDrawnFrom = kStackBoards * 5 / 4;  // so that enough are left

// What one player held likely, decision by decision, each drawn several times.
class LikelyStacks {
 public:
  LikelyStacks(const RecordedGame& game, Color me, std::size_t draws, ThreadPool& threads)
      : belief_(game.start, me, {}, threads, MoveModelKind::kUniform), draws_(draws) {
    belief_.set_live_limit(kLikeliest);
  }

  Status observe(const Observation& event) {
    const auto update = belief_.observe(event, {.boards = kMostBoardsMade});
    return update ? success() : Status(Error{update.error()});
  }

  // One list for each draw; empty lists where no board explains the observations.
  std::vector<PlaneList> planes(Stage stage) const {
    std::vector<PlaneList> lists;
    for (std::size_t i = 0; i < draws_; ++i) {
      Random random(i + 1, belief_.log().turn(), static_cast<int>(stage) + 2 * belief_.log().me());
      std::vector<LikelyBoard> boards = likely_boards(belief_, belief_.log().quiet_plies(), kBoardsDrawnFrom, random);
      if (i > 0) {
        leave_some_out(boards, random);
      }
      lists.push_back(boards.empty() ? PlaneList() : stack_step(boards));
    }
    return lists;
  }

 private:
  static void leave_some_out(std::vector<LikelyBoard>& boards, Random& random) {
    std::vector<LikelyBoard> kept = boards;
    std::erase_if(kept, [&](const LikelyBoard&) { return random.below(kLeftOutOf) == 0; });
    if (!kept.empty()) {
      boards = std::move(kept);
    }
  }

  Belief belief_;
  std::size_t draws_;
};

}  // namespace

DataShape stack_shape() { return {kStackVersion, kStepPlanes, kStackSteps}; }

Result<std::vector<TrainingGame>> stack_examples(const RecordedGame& game, std::string_view file,
                                                 std::string_view content, int draws, ThreadPool& threads) {
  return drawn_examples<LikelyStacks>(game, file, content, draws, threads);
}

}  // namespace lanternfish
