#include "eval/score_cache.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "support/hash.h"

namespace lanternfish {

namespace {

// A list node, a hash node, a bucket and what the allocator adds to three blocks.
constexpr std::size_t kEntryOverhead = 200;

std::size_t size_of(const BoardScores& scores) { return kEntryOverhead + scores.moves.size() * sizeof(MoveScore); }

Key key_of(std::span<const Move> moves) {
  Key key = moves.size();
  for (const Move move : moves) {
    const auto code = static_cast<Key>(move.from) << 16 | static_cast<Key>(move.to) << 8 | move.promotion;
    key = std::rotl(key * kGolden + code + 1, 29);
  }
  return key;
}

}  // namespace

ScoreCache::ScoreCache(std::unique_ptr<Evaluator> inner, int megabytes)
    : inner_(std::move(inner)), known_(static_cast<std::size_t>(std::max(megabytes, 0)) << 20, size_of) {}

void ScoreCache::await_start(Deadline deadline, const std::stop_token& stop) { inner_->await_start(deadline, stop); }

void ScoreCache::new_game() {
  known_.clear();
  inner_->new_game();
}

void ScoreCache::score(const BoardList& list, const Effort& effort, Deadline deadline, std::stop_token stop,
                       const Sink& sink) {
  std::vector<Board> asked;
  std::vector<std::vector<Move>> asked_moves;
  std::vector<Question> questions;
  std::vector<std::vector<std::size_t>> askers;  // by position in `asked`
  std::unordered_map<Question, std::size_t, Hash> asked_at;
  for (std::size_t i = 0; i < list.boards.size(); ++i) {
    if (stop.stop_requested() || SteadyClock::now() >= deadline) {
      return;
    }
    const std::span<const Move> moves = list.moves_of(i);
    const Question question{list.boards[i].key(), key_of(moves), effort};
    if (const BoardScores* known = find(question)) {
      ++hits_;
      sink(i, *known);
      continue;
    }
    const auto [place, fresh] = asked_at.try_emplace(question, asked.size());
    if (fresh) {
      ++misses_;
      asked.push_back(list.boards[i]);
      asked_moves.emplace_back(moves.begin(), moves.end());
      questions.push_back(question);
      askers.emplace_back();
    }
    askers[place->second].push_back(i);
  }
  if (asked.empty()) {
    return;
  }
  const BoardList left = list.moves.empty() ? BoardList(asked) : BoardList(asked, asked_moves);
  inner_->score(left, effort, deadline, stop, [&](std::size_t index, const BoardScores& scores) {
    if (!scores.stand_in) {
      known_.store(questions[index], scores);
    }
    for (const std::size_t asker : askers[index]) {
      sink(asker, scores);
    }
  });
}

const BoardScores* ScoreCache::find(const Question& question) {
  const BoardScores* all = known_.find({question.board, 0, question.effort});
  return all != nullptr || question.moves == 0 ? all : known_.find(question);
}

}  // namespace lanternfish
