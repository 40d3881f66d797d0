#include "tools/web/look/recorded_belief.h"

#include "belief/belief.h"
#include "rules/rbc.h"
#include "tools/web/belief_json.h"

namespace lanternfish {

void follow_belief(const RecordedGame& game, Color me, const RecordedBeliefSettings& settings,
                   const std::stop_token& stop, const std::function<bool(std::size_t, Step)>& wanted,
                   const std::function<void(std::size_t, Step, Json)>& report) {
  ThreadPool threads(1);
  Belief belief(game.start, me, {.memory_bytes = settings.memory_bytes}, threads, MoveModelKind::kFitted);
  belief.set_live_limit(settings.max_boards);
  for_each_event(game, me, [&](const RecordedTurn& turn, const Observation& event) {
    if (stop.stop_requested()) {
      return false;
    }
    const auto number = static_cast<std::size_t>(belief.log().turn() - 1);
    const auto step = static_cast<Step>(event.index());
    Board truth = turn.truth;
    if (settings.truth && step == Step::kMove) {
      apply(truth, turn.moved->taken);
    }
    belief.observe(event).value();  // the record was checked
    if (wanted(number, step)) {
      report(number, step,
             belief_json(belief,
                         {.windows = step == Step::kNotice,
                          .likely_boards = settings.likely_boards,
                          .truth = settings.truth ? std::optional(truth) : std::nullopt},
                         threads));
    }
    return true;
  });
}

}  // namespace lanternfish
