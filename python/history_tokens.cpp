#include "python/history_tokens.h"

#include <algorithm>
#include <array>

namespace lanternfish {

namespace {

// A square among tokens that begin with one for none.
Token square_token(Token first, Square square, Color me) {
  return static_cast<Token>(first + (square == kNoSquare ? 0 : 1 + relative_square(square, me)));
}

Token content_token(Piece piece, Color me) {
  if (!piece.exists()) {
    return kFirstContentToken + 1;
  }
  return static_cast<Token>(kFirstContentToken + (piece.color == me ? 2 : 8) + piece.type);
}

// The tokens of one event, in order.
class EventTokens {
 public:
  EventTokens(const Observation& event, Color me) : me_(me) {
    std::visit([this](const auto& e) { add(e); }, event);
  }

  std::span<const Token> tokens() const { return {tokens_.data(), size_}; }

 private:
  void put(Token token) { tokens_[size_++] = token; }

  void add(const OpponentMoved& notice) { put(square_token(kFirstNoticeToken, notice.captured, me_)); }

  void add(const Sensed& sensed) {
    const Window& window = sensed.window;
    put(square_token(kFirstSenseToken, window.center, me_));
    if (window.center == kNoSquare) {
      return;
    }
    std::array<Token, 9> contents{};
    contents.fill(kFirstContentToken);  // off the board
    const int file = file_of(window.center), rank = relative_rank(window.center, me_);
    const WindowSquares squares = window_squares(window.center);
    for (int i = 0; i < squares.size; ++i) {
      const Square square = squares.squares[static_cast<std::size_t>(i)];
      const int row = rank + 1 - relative_rank(square, me_), column = file_of(square) - file + 1;
      contents[static_cast<std::size_t>(3 * row + column)] =
          content_token(window.contents[static_cast<std::size_t>(i)], me_);
    }
    for (const Token content : contents) {
      put(content);
    }
  }

  void add(const Moved& moved) {
    const bool pass = moved.requested.is_null();
    put(static_cast<Token>(kFirstRequestToken + (pass ? kPassCode : move_code(moved.requested, me_))));
    // Where it arrives as it was meant to, a request is carried out, though a pawn became a queen unasked.
    if (moved.taken.from == moved.requested.from && moved.taken.to == moved.requested.to) {
      put(kFirstTakenToken);
    } else if (moved.taken.is_null()) {
      put(kFirstTakenToken + 1);
    } else {
      put(static_cast<Token>(kFirstTakenToken + 2 + relative_square(moved.taken.to, me_)));
    }
    put(square_token(kFirstCaptureToken, moved.captured, me_));
  }

  Color me_;
  std::array<Token, 10> tokens_{};
  std::size_t size_ = 0;
};

}  // namespace

void write_history_tokens(std::span<const Observation> events, Color me, std::span<Token> tokens) {
  auto free = tokens.end();
  for (auto event = events.rbegin(); event != events.rend() && free != tokens.begin(); ++event) {
    const EventTokens of_event(*event, me);
    const auto fit = std::min(of_event.tokens().size(), static_cast<std::size_t>(free - tokens.begin()));
    free =
        std::copy_backward(of_event.tokens().end() - static_cast<std::ptrdiff_t>(fit), of_event.tokens().end(), free);
  }
  if (free != tokens.begin()) {
    *--free = static_cast<Token>(kFirstColorToken + (me == kWhite ? 0 : 1));
  }
  std::fill(tokens.begin(), free, Token{0});
}

}  // namespace lanternfish
