#include "belief/set/expand.h"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <optional>

#include "belief/set/child_maker.h"

namespace lanternfish {

namespace {

constexpr std::size_t kSamples = 64;

CaptureGroups groups_of(std::span<const Square> captures) {
  CaptureGroups groups;
  for (std::size_t i = 0; i < captures.size(); ++i) {
    groups.want(captures[i], i);
  }
  return groups;
}

SetBuilder::Plan plan_for(const BoardSet& parents, const OwnSide& own, std::span<const Square> captures,
                          const ExpandLimits& limits) {
  const auto children = estimate_children(parents, own);
  SetBuilder::Plan plan{.children = 0, .children_at_once = limits.children_at_once, .expected = {}};
  for (const Square captured : captures) {
    plan.children += children[captured];
    plan.expected.push_back(static_cast<std::size_t>(kUsualDistinctShare * static_cast<double>(children[captured])));
  }
  return plan;
}

}  // namespace

std::array<std::size_t, 65> estimate_children(const BoardSet& parents, const OwnSide& own) {
  const ChildMaker maker(own, {});
  const std::size_t size = parents.size();
  const std::size_t stride = std::max<std::size_t>(1, size / kSamples);
  std::array<std::size_t, 65> children{};
  std::size_t sampled = 0;
  std::size_t next = 0;  // index in the present shard
  for (const BoardSet::Shard& shard : parents.shards()) {
    for (; next < shard.size(); next += stride, ++sampled) {
      maker.count_children(shard[next], children);
    }
    next -= shard.size();
  }
  for (std::size_t& count : children) {
    count = sampled == 0 ? 0 : count * size / sampled;
  }
  return children;
}

std::size_t estimate_children(const BoardSet& parents, const OwnSide& own, Square captured) {
  return estimate_children(parents, own)[captured];
}

// Parents that come too late.
struct LeftOut {
  const Interruption& until;
  std::vector<Hypothesis>& parents;
  std::mutex mutex = {};
};

struct Expansion::Impl {
  ChildMaker maker;
  CaptureGroups groups;
  std::optional<MoveFactors> opponent;  // of the fitted model
  SetBuilder builder;
  LeftOut* left_out = nullptr;  // during take(); null where no parent is left out

  void make(const ParentRun& run, ChildSink& sink) const {
    if (left_out != nullptr && left_out->until.requested()) {
      const std::lock_guard lock(left_out->mutex);
      left_out->parents.insert(left_out->parents.end(), run.boards.begin(), run.boards.end());
      return;
    }
    if (!opponent) {
      for (const Hypothesis& parent : run.boards) {
        maker.append(parent, sink);
      }
      return;
    }
    MoveWeigher weigher(*opponent);
    for (const Hypothesis& parent : run.boards) {
      maker.append(parent, weigher, sink);
    }
  }
  bool run(ThreadPool& threads, const Interruption& stop, std::size_t only) {
    return builder.run(
        threads, [this](const ParentRun& parents, ChildSink& sink) { make(parents, sink); }, stop, only);
  }
};

Expansion::Expansion(const BoardSet& parents, const OwnSide& own, std::span<const Square> captures,
                     const ExpandLimits& limits, const MoveContext& moves)
    : impl_(std::make_unique<Impl>(Impl{
          .maker = ChildMaker(own, groups_of(captures)),
          .groups = groups_of(captures),
          .opponent = std::nullopt,
          .builder = SetBuilder(runs_of(parents, parents.size() + 1), plan_for(parents, own, captures, limits))})) {
  if (moves.model.kind == MoveModelKind::kFitted) {
    impl_->opponent.emplace(moves.model, moves.situation, parents.size());
  }
}
Expansion::~Expansion() = default;
Expansion::Expansion(Expansion&&) noexcept = default;
Expansion& Expansion::operator=(Expansion&&) noexcept = default;

bool Expansion::covers(Square captured) const { return impl_->groups.wants(captured); }

bool Expansion::run(ThreadPool& threads, const Interruption& stop) {
  return impl_->run(threads, stop, SetBuilder::kAllGroups);
}

BoardSet Expansion::take(Square captured, ThreadPool& threads, const Interruption& until,
                         std::vector<Hypothesis>* left_out) {
  assert(covers(captured));
  const std::size_t group = impl_->groups.group[captured];
  if (left_out != nullptr) {
    LeftOut late{until, *left_out};
    impl_->left_out = &late;
    impl_->run(threads, {}, group);
    impl_->left_out = nullptr;
  } else {
    impl_->run(threads, {}, group);
  }
  return impl_->builder.take(group);
}

std::size_t Expansion::bytes() const { return impl_->builder.bytes(); }
std::size_t Expansion::peak_bytes() const { return impl_->builder.peak_bytes(); }

BoardSet expand(const BoardSet& parents, const OwnSide& own, Square captured, ThreadPool& threads,
                const ExpandLimits& limits, const MoveContext& moves) {
  return Expansion(parents, own, std::array{captured}, limits, moves).take(captured, threads);
}

}  // namespace lanternfish
