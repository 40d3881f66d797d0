#include "tools/train/drawn_examples.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "belief/belief.h"
#include "engine/likely_boards.h"
#include "engine/sampling.h"
#include "nets/board_stack.h"
#include "nets/synopsis.h"
#include "tools/train/make_examples.h"

namespace lanternfish {

namespace {

// One TrainingGame a draw, in the order of the draws, named as the file and, from the second on, "FILE#1", "FILE#2",
// ... A game held out is drawn once. A Drawer(game, color, draws, threads) follows one player by observe(event), and
// planes(stage) gives one list a draw; decisions with an empty list are left out.
template <typename Drawer>
Result<std::vector<TrainingGame>> drawn_examples(const RecordedGame& game, std::string_view file,
                                                 std::string_view content, int draws, ThreadPool& threads) {
  const TrainingGame first = game_without_decisions(game, file, content);
  std::vector<TrainingGame> examples(first.held_out ? 1 : static_cast<std::size_t>(draws), first);
  for (std::size_t i = 1; i < examples.size(); ++i) {
    examples[i].file = fmt::format("{}#{}", file, i);
  }
  for (const Color me : {kWhite, kBlack}) {
    Drawer drawer(game, me, examples.size(), threads);
    TRY(for_each_decision(game, me, drawer, [&](Stage stage, ActionCode action) {
      std::vector<PlaneList> lists = drawer.planes(stage);
      for (std::size_t i = 0; i < examples.size(); ++i) {
        if (!lists[i].empty()) {
          examples[i].players[me].decisions.push_back({stage, action, std::move(lists[i])});
        }
      }
    }));
  }
  return examples;
}

constexpr std::size_t kBoardsDrawn = 128;      // Clark 2021
constexpr std::size_t kBoardsHeld = 20'000;    // to draw from: the likeliest
constexpr std::uint64_t kBoardsMade = 60'000;  // at an event

// One player's synopses, decision by decision, each drawn several times.
class Summary {
 public:
  Summary(const RecordedGame& game, Color me, std::size_t draws, ThreadPool& threads)
      : belief_(game.start, me, {}, threads, MoveModelKind::kFitted), me_(me), draws_(draws) {
    belief_.set_live_limit(kBoardsHeld);
  }

  Status observe(const Observation& event) {
    if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
      ++turn_;
      last_.opponent_capture = notice->captured;
    } else if (const auto* moved = std::get_if<Moved>(&event)) {
      last_ = {.taken = moved->taken, .own_capture = moved->captured};
      for (Draw& draw : draws_) {
        draw.before = std::exchange(draw.at_request, std::nullopt);
      }
    }
    const auto update = belief_.observe(event, {.boards = kBoardsMade});
    return update ? success() : Status(Error{update.error()});
  }

  // One list for each draw; empty lists where no board explains the observations.
  std::vector<PlaneList> planes(Stage stage) {
    std::vector<PlaneList> lists;
    for (std::size_t i = 0; i < draws_.size(); ++i) {
      Random random(i + 1, turn_, static_cast<int>(stage) + 2 * me_);
      lists.push_back(planes(stage, draws_[i], random));
    }
    return lists;
  }

 private:
  struct Draw {
    std::optional<Synopsis> before;      // at the request of the own turn before
    std::optional<Synopsis> at_request;  // of this turn
  };

  PlaneList planes(Stage stage, Draw& draw, Random& random) const {
    std::vector<Board> boards;
    for (const Hypothesis& h : sample_equally(belief_.boards(), kBoardsDrawn, random)) {
      boards.push_back(unpack(h, belief_.own()));
    }
    if (boards.empty()) {
      return {};
    }
    const Synopsis synopsis = make_synopsis(boards, me_, stage, last_, draw.before ? &*draw.before : nullptr);
    if (stage == Stage::kMove) {
      draw.at_request = synopsis;
    }
    return plane_list(synopsis);
  }

  Belief belief_;
  Color me_;
  int turn_ = 0;
  LastEvents last_;
  std::vector<Draw> draws_;
};

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

DataShape synopsis_shape() { return {kSynopsisVersion, kSynopsisPlanes, 1}; }

Result<std::vector<TrainingGame>> synopsis_examples(const RecordedGame& game, std::string_view file,
                                                    std::string_view content, int draws, ThreadPool& threads) {
  return drawn_examples<Summary>(game, file, content, draws, threads);
}

DataShape stack_shape() { return {kStackVersion, kStepPlanes, kStackSteps}; }

Result<std::vector<TrainingGame>> stack_examples(const RecordedGame& game, std::string_view file,
                                                 std::string_view content, int draws, ThreadPool& threads) {
  return drawn_examples<LikelyStacks>(game, file, content, draws, threads);
}

}  // namespace lanternfish
