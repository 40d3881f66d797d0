#pragma once

// One player's belief for callers that are not an engine: the Python module's Tracker. Adds to Belief what such callers
// need: the order of events is checked, an event that no board explains changes nothing, and copies cost nothing until
// one of them changes. One call at a time; copies may be called beside each other.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "belief/belief.h"
#include "belief/set/sense_partition.h"
#include "rules/board.h"
#include "support/thread_pool.h"

namespace lanternfish {

struct TrackerSettings {
  Board start = Board::start();
  Color color = kWhite;
  int memory_mb = 1024;  // BeliefLimits::memory_bytes
  int threads = 1;
  MoveModelKind move_model = MoveModelKind::kFitted;
};

struct WeightedBoard {
  Board board;
  double probability = 0;
};

// [colour * 6 + piece type][square]: the probability of the piece on the square. My pieces have 0 and 1.
using PiecePlanes = std::array<std::array<double, 64>, 12>;

class Tracker {
 public:
  // Asked every kPollMs milliseconds of a long call; true leaves the call.
  using Interrupted = std::function<bool()>;
  static constexpr int kPollMs = 50;

  explicit Tracker(const TrackerSettings& settings);
  // Shares the boards with `other` until one of the two changes.
  Tracker(const Tracker& other);
  Tracker& operator=(const Tracker&) = delete;
  ~Tracker();

  // Takes in the next event. An error with a sentence, and nothing changed, when the event is out of order, contradicts
  // my own pieces or is explained by no board. The error "interrupted", and nothing changed, when `interrupted` said
  // so.
  Status observe(const Observation& event, const Interrupted& interrupted = {});

  // Expands deferred parents until about `boards` boards were made on the way, none is left or there is no room. False:
  // `interrupted`, asked each second, said so; what was made by then stays.
  bool catch_up(std::uint64_t boards, const Interrupted& interrupted = {});

  const TrackerSettings& settings() const { return settings_; }
  std::vector<Observation> history() const;

  std::uint64_t count() const;     // boards held
  std::uint64_t deferred() const;  // parents waiting unexpanded for want of memory
  double entropy() const;          // bits
  double probability(const Board& board) const;
  // My pieces alone.
  Board own_pieces() const;
  // At most `limit`, likeliest first.
  std::vector<WeightedBoard> likeliest(std::size_t limit) const;
  // `n` boards drawn by their probabilities, each time from all boards. The same seed draws the same boards.
  std::vector<Board> sample(std::size_t n, std::uint64_t seed) const;
  PiecePlanes piece_probabilities() const;
  // By square, all 64.
  std::vector<WindowSplit> windows() const;
  // What I may request, the pass last.
  std::vector<Move> move_requests() const;

  // The belief as it is now. It stays as it is for as long as somebody holds it; the tracker goes on with a copy.
  std::shared_ptr<const Belief> snapshot() const;

 private:
  bool explains(const Observation& event) const;
  Belief& changeable();

  TrackerSettings settings_;
  std::unique_ptr<ThreadPool> threads_;
  std::shared_ptr<Belief> belief_;
};

}  // namespace lanternfish
