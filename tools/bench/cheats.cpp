#include "tools/bench/cheats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "belief/belief.h"
#include "belief/set/sense_partition.h"
#include "engine/strategy_traits.h"
#include "eval/rbc_score.h"
#include "rules/rbc.h"
#include "support/number.h"

namespace lanternfish {

namespace {

struct CheatRow {
  std::string_view name, number;  // `number` is what it is called; empty: there is none
  CheatKind kind;
};
constexpr std::array<CheatRow, 9> kCheats = {{{"weight", "TIMES", CheatKind::kWeight},
                                              {"floor", "PERCENT", CheatKind::kFloor},
                                              {"power", "EXPONENT", CheatKind::kPower},
                                              {"sight", "", CheatKind::kSight},
                                              {"window", "", CheatKind::kWindow},
                                              {"request", "CENTIPAWNS", CheatKind::kRequest},
                                              {"hide", "CENTIPAWNS", CheatKind::kHide},
                                              {"predict", "CENTIPAWNS", CheatKind::kPredict},
                                              {"foresee", "CENTIPAWNS", CheatKind::kForesee}}};

constexpr std::size_t kKnownBoards = 2;  // so few are as good as known

bool weighs(CheatKind kind) {
  return kind == CheatKind::kWeight || kind == CheatKind::kFloor || kind == CheatKind::kPower ||
         kind == CheatKind::kSight;
}

bool chooses_request(CheatKind kind) {
  return kind == CheatKind::kRequest || kind == CheatKind::kHide || kind == CheatKind::kPredict ||
         kind == CheatKind::kForesee;
}

}  // namespace

std::string cheat_names() {
  std::string names;
  for (const CheatRow& row : kCheats) {
    names += fmt::format("{}{}{}{}", names.empty() ? "" : ", ", row.name, row.number.empty() ? "" : " ", row.number);
  }
  return names;
}

Result<Cheat> parse_cheat(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(' '));
  const std::string_view number = name.size() < text.size() ? text.substr(name.size() + 1) : std::string_view{};
  for (const CheatRow& row : kCheats) {
    if (row.name != name) {
      continue;
    }
    Cheat cheat{row.kind};
    cheat.number = to_number<double>(number, 0, std::numeric_limits<double>::infinity()).value_or(0);
    if (row.number.empty() ? number.empty() : cheat.number > 0) {
      return cheat;
    }
    return Error{row.number.empty() ? fmt::format("the cheat '{}' takes no number", name)
                                    : fmt::format("the cheat '{}' takes a number above 0: {}", name, row.number)};
  }
  return Error{fmt::format("no cheat '{}'; there are: {}", text, cheat_names())};
}

std::string format_knowledge(const Knowledge& k) {
  const auto held = static_cast<double>(std::max<std::int64_t>(k.turns - k.lost, 1));
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
  };
  std::string text = fmt::format(
      "{} turns; boards {:.0f} before the sense and {:.0f} after it, one board after it in {:.1f} %; bits of the true "
      "board {:.3f} before and {:.3f} after; not held in {}",
      k.turns, k.boards_before / held, k.boards_after / held, share(k.alone, k.turns), k.bits_before / held,
      k.bits_after / held, k.lost);
  if (k.cheated > 0) {
    text += fmt::format("; the cheat changed {} of {} choices, {:.1f} %", k.changed, k.cheated,
                        share(k.changed, k.cheated));
  }
  return text;
}

CheatingPlayer::CheatingPlayer(std::string name, const Config& config, Evaluator& evaluator, ThreadPool& threads,
                               const Cheat& cheat, int true_depth, Knowledge& knowledge)
    : AgentPlayer(std::move(name), config, evaluator, threads,
                  {.candidates = [this](const CandidateReport& report) { last_ = report; }}),
      config_(config),
      evaluator_(evaluator),
      threads_(threads),
      cheat_(cheat),
      true_depth_(true_depth),
      knowledge_(knowledge) {
  if (weighs(cheat.kind)) {
    agent_to_change().before_senses([this](Belief& belief) { weigh(belief); });
  }
}

// A true board that is not held, under a deferred parent, is left alone.
void CheatingPlayer::weigh(Belief& belief) const {
  const double held = belief.probability(truth_);
  if (cheat_.kind == CheatKind::kPower) {
    belief.weigh([&](const Hypothesis& h) { return std::pow(static_cast<double>(h.weight), cheat_.number - 1); });
  } else if (held > 0) {
    const double least = std::min(cheat_.number / 100, 1 - 1e-6);
    const double times = cheat_.kind == CheatKind::kWeight  ? cheat_.number
                         : cheat_.kind == CheatKind::kFloor ? std::max(1.0, least * (1 - held) / (held * (1 - least)))
                                                            : 1;
    const double others = cheat_.kind == CheatKind::kSight ? 0 : 1;
    const Hypothesis truth = pack(truth_, belief.own().me());
    belief.weigh([&](const Hypothesis& h) { return h.same_board(truth) ? times : others; });
  }
}

Decision<Square> CheatingPlayer::sense(const DecisionLimits& limits) {
  last_ = {};
  std::optional<Square> honest;
  if (weighs(cheat_.kind) && agent().boards() > 1) {
    // With the same lots as the player, and without its cheat.
    const auto twin = agent().fork(static_cast<std::uint64_t>(config_.seed));
    honest = twin->choose_sense(limits.clock, limits.senses, limits.stop);
  }
  Decision<Square> answer = AgentPlayer::sense(limits);
  const Square* asked = std::get_if<Square>(&answer);
  const GameLog& log = agent().log();
  if (asked == nullptr || (log.turn() == 1 && log.start().turn() == log.me())) {
    return answer;  // nothing was hidden yet
  }
  Square chosen = *asked;
  if (cheat_.kind == CheatKind::kWindow && agent().boards() > 1 && agent().probability(truth_) > 0) {
    honest = chosen;
    chosen = best_window();
  }
  if (honest) {
    ++knowledge_.cheated;
    knowledge_.changed += *honest != chosen ? 1 : 0;
  }
  if (const double held = agent().probability(truth_); held > 0) {
    knowledge_.bits_before -= std::log2(held);
    knowledge_.boards_before += static_cast<double>(agent().boards());
  } else {
    ++knowledge_.lost;
  }
  ++knowledge_.turns;
  return chosen;
}

// Of windows that are as good, the first.
Square CheatingPlayer::best_window() const {
  const Hypothesis truth = pack(truth_, agent().log().me());
  Square best = kNoSquare;
  double least = std::numeric_limits<double>::infinity();
  for (Bitboard left = kInnerSquares; left != 0;) {
    const Square center = pop_lowest(left);
    const std::uint32_t shown = window_content(truth, center);
    double weight = 0;
    agent().belief().boards().for_each(
        [&](const Hypothesis& h) { weight += window_content(h, center) == shown ? static_cast<double>(h.weight) : 0; });
    if (weight < least) {
      least = weight;
      best = center;
    }
  }
  return best;
}

std::optional<Fault> CheatingPlayer::sense_result(const Sensed& sensed) {
  std::optional<Fault> fault = AgentPlayer::sense_result(sensed);
  const GameLog& log = agent().log();
  if (log.turn() == 1 && log.start().turn() == log.me()) {
    return fault;
  }
  knowledge_.alone += agent().boards() == 1 ? 1 : 0;
  if (const double held = agent().probability(truth_); held > 0) {
    knowledge_.bits_after -= std::log2(held);
    knowledge_.boards_after += static_cast<double>(agent().boards());
  }
  return fault;
}

Decision<Move> CheatingPlayer::move(const DecisionLimits& limits) {
  last_ = {};
  Decision<Move> answer = AgentPlayer::move(limits);
  const Move* asked = std::get_if<Move>(&answer);
  if (asked == nullptr || !chooses_request(cheat_.kind) || last_.from_book || last_.candidates.empty()) {
    return answer;
  }
  const std::vector<Move> requests = near_best();
  const Move chosen = requests.size() > 1 ? best_request(requests, limits.clock) : *asked;
  ++knowledge_.cheated;
  knowledge_.changed += chosen != *asked ? 1 : 0;
  return chosen;
}

std::vector<Move> CheatingPlayer::near_best() const {
  std::vector<Move> requests;
  for (const Candidate& candidate : last_.candidates) {
    if (candidate.value >= last_.candidates.front().value - cheat_.number) {
      requests.push_back(candidate.move);
    }
  }
  return requests;
}

// The first of those that come to the best: the player's own choice stands first.
Move CheatingPlayer::best_request(const std::vector<Move>& requests, const Clock& limits) {
  std::vector<std::pair<Move, double>> known;  // by taken move: many requests come to one
  Move best = requests.front();
  double most = -std::numeric_limits<double>::infinity();
  for (const Move request : requests) {
    const Move taken = resolve(truth_, request).taken;
    auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == taken; });
    if (found == known.end()) {
      found = known.insert(known.end(), {taken, worth(request, limits)});
    }
    if (found->second > most) {
      most = found->second;
      best = request;
    }
  }
  return best;
}

// In centipawns, or minus the opponent's weight of the true board.
double CheatingPlayer::worth(Move request, const Clock& limits) {
  const RbcTerms terms = scoring_terms(config_);
  const Outcome outcome = resolve(truth_, request);
  if (outcome.captured != kNoSquare && outcome.captured == truth_.king(~truth_.turn())) {
    return terms.king_captured;
  }
  const auto score = [&] {
    const BoardScores scores = scores_of(truth_);
    const auto scored = std::find_if(scores.moves.begin(), scores.moves.end(),
                                     [&](const MoveScore& move) { return move.taken == outcome.taken; });
    return static_cast<double>(flattened(scored->score, terms));
  };
  if (cheat_.kind == CheatKind::kRequest) {
    return score();
  }
  Board board = truth_;
  apply(board, outcome.taken);
  const double after_reply = worth_after_reply(board, outcome.captured, limits);
  return cheat_.kind == CheatKind::kForesee ? (score() + after_reply) / 2 : after_reply;
}

// The opponent before it hears of our move, with its own lots.
std::unique_ptr<Agent> CheatingPlayer::opponent_before_notice() const {
  if (cheat_.kind != CheatKind::kForesee) {
    return opponent_->agent().fork(static_cast<std::uint64_t>(opponent_->config_.seed));
  }
  auto twin = std::make_unique<Agent>(opponent_->config_, opponent_->evaluator_, threads_);
  (void)twin->set_position(truth_, ~truth_.turn(), {});
  return twin;
}

// `board` is the true one after our move. With the opponent's own lots it chooses what it would choose in the game.
double CheatingPlayer::worth_after_reply(Board board, Square captured, const Clock& limits) {
  const auto twin = opponent_before_notice();
  const auto tell = [&](const Observation& event) { (void)twin->observe({&event, 1}); };
  tell(OpponentMoved{captured});
  const Square sensed = twin->choose_sense(limits, {}, {});
  tell(Sensed{lanternfish::sense(board, sensed)});
  if (cheat_.kind == CheatKind::kHide) {
    return -twin->probability(board);
  }
  const RbcTerms terms = scoring_terms(config_);
  const Outcome reply = resolve(board, twin->choose_move(limits, {}, {}));
  apply(board, reply.taken);
  if (board.king(board.turn()) == kNoSquare) {
    return terms.king_lost;
  }
  return flattened(scores_of(board).moves.front().score, terms);
}

BoardScores CheatingPlayer::scores_of(const Board& board) {
  BoardScores answer;
  const Effort effort{.depth = std::max(config_.depth, true_depth_)};
  evaluator_.score(std::span(&board, 1), effort, Deadline::max(), {},
                   [&](std::size_t, const BoardScores& scores) { answer = scores; });
  return answer;
}

void KnownBoardsDeeper::score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
                              const Sink& sink) {
  const bool known = list.boards.size() <= kKnownBoards && !list.boards.empty() && list.boards[0].turn() == me_;
  inner_.score(list, {.depth = known ? std::max(effort.depth, depth_) : effort.depth}, deadline, std::move(stop), sink);
}

}  // namespace lanternfish
