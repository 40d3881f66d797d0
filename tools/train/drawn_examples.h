#pragma once

// Training data from boards that the players of recorded games held possible: every sense and request of both players,
// as history_examples() has them. Each decision is drawn `draws` times, each time with other boards, because a network
// learns the boards of one draw by heart. Decisions of a player whose observations no board explains are left out. The
// same game gives the same examples each time.
//
// One TrainingGame a draw, in the order of the draws, named as the file and, from the second on, "FILE#1", "FILE#2",
// ... A game held out is drawn once.

#include "game/recorded_game.h"
#include "support/thread_pool.h"
#include "tools/train/training_data.h"

namespace lanternfish {

// Penumbra's kind, the planes of nets/synopsis.h without earlier turns: the synopsis of at most 128 boards, each board
// of the player's belief as likely as any other.
DataShape synopsis_shape();
Result<std::vector<TrainingGame>> synopsis_examples(const RecordedGame& game, std::string_view file,
                                                    std::string_view content, int draws, ThreadPool& threads);

// Savelyev's kind, the steps of nets/board_stack.h: the likeliest boards in a belief of 10,000 boards, weighed as if
// the opponent moved at random. The first draw shows all of them, the others leave each out one time in ten.
DataShape stack_shape();
Result<std::vector<TrainingGame>> stack_examples(const RecordedGame& game, std::string_view file,
                                                 std::string_view content, int draws, ThreadPool& threads);

}  // namespace lanternfish
