#include "tools/fit/belief_bits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "belief/belief.h"
#include "engine/opponent_judgement.h"
#include "engine/strategies/board_weights.h"
#include "eval/rbc_score.h"
#include "tools/fit/calibration.h"

namespace lanternfish {

namespace {

constexpr std::size_t kMemory = std::size_t{4} << 30;

// StrangeFish2 weighs a board on which the opponent stands at s centipawns by 1 / (1 + 3^(-2 s / 3000)) + 0.02.
constexpr double kNinetyPercent = 3000;
constexpr double kMinStanding = 0.02;

struct Way {
  double bits = 0;
  Calibration boards;
};

struct TurnBits {
  std::int64_t turns = 0;
  std::vector<Way> ways;
  // Of the greatest number of parents; sums over turns.
  double trust = 0;
  double asked = 0;   // boards the evaluator is asked about
  double judged = 0;  // their part of the weight

  void add(const TurnBits& other) {
    turns += other.turns;
    ways.resize(std::max(ways.size(), other.ways.size()));
    for (std::size_t i = 0; i < other.ways.size(); ++i) {
      ways[i].bits += other.ways[i].bits;
      ways[i].boards.add(other.ways[i].boards);
    }
    trust += other.trust;
    asked += other.asked;
    judged += other.judged;
  }
};

// The beliefs of one player: uniform, built-in, and one for each number of parents. StrangeFish2's way weighs the
// boards of the first.
class PlayerBeliefs {
 public:
  PlayerBeliefs(const RecordedGame& game, Color me, const BeliefBitsSettings& settings, ThreadPool& threads,
                Evaluator& evaluator)
      : settings_(settings), evaluator_(evaluator) {
    const std::size_t beliefs = 2 + settings.parents.size();
    bits_.ways.resize(beliefs + (settings.strangefish2 ? 1 : 0));
    for (std::size_t way = 0; way < beliefs; ++way) {
      beliefs_.emplace_back(game.start, me, BeliefLimits{.memory_bytes = kMemory}, threads,
                            way == 0 ? MoveModelKind::kUniform : MoveModelKind::kFitted);
      if (way >= 2) {
        beliefs_[way].remember_parents(settings.parents[way - 2]);
      }
    }
  }

  // As long as the set is small enough.
  TurnBits follow(const std::vector<RecordedTurn>& turns) {
    for (const RecordedTurn& turn : turns) {
      const bool guesses = !beliefs_[0].own().first_notice_is_empty();
      if (!observe(turn.notice) || beliefs_[0].boards().size() > settings_.max_boards) {
        break;
      }
      for (std::size_t way = 2; way < beliefs_.size(); ++way) {
        ask(beliefs_[way]);
      }
      if (guesses) {
        ++bits_.turns;
        for (std::size_t way = 0; way < beliefs_.size(); ++way) {
          report(bits_.ways[way], beliefs_[way], turn.truth, {});
        }
        if (settings_.strangefish2) {
          report(bits_.ways.back(), beliefs_[0], turn.truth, standing_weights(beliefs_[0]));
        }
        bits_.trust += static_cast<double>(beliefs_.back().evaluator_trust());
      }
      if (!observe(turn.sensed) || !turn.moved || turn.takes_king || !observe(*turn.moved)) {
        break;
      }
    }
    return bits_;
  }

 private:
  bool observe(const Observation& event) {
    return std::all_of(beliefs_.begin(), beliefs_.end(), [&](Belief& belief) { return belief.observe(event).ok(); });
  }

  // `weights`, where there are any, are used in place of the boards' own.
  static void report(Way& way, const Belief& belief, const Board& truth, std::span<const double> weights) {
    const Hypothesis wanted = pack(truth, belief.own().me());
    const double total =
        weights.empty() ? belief.boards().total_weight() : std::accumulate(weights.begin(), weights.end(), 0.0);
    std::size_t i = 0;
    belief.boards().for_each([&](const Hypothesis& h) {
      const double said = (weights.empty() ? static_cast<double>(h.weight) : weights[i++]) / total;
      const bool is_true = h.same_board(wanted);
      way.boards.add(said, is_true);
      way.bits -= is_true ? std::log2(said) : 0;
    });
  }

  std::vector<double> standing_weights(const Belief& belief) {
    std::vector<Board> boards;
    belief.boards().for_each([&](const Hypothesis& h) { boards.push_back(unpack(h, belief.own())); });
    std::vector<double> weights(boards.size());
    evaluator_.score(boards, settings_.effort, Deadline::max(), {}, [&](std::size_t i, const BoardScores& scores) {
      weights[i] = standing_weight(opponent_value(scores.moves, strangefish2()), kNinetyPercent, kMinStanding);
    });
    return weights;
  }

  void ask(Belief& belief) {
    if (belief.parents() == nullptr) {
      return;
    }
    const std::vector<Board> boards = boards_to_judge(*belief.parents());
    std::vector<MoveJudgements> judgements(boards.size());
    evaluator_.score(boards, settings_.effort, Deadline::max(), {},
                     [&](std::size_t i, const BoardScores& scores) { judgements[i] = opponent_judgements(scores); });
    belief.reweigh(judgements);
    if (&belief == &beliefs_.back()) {
      double judged = 0;
      for (const Hypothesis& h : belief.parents()->boards().first(boards.size())) {
        judged += static_cast<double>(h.weight);
      }
      bits_.asked += static_cast<double>(boards.size());
      bits_.judged += judged / belief.parents()->total_weight();
    }
  }

  const BeliefBitsSettings& settings_;
  Evaluator& evaluator_;
  std::vector<Belief> beliefs_;
  TurnBits bits_;
};

std::string row_text(const std::string& name, const TurnBits& bits) {
  const auto n = static_cast<double>(std::max<std::int64_t>(1, bits.turns));
  std::string text = fmt::format("| {} | {} |", name, bits.turns);
  for (const Way& way : bits.ways) {
    text += fmt::format(" {:.2f} |", way.bits / n);
  }
  if (bits.asked > 0) {
    text += fmt::format(" {:.0f} | {:.2f} | {:.2f} |", bits.asked / n, bits.judged / n, bits.trust / n);
  }
  return text + "\n";
}

struct Follower {
  std::size_t game;
  Color me;
};

std::vector<Follower> followers(const std::vector<NamedGame>& games, const BeliefBitsSettings& settings) {
  std::vector<Follower> chosen;
  std::map<std::string, std::size_t> count;
  for (std::size_t game = 0; game < games.size(); ++game) {
    for (const Color me : {kWhite, kBlack}) {
      const std::string& opponent = games[game].names[~me];
      const bool wanted = settings.opponents.empty() || std::find(settings.opponents.begin(), settings.opponents.end(),
                                                                  opponent) != settings.opponents.end();
      if (wanted && count[opponent] < settings.max_games) {
        ++count[opponent];
        chosen.push_back({game, me});
      }
    }
  }
  return chosen;
}

}  // namespace

std::string belief_bits(const std::vector<NamedGame>& games, const BeliefBitsSettings& settings, Evaluator& evaluator) {
  const std::vector<Follower> chosen = followers(games, settings);
  std::vector<TurnBits> found(chosen.size());
  ThreadPool pool(settings.asks() ? 1 : settings.threads);
  pool.for_each(chosen.size(), [&](std::size_t i) {
    ThreadPool one(1);
    const RecordedGame& game = games[chosen[i].game].game;
    found[i] = PlayerBeliefs(game, chosen[i].me, settings, one, evaluator).follow(game.turns[chosen[i].me]);
  });
  TurnBits total;
  std::map<std::string, TurnBits> by_opponent;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    total.add(found[i]);
    by_opponent[games[chosen[i].game].names[~chosen[i].me]].add(found[i]);
  }
  std::vector<std::string> names = {"uniform", "fitted"};
  for (const std::size_t parents : settings.parents) {
    names.push_back(fmt::format("judgements of {}", parents));
  }
  if (settings.strangefish2) {
    names.emplace_back("StrangeFish2's");
  }
  std::string header = fmt::format("| opponent | turns | {} |", fmt::join(names, " | "));
  header += settings.parents.empty() ? "" : " asked | of the weight | mean trust |";
  std::string text = header + "\n|";
  for (std::ptrdiff_t i = std::count(header.begin(), header.end(), '|'); i > 1; --i) {
    text += "---|";
  }
  text += "\n" + row_text("all", total);
  for (const auto& [name, bits] : by_opponent) {
    text += row_text(name, bits);
  }
  for (std::size_t way = 0; way < total.ways.size(); ++way) {
    text += fmt::format("\nBoards by their probability, {}:\n\n{}", names[way], total.ways[way].boards.text("boards"));
  }
  return text;
}

}  // namespace lanternfish
