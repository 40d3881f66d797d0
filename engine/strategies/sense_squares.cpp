#include "engine/strategies/sense_squares.h"

#include <cmath>

#include "rules/attacks.h"

namespace lanternfish {

namespace {

// Scorca's, by piece type.
constexpr std::array<double, kPieceTypes> kScorcaValues = {100, 290, 310, 500, 900, 3000};
// The entropy is multiplied by the expected value of what stands there, by this where a piece that may stand there
// attacks my king, and reduced by the penalty times the decay to the power of the turns since the square was last seen.
constexpr double kKingDanger = 2;
constexpr double kSeenPenalty = 1000;
constexpr double kSeenDecay = 0.9;

// Whether a piece of `type` of the opponent on `from` would attack my king, as far as my own pieces let it.
bool would_attack(PieceType type, Square from, const OwnSide& own) {
  const Square king = own.pieces().king(own.me());
  if (king == kNoSquare) {
    return false;
  }
  return type == kPawn ? contains(pawn_attacks(bit(from), ~own.me()), king)
                       : contains(piece_attacks(type, from, own.occupied()), king);
}

double adapted(double entropy, Square square, const PieceProbabilities& pieces, const OwnSide& own,
               int turns_since_seen) {
  double value = 0;
  bool dangerous = false;
  for (int t = kPawn; t <= kKing; ++t) {
    const double probability = pieces[static_cast<std::size_t>(t)][square];
    value += probability * kScorcaValues[static_cast<std::size_t>(t)];
    dangerous = dangerous || (probability > 0 && would_attack(static_cast<PieceType>(t), square, own));
  }
  return entropy * value * (dangerous ? kKingDanger : 1) - kSeenPenalty * std::pow(kSeenDecay, turns_since_seen);
}

}  // namespace

std::vector<SenseValue> rank_by_squares(std::span<const WindowSplit> splits, const SquareValues& values) {
  std::vector<SenseValue> ranked;
  for (const WindowSplit& split : splits) {
    SenseValue sense{.split = split};
    for (Bitboard b = window_bb(split.center); b != 0;) {
      sense.value += values[pop_lowest(b)];
    }
    ranked.push_back(sense);
  }
  sort_by_value(ranked);
  return ranked;
}

SquareValues square_entropies(const PieceProbabilities& pieces) {
  SquareValues entropies{};
  const auto term = [](double p) { return p > 0 ? -p * std::log2(p) : 0; };
  for (Square s = 0; s < 64; ++s) {
    double empty = 1;
    for (const auto& of_type : pieces) {
      entropies[s] += term(of_type[s]);
      empty -= of_type[s];
    }
    entropies[s] += term(empty);
  }
  return entropies;
}

SquareValues adapted_entropies(const PieceProbabilities& pieces, const OwnSide& own,
                               const std::array<int, 64>& turns_since_seen) {
  SquareValues values = square_entropies(pieces);
  for (Square s = 0; s < 64; ++s) {
    values[s] = adapted(values[s], s, pieces, own, turns_since_seen[s]);
  }
  return values;
}

SquareValues check_squares(const BoardSet& set, const OwnSide& own) {
  SquareValues sums{};
  const Square king = own.pieces().king(own.me());
  if (king == kNoSquare) {
    return sums;
  }
  set.for_each([&](const Hypothesis& h) {
    for (Bitboard b = attackers_of(unpack(h, own), king, ~own.me()); b != 0;) {
      sums[pop_lowest(b)] += h.weight;
    }
  });
  const double total = set.total_weight();
  for (double& sum : sums) {
    sum = sum >= total * (1 - 1e-9) ? 0 : sum;
  }
  return sums;
}

}  // namespace lanternfish
