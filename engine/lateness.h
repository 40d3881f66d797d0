#pragma once

// How far this machine keeps up with our deadlines, learnt from the decisions before. Where other programs want the
// same processors we are woken late, and what is done behind a deadline takes many times as long as usual.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace lanternfish {

class Lateness {
 public:
  // A decision was answered so long after its deadline, with so many boards held.
  void answered(double past_deadline_ms, std::size_t boards) {
    past_deadline_.add(past_deadline_ms);
    if (boards >= kManyBoards) {
      ms_per_board_.add(past_deadline_ms / static_cast<double>(boards));
    }
  }
  // From one command to the next the host's clock lost so much more than we saw: on the way, and asleep.
  void unseen(double ms) { unseen_.add(std::min(ms, kMaxUnseen)); }

  // What to take from the time of a decision.
  std::chrono::milliseconds of_decision() const {
    return std::chrono::milliseconds(static_cast<std::int64_t>(past_deadline_.usual() + unseen_.usual()));
  }
  // What a board held costs behind the deadline.
  double ms_per_board() const { return ms_per_board_.usual(); }

 private:
  static constexpr std::size_t kManyBoards = 1'000;  // below, what the boards cost is lost in the rest
  static constexpr double kMaxUnseen = 300;          // ms; more is another clock and not a late one

  // The last few of a kind. One that is far off, a chess engine that had to be started anew, says nothing of the next.
  class Recent {
   public:
    void add(double value) { last_[next_++ % last_.size()] = std::max(0.0, value); }
    // The second largest.
    double usual() const {
      auto sorted = last_;
      std::nth_element(sorted.begin(), sorted.begin() + 1, sorted.end(), std::greater<>());
      return sorted[1];
    }

   private:
    std::array<double, 12> last_{};
    std::size_t next_ = 0;
  };

  Recent past_deadline_;
  Recent unseen_;
  Recent ms_per_board_;
};

}  // namespace lanternfish
