// Positions that our rules allow and chess has never seen, such as 62 queens: they are scored, looked at for dangers,
// expanded by both models of moves, and seen through windows. An input is a FEN, or a byte for each square.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "belief/belief.h"
#include "belief/set/sense_partition.h"
#include "engine/danger.h"
#include "engine/safety.h"
#include "engine/strategies/kevin/look_ahead.h"
#include "eval/static_evaluator.h"
#include "rules/notation.h"
#include "rules/rbc.h"

using namespace lanternfish;

namespace {

void insist(bool holds) {
  if (!holds) {
    std::abort();
  }
}

// The first two bytes place the kings, where these are missing; the third says who is to move.
std::optional<Board> board_of(std::string_view input) {
  if (const Result<Board> board = parse_fen(input.substr(0, input.find('\n')))) {
    return *board;
  }
  if (input.size() < 4) {
    return std::nullopt;
  }
  constexpr std::string_view kLetters = "PNBRQpnbrq";  // others are empty squares
  std::array<char, 64> squares;
  for (std::size_t s = 0; s < squares.size(); ++s) {
    const std::size_t i = static_cast<unsigned char>(input[3 + s % (input.size() - 3)]) % 13;
    const bool last_rank = s < 8 || s >= 56;
    squares[s] = i >= kLetters.size() || (last_rank && i % 5 == 0) ? '1' : kLetters[i];
  }
  const std::size_t white = static_cast<unsigned char>(input[0]) % 64,
                    black = static_cast<unsigned char>(input[1]) % 64;
  squares[white] = 'K';
  squares[black == white ? (white + 1) % 64 : black] = 'k';
  std::string fen;
  for (std::size_t s = 0; s < squares.size(); ++s) {
    fen += s > 0 && s % 8 == 0 ? "/" : "";
    fen += squares[s];
  }
  const Result<Board> board = parse_fen(fen + ((input[2] & 1) != 0 ? " w" : " b") + " - - 0 30");
  insist(board.ok());
  return *board;
}

void score(const Board& board) {
  const std::size_t moves = built_in_scores(board).size();
  for (const RbcTerms& terms :
       {lanternfish_terms(), bent(lanternfish_terms(), 1200), strangefish(), strangefish2(), fianchetto()}) {
    const BoardScores answer = built_in_answer(board, terms);
    insist(answer.moves.size() == moves);
    static_cast<void>(opponent_value(answer, terms));
  }
  insist(merged_scores(board, {}).size() == moves);
  static_cast<void>(danger_of(board));
}

// The side to move looks at its requests.
void look_ahead(const Board& board, const Belief& belief, ThreadPool& threads) {
  std::vector<Move> list = requests(belief.own().pieces(), board.turn());
  insist(exposures(belief.boards(), belief.own(), list, threads).size() == list.size());
  list.resize(std::min<std::size_t>(list.size(), 6));
  list.push_back(kNullMove);
  lookahead::Question question{.own = belief.own(), .next_move = belief.next_move(), .requests = list, .boards = {}};
  lookahead::SampledBoard sampled{.board = pack(board, board.turn()), .weight = 1, .scores = {}};
  for (const Move request : list) {
    const Outcome outcome = resolve(board, request);
    sampled.scores.push_back(built_in_score(board, outcome.taken, outcome.captured));
  }
  question.boards.push_back(sampled);
  // Many queens have many answers: without a deadline one position took a minute.
  static_cast<void>(lookahead::look_ahead(
      question, {.deadline = SteadyClock::now() + std::chrono::milliseconds(500), .max_positions = 300}));
}

// The other side follows the move of the side to move: the true board stays among those that it holds.
void follow(const Board& board, Move request, MoveModelKind model, ThreadPool& threads) {
  const Color me = ~board.turn();
  Belief belief(board, me, {.memory_bytes = std::size_t{64} << 20}, threads, model);
  // The uniform model leaves the situation as it is.
  const MoveContext context{belief.next_move().model, situation_before(belief.own().pieces(), me)};
  float sum = 0;
  std::size_t moves = 0;
  MoveProbabilities probabilities(context.model, context.situation);
  for (const TakenMove& taken : probabilities.of(mover_view(board))) {
    sum += taken.probability;
    ++moves;
  }
  insist(moves == built_in_scores(board).size() && std::abs(sum - 1) < 0.01F);

  const Outcome outcome = resolve(board, request);
  if (outcome.captured != kNoSquare && outcome.captured == board.king(me)) {
    return;
  }
  Board after = board;
  apply(after, outcome.taken);
  insist(belief.observe(OpponentMoved{outcome.captured}).ok() && belief.probability(after) > 0);
  insist(split_by_windows(belief.boards(), kInnerSquares, threads).size() == 36);
  insist(belief.observe(Sensed{sense(after, after.king(~me))}).ok() && belief.probability(after) > 0);
  look_ahead(after, belief, threads);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::optional<Board> board = board_of({reinterpret_cast<const char*>(data), size});
  if (!board) {
    return 0;
  }
  static ThreadPool threads(1);
  score(*board);
  std::vector<Move> list = requests(*board, board->turn());
  list.push_back(kNullMove);
  const Move request = list[size % list.size()];
  follow(*board, request, MoveModelKind::kUniform, threads);
  follow(*board, request, MoveModelKind::kFitted, threads);
  return 0;
}
