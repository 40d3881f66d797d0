#include "tools/train/make_synopses.h"

#include <optional>

#include "belief/belief.h"
#include "engine/sampling.h"
#include "nets/synopsis.h"
#include "tools/train/make_examples.h"
#include "tools/train/recorded_decisions.h"

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

Status add_turns(const RecordedGame& game, Color me, ThreadPool& threads, std::vector<TrainingDecision>& decisions) {
  Summary summary(game, me, threads);
  return for_each_decision(game, me, summary, [&](Stage stage, ActionCode action) {
    if (PlaneList planes = summary.planes(stage); !planes.empty()) {
      decisions.push_back({stage, action, std::move(planes)});
    }
  });
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
