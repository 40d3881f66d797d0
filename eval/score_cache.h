#pragma once

// An evaluator that remembers the answers of another one and asks it about each position once, as far as memory goes.

#include <memory>

#include "eval/evaluator.h"
#include "support/lru_cache.h"

namespace lanternfish {

class ScoreCache : public Evaluator {
 public:
  // Holds at most `megabytes` of answers, and drops those first that were used longest ago.
  ScoreCache(std::unique_ptr<Evaluator> inner, int megabytes);

  // Delivers known boards first. Boards that differ only in what no evaluator looks at count as one. A known answer
  // about all moves serves a question about some.
  void score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
             const Sink& sink) override;
  void await_start(Deadline deadline, const std::stop_token& stop) override;
  void new_game() override;

  std::uint64_t hits() const { return hits_; }
  std::uint64_t misses() const { return misses_; }
  std::size_t bytes() const { return known_.bytes(); }

 private:
  struct Question {
    Key board;
    Key moves;  // that were asked for; 0: all
    Effort effort;
    friend bool operator==(const Question&, const Question&) = default;
  };
  struct Hash {
    std::size_t operator()(const Question& q) const {
      return q.board + q.moves + static_cast<std::size_t>(q.effort.depth);
    }
  };
  const BoardScores* find(const Question& question);

  std::unique_ptr<Evaluator> inner_;
  LruCache<Question, BoardScores, Hash> known_;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
};

}  // namespace lanternfish
