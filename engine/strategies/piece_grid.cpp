#include "engine/strategies/piece_grid.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rules/attacks.h"

namespace lanternfish {

namespace {

constexpr double kBlocks = 0.5;  // a square is taken as occupied when a piece is as likely there
constexpr double kFloor = 1e-6;  // no probability counts less: the grids know nothing of castling, say

}  // namespace

PieceGrid::PieceGrid(const Board& start, Color me) : them_(~me) {
  for (Bitboard b = start.pieces(them_); b != 0;) {
    const Square square = pop_lowest(b);
    grids_.push_back({.type = start.piece_at(square).type, .at = {}});
    grids_.back().at[square] = 1;
  }
}

Bitboard PieceGrid::attacks(const Grid& grid, Square from, Bitboard occupied) const {
  return grid.type == kPawn ? pawn_attacks(bit(from), them_) : piece_attacks(grid.type, from, occupied);
}

// Where the piece may go from `from` without taking anything.
Bitboard PieceGrid::targets(const Grid& grid, Square from, Bitboard occupied) const {
  if (grid.type != kPawn) {
    return piece_attacks(grid.type, from, occupied) & ~occupied;
  }
  const auto ahead = [&](Bitboard b) { return (them_ == kWhite ? b << 8 : b >> 8) & ~occupied; };
  const Bitboard one = ahead(bit(from));
  return one | (relative_rank(from, them_) == 1 ? ahead(one) : 0);
}

Bitboard PieceGrid::likely_occupied() const {
  Bitboard likely = 0;
  for (Square s = 0; s < 64; ++s) {
    double sum = 0;
    for (const Grid& grid : grids_) {
      sum += grid.at[s];
    }
    likely |= sum >= kBlocks ? bit(s) : 0;
  }
  return likely;
}

void PieceGrid::opponent_moved(Bitboard mine, Square captured) {
  const Bitboard occupied = mine | likely_occupied();
  std::vector<std::array<double, 65>> moved(grids_.size());  // where each piece goes, moves counted
  std::vector<double> moves(grids_.size());
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    for (Square from = 0; from < 64; ++from) {
      const double here = grids_[i].at[from];
      if (here <= 0) {
        continue;
      }
      Bitboard to = captured == kNoSquare ? targets(grids_[i], from, occupied)
                                          : attacks(grids_[i], from, occupied) & bit(captured);
      moves[i] += here * count(to);
      while (to != 0) {
        moved[i][pop_lowest(to)] += here;
      }
    }
  }
  const double all = std::accumulate(moves.begin(), moves.end(), captured == kNoSquare ? 1.0 : 0.0);
  if (all <= 0) {
    return;  // an en passant, or a piece that stood where nobody thought
  }
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    const double stays = captured == kNoSquare ? 0 : 1 - moves[i] / all;
    auto& at = grids_[i].at;
    if (captured != kNoSquare) {
      for (std::size_t s = 0; s <= kOffBoard; ++s) {
        at[s] = at[s] * stays + moved[i][s] / all;
      }
      continue;
    }
    for (Square from = 0; from < 64; ++from) {
      at[from] -= at[from] * count(targets(grids_[i], from, occupied)) / all;
    }
    for (std::size_t s = 0; s < kOffBoard; ++s) {
      at[s] += moved[i][s] / all;
    }
  }
}

void PieceGrid::not_on(Grid& grid, Square square) const {
  const double elsewhere = 1 - grid.at[square];
  grid.at[square] = 0;
  if (elsewhere < kFloor) {  // it was thought to be nowhere else, so it may be anywhere
    grid.at.fill(1.0 / 63);
    grid.at[square] = 0;
    grid.at[kOffBoard] = 0;
    return;
  }
  for (double& p : grid.at) {
    p /= elsewhere;
  }
}

std::vector<double> PieceGrid::shares(Square square, PieceType type) const {
  std::vector<double> shares(grids_.size());
  double sum = 0;
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    if (type == kNoPieceType || grids_[i].type == type) {
      const double here = std::max(grids_[i].at[square], kFloor * kFloor);
      shares[i] = here / (1 - here + kFloor);
      sum += shares[i];
    }
  }
  for (double& share : shares) {
    share /= sum > 0 ? sum : 1;
  }
  return shares;
}

void PieceGrid::settle(const std::vector<double>& shares, Square square, std::size_t place) {
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    not_on(grids_[i], square);
    for (double& p : grids_[i].at) {
      p *= 1 - shares[i];
    }
    grids_[i].at[place] += shares[i];
  }
}

void PieceGrid::sensed(const Window& window) {
  const WindowSquares squares = window_squares(window.center);
  for (int k = 0; k < squares.size; ++k) {
    const Square square = squares.squares[k];
    const Piece piece = window.contents[k];
    if (!piece.exists() || piece.color != them_) {
      empty(bit(square));
      continue;
    }
    if (std::none_of(grids_.begin(), grids_.end(), [&](const Grid& g) { return g.type == piece.type; })) {
      // A promotion that was not noticed: the pawn nearest to it by probability has become this piece.
      const auto pawn = std::max_element(grids_.begin(), grids_.end(), [&](const Grid& a, const Grid& b) {
        return (a.type == kPawn) * (a.at[square] + kFloor) < (b.type == kPawn) * (b.at[square] + kFloor);
      });
      pawn->type = piece.type;
    }
    settle(shares(square, piece.type), square, square);
  }
}

void PieceGrid::captured_on(Square captured) {
  if (captured != kNoSquare) {
    settle(shares(captured, kNoPieceType), captured, kOffBoard);
  }
}

void PieceGrid::empty(Bitboard squares) {
  for (Grid& grid : grids_) {
    for (Bitboard b = squares; b != 0;) {
      const Square square = pop_lowest(b);
      if (grid.at[square] > 0) {
        not_on(grid, square);
      }
    }
  }
}

PieceProbabilities PieceGrid::probabilities() const {
  PieceProbabilities sums{};
  for (const Grid& grid : grids_) {
    for (Square s = 0; s < 64; ++s) {
      double& sum = sums[grid.type][s];
      sum = std::min(sum + grid.at[s], 1.0);
    }
  }
  return sums;
}

double log_likelihood(const Hypothesis& board, const PieceProbabilities& pieces) {
  double sum = 0;
  for (int t = kPawn; t <= kKing; ++t) {
    for (Bitboard b = board.of_type(static_cast<PieceType>(t)); b != 0;) {
      sum += std::log(std::max(pieces[static_cast<std::size_t>(t)][pop_lowest(b)], kFloor));
    }
  }
  return sum;
}

}  // namespace lanternfish
