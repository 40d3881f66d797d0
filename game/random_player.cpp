#include "game/random_player.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "rules/rbc.h"

namespace lanternfish {

namespace {

// Those of `all` that are among `only`; all when there is none.
template <typename T>
std::vector<T> restricted(std::vector<T> all, const std::vector<T>& only) {
  std::vector<T> both;
  std::copy_if(all.begin(), all.end(), std::back_inserter(both),
               [&](const T& x) { return std::find(only.begin(), only.end(), x) != only.end(); });
  return both.empty() ? all : both;
}

}  // namespace

std::optional<Fault> RandomPlayer::begin(const GameStart& start) {
  if (start.seed != 0) {
    random_.seed(start.seed);
  }
  own_.emplace(start.rules.start, start.me);
  return {};
}

std::vector<Square> RandomPlayer::allowed_senses(const DecisionLimits& limits) const {
  std::vector<Square> all(64);
  std::iota(all.begin(), all.end(), Square{0});
  all.insert(all.begin(), kNoSquare);
  return restricted(std::move(all), limits.senses);
}

std::vector<Move> RandomPlayer::allowed_requests(const DecisionLimits& limits) const {
  std::vector<Move> only = limits.requests;
  for (Move& move : only) {
    move = normalized_request(own_->pieces(), move);
  }
  return restricted(requests(own_->pieces(), own_->me()), only);
}

Decision<Square> RandomPlayer::sense(const DecisionLimits& limits) {
  if (limits.senses.empty()) {
    return static_cast<Square>(any(64));
  }
  const std::vector<Square> allowed = allowed_senses(limits);
  return allowed[any(allowed.size())];
}

Decision<Move> RandomPlayer::move(const DecisionLimits& limits) {
  const std::vector<Move> allowed = allowed_requests(limits);
  return allowed[any(allowed.size())];
}

}  // namespace lanternfish
