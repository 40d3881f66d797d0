#pragma once

// Boards with scores given by hand: what decisions are made from, small enough to be worked out on paper.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/score_table.h"
#include "tests/notation_helpers.h"

namespace lanternfish::testing {

inline std::vector<Move> moves_of(const std::vector<std::string>& texts) {
  std::vector<Move> moves;
  for (const std::string& text : texts) {
    moves.push_back(move_of(text));
  }
  return moves;
}

struct ScoredBoard {
  std::string fen;
  double weight = 1;
  std::map<std::string, Score> scores;  // by taken move; 0 for the others
};

inline BoardScores scores_of(const Board& board, const std::map<std::string, Score>& given) {
  BoardScores scores;
  const auto add = [&](PieceType, Move taken, Square) {
    const auto found = given.find(format_move(taken));
    scores.moves.push_back({taken, found == given.end() ? Score() : found->second});
  };
  for_each_taken_move(mover_view(board), board.turn(), add);
  add(kNoPieceType, kNullMove, kNoSquare);
  std::stable_sort(scores.moves.begin(), scores.moves.end(),
                   [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; });
  scores.worth = scores.moves.front().score;
  return scores;
}

// The boards must agree in the pieces of the side to move, who decides.
inline ScoreTable make_table(const std::vector<std::string>& requests, const std::vector<ScoredBoard>& boards,
                             const RbcTerms& terms = {}) {
  ScoreTable table(moves_of(requests), terms);
  for (const ScoredBoard& scored : boards) {
    const Board board = parse_fen(scored.fen).value();
    Hypothesis h = pack(board, board.turn());
    h.weight = static_cast<float>(scored.weight);
    table.add(h, board, scores_of(board, scored.scores));
    table.set_weight(table.rows().size() - 1, scored.weight);
  }
  return table;
}

inline BoardSet set_of(const ScoreTable& table) {
  BoardSet set;
  for (const ScoreTable::Row& row : table.rows()) {
    set.shards()[0].push_back(row.board);
  }
  return set;
}

inline Score cp(int centipawns) { return Score::centipawns(centipawns); }

}  // namespace lanternfish::testing
