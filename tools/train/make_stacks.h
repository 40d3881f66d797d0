#pragma once

// Training data of Savelyev's kind: the decisions of recorded games with the likeliest boards that the players held.

#include "game/recorded_game.h"
#include "support/thread_pool.h"
#include "tools/train/training_data.h"

namespace lanternfish {

// The steps of nets/board_stack.h.
DataShape stack_shape();

// As history_examples(): every sense and request of both players. The planes are those of the likeliest boards in a
// belief of 10,000 boards, weighed as if the opponent moved at random. Each decision is drawn `draws` times as
// tools/train/drawn_examples.h says: the first time with all boards, then with each left out one time in ten. Decisions
// of a player whose observations no board explains are left out. The same game gives the same examples each time.
Result<std::vector<TrainingGame>> stack_examples(const RecordedGame& game, std::string_view file,
                                                 std::string_view content, int draws, ThreadPool& threads);

}  // namespace lanternfish
