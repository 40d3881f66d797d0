#include "belief/belief.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "belief/set/board_set_builder.h"
#include "belief/set/expand.h"
#include "belief/set/filter.h"

namespace lanternfish {

namespace {

// A quarter of the memory for each of: the live set, its children to come, children not deduplicated yet with the
// tables they are looked up in, deferred parents with the checkpoint.
constexpr std::size_t kQuarters = 4;
constexpr std::size_t kTableShare = 2;      // of the third quarter, for the tables
constexpr double kDistinctShare = 0.6;      // of all children, at most, in sets large enough to matter
constexpr std::size_t kLowWater = 8;        // catch up by ourselves below this part of the capacity
constexpr std::size_t kCatchUpChunk = 256;  // parents worked through at once are this part of the capacity
constexpr std::size_t kCatchUpWork = 2;     // boards made on the way by one event, in capacities
constexpr std::size_t kLeastCapacity = 1024;

}  // namespace

Belief::Belief(const Board& start, Color me, const BeliefLimits& limits, ThreadPool& threads, MoveModelKind moves)
    : threads_(&threads),
      limits_(limits),
      live_limit_(std::max(kLeastCapacity, limits.memory_bytes / kQuarters / sizeof(Hypothesis))),
      own_(start, me),
      live_(BoardSet::of(pack(start, me))),
      deferred_(live_limit_ / 2),
      move_model_(moves) {
  set_live_limit(live_limit_);
  deferred_.offer_checkpoint(live_, 0);
}

void Belief::set_live_limit(std::size_t boards) {
  live_limit_ = std::clamp(boards, kLeastCapacity,
                           std::max(kLeastCapacity, limits_.memory_bytes / kQuarters / sizeof(Hypothesis)));
}

Result<Belief::Update> Belief::observe(const Observation& event) {
  OwnSide next = own_;
  if (const Status fits = std::visit([&](const auto& e) { return next.observe(e); }, event); !fits) {
    return Error{fits.error()};
  }
  Update update{.boards_before = live_.size()};
  const std::size_t index = events_.size();
  moves_.push_back(next_move());
  learn_habits(event);
  own_before_.push_back(own_);
  events_.push_back(event);
  log2_scale_.push_back(0);
  defer_unlikely(live_, index, live_limit_);
  const auto* moved = std::get_if<OpponentMoved>(&event);
  if (moved != nullptr) {
    remember_parents_of(*moved);
  } else if (std::holds_alternative<Moved>(event)) {
    learn_trust();
    parents_.reset();
  }
  if (moved != nullptr && is_prepared_for(moved->captured) && live_.size() == update.boards_before) {
    live_ = prepared_->take(moved->captured, *threads_);
  } else {
    live_ = advance(std::move(live_), index);
  }
  prepared_.reset();
  own_ = next;
  settle_king_capture();
  rescale();
  if (!deferred_.empty() && live_.size() < live_limit_ / kLowWater) {
    catch_up(kCatchUpWork * live_limit_, {});
  }
  deferred_.offer_checkpoint(live_, events_.size());
  update.boards = live_.size();
  update.deferred = deferred_.size();
  return update;
}

ExpandLimits Belief::expand_limits() const {
  ExpandLimits limits;
  limits.children_at_once = std::min(
      limits.children_at_once, limits_.memory_bytes / kQuarters / kTableShare / sizeof(Hypothesis) + kLeastCapacity);
  return limits;
}

bool Belief::prepare(const Interruption& stop) {
  if (prepared_) {
    return prepared_->run(*threads_, stop);
  }
  if (own_.first_notice_is_empty() || own_.pieces().turn() == own_.me() || live_.empty()) {
    return true;
  }
  // Boards without a king are dropped by the notice: after them the game goes on only where there are others.
  std::atomic<bool> goes_on = true;
  threads_->for_each(live_.shards().size(), [&](std::size_t s) {
    const auto has_king = [](const Hypothesis& h) { return h.of_type(kKing) != 0; };
    const BoardSet::Shard& shard = live_.shards()[s];
    if (goes_on && (stop.requested() || !std::all_of(shard.begin(), shard.end(), has_king))) {
      goes_on = false;
    }
  });
  if (!goes_on) {
    return !stop.requested();
  }
  const std::vector<Square> captures = captures_to_prepare();
  if (captures.empty()) {
    return true;
  }
  prepared_.emplace(live_, own_, captures, expand_limits(), next_move());
  return prepared_->run(*threads_, stop);
}

std::vector<Square> Belief::captures_to_prepare() const {
  const auto children = estimate_children(live_, own_);
  const auto distinct = [&](Square captured) {
    return static_cast<std::size_t>(kDistinctShare * static_cast<double>(children[captured]));
  };
  std::size_t room = live_limit_;
  std::vector<Square> captures;
  const auto add_if_fits = [&](Square captured) {
    if (distinct(captured) <= room) {
      room -= distinct(captured);
      captures.push_back(captured);
    }
  };
  add_if_fits(kNoSquare);
  for (Bitboard b = captures.empty() ? 0 : own_.occupied() & ~own_.pieces().pieces(own_.me(), kKing); b != 0;) {
    add_if_fits(pop_lowest(b));
  }
  return captures;
}

BoardSet Belief::advance(BoardSet parents, std::size_t event) {
  const OwnSide& own = own_before_[event];
  if (const auto* moved = std::get_if<OpponentMoved>(&events_[event])) {
    drop_captured_kings(parents, *threads_);
    if (own.first_notice_is_empty()) {
      return parents;
    }
    return expand(parents, own, moved->captured, *threads_, expand_limits(), moves_[event]);
  }
  if (const auto* sensed = std::get_if<Sensed>(&events_[event])) {
    filter(parents, WindowMatch(sensed->window, own.me()), *threads_);
    return parents;
  }
  return after_own_move(parents, OwnMove(std::get<Moved>(events_[event]), own), *threads_);
}

void Belief::defer_unlikely(BoardSet& parents, std::size_t event, std::size_t capacity) {
  const auto* moved = std::get_if<OpponentMoved>(&events_[event]);
  if (moved == nullptr || own_before_[event].first_notice_is_empty()) {
    return;
  }
  const double children =
      kDistinctShare * static_cast<double>(estimate_children(parents, own_before_[event], moved->captured));
  const std::size_t size = parents.size();
  if (children <= static_cast<double>(capacity)) {
    return;
  }
  const auto keep = std::max<std::size_t>(
      1, static_cast<std::size_t>(static_cast<double>(size) * static_cast<double>(capacity) / children));
  std::vector<float> weights;
  weights.reserve(size);
  parents.for_each([&](const Hypothesis& h) { weights.push_back(h.weight); });
  const auto nth = weights.begin() + static_cast<std::ptrdiff_t>(keep);
  std::nth_element(weights.begin(), nth, weights.end(), std::greater<>());
  const float threshold = *nth;
  // Of those that weigh just as much as the threshold, the first ones stay.
  std::size_t ties =
      keep - static_cast<std::size_t>(std::count_if(weights.begin(), nth, [&](float w) { return w > threshold; }));
  DeferredGroup group{.event = event, .parents = {}};
  const bool has_room = deferred_.has_room_for(size - keep);
  group.parents.reserve(has_room ? size - keep : 0);
  for (BoardSet::Shard& shard : parents.shards()) {
    std::erase_if(shard, [&](const Hypothesis& h) {
      const bool stays = h.weight > threshold || (h.weight == threshold && ties > 0 && ties-- > 0);
      if (!stays && has_room) {
        group.parents.push_back(h);
      }
      return !stays;
    });
  }
  has_room ? deferred_.add(std::move(group)) : deferred_.fall_back();
}

void Belief::catch_up(std::uint64_t boards, std::stop_token stop) {
  if (!deferred_.empty()) {
    prepared_.reset();
  }
  const std::size_t chunk = std::max<std::size_t>(1, live_limit_ / kCatchUpChunk);
  std::uint64_t made = 0;
  while (!deferred_.empty() && live_.size() < live_limit_ / 2 && made < boards && !stop.stop_requested()) {
    DeferredGroup group = deferred_.take(chunk, log2_scale_);
    BoardSet set;
    set.shards()[0].assign(group.parents.begin(), group.parents.end());
    for (std::size_t event = group.event; event < events_.size() && !set.empty(); ++event) {
      defer_unlikely(set, event, live_limit_ / 2);
      set = advance(std::move(set), event);
      const double after = event + 1 < events_.size() ? log2_scale_[event + 1] : 0;
      set.scale_weights(std::exp2(log2_scale_[event] - after), *threads_);
      made += set.size() + chunk;
    }
    merge(set);
  }
  settle_king_capture();
}

void Belief::settle_king_capture() {
  if (events_.empty() || !std::holds_alternative<Moved>(events_.back())) {
    return;
  }
  std::size_t with_king = 0;
  live_.for_each([&](const Hypothesis& h) { with_king += h.of_type(kKing) != 0 ? 1 : 0; });
  if (with_king > 0 && with_king < live_.size()) {
    drop_captured_kings(live_, *threads_);
  }
}

void Belief::merge(const BoardSet& more) {
  if (more.empty()) {
    return;
  }
  auto runs = runs_of(live_, live_.size() + 1);
  const auto added = runs_of(more, more.size() + 1);
  runs.insert(runs.end(), added.begin(), added.end());
  live_ = build_set(std::move(runs), live_.size() + more.size(), *threads_,
                    [](BoardRun run, ChildSink& sink, const ChildSink::Group& group) {
                      for (const Hypothesis& h : run) {
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
  for (double& scale : log2_scale_) {
    scale -= std::log2(total);
  }
}

double Belief::probability(const Board& board) const {
  if (board.turn() != own_.pieces().turn()) {
    return 0;
  }
  // Before packing, which does not store them: the boards of a host may have anything where my pieces stand.
  for (int type = kPawn; type <= kKing; ++type) {
    const auto t = static_cast<PieceType>(type);
    if (board.pieces(own_.me(), t) != own_.pieces().pieces(own_.me(), t)) {
      return 0;
    }
  }
  const Hypothesis wanted = pack(board, own_.me());
  if (!unpack(wanted, own_).same_board(board)) {
    return 0;  // my castling rights differ
  }
  const Hypothesis* found = live_.find(wanted);
  return found == nullptr ? 0 : found->weight / live_.total_weight();
}

}  // namespace lanternfish
