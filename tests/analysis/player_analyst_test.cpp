#include "analysis/player_analyst.h"

#include <stop_token>
#include <string>

#include <doctest/doctest.h>

#include "analysis/turn_json.h"
#include "tests/analysis/analyzed.h"
#include "tests/analysis/scripted_game.h"

using namespace lanternfish;
using lanternfish::testing::analyzed;
using lanternfish::testing::built_in;
using lanternfish::testing::knight_attack;
using lanternfish::testing::scripted_record;
using lanternfish::testing::settings_with;

namespace {

std::string text_of(const std::vector<TurnAnalysis>& turns) {
  std::string text;
  for (const TurnAnalysis& turn : turns) {
    text += dump_line(turn_json(turn, std::vector<std::string>{"s0", "s1"})) + '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("player_analyst: what was known at each turn, and the true board always held") {
  const auto turns = analyzed(knight_attack(), kWhite, settings_with({}));
  REQUIRE(turns.size() == 4);
  CHECK(turns[0].before_sense.boards == 1);
  CHECK(turns[0].before_sense.truth_bits == 0);
  CHECK(turns[1].before_sense.boards == 21);  // Black's 20 moves and the pass
  CHECK(turns[1].after_sense.boards < 21);
  for (const TurnAnalysis& turn : turns) {
    CHECK(turn.before_sense.holding == Holding::kHeld);
    CHECK(turn.after_sense.holding == Holding::kHeld);
    CHECK(turn.recorded.sense->boards == turn.after_sense.boards);
    CHECK(turn.recorded.sense->truth_bits == doctest::Approx(turn.after_sense.truth_bits).epsilon(1e-4));
    REQUIRE(turn.windows.has_value());
    CHECK(turn.windows->hindsight_boards <= static_cast<double>(turn.before_sense.boards));
  }
  CHECK(turns[1].windows->expected_boards < 21);
  CHECK_FALSE(turns[3].after_move.has_value());  // the king fell
}

TEST_CASE("player_analyst: a king left standing is missed, and one taken is not") {
  // The queen stands beside the king and steps back.
  const GameRecord record = scripted_record(
      {{"none", "e2e4"}, {"none", "f7f6"}, {"none", "d1h5"}, {"none", "a7a6"}, {"none", "h5d1"}, {"none", "a6a5"}});
  const auto missed = analyzed(record, kWhite, settings_with({}));
  CHECK(missed[2].can_take_king);
  CHECK(missed[2].best_request == Move{parse_square("h5").value(), parse_square("e8").value()});
  CHECK_FALSE(missed[2].recorded.request->takes_king);
  CHECK(missed[2].recorded.request->regret > 1000);
  CHECK_FALSE(missed[1].can_take_king);
  const auto exposed = analyzed(record, kBlack, settings_with({}));
  CHECK(exposed[1].recorded.request->king_exposed);
  CHECK_FALSE(exposed[0].recorded.request->king_exposed);

  const auto taken = analyzed(knight_attack(), kWhite, settings_with({}));
  CHECK(taken[3].can_take_king);
  CHECK(taken[3].recorded.request->takes_king);
  CHECK(taken[3].recorded.request->regret == 0);
}

TEST_CASE("player_analyst: a queen thrown away on every board is a blunder of decision") {
  const GameRecord record = scripted_record(
      {{"none", "e2e4"}, {"none", "a7a6"}, {"none", "d1h5"}, {"none", "a6a5"}, {"none", "h5h7"}, {"none", "h8h7"}});
  const auto turns = analyzed(record, kWhite, settings_with({Strategy::kLanternfish}));
  CHECK(turns[2].recorded.request->queen_exposed);
  CHECK(turns[2].recorded.request->regret > 500);
  CHECK(turns[2].recorded.request->blunder == Blunder::kDecision);
  CHECK(turns[0].recorded.request->blunder == Blunder::kNone);
  REQUIRE(turns[2].strategies.size() == 1);
  CHECK(turns[2].strategies[0].request->regret < turns[2].recorded.request->regret);
}

TEST_CASE("player_analyst: blunders are told apart with no strategy asked, too") {
  const GameRecord record = scripted_record(
      {{"none", "e2e4"}, {"none", "a7a6"}, {"none", "d1h5"}, {"none", "a6a5"}, {"none", "h5h7"}, {"none", "h8h7"}});
  const auto turns = analyzed(record, kWhite, settings_with({}));
  CHECK(turns[2].recorded.request->blunder == Blunder::kDecision);
  CHECK(turns[0].recorded.request->blunder == Blunder::kNone);
}

TEST_CASE("player_analyst: turns are told as they are looked at, and a stop ends the analysis at once") {
  PlayerAnalyst analyst(settings_with({}), built_in, [](const std::string&) {});
  const RecordedGame game = recorded_game(knight_attack()).value();
  std::stop_source stop;
  std::vector<int> told;
  const auto analyzed = analyst.analyze(
      game, kWhite,
      [&](const TurnAnalysis& turn) {
        told.push_back(turn.turn);
        if (turn.turn == 2) {
          stop.request_stop();
        }
      },
      stop.get_token());
  REQUIRE(analyzed.ok());
  CHECK(told == std::vector{1, 2});
  CHECK(analyzed->turns.size() == 2);
}

TEST_CASE("player_analyst: says the same of a game whatever was analysed before") {
  const AnalysisSettings settings = settings_with({Strategy::kLanternfish, Strategy::kRandom});
  PlayerAnalyst analyst(settings, built_in, [](const std::string&) {});
  const RecordedGame game = recorded_game(knight_attack()).value();
  const std::string first = text_of(analyst.analyze(game, kWhite).value().turns);
  REQUIRE(analyst.analyze(game, kBlack).ok());
  CHECK(text_of(analyst.analyze(game, kWhite).value().turns) == first);
  CHECK(first.find("\"s1\"") != std::string::npos);
}

TEST_CASE("player_analyst: turns are chosen, strategies asked in some of them") {
  AnalysisSettings settings = settings_with({Strategy::kRandom});
  settings.first_turn = 2;
  settings.last_turn = 4;
  settings.every = 2;
  const auto turns = analyzed(knight_attack(), kWhite, settings);
  REQUIRE(turns.size() == 3);
  CHECK(turns[0].turn == 2);
  CHECK(turns[0].strategies.size() == 1);
  CHECK(turns[1].strategies.empty());
  CHECK(turns[2].strategies.size() == 1);
  settings.first_turn = 9;
  settings.last_turn = 10;
  CHECK(analyzed(knight_attack(), kWhite, settings).empty());
}

TEST_CASE("player_analyst: a strategy that follows the game has the boards that its own senses leave") {
  const GameRecord blind = scripted_record({{"none", "e2e4"},
                                            {"none", "e7e5"},
                                            {"none", "g1f3"},
                                            {"none", "b8c6"},
                                            {"none", "f1b5"},
                                            {"none", "a7a6"},
                                            {"none", "b5a4"},
                                            {"none", "g8f6"}});
  AnalysisSettings settings = settings_with({Strategy::kMht, Strategy::kTrout});
  settings.follow = true;
  const auto turns = analyzed(blind, kWhite, settings);
  REQUIRE(turns.size() == 4);
  for (const TurnAnalysis& turn : turns) {
    CHECK(turn.recorded.sense->boards == turn.before_sense.boards);  // it never sensed
    REQUIRE(turn.strategies.size() == 2);
    for (const Choice& choice : turn.strategies) {
      REQUIRE(choice.before.has_value());
      CHECK(choice.before->holding == Holding::kHeld);
      CHECK(choice.sense->boards <= choice.before->boards);
      REQUIRE(choice.request.has_value());
      CHECK(choice.request->regret >= 0);
      CHECK((choice.request->blunder != Blunder::kNone) == (choice.request->regret >= settings.blunder));
      CHECK(choice.request->blunder != Blunder::kUnclassified);  // explained from its own boards
    }
  }
  CHECK(turns[1].strategies[0].before->boards == 21);
  CHECK(turns[1].strategies[0].sense->boards < 21);
  // Trout holds one board itself; what is counted are all that agree with what it saw.
  CHECK(turns[3].strategies[1].before->boards > 21);
  CHECK(turns[3].before_sense.boards > 5 * turns[3].strategies[0].before->boards);
}

TEST_CASE("player_analyst: few boards are held where that is asked for, and the rest deferred, not lost") {
  AnalysisSettings settings = settings_with({});
  settings.max_boards = 1024;  // the least a belief goes down to
  const GameRecord blind = scripted_record({{"none", "b1c3"},
                                            {"none", "b8c6"},
                                            {"none", "c3b1"},
                                            {"none", "c6b8"},
                                            {"none", "b1c3"},
                                            {"none", "b8c6"},
                                            {"none", "c3b1"},
                                            {"none", "c6b8"}});
  const auto turns = analyzed(blind, kBlack, settings);
  bool deferring = false;
  for (const TurnAnalysis& turn : turns) {
    deferring = deferring || turn.before_sense.deferred > 0;
    CHECK(turn.before_sense.holding != Holding::kLost);
  }
  CHECK(deferring);
}
