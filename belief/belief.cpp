#include "belief/belief.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>

#include "belief/set/board_set_builder.h"
#include "belief/set/expand.h"
#include "belief/set/filter.h"

namespace lanternfish {

namespace {

// Memory in quarters: the live set; its children; children before deduplication with the tables they are looked up in;
// deferred parents with the checkpoint.
constexpr std::size_t kQuarters = 4;
constexpr std::size_t kTableShare = 2;        // half of the third quarter is for the tables
constexpr std::size_t kLowWater = 8;          // observe() catches up by itself below this part of the capacity
constexpr std::size_t kCatchUpParents = 256;  // parents expanded at once are this part of the capacity
constexpr std::size_t kCatchUpWork = 2;       // boards made on the way by one event, in capacities
constexpr std::size_t kMinCapacity = 1024;
constexpr std::size_t kLateCapacity = 64;  // where time is up already: thousands of events may follow
constexpr std::size_t kNeverCut = 256;     // parents: a millisecond's work, always done
// Sets grow twentyfold by an unseen move: what a set of kGrowingSet boards may take after some moves in which nothing
// is seen, when the time between is too short to touch memory.
constexpr std::size_t kGrowingSet = 256;
constexpr std::size_t kGrowingBytes = std::size_t{32} << 20;

// The largest live set.
std::size_t capacity_of(const BeliefLimits& limits) {
  return std::max(kMinCapacity, limits.memory_bytes / kQuarters / sizeof(Hypothesis));
}

// Until when to make children: merging them takes about as long again.
Interruption until_half_time(Interruption until) {
  if (until.deadline != std::chrono::steady_clock::time_point::max()) {
    const auto now = std::chrono::steady_clock::now();
    until.deadline = now + (until.deadline - now) / 2;
  }
  return until;
}

}  // namespace

std::size_t Belief::low_water(std::size_t capacity) { return capacity / kLowWater; }

Belief::Belief(const Board& start, Color me, const BeliefLimits& limits, ThreadPool& threads, MoveModelKind moves)
    : threads_(&threads),
      limits_(limits),
      live_limit_(capacity_of(limits)),
      log_(start, me),
      live_(BoardSet::of(pack(start, me))),
      deferred_(live_limit_ / 2),
      opponent_(moves) {
  deferred_.offer_checkpoint(live_, 0);
}

void Belief::set_live_limit(std::size_t boards) {
  live_limit_ = std::clamp(boards, kMinCapacity, capacity_of(limits_));
}

Result<Belief::Update> Belief::observe(const Observation& event, const EventLimits& limits) {
  const CheckedEvents checked = log_.check(std::span(&event, 1));
  if (!checked) {
    return Error{checked.error()};
  }
  return observe(checked.events.front(), limits);
}

Belief::Update Belief::observe(const CheckedEvent& event, const EventLimits& limits) {
  Update update{.boards_before = live_.size()};
  const std::size_t index = past_.size();
  past_.push_back({.moves = next_move()});
  log_.append(event);
  // Where time is up already, the least is done, and that is not cut.
  const bool late = limits.until.requested();
  opponent_.learn(log_, past_, live_, *threads_, late);
  const std::size_t capacity =
      late ? kLateCapacity
           : static_cast<std::size_t>(std::clamp<std::uint64_t>(limits.boards, kMinCapacity, live_limit_));
  const Interruption until = late ? Interruption{} : until_half_time(limits.until);
  defer_unlikely(live_, index, capacity);
  const auto* notice = std::get_if<OpponentMoved>(&event.event);
  if (notice != nullptr) {
    opponent_.keep_parents(log_, past_, live_);
  }
  if (notice != nullptr && preparation_.covers(notice->captured) && live_.size() == update.boards_before) {
    std::vector<Hypothesis> left_out;
    live_ = preparation_.take(notice->captured, *threads_, until, &left_out);
    if (live_.empty()) {
      live_ = advance_few(left_out, index);
    }
    defer(index, std::move(left_out));
  } else {
    preparation_.clear();
    live_ = advance(std::move(live_), index, until);
  }
  update.made = notice != nullptr ? live_.size() : 0;
  settle_king_capture();
  rescale();
  if (!deferred_.empty() && (live_.empty() || (!limits.only_when_empty && live_.size() < low_water(capacity)))) {
    update.made += catch_up_to(capacity / 2, kCatchUpWork * capacity, limits.until);
  }
  deferred_.offer_checkpoint(live_, past_.size());
  update.boards = live_.size();
  update.deferred = deferred_.size();
  return update;
}

ExpandLimits Belief::expand_limits() const {
  ExpandLimits limits;
  limits.children_at_once = std::min(
      limits.children_at_once, limits_.memory_bytes / kQuarters / kTableShare / sizeof(Hypothesis) + kMinCapacity);
  return limits;
}

bool Belief::prepare(const Interruption& stop) {
  return preparation_.work(live_, own(), next_move(), {.boards = live_limit_, .expansion = expand_limits()}, *threads_,
                           stop);
}

bool Belief::prepare_for(Square captured, const Interruption& stop) {
  if (preparation_.is_under_way() && !preparation_.covers(captured)) {
    preparation_.clear();
  }
  return preparation_.work(live_, own(), next_move(),
                           {.boards = live_limit_, .expansion = expand_limits(), .captured = captured}, *threads_,
                           stop);
}

void Belief::reweigh(std::span<const MoveJudgements> judgements) {
  assert(!preparation_.is_under_way());  // it was made with the weights before
  if (opponent_.parents() != nullptr) {
    opponent_.reweigh(judgements, past_, live_, *threads_);
    rescale();
  }
}

BoardSet Belief::advance(BoardSet parents, std::size_t index, const Interruption& until) {
  const Observation& event = log_.history()[index];
  const OwnSide& own = log_.own_after(index);
  if (const auto* moved = std::get_if<OpponentMoved>(&event)) {
    drop_captured_kings(parents, *threads_);
    if (own.first_notice_is_empty()) {
      return parents;
    }
    std::vector<Hypothesis> left_out;
    BoardSet children = Expansion(parents, own, std::array{moved->captured}, expand_limits(), past_[index].moves)
                            .take(moved->captured, *threads_, until, parents.size() > kNeverCut ? &left_out : nullptr);
    if (children.empty()) {
      children = advance_few(left_out, index);
    }
    defer(index, std::move(left_out));
    return children;
  }
  if (const auto* sensed = std::get_if<Sensed>(&event)) {
    filter(parents, WindowMatch(sensed->window, own.me()), *threads_);
    return parents;
  }
  return after_own_move(parents, OwnMove(std::get<Moved>(event), own), *threads_);
}

BoardSet Belief::advance_few(std::vector<Hypothesis>& left_out, std::size_t index) {
  const auto few = static_cast<std::ptrdiff_t>(std::min(kNeverCut, left_out.size()));
  std::partial_sort(left_out.begin(), left_out.begin() + few, left_out.end(),
                    [](const Hypothesis& a, const Hypothesis& b) { return a.weight > b.weight; });
  BoardSet parents;
  parents.shards()[0].assign(left_out.begin(), left_out.begin() + few);
  left_out.erase(left_out.begin(), left_out.begin() + few);
  return parents.empty() ? BoardSet() : advance(std::move(parents), index, {});
}

void Belief::defer_unlikely(BoardSet& parents, std::size_t index, std::size_t capacity) {
  const OwnSide& own = log_.own_after(index);
  const auto* notice = std::get_if<OpponentMoved>(&log_.history()[index]);
  if (notice == nullptr || own.first_notice_is_empty()) {
    return;
  }
  const double children = kMaxDistinctShare * static_cast<double>(estimate_children(parents, own, notice->captured));
  const std::size_t size = parents.size();
  if (children <= static_cast<double>(capacity)) {
    return;
  }
  const auto keep = std::max<std::size_t>(
      1, static_cast<std::size_t>(static_cast<double>(size) * static_cast<double>(capacity) / children));
  if (keep >= size) {
    return;
  }
  std::vector<float, BoardAllocator<float>> weights;
  weights.reserve(size);
  parents.for_each([&](const Hypothesis& h) { weights.push_back(h.weight); });
  const auto nth = weights.begin() + static_cast<std::ptrdiff_t>(keep);
  std::nth_element(weights.begin(), nth, weights.end(), std::greater<>());
  const float threshold = *nth;
  // Of the boards that weigh exactly the threshold, the first ones stay.
  std::size_t ties =
      keep - static_cast<std::size_t>(std::count_if(weights.begin(), nth, [&](float w) { return w > threshold; }));
  std::vector<Hypothesis> unlikely;
  const bool has_room = deferred_.has_room_for(size - keep);
  unlikely.reserve(has_room ? size - keep : 0);
  for (BoardSet::Shard& shard : parents.shards()) {
    std::erase_if(shard, [&](const Hypothesis& h) {
      const bool stays = h.weight > threshold || (h.weight == threshold && ties > 0 && ties-- > 0);
      if (!stays && has_room) {
        unlikely.push_back(h);
      }
      return !stays;
    });
  }
  has_room ? deferred_.add({index, std::move(unlikely)}) : deferred_.fall_back();
}

void Belief::defer(std::size_t index, std::vector<Hypothesis> parents) {
  if (parents.empty()) {
    return;
  }
  deferred_.has_room_for(parents.size()) ? deferred_.add({index, std::move(parents)}) : deferred_.fall_back();
}

std::uint64_t Belief::catch_up(std::uint64_t boards, const Interruption& until) {
  return catch_up_to(live_limit_ / 2, boards, until);
}

std::uint64_t Belief::catch_up_to(std::size_t enough, std::uint64_t boards, const Interruption& until) {
  std::uint64_t made = 0;
  std::vector<BoardSet> caught_up;  // not in live_ yet
  std::size_t waiting = 0;          // boards in caught_up
  const auto merge_all = [&] {
    merge(caught_up);
    caught_up.clear();
    waiting = 0;
  };
  const std::size_t at_once = std::max<std::size_t>(1, live_limit_ / kCatchUpParents);
  while (!deferred_.empty() && live_.size() < enough && made < boards && !until.requested()) {
    preparation_.clear();
    const DeferredGroup group = deferred_.take(at_once, [&](std::size_t event) { return past_[event].log2_scale; });
    if (BoardSet set = lead_on(group, boards, until, made); !set.empty()) {
      waiting += set.size();
      caught_up.push_back(std::move(set));
    }
    // Each merge copies the live set: it grows by half at least between two of them.
    if (waiting > live_.size() / 2 || live_.size() + waiting >= enough) {
      merge_all();
    }
  }
  merge_all();
  settle_king_capture();
  return made;
}

BoardSet Belief::lead_on(const DeferredGroup& group, std::uint64_t boards, const Interruption& until,
                         std::uint64_t& made) {
  BoardSet set;
  set.shards()[0].assign(group.parents.begin(), group.parents.end());
  for (std::size_t event = group.event; event < past_.size() && !set.empty(); ++event) {
    if (event > group.event && (made >= boards || until.requested())) {
      std::vector<Hypothesis> parents;
      parents.reserve(set.size());
      set.for_each([&](const Hypothesis& h) { parents.push_back(h); });
      defer(event, std::move(parents));
      return BoardSet();
    }
    const std::uint64_t left = std::max<std::uint64_t>(boards - std::min(made, boards), kMinCapacity);
    defer_unlikely(set, event, static_cast<std::size_t>(std::min<std::uint64_t>(left, live_limit_ / 2)));
    set = advance(std::move(set), event, until);
    const double after = event + 1 < past_.size() ? past_[event + 1].log2_scale : 0;
    set.scale_weights(std::exp2(past_[event].log2_scale - after), *threads_);
    made += set.size() + group.parents.size();
  }
  return set;
}

void Belief::settle_king_capture() {
  if (past_.empty() || !std::holds_alternative<Moved>(log_.history()[past_.size() - 1])) {
    return;
  }
  std::size_t with_king = 0;
  live_.for_each([&](const Hypothesis& h) { with_king += h.of_type(kKing) != 0 ? 1 : 0; });
  if (with_king > 0 && with_king < live_.size()) {
    drop_captured_kings(live_, *threads_);
  }
}

void Belief::merge(const std::vector<BoardSet>& more) {
  auto runs = runs_of(live_, live_.size() + 1);
  std::size_t boards = live_.size();
  for (const BoardSet& set : more) {
    const auto added = runs_of(set, set.size() + 1);
    runs.insert(runs.end(), added.begin(), added.end());
    boards += set.size();
  }
  if (boards == live_.size()) {
    return;
  }
  live_ = build_set(runs, boards, *threads_, [](const ParentRun& run, ChildSink& sink, const ChildSink::Group& group) {
    for (const Hypothesis& h : run.boards) {
      sink.add(group, h);
    }
  });
}

void Belief::rescale() {
  const double total = live_.total_weight();
  if (total <= 0) {
    return;
  }
  live_.scale_weights(1 / total, *threads_);
  for (PastEvent& event : past_) {
    event.log2_scale -= std::log2(total);
  }
}

std::size_t Belief::bytes_for_notice() const {
  if (own().pieces().turn() == own().me() || own().first_notice_is_empty() || live_.size() < kGrowingSet) {
    return 0;
  }
  const std::size_t children = estimate_children(live_, own(), kNoSquare);
  const std::size_t at_once = std::min(children, expand_limits().children_at_once);
  const std::size_t distinct =
      std::min(live_limit_, static_cast<std::size_t>(kMaxDistinctShare * static_cast<double>(children)));
  return std::min(std::max((at_once + distinct) * sizeof(Hypothesis), kGrowingBytes), limits_.memory_bytes / kQuarters);
}

void Belief::weigh(const std::function<double(const Hypothesis&)>& factor) {
  assert(!preparation_.is_under_way());  // it was made with the weights before
  for (BoardSet::Shard& shard : live_.shards()) {
    auto kept = shard.begin();
    for (const Hypothesis& h : shard) {
      if (const double times = factor(h); times > 0) {
        *kept = h;
        kept->weight = floored_weight(times * static_cast<double>(h.weight));
        ++kept;
      }
    }
    shard.erase(kept, shard.end());
  }
  rescale();
}

double Belief::probability(const Board& board) const {
  if (board.turn() != own().pieces().turn()) {
    return 0;
  }
  // pack() does not store my pieces, so they are compared before.
  for (int type = kPawn; type <= kKing; ++type) {
    const auto t = static_cast<PieceType>(type);
    if (board.pieces(own().me(), t) != own().pieces().pieces(own().me(), t)) {
      return 0;
    }
  }
  const Hypothesis wanted = pack(board, own().me());
  if (!unpack(wanted, own()).same_board(board)) {
    return 0;  // my castling rights differ
  }
  const Hypothesis* found = live_.find(wanted);
  return found == nullptr ? 0 : found->weight / live_.total_weight();
}

}  // namespace lanternfish
