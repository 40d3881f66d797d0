#include "engine/strategies/learned/opponent_particles.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/sampling.h"
#include "engine/strategies/learned/belief_policy.h"
#include "rules/movegen.h"

namespace lanternfish {

namespace {

// Particles tried before the opponent is taken to know the board; ours. The paper has 512 tries, each a bare draw.
constexpr int kTries = 8;
constexpr std::size_t kDrawnAtOnce = 16;  // their questions share batches

bool holds(const BoardSet& set, const Board& board, Color me) {
  return board.king(me) != kNoSquare && set.find(pack(board, me)) != nullptr;
}

// The requests that lead from the particle's first board to one of the set.
std::vector<Action> leading_requests(const SampledBelief& particle, const BoardSet& set) {
  std::vector<Action> leading;
  const Board& truth = particle.boards[0];
  for (const Move request : requests(truth, particle.side)) {
    Board child = truth;
    apply(child, resolve(truth, request).taken);
    if (holds(set, child, ~particle.side)) {
      leading.push_back({.sense = kNoSquare, .request = request});
    }
  }
  return leading;
}

// A particle from which the opponent can have moved to a board of the set.
struct Ancestor {
  std::vector<Action> leading;
  std::vector<Action> senses;
  std::vector<float> sense_policy;
};

class Draws {
 public:
  Draws(std::vector<SampledBelief>& to_move, const BoardSet& set, NetEvaluator& net, Random& random)
      : to_move_(to_move), set_(set), net_(net), random_(random) {}

  // At most `count` particles after the opponent's turn.
  std::vector<SampledBelief> after_turn(std::size_t count) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < count; ++i) {
      if (const auto place = ancestor()) {
        chosen.push_back(*place);
      }
    }
    ask_senses();
    std::vector<SampledBelief> particles;
    std::vector<NetQuestion> questions;
    for (const std::size_t place : chosen) {
      const Ancestor& from = ancestors_.at(place);
      SampledBelief& particle = particles.emplace_back(to_move_[place]);
      take_sense(particle, from.senses[lanternfish::draw(from.sense_policy, random_)].sense);
      const Synopsis synopsis = take_synopsis(particle, Stage::kMove);
      questions.push_back(question_of(synopsis, Stage::kMove, from.leading, particle.side));
    }
    const std::vector<NetAnswer> answers = net_.evaluate(questions);
    for (std::size_t i = 0; i < particles.size(); ++i) {
      const std::vector<float> policy = softmax(answers[i].logits);
      take_own_move(particles[i], ancestors_.at(chosen[i]).leading[lanternfish::draw(policy, random_)].request);
    }
    return particles;
  }

 private:
  std::optional<std::size_t> ancestor() {
    for (int i = 0; i < kTries && !to_move_.empty(); ++i) {
      const std::size_t place = random_.below(to_move_.size());
      const auto [found, fresh] = ancestors_.try_emplace(place);
      if (fresh) {
        found->second.leading = leading_requests(to_move_[place], set_);
      }
      if (!found->second.leading.empty()) {
        return place;
      }
    }
    return std::nullopt;
  }

  // Chosen, and not asked about yet.
  static bool is_new(const Ancestor& from) { return !from.leading.empty() && from.sense_policy.empty(); }

  void ask_senses() {
    std::vector<NetQuestion> questions;
    for (auto& [place, from] : ancestors_) {
      if (is_new(from)) {
        const Synopsis synopsis = take_synopsis(to_move_[place], Stage::kSense);
        from.senses = actions_of(to_move_[place], Stage::kSense, synopsis);
        questions.push_back(question_of(synopsis, Stage::kSense, from.senses, to_move_[place].side));
      }
    }
    const std::vector<NetAnswer> answers = net_.evaluate(questions);
    auto answer = answers.begin();
    for (auto& [place, from] : ancestors_) {
      if (is_new(from)) {
        from.sense_policy = softmax((answer++)->logits);
      }
    }
  }

  std::vector<SampledBelief>& to_move_;
  const BoardSet& set_;
  NetEvaluator& net_;
  Random& random_;
  std::map<std::size_t, Ancestor> ancestors_;  // by place in to_move_: those that were looked at
};

}  // namespace

OpponentParticles::OpponentParticles(const Board& start, Color me) : me_(me) {
  SampledBelief all_known;
  all_known.side = ~me;
  all_known.boards = {start};
  (start.turn() == me ? now_ : to_move_).push_back(all_known);
}

void OpponentParticles::observe(const Moved& moved) { moved_.push_back(moved); }

void OpponentParticles::make_my_move(Random& random) {
  to_move_.clear();
  const Moved& moved = moved_.back();
  const Outcome outcome{moved.taken, moved.captured};
  for (SampledBelief& particle : now_) {
    const Board& board = particle.boards[0];
    if (moved_.size() == 1 && resolve(board, normalized_request(board, moved.requested)) == outcome) {
      take_opponent_move(particle, outcome, random);
      to_move_.push_back(std::move(particle));
    }
  }
  now_.clear();
  moved_.clear();
}

void OpponentParticles::update(const Belief& belief, std::size_t count, NetEvaluator& net,
                               const std::function<bool()>& stop, Random& random) {
  if (!moved_.empty()) {
    make_my_move(random);
  }
  std::erase_if(now_, [&](const SampledBelief& particle) { return !holds(belief.boards(), particle.boards[0], me_); });
  Draws draws(to_move_, belief.boards(), net, random);
  while (now_.size() < count && (now_.empty() || !stop())) {
    const std::size_t wanted = std::min(count - now_.size(), kDrawnAtOnce);
    std::vector<SampledBelief> drawn = draws.after_turn(wanted);
    for (const Hypothesis& h : sample_equally(belief.boards(), wanted - drawn.size(), random)) {
      SampledBelief& knows = drawn.emplace_back();
      knows.side = ~me_;
      knows.boards = {unpack(h, belief.own())};
    }
    std::move(drawn.begin(), drawn.end(), std::back_inserter(now_));
  }
}

}  // namespace lanternfish
