#include "eval/rbc_score.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "eval/position_value.h"
#include "eval/static_evaluator.h"
#include "rules/attacks.h"
#include "rules/movegen.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

// On how many of the engine's best moves the two scales are compared.
constexpr std::size_t kComparedMoves = 3;
// What a captured king counts where scores are bent, in multiples of the scale that a game that is won counts: the
// order stays, and a little is left for what the weights of boards do not know.
constexpr double kKingInScales = 1.25;
// A mate in some moves is a won game and little more, but mates keep their order.
constexpr double kBentMateDecay = 0.6;

Square capture_square(const Board& board, Move move) {
  if (move.is_null()) {
    return kNoSquare;  // its squares are those of a corner
  }
  if (contains(board.pieces(~board.turn()), move.to)) {
    return move.to;
  }
  const bool pawn_diagonal =
      contains(board.pieces(board.turn(), kPawn), move.from) && file_of(move.from) != file_of(move.to);
  return pawn_diagonal ? forward(move.to, ~board.turn()) : kNoSquare;
}

// What to add to the built-in score of a move so that it compares with the engine's scores.
int scale_difference(const Board& board, std::span<const MoveScore> engine) {
  std::vector<int> differences;
  for (const MoveScore& known : engine) {
    if (known.score.is_centipawns() && differences.size() < kComparedMoves) {
      const Score ours = built_in_score(board, known.taken, capture_square(board, known.taken));
      if (ours.is_centipawns()) {
        differences.push_back(known.score.cp() - ours.cp());
      }
    }
  }
  if (differences.empty()) {
    return 0;
  }
  const auto middle = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
  std::nth_element(differences.begin(), middle, differences.end());
  return *middle;
}

// A move that the engine could not be asked about never counts as better than the best move that the engine knows: the
// engine looks deeper, and where it sees its own mate the built-in evaluator sees nothing.
Score below(Score score, Score best_known) {
  if (best_known.is_centipawns()) {
    return std::min(score, Score::centipawns(best_known.cp() - 1));
  }
  return std::min(score, best_known);
}

// Squares that one side's pieces attack, by type; pieces it could only shield among them.
struct Attacks {
  std::array<Bitboard, kPieceTypes> by{};
  Bitboard all = 0;
};

Attacks attacks_of(const Board& board, Color side) {
  Attacks attacks;
  attacks.all = attacks.by[kPawn] = pawn_attacks(board.pieces(side, kPawn), side);
  for (int t = kKnight; t <= kKing; ++t) {
    const auto type = static_cast<PieceType>(t);
    for (Bitboard b = board.pieces(side, type); b != 0;) {
      attacks.by[t] |= piece_attacks(type, pop_lowest(b), board.occupied());
    }
    attacks.all |= attacks.by[t];
  }
  return attacks;
}

int material(const Board& board, Color side, Bitboard where) {
  int total = 0;
  for (int t = kPawn; t <= kQueen; ++t) {
    total += kPieceValues[t] * count(board.pieces(side, static_cast<PieceType>(t)) & where);
  }
  return total;
}

// Empty squares from which one of our pieces would attack their king, that such a piece reaches from where it stands
// safely now: no pawn attacks it, and it is defended or not attacked at all.
int quiet_checks(const Board& board, Color us, const Attacks& ours, const Attacks& theirs) {
  const Square king = board.king(~us);
  const Bitboard occupied = board.occupied();
  const Bitboard safe = ~theirs.by[kPawn] & (ours.all | ~theirs.all);
  int total = 0;
  for (int t = kKnight; t <= kQueen; ++t) {
    const auto type = static_cast<PieceType>(t);
    Bitboard reached = 0;
    for (Bitboard b = board.pieces(us, type) & safe; b != 0;) {
      reached |= piece_attacks(type, pop_lowest(b), occupied);
    }
    total += reached == 0 ? 0 : count(reached & piece_attacks(type, king, occupied) & ~occupied);
  }
  return total;
}

int runners(const Board& board, Color us) {
  int total = 0;
  for (Bitboard b = board.pieces(us, kPawn) & (rank_bb(us == kWhite ? 5 : 2) | rank_bb(us == kWhite ? 6 : 1));
       b != 0;) {
    const Square one = forward(pop_lowest(b), us);
    const Bitboard ahead = relative_rank(one, us) == 7 ? bit(one) : bit(one) | bit(forward(one, us));
    total += (ahead & board.occupied()) == 0 ? 1 : 0;
  }
  return total;
}

// Squares without a piece of ours from which a kind of piece that they still have would see our king.
int weak_squares(const Board& board, Color us) {
  const Square king = board.king(us);
  const auto have = [&](PieceType type) { return board.pieces(~us, type) != 0; };
  Bitboard weak = 0;
  if (have(kQueen) || have(kRook)) {
    weak |= piece_attacks(kRook, king, board.pieces(us));
  }
  if (have(kQueen) || have(kBishop)) {
    weak |= piece_attacks(kBishop, king, board.pieces(us));
  }
  if (have(kKnight)) {
    weak |= kKnightAttacks[king];
  }
  return count(weak & ~board.pieces(us));
}

// One side's half of the balances.
int side_terms(const Board& board, Color us, const Attacks& ours, const Attacks& theirs, const RbcTerms& terms) {
  int total = terms.quiet_check == 0 ? 0 : terms.quiet_check * quiet_checks(board, us, ours, theirs);
  if (terms.loose_attack != 0) {
    total += static_cast<int>(terms.loose_attack * material(board, ~us, ours.all & ~theirs.all));
  }
  if (terms.undefended != 0) {
    total -= static_cast<int>(terms.undefended * material(board, us, ~ours.all));
  }
  total += terms.runner == 0 ? 0 : terms.runner * runners(board, us);
  total += (board.castling() & castling_of(us)) != 0 ? terms.castling_right : 0;
  total -= terms.weak_square == 0 ? 0 : terms.weak_square * weak_squares(board, us);
  return total;
}

int balance_terms(const Board& board, Color us, const RbcTerms& terms) {
  Attacks ours;
  Attacks theirs;
  if (terms.quiet_check != 0 || terms.loose_attack != 0 || terms.undefended != 0) {
    ours = attacks_of(board, us);
    theirs = attacks_of(board, ~us);
  }
  return side_terms(board, us, ours, theirs, terms) - side_terms(board, ~us, theirs, ours, terms);
}

int king_attack_terms(const Board& after, Color us, Square captured_on, const RbcTerms& terms) {
  const Bitboard attackers = attackers_of(after, after.king(~us), us);
  // The opponent knows of a piece that captured, but not of a piece whose line the capture opened.
  const Bitboard unseen = captured_on == kNoSquare ? attackers : attackers & ~bit(captured_on);
  if (terms.king_attack == 0 || unseen == 0) {
    return 0;
  }
  bool capturable = false;
  for (Bitboard b = attackers; b != 0 && !capturable;) {
    capturable = attackers_of(after, pop_lowest(b), ~us) != 0;
  }
  return terms.king_attack + (capturable ? terms.capturable_attacker : 0);
}

// Centipawns that `side` wins on `square` when both sides capture there with the least piece in turn and may stop.
int exchange_gain(Board board, Square square, Color side) {
  std::array<int, 64> gains{};  // by capture, if it were the last; each takes a piece off one of 64 squares
  std::size_t captures = 0;
  int taken = kPieceValues[board.piece_at(square).type];
  for (Color mover = side;; mover = ~mover) {
    const Bitboard attackers = attackers_of(board, square, mover);
    if (attackers == 0) {
      break;
    }
    int type = kPawn;
    while ((attackers & board.pieces(mover, static_cast<PieceType>(type))) == 0) {
      ++type;
    }
    gains[captures] = taken - (captures > 0 ? gains[captures - 1] : 0);
    ++captures;
    taken = kPieceValues[type];
    Bitboard from = attackers & board.pieces(mover, static_cast<PieceType>(type));
    board.remove(pop_lowest(from));
  }
  for (; captures > 1; --captures) {
    gains[captures - 2] = std::min(gains[captures - 2], -gains[captures - 1]);
  }
  return captures == 0 ? 0 : std::max(0, gains[0]);
}

// What the opponent does not know of the piece that moved quietly. `loss`: centipawns that the move loses.
int unseen_terms(const Board& before, const Board& after, Move move, int loss, const RbcTerms& terms) {
  if (terms.threat == 0 && terms.en_prise == 0 && terms.king_zone == 0) {
    return 0;
  }
  const Color us = before.turn();
  const PieceType type = after.piece_at(move.to).type;
  const auto reach = [us](const Board& board, PieceType piece, Square square) {
    return piece == kPawn ? pawn_attacks(bit(square), us) : piece_attacks(piece, square, board.occupied());
  };
  const Bitboard reached = reach(after, type, move.to);
  int most = 0;
  for (Bitboard b = reached & after.pieces(~us) & ~after.pieces(~us, kKing); b != 0;) {
    most = std::max(most, exchange_gain(after, pop_lowest(b), us));
  }
  const Bitboard zone = kKingAttacks[after.king(~us)];
  const int squares = count(reached & zone) - count(reach(before, before.piece_at(move.from).type, move.from) & zone);
  // The engine took it that they capture. Where the rest of the position makes up for the piece, little hangs on that.
  const int lost = type == kKing ? 0 : std::min(exchange_gain(after, move.to, ~us), loss);
  return static_cast<int>(terms.threat * most + terms.en_prise * lost) + terms.king_zone * squares;
}

int pawn_attack_terms(const Board& after, Color us, Move move, const RbcTerms& terms) {
  if (move.is_null() || !contains(after.pieces(us, kPawn), move.to)) {
    return 0;
  }
  const Bitboard pieces = after.pieces(~us) & ~after.pieces(~us, kPawn) & ~after.pieces(~us, kKing);
  const int struck = count(pawn_attacks(bit(move.to), us) & pieces);
  const bool supported = struck != 0 && attackers_of(after, move.to, us) != 0;
  return struck * (supported ? terms.supported_pawn_attack : terms.bare_pawn_attack);
}

int terms_of(const Board& board, Move move, int loss, const RbcTerms& terms) {
  const Color us = board.turn();
  const bool captures = capture_square(board, move) != kNoSquare;
  Board after = board;
  apply(after, move);
  int total = (captures ? terms.capture : 0) + (move.is_null() ? terms.pass + terms.unsearched_pass : 0);
  total += king_attack_terms(after, us, captures ? move.to : kNoSquare, terms);
  if (!captures && !move.is_null()) {
    total += pawn_attack_terms(after, us, move, terms) + unseen_terms(board, after, move, loss, terms);
  }
  return total + balance_terms(after, us, terms);
}

}  // namespace

std::vector<MoveScore> steadied(std::vector<MoveScore> scores, std::span<const MoveScore> first, int depth,
                                const RbcTerms& terms) {
  if (terms.first_share == 0 || depth >= kSteadyFrom) {
    return scores;
  }
  for (MoveScore& move : scores) {
    const auto same =
        std::find_if(first.begin(), first.end(), [&](const MoveScore& m) { return m.taken == move.taken; });
    if (same != first.end() && same->score.is_centipawns() && move.score.is_centipawns()) {
      const double mean = std::lerp(flattened(move.score, terms), flattened(same->score, terms), terms.first_share);
      move.score = Score::centipawns(static_cast<int>(std::lround(straightened(mean, terms))));
    }
  }
  std::stable_sort(scores.begin(), scores.end(),
                   [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; });
  return scores;
}

std::vector<MoveScore> merged_scores(const Board& board, std::span<const MoveScore> engine) {
  std::vector<MoveScore> scores(engine.begin(), engine.end());
  std::optional<int> difference;            // only when a move needs it
  std::array<Bitboard, 64> destinations{};  // of the moves known, by where they begin
  for (const MoveScore& move : engine) {
    destinations[move.taken.from] |= bit(move.taken.to);
  }
  const auto known = [&](Move move) {
    const auto same = [&](const MoveScore& m) { return m.taken == move; };
    return contains(destinations[move.from], move.to) &&
           (move.promotion == kNoPieceType || std::any_of(engine.begin(), engine.end(), same));
  };
  const auto add_unknown = [&](PieceType, Move move, Square captured) {
    if (known(move)) {
      return;
    }
    Score score = built_in_score(board, move, captured);
    if (score.is_centipawns() && !engine.empty()) {
      if (!difference) {
        difference = scale_difference(board, engine);
      }
      const Score best = std::max_element(engine.begin(), engine.end(), [](const MoveScore& a, const MoveScore& b) {
                           return a.score < b.score;
                         })->score;
      score = below(Score::centipawns(score.cp() + *difference), best);
    }
    scores.push_back({move, score});
  };
  for_each_taken_move(mover_view(board), board.turn(), add_unknown);
  add_unknown(kNoPieceType, kNullMove, kNoSquare);
  return scores;
}

Score finish_scores(const Board& board, const RbcTerms& terms, std::vector<MoveScore>& scores) {
  int best = -Score::kMaxCentipawns;
  Score worth = scores.front().score;
  for (const MoveScore& move : scores) {
    best = move.score.is_centipawns() ? std::max(best, move.score.cp()) : best;
    worth = std::max(worth, move.score);
  }
  for (MoveScore& move : scores) {
    if (move.score.is_centipawns()) {
      const int score = move.score.cp();
      move.score = Score::centipawns(score + terms_of(board, move.taken, best - score, terms));
    }
  }
  std::sort(scores.begin(), scores.end(), [](const MoveScore& a, const MoveScore& b) {
    return a.score != b.score ? a.score > b.score : a.taken < b.taken;
  });
  return worth;
}

RbcTerms bent(RbcTerms terms, int win_scale) {
  // What is left of the order of a king, a mate and a king in reach, which the bound on centipawns makes small.
  const double shrink = kKingInScales * win_scale / terms.king_captured;
  for (int* value : {&terms.king_captured, &terms.mate, &terms.stays_in_check, &terms.flees_into_check}) {
    *value = static_cast<int>(std::lround(shrink * *value));
  }
  terms.king_lost = -terms.king_captured;
  terms.mate_decay = kBentMateDecay;
  terms.win_scale = win_scale;
  return terms;
}

RbcTerms bent_lanternfish_terms() {
  RbcTerms terms = bent(lanternfish_terms(), 1200);
  terms.first_share = 0.5;
  return terms;
}

double flattened(Score score, const RbcTerms& terms) {
  if (score.is_king_capture()) {
    return terms.king_captured;
  }
  if (score.is_king_loss()) {
    return terms.king_lost + (score.is_staying_in_check()     ? terms.stays_in_check
                              : score.is_fleeing_into_check() ? terms.flees_into_check
                                                              : 0);
  }
  const int max = terms.win_scale > 0 ? terms.win_scale : terms.max_centipawns;
  if (score.is_centipawns()) {
    return terms.win_scale > 0 ? max * std::tanh(static_cast<double>(score.cp()) / max)
                               : static_cast<double>(std::clamp(score.cp(), -max, max));
  }
  const int moves = score.mate_moves();
  const double decay = std::pow(terms.mate_decay, std::abs(moves));
  // Bent scores leave mates so little room above `max` that what lies above it decays alone: the order is kept.
  const double value =
      terms.win_scale > 0 ? max + (terms.mate - max) * decay : std::max<double>(max, std::floor(terms.mate * decay));
  return moves > 0 ? value : -value;
}

double straightened(double value, const RbcTerms& terms) {
  if (terms.win_scale == 0) {
    return value;
  }
  const double most = terms.win_scale * std::tanh(static_cast<double>(terms.max_centipawns) / terms.win_scale);
  if (std::abs(value) <= most) {
    return terms.win_scale * std::atanh(value / terms.win_scale);
  }
  const double beyond = std::min(1.0, (std::abs(value) - most) / (terms.king_captured - most));
  return std::copysign(terms.max_centipawns + beyond * (RbcTerms{}.king_captured - terms.max_centipawns), value);
}

double relative(Score score, double before, const RbcTerms& terms) {
  const bool of_king = score.is_king_capture() || score.is_king_loss();
  return flattened(score, terms) + before * (of_king ? terms.king_share : -terms.subtracted_share);
}

double opponent_value(const BoardScores& scores, const RbcTerms& terms) {
  return scores.worth.is_king_capture() ? terms.opponent_steps_into_check : -flattened(scores.worth, terms);
}

}  // namespace lanternfish
