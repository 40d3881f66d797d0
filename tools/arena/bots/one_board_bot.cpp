#include <array>
#include <cstdlib>

#include "rules/attacks.h"
#include "tools/arena/bots/bots.h"
#include "tools/arena/bots/chess_engine_bot.h"

namespace lanternfish {

namespace {

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

class OneBoardBot : public ChessEngineBot {
 public:
  OneBoardBot(ChessEngineSettings settings, int random_percent)
      : ChessEngineBot("one-board", std::move(settings)), random_percent_(random_percent) {}

  std::optional<Fault> begin(const GameStart& start) override {
    board_ = start.rules.start;
    unseen_for_.fill(0);
    return ChessEngineBot::begin(start);
  }
  std::optional<Fault> notice(const OpponentMoved& notice) override {
    const std::optional<Fault> fault = ChessEngineBot::notice(notice);
    put_own_pieces();
    return fault;
  }
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override {
    const std::optional<Fault> fault = ChessEngineBot::sense_result(sensed);
    paste(sensed.window);
    return fault;
  }
  Decision<Move> move(const DecisionLimits& limits) override {
    const std::vector<Move> allowed = allowed_requests(limits);
    return chance(random_percent_) ? any(allowed) : best_move(board_, allowed, limits);
  }
  std::optional<Fault> move_result(const Moved& moved) override {
    const std::optional<Fault> fault = ChessEngineBot::move_result(moved);
    take_off(moved.captured);
    put_own_pieces();
    return fault;
  }

 private:
  void take_off(Square square) {
    if (square != kNoSquare && contains(board_.occupied(), square)) {
      board_.remove(square);
    }
  }
  void put_own_pieces();
  void paste(const Window& window);
  void keep_king(Square from, Bitboard seen);

  int random_percent_;
  Board board_;
  std::array<int, 64> unseen_for_{};  // own turns
};

Decision<Square> OneBoardBot::sense(const DecisionLimits& limits) {
  std::vector<Square> oldest;
  int longest = -1;
  for (const Square center : allowed_senses(limits)) {
    int age = -1;
    if (center != kNoSquare && contains(kInnerSquares, center)) {
      age = 0;
      for (Bitboard b = window_bb(center) & ~own().occupied(); b != 0;) {
        age += unseen_for_[pop_lowest(b)];
      }
    }
    if (age > longest) {
      oldest.clear();
      longest = age;
    }
    if (age == longest) {
      oldest.push_back(center);
    }
  }
  return any(oldest);
}

// Mine are where they are, whatever the board has there.
void OneBoardBot::put_own_pieces() {
  const Color me = own().me();
  for (Bitboard b = board_.pieces(me); b != 0;) {
    board_.remove(pop_lowest(b));
  }
  const Square king = board_.king(~me);
  for (Bitboard b = own().occupied(); b != 0;) {
    const Square square = pop_lowest(b);
    take_off(square);
    board_.put(square, own().pieces().piece_at(square));
  }
  keep_king(king, own().occupied());
  const CastlingRights theirs = rights_with_pieces_at_home(board_, board_.castling() & castling_of(~me));
  board_.set_castling(own().pieces().castling() | theirs);
  board_.set_turn(me);
  board_.set_ep_square(kNoSquare);
}

void OneBoardBot::paste(const Window& window) {
  for (int& turns : unseen_for_) {
    ++turns;
  }
  const Color opponent = ~own().me();
  const Square king = board_.king(opponent);
  const WindowSquares squares = window_squares(window.center);
  Bitboard seen = 0;
  for (int i = 0; i < squares.size; ++i) {
    const Square square = squares.squares[static_cast<std::size_t>(i)];
    const Piece piece = window.contents[static_cast<std::size_t>(i)];
    seen |= bit(square);
    unseen_for_[square] = 0;
    take_off(square);
    if (piece == Piece{kKing, opponent} && board_.king(opponent) != kNoSquare) {
      board_.remove(board_.king(opponent));
    }
    if (piece.exists()) {
      board_.put(square, piece);
    }
  }
  keep_king(king, seen);
}

// A king that a look has shown not to be where he was thought is on the nearest free square that was not looked at.
void OneBoardBot::keep_king(Square from, Bitboard seen) {
  if (from == kNoSquare || board_.king(~own().me()) != kNoSquare) {
    return;
  }
  Square nearest = kNoSquare;
  for (Bitboard b = ~(seen | board_.occupied()); b != 0;) {
    const Square square = pop_lowest(b);
    if (nearest == kNoSquare || distance(square, from) < distance(nearest, from)) {
      nearest = square;
    }
  }
  if (nearest != kNoSquare) {
    board_.put(nearest, {kKing, ~own().me()});
  }
}

}  // namespace

Result<std::unique_ptr<Player>> make_one_board_bot(const ChessEngineSettings& settings, int random_percent) {
  auto player = std::make_unique<OneBoardBot>(settings, random_percent);
  if (const Status started = player->start_engine(); !started) {
    return Error{started.error()};
  }
  return std::unique_ptr<Player>(std::move(player));
}

}  // namespace lanternfish
