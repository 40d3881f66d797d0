#include "tools/train/make_synopses.h"

#include <optional>

#include "belief/belief.h"
#include "engine/sampling.h"
#include "nets/synopsis.h"
#include "tools/train/make_examples.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsDrawn = 128;      // Clark 2021
constexpr std::size_t kBoardsHeld = 20'000;    // to draw from: the likeliest
constexpr std::uint64_t kBoardsMade = 60'000;  // at an event

// One player's synopses, decision by decision.
class Summary {
 public:
  Summary(const RecordedGame& game, Color me, ThreadPool& threads)
      : belief_(game.start, me, {}, threads, MoveModelKind::kFitted), me_(me) {
    belief_.set_live_limit(kBoardsHeld);
  }

  Status observe(const Observation& event) {
    if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
      ++turn_;
      last_.opponent_capture = notice->captured;
    } else if (const auto* moved = std::get_if<Moved>(&event)) {
      last_ = {.taken = moved->taken, .own_capture = moved->captured};
      before_ = at_request_;
      at_request_.reset();
    }
    const auto update = belief_.observe(event, {.boards = kBoardsMade});
    return update ? success() : Status(Error{update.error()});
  }

  // Empty where no board explains the observations.
  PlaneList planes(Stage stage) {
    Random random(1, turn_, static_cast<int>(stage) + 2 * me_);
    std::vector<Board> boards;
    for (const Hypothesis& h : sample_equally(belief_.boards(), kBoardsDrawn, random)) {
      boards.push_back(unpack(h, belief_.own()));
    }
    if (boards.empty()) {
      return {};
    }
    const Synopsis synopsis = make_synopsis(boards, me_, stage, last_, before_ ? &*before_ : nullptr);
    if (stage == Stage::kMove) {
      at_request_ = synopsis;
    }
    return plane_list(synopsis);
  }

 private:
  Belief belief_;
  Color me_;
  int turn_ = 0;
  LastEvents last_;
  std::optional<Synopsis> before_;      // at the request of the own turn before
  std::optional<Synopsis> at_request_;  // of this turn
};

void add(PlaneList planes, Stage stage, ActionCode action, std::vector<TrainingDecision>& decisions) {
  if (!planes.empty()) {
    decisions.push_back({stage, action, std::move(planes)});
  }
}

Status add_turns(const RecordedGame& game, Color me, ThreadPool& threads, std::vector<TrainingDecision>& decisions) {
  Summary summary(game, me, threads);
  for (const RecordedTurn& turn : game.turns[me]) {
    if (const Status status = summary.observe(turn.notice); !status) {
      return status;
    }
    if (turn.sensed.window.center != kNoSquare) {
      add(summary.planes(Stage::kSense), Stage::kSense, sense_code(turn.sensed.window.center, me), decisions);
    }
    if (const Status status = summary.observe(turn.sensed); !status) {
      return status;
    }
    if (!turn.moved) {
      return success();
    }
    add(summary.planes(Stage::kMove), Stage::kMove, move_code(turn.moved->requested, me), decisions);
    if (turn.takes_king) {
      return success();
    }
    if (const Status status = summary.observe(*turn.moved); !status) {
      return status;
    }
  }
  return success();
}

}  // namespace

DataShape synopsis_shape() { return {kSynopsisVersion, kSynopsisPlanes, 1}; }

Result<TrainingGame> synopsis_examples(const RecordedGame& game, std::string_view file, std::string_view content,
                                       ThreadPool& threads) {
  TrainingGame examples = game_without_decisions(game, file, content);
  for (const Color me : {kWhite, kBlack}) {
    if (const Status status = add_turns(game, me, threads, examples.players[me].decisions); !status) {
      return Error{status.error()};
    }
  }
  return examples;
}

}  // namespace lanternfish
