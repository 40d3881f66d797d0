#pragma once

// A distribution over the squares for each of the opponent's pieces, each by itself: what remains of a belief when the
// pieces are taken to be independent. For the player piecewise-grid.

#include <array>
#include <vector>

#include "belief/set/marginals.h"
#include "rules/observation.h"

namespace lanternfish {

class PieceGrid {
 public:
  // The pieces of the side that `me` plays against stand where `start` has them.
  PieceGrid(const Board& start, Color me);

  // The opponent has moved; `mine` are my pieces before, `captured` the one it took. Without a capture each possible
  // move of each piece counts alike, and the pass as one more. With one, the pieces that may have taken share the
  // probability by how likely they stood where they could.
  void opponent_moved(Bitboard mine, Square captured);
  // Each square of the window is taken in as Bayes' rule says, pieces of a type being told apart by likelihood alone.
  void sensed(const Window& window);
  // My move took what stood on `captured`, or nothing.
  void captured_on(Square captured);
  // Nothing of the opponent's stands on these squares.
  void empty(Bitboard squares);

  // By type and square: the expected number of such pieces there, at most 1.
  PieceProbabilities probabilities() const;

 private:
  static constexpr std::size_t kOffBoard = 64;
  struct Grid {
    PieceType type;
    std::array<double, 65> at{};  // the last one: captured
  };

  Bitboard targets(const Grid& grid, Square from, Bitboard occupied) const;
  Bitboard attacks(const Grid& grid, Square from, Bitboard occupied) const;
  Bitboard likely_occupied() const;
  void not_on(Grid& grid, Square square) const;
  // The probabilities, by grid, that it is this one that stands on the square, where one of `type` does.
  std::vector<double> shares(Square square, PieceType type) const;
  // One of these stands on `square`, or was captured there.
  void settle(const std::vector<double>& shares, Square square, std::size_t place);

  Color them_;
  std::vector<Grid> grids_;
};

// How likely the opponent's pieces of a board are, as a logarithm: the product over its pieces of what `pieces` says of
// their squares, each at least one in a million.
double log_likelihood(const Hypothesis& board, const PieceProbabilities& pieces);

}  // namespace lanternfish
