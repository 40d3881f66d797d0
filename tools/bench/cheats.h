#pragma once

// What an idea could be worth at most: one of two equal players is told something true against the rules, in one
// respect only. What it wins by that bounds what any honest way of knowing it can win.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/agent_player.h"
#include "eval/evaluator.h"
#include "rules/board.h"
#include "support/result.h"
#include "support/thread_pool.h"

namespace lanternfish {

enum class CheatKind : std::uint8_t {
  kNone,
  kWeight,   // before each sense the true board's weight is multiplied by the number
  kFloor,    // and is raised to at least so many per cent
  kPower,    // all weights to this power: no cheat
  kSight,    // all other boards are dropped
  kWindow,   // the window whose result leaves the true board most weight
  kRequest,  // of the requests within so many centipawns of the best, that which is best on the true board
  kHide,     // of these, that after whose notice and true sense the opponent gives the true board least weight
  kPredict,  // of these, that with the best position after the opponent's true sense and request
  kForesee,  // half as kRequest, half as kPredict for an opponent of which is known only that it knew the board before
};
struct Cheat {
  CheatKind kind = CheatKind::kNone;
  double number = 0;
};
// "sight", "weight 2", "request 40" and so on.
Result<Cheat> parse_cheat(std::string_view text);
// The cheats with their numbers, for help.
std::string cheat_names();

// Sums over the turns of one side, its first turn as White left out.
struct Knowledge {
  std::int64_t turns = 0;
  std::int64_t lost = 0;   // turns in which the true board was not among those held before the sense; not in the sums
  std::int64_t alone = 0;  // one board left after the sense
  double boards_before = 0, boards_after = 0;
  double bits_before = 0, bits_after = 0;  // of the true board
  std::int64_t cheated = 0, changed = 0;   // decisions in which the cheat was asked, and was of another mind
};
// In words, for people.
std::string format_knowledge(const Knowledge& knowledge);

// An agent that cheats, and measures what it knows. Sees the true board.
class CheatingPlayer : public AgentPlayer {
 public:
  // As for AgentPlayer. `knowledge` outlives the player and may serve several. `true_depth`: plies to which positions
  // on the true board are searched for the cheat.
  CheatingPlayer(std::string name, const Config& config, Evaluator& evaluator, ThreadPool& threads, const Cheat& cheat,
                 int true_depth, Knowledge& knowledge);

  // Whom it plays: kHide, kPredict and kForesee look into that player. Before the first turn.
  void meet(const CheatingPlayer& opponent) { opponent_ = &opponent; }

  bool sees_truth() const override { return true; }
  void show_truth(const Board& truth) override { truth_ = truth; }
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;

 private:
  void weigh(Belief& belief) const;
  Square best_window() const;
  std::vector<Move> near_best() const;
  Move best_request(const std::vector<Move>& requests, const Clock& limits);
  double worth(Move request, const Clock& limits);
  std::unique_ptr<Agent> opponent_before_notice() const;
  double worth_after_reply(Board board, Square captured, const Clock& limits);
  BoardScores scores_of(const Board& board);

  const Config config_;
  Evaluator& evaluator_;
  ThreadPool& threads_;
  const Cheat cheat_;
  const int true_depth_;
  Knowledge& knowledge_;
  const CheatingPlayer* opponent_ = nullptr;
  Board truth_;
  CandidateReport last_;  // what the player made of its last decision
};

// Asks another evaluator, deeper where its player knows the board or leaves one other in doubt: with a clock such
// boards are searched deeper, with a limit of nodes they would not be.
class KnownBoardsDeeper : public Evaluator {
 public:
  // Boards with `me` to move, one or two at a time, are searched to at least `depth`.
  KnownBoardsDeeper(Evaluator& inner, Color me, int depth) : inner_(inner), me_(me), depth_(depth) {}

  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override;

 private:
  Evaluator& inner_;
  const Color me_;
  const int depth_;
};

}  // namespace lanternfish
