#pragma once

// The numbers of our own decisions that somebody may want to tune, once each, with how they were found. Options have
// theirs in config.h, scoring terms in eval/rbc_score.h, the clock in time_manager.h; what a published player brings
// with it stands in its own file.

#include <array>
#include <cstddef>

namespace lanternfish::tuning {

// How many boards are looked at.

// Scored in one phase. A bound on time and memory where a host gives minutes; not tuned.
inline constexpr std::size_t kMaxBoardsScored = 2'048;
// For what is a matter of averages: how windows split the set, how dangerous boards are, entropies, what a request
// exposes. Enough that chance does not show; not tuned.
inline constexpr std::size_t kMaxBoardsCounted = 100'000;
// How eagerly a board is sampled, by Danger, in multiples of its weight. On samples of 256 boards the choice lost 33
// centipawns with these, 100 without; twice as much eagerness was better on smaller samples only
// (docs/research/sampling.md).
inline constexpr std::array kEagerness = {1.0, 1.5, 1.5, 2.0, 2.0, 2.0};

// How deep.

// A deeper pass over the boards. The first of these is made that is likely to end in time. What they take was measured
// on known boards (docs/research/time.md).
struct DeeperPass {
  int from = 0;      // the depth that comes before, at least
  int plies = 0;     // that it adds
  double price = 1;  // how many times as long as the one before it takes, about
};
inline constexpr std::array kDeeperPasses = {DeeperPass{10, 2, 3.5}, DeeperPass{0, 2, 5}, DeeperPass{8, 1, 2}};
inline constexpr int kMaxDepth = 24;  // plies: what minutes a turn suffice for
// A deeper pass is begun when it will get through the boards sampled first that have this part of the weight; not
// tuned.
inline constexpr double kWorthwhilePart = 0.25;
// The opponent's moves are judged at two depths, plies; an answer from a depth between them counts as deep from the
// last of these on. What depths are worth: docs/research/opponent_model.md.
inline constexpr int kShallowJudgement = 1;
inline constexpr int kDeepJudgement = 6;
inline constexpr int kDeepJudgementFrom = 4;
// The imagined opponent (engine/foresight.h): plies to which it searches, and where its sense leaves it so few boards.
// Deeper is not better (docs/research/foresight.md).
inline constexpr int kForesightDepth = 1;
inline constexpr int kForesightDepthWhereKnown = 4;
inline constexpr std::size_t kForesightKnown = 2;  // boards
// Which of our moves it thinks of, by probability: in a first pass, at less than half of the price, and in a second.
inline constexpr std::array kForesightCoverage = {0.8, 1.0};
// It senses and requests with probability exp(value / this), centipawns. 30 is worse (docs/research/foresight.md).
inline constexpr double kForesightTemperature = 20;
// Senses less likely than this part of the best are left out.
inline constexpr double kForesightLeastSense = 0.05;
// Requests this close to the best are searched deeper, centipawns, and no more than so many. All of them were worse
// than five (docs/research/parts.md).
inline constexpr double kContenderMargin = 200;
inline constexpr int kMaxContenders = 5;

// On so many boards the null move is searched deeper as other moves are. On more of them games speak rather against it
// (docs/research/known_boards.md).
inline constexpr std::size_t kNullMoveSearched = 2;

// What a decision counts.

// What a bit of information is worth to a sense, beside the value of the next request, centipawns. 30 and 80 lost
// games, 2 and 8 do not differ (docs/research/parts.md).
inline constexpr double kSenseBit = 8;
// Requests this close to the best are told apart by what they leave to be captured, centipawns. Not tuned.
inline constexpr double kSafetyMargin = 30;
// What a queen counts that can be captured at once after a request, centipawns; a king counts as in averages over
// boards. Not tuned.
inline constexpr double kQueenAtStake = 900;
// Requests near the best that are looked at for what they expose.
inline constexpr std::size_t kMaxSaferRequests = 12;

// When scoring may end early. Cautious and not tuned: a choice that ends early must be the one that more boards would
// have made.
inline constexpr std::size_t kSettledBoards = 64;
inline constexpr double kSettledLead = 150;       // centipawns
inline constexpr double kSettledDeviations = 4;   // standard errors of the mean difference
inline constexpr std::size_t kSettledRivals = 8;  // how many requests behind the first are looked at

// Towards the draw by the move limit, for a side that stands better. Not tuned.
inline constexpr double kAdvantage = 100;     // centipawns that are worth playing on for
inline constexpr double kProgressFrom = 0.3;  // of the move limit
inline constexpr double kRepetition = 10;     // centipawns for each time that a request was made from the same squares
inline constexpr double kMaxRepetition = 50;  // and at most

}  // namespace lanternfish::tuning
