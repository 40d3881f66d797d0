#include <doctest/doctest.h>

#include <random>
#include <thread>

#include "belief/belief.h"
#include "game/play.h"
#include "game/random_player.h"
#include "rules/notation.h"
#include "tools/web/belief_json.h"
#include "tools/web/play/page_player.h"

using namespace lanternfish;

namespace {

// A person whose answers depend on the seed and on what the page shows, and who keeps every byte that was sent.
class RecordedPerson : public PagePlayer {
 public:
  RecordedPerson(const PagePlayerSettings& settings, std::uint64_t seed) : PagePlayer(settings), random_(seed) {
    sent.push_back(*feed()->latest().text);
    subscription_ = feed()->subscribe([this] { sent.push_back(*feed()->latest().text); });
  }

  std::optional<Fault> notice(const OpponentMoved& event) override { return told(event), PagePlayer::notice(event); }
  std::optional<Fault> sense_result(const Sensed& event) override {
    return told(event), PagePlayer::sense_result(event);
  }
  std::optional<Fault> move_result(const Moved& event) override { return told(event), PagePlayer::move_result(event); }
  // Answered from another thread while the game's thread waits, as by the server.
  Decision<Square> sense(const DecisionLimits& limits) override {
    const std::jthread answering(
        [this] { retry([this] { return answer_sense(static_cast<Square>(random_() % 64)); }); });
    return PagePlayer::sense(limits);
  }
  Decision<Move> move(const DecisionLimits& limits) override {
    const std::jthread answering([this] {
      retry([this] {
        const Json state = parse_json(*feed()->latest().text).value();
        if (state["phase"] != "move") {
          return Status(Error{"too early"});
        }
        const Json& requests = state["requests"];
        return answer_move(parse_move(requests[random_() % requests.size()].get<std::string>()).value());
      });
    });
    return PagePlayer::move(limits);
  }

  std::vector<std::string> sent;                                // in order
  std::vector<std::pair<Observation, std::size_t>> told_after;  // what was told, and how many texts were sent before

 private:
  void told(const Observation& event) { told_after.emplace_back(event, sent.size()); }
  template <typename Try>
  void retry(Try&& answer) {
    const auto before = random_;
    while (!answer()) {
      random_ = before;
      std::this_thread::yield();
    }
  }

  std::mt19937_64 random_;
  Feed::Subscription subscription_;
};

GameSettings without_clock() {
  GameSettings settings;
  settings.rules.turn_limit = 25;
  return settings;
}

RecordedPerson& played(RecordedPerson& person, Color me, std::uint64_t opponent_seed) {
  RandomPlayer opponent(opponent_seed);
  Game::Players players;
  players[me] = &person;
  players[~me] = &opponent;
  Game game(players, without_clock(), {&person});
  play(game);
  person.show_end(game.result(), "later");
  return person;
}

}  // namespace

TEST_CASE("web secrecy: games that differ only in what the person cannot know send the same bytes") {
  std::size_t compared = 0, differing = 0;
  for (std::uint64_t pair = 0; pair < 25; ++pair) {
    const Color me = pair % 2 == 0 ? kWhite : kBlack;
    const PagePlayerSettings settings{.me = me, .opponent = "Random"};
    RecordedPerson first(settings, pair), second(settings, pair);
    played(first, me, 1000 + pair);
    played(second, me, 2000 + pair);
    // Up to the first thing that the persons were told differently.
    std::size_t same = 0;
    while (same < first.told_after.size() && same < second.told_after.size() &&
           first.told_after[same].first == second.told_after[same].first) {
      ++same;
    }
    REQUIRE(same < first.told_after.size());
    REQUIRE(same < second.told_after.size());
    const std::size_t texts = first.told_after[same].second;
    REQUIRE(texts == second.told_after[same].second);
    for (std::size_t i = 0; i < texts; ++i) {
      REQUIRE(first.sent[i] == second.sent[i]);
    }
    compared += texts;
    differing += first.sent[texts] == second.sent[texts] ? 0 : 1;
  }
  // The games were long enough to say something, and what was told does reach the page.
  CHECK(compared > 250);
  CHECK(differing == 25);
}

TEST_CASE("web secrecy: help is what the tracker makes of the person's own observations, and nothing more") {
  std::mutex mutex;
  std::map<std::size_t, Json> helps;
  const std::vector<Observation> told = {
      OpponentMoved{}, Sensed{parse_window(parse_square("e7").value(), "qkb/ppp/3").value()},
      Moved{parse_move("e2e4").value(), parse_move("e2e4").value(), kNoSquare}, OpponentMoved{}};
  {
    HelpTracker tracker(Board::start(), kWhite, 100'000, [&](std::size_t events, Json help) {
      const std::lock_guard lock(mutex);
      helps[events] = std::move(help);
    });
    for (const Observation& event : told) {
      tracker.observe(event);
    }
    for (int i = 0; i < 500; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      const std::lock_guard lock(mutex);
      if (helps.count(told.size()) != 0) {
        break;
      }
    }
  }
  REQUIRE(helps.count(4) == 1);
  ThreadPool threads(1);
  Belief belief(Board::start(), kWhite, {}, threads, MoveModelKind::kFitted);
  for (const Observation& event : told) {
    REQUIRE(belief.observe(event).ok());
  }
  const Json expected = belief_json(belief, {.windows = true, .likely_boards = 6}, threads);
  CHECK(helps[4] == expected);
  CHECK(expected["boards"] == 21);  // 20 first moves of Black and a pass
  CHECK_FALSE(expected.contains("truth"));
  CHECK_FALSE(expected["windows"][0].contains("here"));
}
