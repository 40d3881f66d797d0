#pragma once

// Training data of Penumbra's kind: the decisions of recorded games with synopses of what the players held possible.

#include "game/recorded_game.h"
#include "support/thread_pool.h"
#include "tools/train/training_data.h"

namespace lanternfish {

// The planes of nets/synopsis.h, without earlier turns.
DataShape synopsis_shape();

// As history_examples(): every sense and request of both players. The planes are the synopsis of at most 128 boards,
// each board of the player's belief as likely as any other. Each decision is drawn `draws` times, each time with other
// boards, because a network learns the boards of one draw by heart: one TrainingGame a draw, in the order of the draws,
// named as the file and, from the second on, "FILE#1", "FILE#2", ... A game held out is drawn once. Decisions of a
// player whose observations no board explains are left out. The same game gives the same examples each time.
Result<std::vector<TrainingGame>> synopsis_examples(const RecordedGame& game, std::string_view file,
                                                    std::string_view content, int draws, ThreadPool& threads);

}  // namespace lanternfish
