#include "engine/strategies/kevin/trust.h"

#include <algorithm>
#include <cmath>

namespace lanternfish::lookahead {

namespace {

constexpr double kMovesOfBoard = 40;  // positions that one board with all its moves takes, roughly
constexpr double kHalfTrusted = 2;    // boards valued for each request on each board at which trust is one half
constexpr double kWanted = 8;         // the same, that a board of the sample is given
constexpr std::size_t kMinBoards = 4;

}  // namespace

double trust(const Thoroughness& made) {
  if (made.boards == 0 || made.requests == 0) return 0;
  const double pairs = static_cast<double>(made.boards) * static_cast<double>(made.requests);
  const double valued = static_cast<double>(made.positions) / kMovesOfBoard / pairs;
  return std::clamp(made.coverage, 0.0, 1.0) * valued / (valued + kHalfTrusted);
}

double time_share(std::size_t boards) {
  return kMaxTimeShare * std::sqrt(std::min(1.0, static_cast<double>(kMaxBoards) / static_cast<double>(boards + 1)));
}

std::size_t boards_for(std::uint64_t positions, std::size_t requests) {
  const double boards = static_cast<double>(positions) / (kMovesOfBoard * kWanted * static_cast<double>(requests));
  return std::clamp(static_cast<std::size_t>(boards), kMinBoards, kMaxBoards);
}

}  // namespace lanternfish::lookahead
