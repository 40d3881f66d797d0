#pragma once

// A recorded game as the Look room shows it: what is known at once, and what is computed later and added.

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/player_analyst.h"
#include "game/recorded_game.h"
#include "support/json_line.h"
#include "tools/web/http/feed.h"

namespace lanternfish {

enum class Step { kNotice, kSense, kMove };
constexpr int kSteps = 3;

struct RecordedBeliefSettings {
  std::size_t max_boards = 100'000;  // live; more wait unexpanded, and it is said
  std::size_t memory_bytes = std::size_t{128} << 20;
  std::size_t likely_boards = 12;
  bool truth = true;  // the true boards are known
};

// One player of a recorded game: what it held possible at each step, computed as the game is played again.
// Calls `report` for each step of `me` in order with belief_json: `turn` counts own turns from 0. Steps that are not
// `wanted` are passed over. Ends at a stop.
void follow_belief(const RecordedGame& game, Color me, const RecordedBeliefSettings& settings,
                   const std::stop_token& stop, const std::function<bool(std::size_t turn, Step step)>& wanted,
                   const std::function<void(std::size_t turn, Step step, Json json)>& report);

// All methods may be called from any thread.
class LookGame {
 public:
  using Text = std::shared_ptr<const std::string>;

  enum class Kind { kRecorded, kByHand, kPrivate };

  // `kind`: kPrivate knows one side's turns alone, and no true board.
  LookGame(std::string id, const std::string& record_text, RecordedGame game, Kind kind = Kind::kRecorded);

  Kind kind() const { return kind_; }
  // Takes over what was computed of another game up to where they part.
  void inherit(const LookGame& other);
  // The first own turn, from 0, whose request has no verdict yet; none: each has one.
  std::optional<std::size_t> first_unjudged(Color side) const;

  const std::string& id() const { return id_; }
  const std::string& record_text() const { return record_text_; }
  const RecordedGame& game() const { return game_; }

  // Everything but the steps themselves: players, result, each ply with its true boards ("plies"); of each player by
  // turn the counts ("counts") and the judge's verdicts ("verdicts"); "progress". Newest last; closed when all is
  // known.
  const std::shared_ptr<Feed>& feed() const { return feed_; }
  // Null: not computed yet, or there is no such step.
  Text step(Color side, std::size_t turn, Step step) const;
  Text answer(Color side, std::size_t turn) const;

  void add_step(Color side, std::size_t turn, Step step, const Json& json);
  // `verdict`: what lanternfish-analyze says of the turn.
  void add_verdict(Color side, std::size_t turn, Json verdict);
  // All that was found of a side's turns.
  void keep_analysis(Color side, AnalyzedTurns analysis);
  // What was kept; a side that was not looked at has no turns.
  std::array<AnalyzedTurns, 2> analyses() const;
  // What an engine would request in the turn.
  void add_answer(Color side, std::size_t turn, const Json& json);
  // Boards and verdicts are worked out side by side.
  void boards_begun();
  void boards_done();
  void failed(const std::string& problem);  // the game cannot be followed
  void judged(const std::string& problem = {});
  // "queued", "boards" until all boards are there, "judging" until all verdicts are, too, "done"; or "failed".
  std::string stage() const;
  // Of the steps and answers kept.
  std::size_t bytes() const;

 private:
  struct Turn {
    std::array<Text, kSteps> steps;
    Json counts = Json::object();
    Json verdict;
    Text answer;
  };

  void publish(bool now);  // with mutex_ held, as is:
  const char* stage_name() const;

  const std::string id_;
  const std::string record_text_;
  const RecordedGame game_;
  const Kind kind_;
  const Json plies_;
  const std::shared_ptr<Feed> feed_ = std::make_shared<Feed>();
  mutable std::mutex mutex_;                // guards all below
  std::array<std::vector<Turn>, 2> turns_;  // by Color
  std::array<AnalyzedTurns, 2> analyses_;   // the same
  std::size_t done_ = 0;                    // steps
  std::size_t bytes_ = 0;                   // of their texts and the answers
  enum class Boards { kWaiting, kBegun, kAll, kNone };
  Boards boards_ = Boards::kWaiting;
  bool judged_ = false;
  std::string problem_;
  Feed::Clock::time_point published_{};
};

}  // namespace lanternfish
