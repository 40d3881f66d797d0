#pragma once

// How far a search that looks ahead is trusted beside the averages over boards. Everything goes to 0 without a step, so
// that there is no seam where looking ahead stops to make sense.

#include <cstddef>
#include <cstdint>

namespace lanternfish::lookahead {

// How thoroughly a search was made.
struct Thoroughness {
  double coverage = 0;          // part of the belief's weight that the sampled boards have, in [0, 1]
  std::uint64_t positions = 0;  // valued by the built-in evaluator
  std::size_t boards = 0, requests = 0;
};

// In [0, 1]: the part of the weight that was looked at, times how far each request on each board was looked into.
double trust(const Thoroughness& made);

// The part of a phase's time that looking ahead is worth, for a belief of `boards` boards. At most kMaxTimeShare; falls
// with the root of the boards beyond those that can be looked at.
inline constexpr double kMaxTimeShare = 0.45;
inline constexpr std::size_t kMaxBoards = 256;
double time_share(std::size_t boards);

// How many boards to look at, the first of the sample, when so many positions can be valued for each of `requests`
// requests: few boards looked into are better than many merely listed.
std::size_t boards_for(std::uint64_t positions, std::size_t requests);

}  // namespace lanternfish::lookahead
