#pragma once

// Questions to a look ahead, from boards as text. Scores are those of the built-in evaluator.

#include <doctest/doctest.h>

#include <algorithm>

#include "engine/strategies/kevin/look_ahead.h"
#include "engine/strategies/kevin/values.h"
#include "eval/static_evaluator.h"
#include "rules/rbc.h"
#include "tests/notation_helpers.h"

namespace lanternfish::testing {

// Boards that agree in the pieces of the side to move, all equally likely.
struct QuestionOnBoards {
  QuestionOnBoards(const std::vector<std::string>& fens, const std::vector<std::string>& requests)
      : own(board_of(fens.front()), board_of(fens.front()).turn()),
        question{.own = own, .next_move = {}, .requests = {}, .boards = {}} {
    // The notice that nothing was captured before the first request.
    REQUIRE(own.observe(OpponentMoved{}));
    const Color me = own.me();
    question.next_move = {MoveModel::fitted(), situation_before(own.pieces(), me)};
    for (const std::string& text : requests) {
      const Move request = move_of(text);
      REQUIRE(may_request(own.pieces(), me, request));
      question.requests.push_back(request);
    }
    for (const std::string& fen : fens) {
      const Board board = board_of(fen);
      lookahead::SampledBoard sampled{.board = pack(board, me), .weight = 1, .scores = {}};
      for (const Move request : question.requests) {
        const Outcome outcome = resolve(board, request);
        sampled.scores.push_back(built_in_score(board, outcome.taken, outcome.captured));
      }
      question.boards.push_back(sampled);
    }
  }

  OwnSide own;
  lookahead::Question question;
};

inline const lookahead::RequestOutlook& outlook_of(const lookahead::Outlook& outlook, const std::string& request) {
  const auto found = std::find_if(outlook.requests.begin(), outlook.requests.end(),
                                  [&](const auto& looked) { return looked.request == move_of(request); });
  REQUIRE(found != outlook.requests.end());
  return *found;
}

inline std::string best_of(const lookahead::Outlook& outlook) {
  REQUIRE(!outlook.requests.empty());
  return format_move(
      std::max_element(outlook.requests.begin(), outlook.requests.end(), [](const auto& a, const auto& b) {
        return a.value < b.value;
      })->request);
}

}  // namespace lanternfish::testing
