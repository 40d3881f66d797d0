#include "python/tracker.h"

#include <algorithm>
#include <memory>
#include <random>

#include <fmt/format.h>

#include "belief/set/child_maker.h"
#include "belief/set/filter.h"
#include "belief/set/marginals.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBytesPerMegabyte = std::size_t{1} << 20;
constexpr std::array<const char*, 3> kEventNames = {"opponent_moved", "sensed", "moved"};  // by index of Observation

template <typename Fits>
bool any_board(const BoardSet& set, const Fits& fits) {
  return std::any_of(set.shards().begin(), set.shards().end(),
                     [&](const BoardSet::Shard& shard) { return std::any_of(shard.begin(), shard.end(), fits); });
}

}  // namespace

Tracker::Tracker(const TrackerSettings& settings)
    : settings_(settings),
      threads_(std::make_unique<ThreadPool>(settings.threads)),
      belief_(std::make_shared<Belief>(
          settings.start, settings.color,
          BeliefLimits{.memory_bytes = static_cast<std::size_t>(settings.memory_mb) * kBytesPerMegabyte}, *threads_,
          settings.move_model)) {}

Tracker::Tracker(const Tracker& other)
    : settings_(other.settings_),
      threads_(std::make_unique<ThreadPool>(other.settings_.threads)),
      belief_(other.belief_) {}

Tracker::~Tracker() = default;

// The belief for changing: a copy of it where others hold it, too.
Belief& Tracker::changeable() {
  if (belief_.use_count() > 1) {
    belief_ = std::make_shared<Belief>(*belief_);
  }
  // The last other holder may have let go in another thread just now; what it read, it read before what follows.
  // Letting go of one more orders the two as a fence would, and the thread sanitizer understands it.
  std::shared_ptr<const Belief>(belief_).reset();
  belief_->use_threads(*threads_);
  return *belief_;
}

// Whether a board of the live set agrees with the event, which agrees with my own pieces.
bool Tracker::explains(const Observation& event) const {
  const OwnSide& own = belief_->own();
  if (const auto* sensed = std::get_if<Sensed>(&event)) {
    return any_board(belief_->boards(), WindowMatch(sensed->window, own.me()));
  }
  if (const auto* moved = std::get_if<Moved>(&event)) {
    const OwnMove move(*moved, own);
    return any_board(belief_->boards(), [&](const Hypothesis& h) { return move.possible(h); });
  }
  const Square captured = std::get<OpponentMoved>(event).captured;
  const ChildMaker maker(own, {});
  return any_board(belief_->boards(), [&](const Hypothesis& h) {
    if (h.of_type(kKing) == 0) {
      return false;  // the game would be over
    }
    if (captured == kNoSquare) {
      return true;  // a pass is always possible
    }
    std::array<std::size_t, 65> children{};
    maker.count_children(h, children);
    return children[captured] > 0;
  });
}

Status Tracker::observe(const Observation& event, const Interrupted& interrupted) {
  const GameLog& log = belief_->log();
  const CheckedEvents checked = log.check(std::span(&event, 1));
  if (!checked) {
    return checked.refusal().why == Refusal::Why::kFit
               ? Error{checked.error()}
               : Error{fmt::format("{} is out of order: {} comes next", kEventNames[event.index()],
                                   kEventNames[static_cast<std::size_t>(log.phase())])};
  }
  std::shared_ptr<Belief> before;  // kept where only the whole update shows whether the event is explained
  if (!explains(event)) {
    if (belief_->deferred() == 0) {
      return Error{"no board explains the observation"};
    }
    before = belief_;
  }
  const auto* notice = std::get_if<OpponentMoved>(&event);
  if (notice != nullptr && interrupted && before == nullptr) {
    const auto soon = [] { return std::chrono::steady_clock::now() + std::chrono::milliseconds(kPollMs); };
    while (!changeable().prepare_for(notice->captured, {.stop = {}, .deadline = soon()})) {
      if (interrupted()) {
        return Error{"interrupted"};
      }
    }
  }
  const Belief::Update update = changeable().observe(checked.events.front());
  if (before != nullptr && update.boards == 0 && update.deferred == 0) {
    belief_ = before;
    return Error{"no board explains the observation"};
  }
  return success();
}

bool Tracker::catch_up(std::uint64_t boards, const Interrupted& interrupted) {
  Belief& belief = changeable();
  while (true) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    const std::uint64_t made = belief.catch_up(boards, {.stop = {}, .deadline = deadline});
    boards -= std::min(made, boards);
    if (boards == 0 || std::chrono::steady_clock::now() < deadline) {
      return true;
    }
    if (interrupted && interrupted()) {
      return false;
    }
  }
}

std::vector<Observation> Tracker::history() const {
  const std::span<const Observation> history = belief_->log().history();
  return {history.begin(), history.end()};
}

std::uint64_t Tracker::count() const { return belief_->boards().size(); }

std::uint64_t Tracker::deferred() const { return belief_->deferred(); }

double Tracker::entropy() const { return entropy_bits(belief_->boards(), *threads_); }

double Tracker::probability(const Board& board) const { return belief_->probability(board); }

Board Tracker::own_pieces() const { return belief_->own().pieces(); }

std::vector<WeightedBoard> Tracker::likeliest(std::size_t limit) const {
  const double total = belief_->boards().total_weight();
  std::vector<WeightedBoard> boards;
  for (const Hypothesis& h : lanternfish::likeliest(belief_->boards(), limit)) {
    boards.push_back({unpack(h, belief_->own()), h.weight / total});
  }
  return boards;
}

std::vector<Board> Tracker::sample(std::size_t n, std::uint64_t seed) const {
  const BoardSet& set = belief_->boards();
  if (set.empty()) {
    return {};
  }
  // The numbers are sorted, so that one walk through the set finds all boards; `place` keeps the order of drawing.
  struct Draw {
    double at;
    std::size_t place;
  };
  std::mt19937_64 random(seed);
  std::vector<Draw> draws(n);
  const double total = set.total_weight();
  for (std::size_t i = 0; i < n; ++i) {
    draws[i] = {std::ldexp(static_cast<double>(random() >> 11), -53) * total, i};
  }
  std::sort(draws.begin(), draws.end(), [](const Draw& a, const Draw& b) { return a.at < b.at; });
  std::vector<Board> boards(n);
  auto draw = draws.begin();
  double sum = 0;
  const Hypothesis* last = nullptr;
  set.for_each([&](const Hypothesis& h) {
    sum += h.weight;
    last = &h;
    for (; draw != draws.end() && draw->at < sum; ++draw) {
      boards[draw->place] = unpack(h, belief_->own());
    }
  });
  for (; draw != draws.end(); ++draw) {
    boards[draw->place] = unpack(*last, belief_->own());  // rounding alone leads here
  }
  return boards;
}

PiecePlanes Tracker::piece_probabilities() const {
  const OwnSide& own = belief_->own();
  const PieceProbabilities theirs = lanternfish::piece_probabilities(belief_->boards());
  PiecePlanes planes{};
  for (std::size_t t = 0; t < kPieceTypes; ++t) {
    planes[static_cast<std::size_t>(~own.me()) * kPieceTypes + t] = theirs[t];
    for (Bitboard b = own.pieces().pieces(own.me(), static_cast<PieceType>(t)); b != 0;) {
      planes[static_cast<std::size_t>(own.me()) * kPieceTypes + t][pop_lowest(b)] = 1;
    }
  }
  return planes;
}

std::vector<WindowSplit> Tracker::windows() const {
  return split_by_windows(belief_->boards(), ~Bitboard{0}, *threads_);
}

std::vector<Move> Tracker::move_requests() const { return requests(belief_->own().pieces(), belief_->own().me()); }

std::shared_ptr<const Belief> Tracker::snapshot() const { return belief_; }

}  // namespace lanternfish
