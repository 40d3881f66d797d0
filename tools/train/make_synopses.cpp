#include "tools/train/make_synopses.h"

#include <optional>
#include <utility>

#include "belief/belief.h"
#include "engine/sampling.h"
#include "nets/synopsis.h"
#include "tools/train/drawn_examples.h"

namespace lanternfish {

namespace {

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

}  // namespace

DataShape synopsis_shape() { return {kSynopsisVersion, kSynopsisPlanes, 1}; }

Result<std::vector<TrainingGame>> synopsis_examples(const RecordedGame& game, std::string_view file,
                                                    std::string_view content, int draws, ThreadPool& threads) {
  return drawn_examples<Summary>(game, file, content, draws, threads);
}

}  // namespace lanternfish
