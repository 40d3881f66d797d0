// Lines of results and headers of tournaments: what is read is written to the same line, and can be added up.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/tally.h"
#include "tools/arena/tournament/tournament.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanternfish;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(parse_header(std::string(text)));
  static_cast<void>(same_tournament(std::string(text), std::string(text)));
  static_cast<void>(identities_in_header(std::string(text)));
  static_cast<void>(seed_in_header(std::string(text)));
  const Result<GameLine> line = parse_game_line(text);
  if (!line) {
    return 0;
  }
  const std::string written = format_game_line(*line);
  const Result<GameLine> again = parse_game_line(written);
  if (!again || format_game_line(*again) != written) {
    std::abort();
  }
  if (line->game.engines[0] < 3 && line->game.engines[1] < 3) {
    Tally tally({"a", "b", "c"});
    tally.add(*line);
    static_cast<void>(tally.ratings());
  }
  return 0;
}
