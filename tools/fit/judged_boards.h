#pragma once

// Chess engine scores of many boards, kept in a file, so that a fit can be repeated without the engine.
//
// A line of the file is a board's FEN, a tab, and its taken moves with their plain scores, best first: "e2e4=31
// e1e2=king-lost ...".

#include <filesystem>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "eval/evaluator.h"
#include "eval/rbc_score.h"
#include "support/result.h"

namespace lanternfish {

class JudgedBoards {
 public:
  // Reads what the file knows; a file that is not there knows nothing. Empty name: nothing is kept.
  static Result<JudgedBoards> open(std::filesystem::path file);

  // Asks `evaluator`, which must add no terms, about all boards that are not known yet.
  Status judge(std::span<const Board> boards, Evaluator& evaluator, const Effort& effort,
               const std::function<void(std::size_t done, std::size_t all)>& progress);

  // A board's taken moves, best first, with `terms` added. The board was judged.
  std::vector<MoveScore> scores(const Board& board, const RbcTerms& terms) const;

 private:
  std::filesystem::path file_;
  std::unordered_map<std::string, std::vector<MoveScore>> known_;  // by FEN
};

}  // namespace lanternfish
