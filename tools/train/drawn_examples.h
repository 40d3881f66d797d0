#pragma once

// Training data in which each decision is drawn several times, each time with other boards of the player's belief: a
// network learns the boards of one draw by heart.

#include <fmt/format.h>

#include "support/thread_pool.h"
#include "tools/train/make_examples.h"
#include "tools/train/recorded_decisions.h"

namespace lanternfish {

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
    const Status status = for_each_decision(game, me, drawer, [&](Stage stage, ActionCode action) {
      std::vector<PlaneList> lists = drawer.planes(stage);
      for (std::size_t i = 0; i < examples.size(); ++i) {
        if (!lists[i].empty()) {
          examples[i].players[me].decisions.push_back({stage, action, std::move(lists[i])});
        }
      }
    });
    if (!status) {
      return Error{status.error()};
    }
  }
  return examples;
}

}  // namespace lanternfish
