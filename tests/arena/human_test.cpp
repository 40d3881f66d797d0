#include <doctest/doctest.h>

#include <deque>

#include "game/play.h"
#include "game/random_player.h"
#include "tools/arena/human/human_player.h"

using namespace lanternfish;

TEST_CASE("human: empty and never seen differ, and what was seen stays on the board in the next turn") {
  std::deque<std::string> lines = {"e7", "e2e4", "b2", "pass", "resign"};
  std::string printed;
  HumanPlayer person(
      [&](HumanPlayer::TimePoint) -> std::optional<std::string> {
        if (lines.empty()) {
          return std::nullopt;
        }
        std::string line = lines.front();
        lines.pop_front();
        return line;
      },
      [&](std::string_view text) { printed += text; });
  RandomPlayer other(3);
  Game game({&person, &other}, {});
  play(game);
  const std::size_t second = printed.find("has moved");
  REQUIRE(second != std::string::npos);
  const std::string first_turn = printed.substr(0, second), second_turn = printed.substr(second);
  CHECK(first_turn.find("4  ? ? ? ? ? ? ? ?") != std::string::npos);
  CHECK(first_turn.find("8  ? ? ?[q k b]? ?") != std::string::npos);
  CHECK(first_turn.find("6  ? ? ?[. . .]? ?") != std::string::npos);
  CHECK(second_turn.find("8  ? ? ? q k b ? ?") < second_turn.find("sense>"));
  CHECK(second_turn.find("4  ? ? ? ? P ? ? ?") != std::string::npos);
}
