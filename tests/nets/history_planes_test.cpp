#include "nets/history_planes.h"

#include <doctest/doctest.h>

#include "nets/move_code.h"
#include "tests/nets/dense_planes.h"
#include "tests/nets/mirror.h"
#include "tests/recorded_game.h"
#include "tests/support_files.h"

using namespace lanternfish;
using testing::PrivateHistory;

namespace {

using Dense = std::vector<float>;

// One turn of the reference, by the table in history_planes.h.
class SlowTurn {
 public:
  SlowTurn(Dense& dense, int turn, Color me) : dense_(dense), turn_(turn), me_(me) {}

  void set(int plane, Square s) {
    const Square seen = me_ == kWhite ? s : make_square(file_of(s), 7 - rank_of(s));
    dense_[static_cast<std::size_t>((turn_ * 90 + plane) * 64 + seen)] = 1;
  }
  void set_all(int plane) {
    for (Square s = 0; s < 64; ++s) {
      set(plane, s);
    }
  }

 private:
  Dense& dense_;
  int turn_;
  Color me_;
};

// The planes after the first `count` events, from these and the true boards alone: own pieces are read off the board
// after each notice.
Dense slow_planes(const PrivateHistory& history, std::size_t count, Color me) {
  Dense dense(1800 * 64);
  std::vector<std::size_t> notices;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::holds_alternative<OpponentMoved>(history.events[i])) {
      notices.push_back(i);
    }
  }
  for (std::size_t n = 0; n < notices.size(); ++n) {
    const int turn = 20 - static_cast<int>(notices.size() - n);
    if (turn < 0) {
      continue;
    }
    SlowTurn planes(dense, turn, me);
    const std::size_t i = notices[n];
    if (const Square s = std::get<OpponentMoved>(history.events[i]).captured; s != kNoSquare) {
      planes.set(0, s);
    }
    if (i > 0) {
      const auto& moved = std::get<Moved>(history.events[i - 1]);
      if (!moved.requested.is_null()) {
        planes.set(1 + move_code(moved.requested, me) / 64, moved.requested.from);
        if (moved.taken.is_null()) {
          planes.set_all(75);
        }
      }
      if (moved.captured != kNoSquare) {
        planes.set(74, moved.captured);
      }
    }
    for (Square s = 0; s < 64; ++s) {
      const Piece piece = history.truth[i].piece_at(s);
      if (piece.exists() && piece.color == me) {
        planes.set(76 + piece.type, s);
      }
    }
    if (i + 1 < count) {
      const Window& window = std::get<Sensed>(history.events[i + 1]).window;
      int k = 0;
      for (const Square s : window_squares(window.center)) {
        planes.set(82, s);
        const Piece piece = window.contents[static_cast<std::size_t>(k++)];
        if (piece.exists() && piece.color != me) {
          planes.set(83 + piece.type, s);
        }
      }
    }
    if (me == kWhite) {
      planes.set_all(89);
    }
  }
  return dense;
}

// Compares the planes before every sense and request, in all three forms. The number of comparisons.
int check_history(const Board& start, const PrivateHistory& history, Color me) {
  HistoryPlanes planes(start, me);
  int checked = 0;
  for (std::size_t i = 0; i < history.events.size(); ++i) {
    if (history.truth[i].king(me) == kNoSquare) {
      break;  // the game is over, and the rest of the record is no event
    }
    REQUIRE(planes.observe(history.events[i]));
    if (std::holds_alternative<Moved>(history.events[i])) {
      continue;
    }
    const PlaneList list = planes.planes();
    const Dense dense = dense_planes(list, kHistoryPlanes);
    REQUIRE(dense == slow_planes(history, i + 1, me));
    Dense from_bits(dense.size());
    for (const std::uint32_t bit : set_bits(list)) {
      from_bits[bit] = 1;
    }
    REQUIRE(from_bits == dense);
    ++checked;
  }
  return checked;
}

}  // namespace

TEST_CASE("history planes: equal the reference bit for bit in random play") {
  int checked = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    const auto histories = testing::random_game(Board::start(), seed, 120);
    checked += check_history(Board::start(), histories[kWhite], kWhite);
    checked += check_history(Board::start(), histories[kBlack], kBlack);
  }
  CHECK(checked > 200);
}

TEST_CASE("history planes: equal the reference bit for bit in recorded games") {
  const auto folder = testing::shared_dir() / "games";
  if (!std::filesystem::exists(folder)) {
    MESSAGE("no recorded games at ", folder.string());
    return;
  }
  int games = 0;
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || ++games > 4) {
      continue;
    }
    const auto histories = testing::read_game(entry.path());
    checked += check_history(Board::start(), histories[kWhite], kWhite);
    checked += check_history(Board::start(), histories[kBlack], kBlack);
  }
  CHECK(checked > 100);
}

TEST_CASE("history planes: a mirrored game has the same planes but for the colour") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const auto histories = testing::random_game(Board::start(), seed, 60);
    HistoryPlanes black(Board::start(), kBlack);
    HistoryPlanes white(testing::mirrored(Board::start()), kWhite);
    for (std::size_t i = 0; i < histories[kBlack].events.size(); ++i) {
      const Observation& event = histories[kBlack].events[i];
      if (histories[kBlack].truth[i].king(kBlack) == kNoSquare) {
        break;
      }
      REQUIRE(black.observe(event));
      REQUIRE(white.observe(testing::mirrored(event)));
      if (std::holds_alternative<Moved>(event)) {
        continue;
      }
      PlaneList without_colour;
      for (const Plane& plane : white.planes()) {
        if (plane.index % kPlanesPerTurn != 89) {
          without_colour.push_back(plane);
        }
      }
      REQUIRE(black.planes() == without_colour);
      REQUIRE(white.planes().size() > without_colour.size());
    }
  }
}

TEST_CASE("history planes: an event that cannot be is refused and changes nothing") {
  HistoryPlanes planes(Board::start(), kWhite);
  REQUIRE(planes.observe(OpponentMoved{}));
  const PlaneList before = planes.planes();
  CHECK_FALSE(planes.observe(Moved{{12, 36}, {12, 36}, kNoSquare}));  // e2e5
  CHECK_FALSE(planes.observe(Sensed{sense(Board(), 9)}));             // my own pawns missing
  CHECK(planes.planes() == before);
}
