#include "eval/score_cache.h"

#include <algorithm>

namespace lanternfish {

namespace {

constexpr std::size_t kBytesPerMegabyte = 1 << 20;
// A list node, a hash node, a bucket and what the allocator adds to three blocks.
constexpr std::size_t kEntryOverhead = 200;

}  // namespace

ScoreCache::ScoreCache(std::unique_ptr<Evaluator> inner, int megabytes)
    : inner_(std::move(inner)), limit_(static_cast<std::size_t>(std::max(megabytes, 0)) * kBytesPerMegabyte) {}

void ScoreCache::new_game() {
  entries_.clear();
  index_.clear();
  bytes_ = 0;
  inner_->new_game();
}

void ScoreCache::score(std::span<const Board> boards, const Effort& effort, Deadline deadline, std::stop_token stop,
                       const Sink& sink) {
  std::vector<Board> asked;
  std::vector<std::vector<std::size_t>> askers;  // by position in `asked`
  std::unordered_map<Key, std::size_t> asked_at;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (stop.stop_requested() || Clock::now() >= deadline) {
      return;
    }
    const Key key = boards[i].key();
    if (const BoardScores* known = find({key, effort})) {
      ++hits_;
      sink(i, *known);
      continue;
    }
    const auto [place, fresh] = asked_at.try_emplace(key, asked.size());
    if (fresh) {
      ++misses_;
      asked.push_back(boards[i]);
      askers.emplace_back();
    }
    askers[place->second].push_back(i);
  }
  if (asked.empty()) {
    return;
  }
  inner_->score(asked, effort, deadline, stop, [&](std::size_t index, const BoardScores& scores) {
    if (!scores.stand_in) {
      store({asked[index].key(), effort}, scores);
    }
    for (const std::size_t asker : askers[index]) {
      sink(asker, scores);
    }
  });
}

const BoardScores* ScoreCache::find(const Question& question) {
  const auto found = index_.find(question);
  if (found == index_.end()) {
    return nullptr;
  }
  entries_.splice(entries_.begin(), entries_, found->second);
  return &found->second->scores;
}

void ScoreCache::store(const Question& question, const BoardScores& scores) {
  const auto size_of = [](const BoardScores& s) { return kEntryOverhead + s.moves.size() * sizeof(MoveScore); };
  const std::size_t size = size_of(scores);
  if (size > limit_ || index_.contains(question)) {
    return;
  }
  while (bytes_ + size > limit_) {
    bytes_ -= size_of(entries_.back().scores);
    index_.erase(entries_.back().question);
    entries_.pop_back();
  }
  entries_.push_front({question, scores});
  entries_.front().scores.moves.shrink_to_fit();  // a copy made for us has no spare room, but may have
  index_.emplace(question, entries_.begin());
  bytes_ += size;
}

}  // namespace lanternfish
