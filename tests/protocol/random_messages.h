#pragma once

// Random but valid messages, with boards and windows from random games.

#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "protocol/messages/messages.h"
#include "rules/rbc.h"

namespace lanternfish::testing {

class RandomMessages {
 public:
  explicit RandomMessages(unsigned seed) : random_(seed) {}

  std::int64_t number(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }
  bool chance() { return number(0, 1) == 1; }
  Square square() { return static_cast<Square>(number(0, 63)); }
  Square square_or_none() { return static_cast<Square>(number(0, 64)); }

  Move move() {
    Move m{square(), square()};
    if (m.from == m.to) {
      return kNullMove;
    }
    if (chance()) {
      m.promotion = kPromotionTypes[static_cast<std::size_t>(number(0, 3))];
    }
    return m;
  }

  // A board reached by random play, as FEN shows it: without an en-passant square that nobody can use.
  Board board() {
    Board b = Board::start();
    for (std::int64_t plies = number(0, 80); plies > 0; --plies) {
      const std::vector<Move> list = requests(b, b.turn());
      Board next = b;
      apply(next, resolve(b, list[static_cast<std::size_t>(number(0, std::ssize(list) - 1))]).taken);
      if (game_end(next, 0).reason != WinReason::kNone) {
        break;
      }
      b = next;
    }
    b.set_ep_square(b.usable_ep_square());
    return b;
  }

  Observation event() {
    switch (number(0, 2)) {
      case 0: return OpponentMoved{square_or_none()};
      case 1: return Sensed{sense(board(), square_or_none())};
      default: return Moved{move(), move(), square_or_none()};
    }
  }
  std::vector<Observation> events(std::int64_t least, std::int64_t most) {
    return list(least, most, [this] { return event(); });
  }

  // Words of letters and digits joined by single blanks.
  std::string text() {
    std::string all;
    for (std::int64_t words = number(1, 4); words > 0; --words) {
      all += all.empty() ? "w" : " w";
      for (std::int64_t letters = number(0, 6); letters > 0; --letters) {
        all += "abcXYZ012./-"[number(0, 11)];
      }
    }
    return all;
  }

  // `make()` a random number of times.
  template <typename Make>
  std::vector<std::invoke_result_t<Make>> list(std::int64_t least, std::int64_t most, Make make) {
    std::vector<std::invoke_result_t<Make>> items;
    for (std::int64_t n = number(least, most); n > 0; --n) {
      items.push_back(make());
    }
    return items;
  }

  HostCommand host();
  EngineMessage engine();

 private:
  Limits limits();

  std::mt19937 random_;
};

}  // namespace lanternfish::testing
