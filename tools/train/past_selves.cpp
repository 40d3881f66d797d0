#include "tools/train/past_selves.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace lanternfish {

void PastSelves::add() {
  results_.emplace_back();
  recent_.clear();
}

void PastSelves::note(std::size_t version, double result) {
  push(results_.at(version), result);
  push(recent_, result);
}

void PastSelves::push(Results& results, double result) {
  if (results.size() == kResults) {
    results.pop_front();
  }
  results.push_back(static_cast<float>(result));
}

double PastSelves::mean(const Results& results) {
  return results.empty() ? 0.5
                         : std::accumulate(results.begin(), results.end(), 0.0) / static_cast<double>(results.size());
}

double PastSelves::score(std::size_t version) const { return mean(results_.at(version)); }

double PastSelves::recent_score() const { return mean(recent_); }

std::vector<double> PastSelves::probabilities() const {
  assert(size() > 0);
  double sum = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    sum += score(i);
  }
  const auto count = static_cast<double>(size());
  std::vector<double> list;
  for (std::size_t i = 0; i < size(); ++i) {
    list.push_back(size() == 1 || sum == 0 ? 1 / count : (1 - score(i) / sum) / (count - 1));
  }
  return list;
}

std::vector<float> PastSelves::state() const {
  std::vector<float> state;
  const auto put = [&](const Results& results) {
    state.push_back(static_cast<float>(results.size()));
    state.insert(state.end(), results.begin(), results.end());
  };
  put(recent_);
  for (const Results& results : results_) {
    put(results);
  }
  return state;
}

PastSelves PastSelves::of_state(const std::vector<float>& state) {
  PastSelves selves;
  auto at = state.begin();
  const auto take = [&] {
    const auto wanted = static_cast<std::ptrdiff_t>(*at++);
    const std::ptrdiff_t count = std::clamp<std::ptrdiff_t>(wanted, 0, state.end() - at);  // a file may be damaged
    const Results results(at, at + count);
    at += count;
    return results;
  };
  if (at != state.end()) {
    selves.recent_ = take();
  }
  while (at != state.end()) {
    selves.results_.push_back(take());
  }
  return selves;
}

}  // namespace lanternfish
