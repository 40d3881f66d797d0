#include "tools/server/rating_history.h"

#include <algorithm>

namespace lanternfish {

namespace {

constexpr int kAtOnce = 5000;  // games that are read

}  // namespace

Result<bool> RatingHistory::advance(Store& reader) {
  if (next_ == waiting_.size()) {
    waiting_ = TRY(reader.settled_ranked_games(last_, kAtOnce));
    next_ = 0;
    if (waiting_.empty()) {
      const bool anew = TRY(reader.ranked_games_up_to(last_)) < games_;
      if (anew) {
        begin_anew();
      }
      return anew;
    }
    last_ = waiting_.back().id;
    // The first time it is known how many there will be.
    while (games_ == 0 && static_cast<std::int64_t>(waiting_.size()) == kAtOnce && step_ < kAtOnce / most_) {
      step_ *= 2;
    }
  }
  while (next_ < waiting_.size()) {
    const StoredGame& game = waiting_[next_++];
    for (const Color c : {kWhite, kBlack}) {
      int& newest = newest_[game.players[c]];
      newest = std::max(newest, game.versions[c]);
    }
    PairTally& tally =
        tallies_[{game.players[kWhite], game.players[kBlack], game.versions[kWhite], game.versions[kBlack]}];
    tally.first = game.players[kWhite];
    tally.second = game.players[kBlack];
    tally.first_version = game.versions[kWhite];
    tally.second_version = game.versions[kBlack];
    ++(!game.winner ? tally.draws : *game.winner == kWhite ? tally.wins : tally.losses);
    if (++games_ % step_ == 0) {
      rate_now(game.ended_ms);
      break;
    }
  }
  return true;
}

void RatingHistory::begin_anew() {
  last_ = 0;
  games_ = 0;
  step_ = 1;
  newest_.clear();
  tallies_.clear();
  const std::lock_guard lock(mutex_);
  points_.clear();
}

void RatingHistory::rate_now(std::int64_t at_ms) {
  std::vector<PairTally> tallies;
  for (const auto& [key, tally] : tallies_) {
    tallies.push_back(tally);
  }
  const std::vector<Standing> rated = standings(newest_, tallies);
  const std::lock_guard lock(mutex_);
  for (const Standing& row : rated) {
    std::vector<Point>& points = points_[row.person];
    const int games = row.score.games();
    if (points.empty() || points.back().version != row.version || points.back().games != games) {
      points.push_back({.at_ms = at_ms,
                        .version = row.version,
                        .games = games,
                        .rating = row.rating.elo,
                        .error = row.rating.error,
                        .after = games_});
    }
  }
  if (games_ / step_ >= most_) {
    step_ *= 2;
    thin_out();
  }
}

// The last word on a version stays.
void RatingHistory::thin_out() {
  for (auto& [person, points] : points_) {
    std::vector<Point> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool last = i + 1 == points.size() || points[i + 1].version != points[i].version;
      if (last || points[i].after % step_ == 0) {
        kept.push_back(points[i]);
      }
    }
    points = std::move(kept);
  }
}

std::vector<RatingHistory::Point> RatingHistory::of(PersonId person) const {
  const std::lock_guard lock(mutex_);
  const auto found = points_.find(person);
  return found == points_.end() ? std::vector<Point>() : found->second;
}

}  // namespace lanternfish
