#pragma once

// Which few windows and requests are worth a node: 36 windows times some 40 requests is too wide a turn. All states of
// an information set must offer the same choices, so a choice depends on what its player knows; where it needs an
// example of a position, the first state that asks decides for its information set.

#include <unordered_map>

#include "engine/strategies/kevin/positions.h"
#include "solver/game.h"

namespace lanternfish::lookahead {

// A root position, and what has happened since.
struct RoundPath {
  std::uint16_t board = 0;    // of the question
  std::uint8_t request = 0;   // mine
  ReplyIndex reply = 0;       // the opponent's, once it has moved
  Square window = kNoSquare;  // of the last sense; none where no window would tell anything
};

class Preselection {
 public:
  static constexpr std::size_t kTheirWindows = 8;
  static constexpr std::size_t kMyWindows = 4;
  static constexpr std::size_t kMaxReplies = 8;
  static constexpr std::size_t kMaxRequests = 12;

  // Both outlive the preselection.
  Preselection(const Question& question, Positions& positions);

  // Windows of the opponent after my request: those after which its best reply is worth most, if each of my requests
  // that it cannot tell apart before is as likely as any other. Empty where no window tells anything.
  const std::vector<Square>& their_windows(const RoundPath& place);
  // Requests of the opponent after its sense at place.window: the best ones on each board that it then holds possible,
  // in the order of their mean value there. `key` names what it knows.
  const std::vector<Move>& their_requests(solver::InfoKey key, const RoundPath& place);

  // My windows after the opponent's reply: those after which the best request is worth most, over replies on all boards
  // that are good, likely, or would be good after another request of mine. `key` names
  // what I know: my request, what became of it, the notice. Empty where no window tells anything.
  const std::vector<Square>& my_windows(solver::InfoKey key, const RoundPath& place);
  // My requests after the sense at place.window: the best ones on some of the boards that I then hold possible.
  // `before_sense` is the key of my_windows(), `key` names what I know after the sense.
  const std::vector<Move>& my_requests(solver::InfoKey before_sense, solver::InfoKey key, const RoundPath& place);

  // What a sense at `center` tells the opponent after my request; what it tells me after the reply.
  std::uint32_t shown_to_them(const RoundPath& place, Square center) const;
  std::uint32_t shown_to_me(const RoundPath& place, Square center) const;

 private:
  // My turn after a likely reply on one of the boards.
  struct ExpectedTurn {
    RoundPath place;
    Hypothesis board;
    double weight;
  };
  struct Expectation {
    std::vector<ExpectedTurn> guesses;
    std::vector<Square> windows;
  };

  std::vector<std::uint8_t> alike(const RoundPath& place) const;
  std::vector<ReplyIndex> replies_to_guess(std::size_t board, std::uint8_t request, Square notice);
  std::vector<Square> worthwhile_windows(const Expectation& expected);
  Expectation expectation(const RoundPath& place);
  void add_guess(Expectation& expected, const RoundPath& place, double weight) const;

  const Question& question_;
  Positions& positions_;
  Color me_;
  std::vector<Hypothesis> seen_by_them_;  // by board and request: my pieces after the request
  std::unordered_map<std::uint32_t, std::vector<Square>> their_windows_;
  std::unordered_map<solver::InfoKey, std::vector<Move>> their_requests_, my_requests_;
  std::unordered_map<solver::InfoKey, Expectation> expected_;
};

}  // namespace lanternfish::lookahead
