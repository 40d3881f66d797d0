#pragma once

// Against whom a network that learns by play is to play next: versions of itself, by the rule of Bertram, Fürnkranz and
// Müller (2022). Only the rule; the weights of the versions are the caller's.

#include <cstdint>
#include <deque>
#include <vector>

namespace lanternfish {

class PastSelves {
 public:
  // A version is saved when the learner wins this share of its games (the paper's), of at least so many (ours).
  static constexpr double kShareToSave = 0.65;
  static constexpr std::size_t kGamesToSave = 200;
  // So many results, the last ones, say how strong a version is (the paper's).
  static constexpr std::size_t kResults = 500;

  std::size_t size() const { return results_.size(); }
  // The newest version: the learner as it is now.
  void add();

  // The learner's result against a version: 1 won, 0.5 drawn, 0 lost.
  void note(std::size_t version, double result);
  // The mean of the last results against a version, 0.5 where there are none.
  double score(std::size_t version) const;
  // The mean since the newest version was added, of the last kResults; 0.5 where there are no results.
  double recent_score() const;
  bool time_to_save() const { return recent_.size() >= kGamesToSave && recent_score() >= kShareToSave; }

  // How often each version is to be the opponent: 1 - w / sum of all w, w being its score; divided by size() - 1, so
  // that the sum is 1. Who is beaten seldom is met often.
  std::vector<double> probabilities() const;

  // All of it as numbers, for a file that a run goes on from.
  std::vector<float> state() const;
  static PastSelves of_state(const std::vector<float>& state);

 private:
  using Results = std::deque<float>;
  static void push(Results& results, double result);
  static double mean(const Results& results);

  std::vector<Results> results_;  // by version
  Results recent_;                // since the newest version was added
};

}  // namespace lanternfish
