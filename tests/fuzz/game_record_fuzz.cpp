// GameHistory files: what is read is written to the same record, and playing it again finds no fault of ours.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "game/recorded_player.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanternfish;
  const Result<GameRecord> record = parse_game_record({reinterpret_cast<const char*>(data), size});
  if (!record) {
    return 0;
  }
  const Result<GameRecord> again = parse_game_record(format_game_record(*record));
  if (!again || !(*again == *record)) {
    std::abort();
  }
  // A record that the referee agrees with can be lived through.
  if (const Result<RecordedGame> game = recorded_game(*record); game) {
    RecordedPlayer white(*game, kWhite);
    play_again(*game, kWhite, white);
  }
  return 0;
}
