#include "engine/safety.h"

#include <algorithm>

#include "engine/tuning.h"
#include "eval/position_value.h"
#include "rules/attacks.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsPerRun = 1'024;

bool queen_hangs(const Board& after, Color us) {
  for (Bitboard queens = after.pieces(us, kQueen); queens != 0;) {
    const Square queen = pop_lowest(queens);
    const Bitboard attackers = attackers_of(after, queen, ~us);
    if (attackers == 0) {
      continue;
    }
    const Bitboard heavy = after.pieces(~us, kQueen) | after.pieces(~us, kKing);
    if ((attackers & ~heavy) != 0 || attackers_of(after, queen, us) == 0) {
      return true;
    }
  }
  return false;
}

void add_exposure(const Board& board, Move request, double weight, Exposure& exposure) {
  const Color us = board.turn();
  const Outcome outcome = resolve(board, request);
  if (outcome.captured != kNoSquare && contains(board.pieces(~us, kKing), outcome.captured)) {
    return;
  }
  Board after = board;
  apply(after, outcome.taken);
  // A pawn that has become a queen is lost as a pawn, and a queen that took one is traded.
  const bool stakes_queen = outcome.taken.promotion != kQueen &&
                            (outcome.captured == kNoSquare || !contains(board.pieces(~us, kQueen), outcome.captured));
  if (attackers_of(after, after.king(us), ~us) != 0) {
    exposure.king += weight;
  } else if (stakes_queen && queen_hangs(after, us)) {
    exposure.queen += weight;
  }
}

double at_stake(const Exposure& exposure, double king) {
  return king * exposure.king + tuning::kQueenAtStake * exposure.queen;
}

}  // namespace

std::vector<Exposure> exposures(const BoardSet& set, const OwnSide& own, std::span<const Move> requests,
                                ThreadPool& threads) {
  // The parts are added up in their order, so that the sums do not depend on the threads.
  const std::vector<BoardRun> runs = runs_of(set, kBoardsPerRun);
  std::vector<std::vector<Exposure>> parts(runs.size(), std::vector<Exposure>(requests.size()));
  threads.for_each(runs.size(), [&](std::size_t i) {
    for (const Hypothesis& h : runs[i]) {
      const Board board = unpack(h, own);
      for (std::size_t r = 0; r < requests.size(); ++r) {
        add_exposure(board, requests[r], static_cast<double>(h.weight), parts[i][r]);
      }
    }
  });
  const double total = set.total_weight();
  std::vector<Exposure> sums(requests.size());
  for (const auto& part : parts) {
    for (std::size_t r = 0; r < requests.size(); ++r) {
      sums[r].king += part[r].king / total;
      sums[r].queen += part[r].queen / total;
    }
  }
  return sums;
}

void prefer_safety(std::vector<RequestValue>& ranked, double margin, double king, const ExposuresOf& exposures_of) {
  const std::size_t near = std::min(near_best(ranked, margin), tuning::kMaxSaferRequests);
  if (margin <= 0 || near < 2) {
    return;
  }
  std::vector<Move> requests;
  for (std::size_t i = 0; i < near; ++i) {
    requests.push_back(ranked[i].request);
  }
  const std::vector<Exposure> found = exposures_of(requests);
  double safest = at_stake(found[0], king);
  for (const Exposure& exposure : found) {
    safest = std::min(safest, at_stake(exposure, king));
  }
  for (std::size_t i = 0; i < near; ++i) {
    ranked[i].value -= at_stake(found[i], king) - safest;
  }
  sort_by_value(ranked);
}

}  // namespace lanternfish
