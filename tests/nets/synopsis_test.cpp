#include "nets/synopsis.h"

#include <doctest/doctest.h>

#include <functional>
#include <map>

#include "nets/move_code.h"
#include "rules/notation.h"
#include "tests/eval/boards.h"
#include "tests/nets/mirror.h"
#include "tests/recorded_game.h"
#include "tests/support_files.h"

using namespace lanternfish;
using testing::mirrored;

namespace {

// ---- The reference: no bitboards but the result, every property asked square by square and board by board.

using Property = std::function<bool(const Board&, int file, int rank)>;

bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }
Piece piece_on(const Board& board, int file, int rank) { return board.piece_at(make_square(file, rank)); }

constexpr int kStraight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr int kDiagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

// Whether walking from one square to the other in steps of (f, r) meets nothing on the way.
bool reaches(const Board& board, int file, int rank, int to_file, int to_rank, const int (&step)[2]) {
  for (int i = 1;; ++i) {
    const int f = file + i * step[0];
    const int r = rank + i * step[1];
    if (!on_board(f, r)) {
      return false;
    }
    if (f == to_file && r == to_rank) {
      return true;
    }
    if (piece_on(board, f, r).exists()) {
      return false;
    }
  }
}

bool reaches_along(const Board& board, int file, int rank, int to_file, int to_rank, const int (&steps)[4][2]) {
  return std::any_of(std::begin(steps), std::end(steps),
                     [&](const auto& step) { return reaches(board, file, rank, to_file, to_rank, step); });
}

// Whether the piece standing on one square attacks the other.
bool attacks(const Board& board, int file, int rank, int to_file, int to_rank) {
  const Piece piece = piece_on(board, file, rank);
  const int files = std::abs(to_file - file);
  const int ranks = std::abs(to_rank - rank);
  switch (piece.type) {
    case kPawn: return files == 1 && to_rank - rank == (piece.color == kWhite ? 1 : -1);
    case kKnight: return files * ranks == 2;
    case kKing: return std::max(files, ranks) == 1;
    case kBishop: return reaches_along(board, file, rank, to_file, to_rank, kDiagonal);
    case kRook: return reaches_along(board, file, rank, to_file, to_rank, kStraight);
    case kQueen:
      return reaches_along(board, file, rank, to_file, to_rank, kDiagonal) ||
             reaches_along(board, file, rank, to_file, to_rank, kStraight);
    default: return false;
  }
}

// How many pieces of `side` that `counts` attack the square.
int attackers(const Board& board, Color side, int file, int rank, const std::function<bool(Piece)>& counts) {
  int n = 0;
  for (int f = 0; f < 8; ++f) {
    for (int r = 0; r < 8; ++r) {
      const Piece piece = piece_on(board, f, r);
      n += piece.exists() && piece.color == side && counts(piece) && attacks(board, f, r, file, rank) ? 1 : 0;
    }
  }
  return n;
}

std::function<bool(Piece)> any() {
  return [](Piece) { return true; };
}
std::function<bool(Piece)> one_of(std::initializer_list<PieceType> types) {
  return [list = std::vector<PieceType>(types)](Piece p) {
    return std::find(list.begin(), list.end(), p.type) != list.end();
  };
}
std::function<bool(Piece)> all_but(PieceType type) {
  return [type](Piece p) { return p.type != type; };
}

class SlowSynopsis {
 public:
  SlowSynopsis(std::span<const Board> boards, Color me) : boards_(boards), me_(me) {}

  // Bit by bit: the property holds on all boards, or on one.
  Bitboard definitely(const Property& property) const { return plane(property, true); }
  Bitboard possibly(const Property& property) const { return plane(property, false); }

  Synopsis write(Stage stage, const LastEvents& last, const Synopsis* before) const {
    Synopsis p{};
    const Color opponent = ~me_;
    const auto is_own = [&](const Board& b, int f, int r) {
      return piece_on(b, f, r).exists() && piece_on(b, f, r).color == me_;
    };
    const auto is_opponent = [&](const Board& b, int f, int r) {
      return piece_on(b, f, r).exists() && piece_on(b, f, r).color == opponent;
    };
    const auto stands = [&](Color side, std::initializer_list<PieceType> types) {
      return Property([side, is = one_of(types)](const Board& b, int f, int r) {
        const Piece piece = piece_on(b, f, r);
        return piece.exists() && piece.color == side && is(piece);
      });
    };
    const auto attacked = [&](Color side, int times, std::function<bool(Piece)> counts) {
      return Property([=](const Board& b, int f, int r) { return attackers(b, side, f, r, counts) >= times; });
    };
    // Constants: coordinates as the player sees them.
    p[0] = constant([](int f, int) { return f >= 4; });
    p[1] = constant([](int f, int) { return f < 4; });
    p[2] = constant([](int, int r) { return r < 4; });
    p[3] = constant([](int, int r) { return r >= 4; });
    p[4] = constant([](int, int r) { return r == 0; });
    p[5] = constant([](int, int r) { return r == 7; });
    p[6] = constant([](int f, int) { return f == 0; });
    p[7] = constant([](int f, int) { return f == 7; });
    p[8] = constant([](int f, int r) { return (f + r) % 2 == 0; });
    p[9] = constant([](int f, int r) { return (f + r) % 2 == 1; });
    p[10] = constant([&](int, int) { return stage == Stage::kMove; });
    p[11] = possibly([&](const Board& b, int f, int r) { return !is_own(b, f, r); });
    for (const PieceType type : {kPawn, kKnight, kBishop, kRook, kQueen, kKing}) {
      p[12U + type] = possibly(stands(me_, {type}));
      p[19U + type] = definitely(stands(opponent, {type}));
      p[26U + type] = possibly(stands(opponent, {type}));
    }
    const Property no_opponent = [&](const Board& b, int f, int r) { return !is_opponent(b, f, r); };
    p[18] = definitely(no_opponent);
    p[25] = possibly(no_opponent);
    if (!last.taken.is_null()) {
      p[32] = square(last.taken.from);
      p[33] = square(last.taken.to);
    }
    p[34] = square(last.own_capture);
    p[35] = square(last.opponent_capture);
    p[36] = by_same_pieces(1);
    p[37] = definitely(attacked(me_, 1, any()));
    p[38] = possibly(attacked(me_, 1, any()));
    p[39] = by_same_pieces(2);
    p[40] = definitely(attacked(me_, 2, any()));
    p[41] = possibly(attacked(me_, 2, any()));
    const Property pawn_captures = [&](const Board& b, int f, int r) {
      const bool en_passant = b.turn() == me_ && b.ep_square() == make_square(f, r);
      return attackers(b, me_, f, r, one_of({kPawn})) > 0 && (is_opponent(b, f, r) || en_passant);
    };
    p[42] = definitely(pawn_captures);
    p[43] = possibly(pawn_captures);
    p[44] = definitely(attacked(me_, 1, one_of({kKnight})));
    p[45] = definitely([&](const Board& b, int f, int r) { return along(b, me_, f, r, kBishop, kDiagonal); });
    p[46] = possibly([&](const Board& b, int f, int r) { return along(b, me_, f, r, kBishop, kDiagonal); });
    p[47] = definitely([&](const Board& b, int f, int r) { return along(b, me_, f, r, kRook, kStraight); });
    p[48] = possibly([&](const Board& b, int f, int r) { return along(b, me_, f, r, kRook, kStraight); });
    p[49] = possibly(attacked(me_, 1, all_but(kKing)));
    p[50] = possibly(attacked(me_, 1, all_but(kPawn)));
    p[51] = definitely(attacked(opponent, 1, any()));
    p[52] = possibly(attacked(opponent, 1, any()));
    p[53] = definitely(attacked(opponent, 2, any()));
    p[54] = possibly(attacked(opponent, 2, any()));
    p[55] = definitely(attacked(opponent, 1, one_of({kPawn})));
    p[56] = possibly(attacked(opponent, 1, one_of({kPawn})));
    p[57] = definitely(attacked(opponent, 1, one_of({kKnight})));
    p[58] = possibly(attacked(opponent, 1, one_of({kKnight})));
    p[59] = definitely([&](const Board& b, int f, int r) { return along(b, opponent, f, r, kBishop, kDiagonal); });
    p[60] = possibly([&](const Board& b, int f, int r) { return along(b, opponent, f, r, kBishop, kDiagonal); });
    p[61] = definitely([&](const Board& b, int f, int r) { return along(b, opponent, f, r, kRook, kStraight); });
    p[62] = possibly([&](const Board& b, int f, int r) { return along(b, opponent, f, r, kRook, kStraight); });
    p[63] = possibly(attacked(opponent, 1, all_but(kKing)));
    p[64] = possibly(attacked(opponent, 1, all_but(kPawn)));
    p[65] = possibly([&](const Board& b, int f, int r) {
      return stands(opponent, {kKing})(b, f, r) && attackers(b, me_, f, r, any()) == 0;
    });
    p[66] = opponent_targets();
    p[67] = possibly(castling_rook(opponent, false));
    p[68] = definitely([&](const Board& b, int f, int r) { return piece_on(b, f, r) == piece_on(boards_[0], f, r); });
    write_king(p);
    p[79] = possibly(is_own);
    p[80] = definitely([](const Board& b, int f, int r) { return !piece_on(b, f, r).exists(); });
    p[81] = possibly(castling_rook(me_, false));
    p[82] = possibly(castling_rook(me_, true));
    p[83] = definitely(castling_rook(me_, true));
    p[84] = lines_of({kQueen}, kStraight);
    p[85] = lines_of({kQueen}, kDiagonal);
    for (std::size_t i = 0; before != nullptr && i < 18; ++i) {
      p[86 + i] = (*before)[18 + i];
    }
    return p;
  }

 private:
  // As the player sees it.
  Square seen(int file, int rank) const { return make_square(file, me_ == kWhite ? rank : 7 - rank); }

  Bitboard constant(const std::function<bool(int, int)>& holds) const {
    Bitboard plane = 0;
    for (int f = 0; f < 8; ++f) {
      for (int r = 0; r < 8; ++r) {
        plane |= holds(f, r) ? bit(make_square(f, r)) : 0;
      }
    }
    return plane;
  }

  Bitboard square(Square s) const { return s == kNoSquare ? 0 : bit(seen(file_of(s), rank_of(s))); }

  Bitboard plane(const Property& property, bool on_all) const {
    Bitboard plane = 0;
    for (int f = 0; f < 8; ++f) {
      for (int r = 0; r < 8; ++r) {
        const auto holds = [&](const Board& board) { return property(board, f, r); };
        const bool set = on_all ? std::all_of(boards_.begin(), boards_.end(), holds)
                                : std::any_of(boards_.begin(), boards_.end(), holds);
        plane |= set ? bit(seen(f, r)) : 0;
      }
    }
    return plane;
  }

  // Squares that at least `times` pieces attack, each of them on all boards.
  Bitboard by_same_pieces(int times) const {
    return plane(
        [&](const Board&, int f, int r) {
          int same = 0;
          for (Square s = 0; s < 64; ++s) {
            const Piece piece = boards_[0].piece_at(s);
            same += piece.exists() && piece.color == me_ &&
                    std::all_of(boards_.begin(), boards_.end(),
                                [&](const Board& board) { return attacks(board, file_of(s), rank_of(s), f, r); });
          }
          return same >= times;
        },
        true);
  }

  // Whether a piece of `type` or a queen attacks the square along these lines.
  static bool along(const Board& board, Color side, int file, int rank, PieceType type, const int (&steps)[4][2]) {
    for (Square s = 0; s < 64; ++s) {
      const Piece piece = board.piece_at(s);
      if (piece.exists() && piece.color == side && (piece.type == type || piece.type == kQueen) &&
          reaches_along(board, file_of(s), rank_of(s), file, rank, steps)) {
        return true;
      }
    }
    return false;
  }

  Property castling_rook(Color side, bool free) const {
    return [side, free](const Board& board, int file, int rank) {
      const int home = side == kWhite ? 0 : 7;
      if (rank != home || (file != 0 && file != 7)) {
        return false;
      }
      const CastlingRights right = file == 7 ? kKingside[side] : kQueenside[side];
      bool way_free = true;
      for (int f = file == 7 ? 5 : 1; f <= (file == 7 ? 6 : 3); ++f) {
        way_free &= !piece_on(board, f, home).exists();
      }
      return (board.castling() & right) != 0 && (!free || way_free);
    };
  }

  // Where the opponent's requests may lead to: resolve() of every request, on the board with the opponent to move.
  Bitboard opponent_targets() const {
    Bitboard plane = 0;
    for (Board board : boards_) {
      if (board.turn() == me_) {
        board.set_turn(~me_);
        board.set_ep_square(kNoSquare);
      }
      for (const Move request : requests(board, ~me_)) {
        if (const Move taken = resolve(board, request).taken; !taken.is_null()) {
          plane |= square(taken.to);
        }
      }
    }
    return plane;
  }

  // Squares on the lines from own pieces of these types to the nearest own piece.
  Bitboard lines_of(std::initializer_list<PieceType> types, const int (&steps)[4][2]) const {
    Board own = boards_[0];
    for (Square s = 0; s < 64; ++s) {
      if (own.piece_at(s).exists() && own.piece_at(s).color != me_) {
        own.remove(s);
      }
    }
    Bitboard plane = 0;
    for (Square from = 0; from < 64; ++from) {
      if (!own.piece_at(from).exists() || !one_of(types)(own.piece_at(from))) {
        continue;
      }
      for (Square to = 0; to < 64; ++to) {
        if (!own.piece_at(to).exists() &&
            reaches_along(own, file_of(from), rank_of(from), file_of(to), rank_of(to), steps)) {
          plane |= square(to);
        }
      }
    }
    return plane;
  }

  void write_king(Synopsis& p) const {
    for (Square s = 0; s < 64; ++s) {
      if (!(boards_[0].piece_at(s) == Piece{kKing, me_})) {
        continue;
      }
      for (Square to = 0; to < 64; ++to) {
        const int files = std::abs(file_of(to) - file_of(s));
        const int ranks = std::abs(rank_of(to) - rank_of(s));
        p[69] |= std::max(files, ranks) == 1 ? square(to) : 0;
        p[70] |= files * ranks == 2 ? square(to) : 0;
      }
    }
    p[73] = lines_of({kKing}, kDiagonal);
    p[76] = lines_of({kKing}, kStraight);
    const auto near = [&](std::size_t neighbours, std::initializer_list<PieceType> types) {
      const Property stands = [&](const Board& b, int f, int r) {
        const Piece piece = piece_on(b, f, r);
        return piece.exists() && piece.color != me_ && one_of(types)(piece);
      };
      p[neighbours + 1] = p[neighbours] & definitely(stands);
      p[neighbours + 2] = p[neighbours] & possibly(stands);
    };
    near(70, {kKnight});
    near(73, {kBishop, kQueen});
    near(76, {kRook, kQueen});
  }

  std::span<const Board> boards_;
  Color me_;
};

// ---- Sets of boards as a player may hold them

// Up to `limit` boards that `me`, about to act, could not tell from the true one by the last notice: all moves of the
// opponent from the board before that capture the same.
std::vector<Board> boards_after(const Board& before, Move taken, Square captured, std::size_t limit) {
  std::vector<Board> boards;
  Board truth = before;
  apply(truth, taken);
  boards.push_back(truth);
  for (const Move request : requests(before, before.turn())) {
    const Outcome outcome = resolve(before, request);
    Board board = before;
    apply(board, outcome.taken);
    if (outcome.captured == captured && boards.size() < limit && !board.same_board(truth)) {
      boards.push_back(board);
    }
  }
  return boards;
}

struct Example {
  std::vector<Board> boards;
  Color me = kWhite;
  LastEvents last;
};

// The sets of boards of both players at each own turn of a game of plies (request).
std::vector<Example> examples(const std::vector<Move>& requests_made, std::size_t limit) {
  std::vector<Example> list;
  std::array<LastEvents, 2> last;
  Board board = Board::start();
  for (const Move request : requests_made) {
    const Color mover = board.turn();
    const Outcome outcome = resolve(board, normalized_request(board, request));
    Board next = board;
    apply(next, outcome.taken);
    if (next.king(kWhite) == kNoSquare || next.king(kBlack) == kNoSquare) {
      break;
    }
    last[mover].taken = outcome.taken;
    last[mover].own_capture = outcome.captured;
    last[~mover].opponent_capture = outcome.captured;
    list.push_back({boards_after(board, outcome.taken, outcome.captured, limit), ~mover, last[~mover]});
    board = next;
  }
  return list;
}

std::vector<Move> random_requests(unsigned seed, int plies) {
  std::mt19937 random(seed);
  std::vector<Move> made;
  Board board = Board::start();
  for (int i = 0; i < plies && board.king(kWhite) != kNoSquare && board.king(kBlack) != kNoSquare; ++i) {
    const auto list = requests(board, board.turn());
    made.push_back(list[random() % list.size()]);
    apply(board, resolve(board, made.back()).taken);
  }
  return made;
}

// Each plane's squares are among those of the other: what is definite is possible, what is twice is once.
const std::vector<std::pair<std::size_t, std::size_t>> kWithin = {
    {18, 25}, {19, 26}, {20, 27}, {21, 28}, {22, 29}, {23, 30}, {24, 31}, {36, 37}, {37, 38}, {39, 40},
    {40, 41}, {42, 43}, {45, 46}, {47, 48}, {51, 52}, {53, 54}, {55, 56}, {57, 58}, {59, 60}, {61, 62},
    {71, 72}, {74, 75}, {77, 78}, {82, 81}, {83, 82}, {39, 36}, {40, 37}, {41, 38}, {54, 52}, {80, 11}};

void check_example(const Example& example, std::map<Color, Synopsis>& before) {
  for (const Stage stage : {Stage::kSense, Stage::kMove}) {
    const auto previous = before.find(example.me);
    const Synopsis* last = previous == before.end() ? nullptr : &previous->second;
    const Synopsis fast = make_synopsis(example.boards, example.me, stage, example.last, last);
    const Synopsis slow = SlowSynopsis(example.boards, example.me).write(stage, example.last, last);
    for (std::size_t i = 0; i < fast.size(); ++i) {
      REQUIRE_MESSAGE(fast[i] == slow[i], "plane ", i, ", first of ", example.boards.size(), " boards ",
                      format_fen(example.boards[0]));
    }
    for (const auto& within : kWithin) {
      REQUIRE_MESSAGE((fast[within.first] & ~fast[within.second]) == 0, "plane ", within.first, " is not within ",
                      within.second);
    }
    if (stage == Stage::kMove) {
      before[example.me] = fast;
    }
  }
}

int check_game(const std::vector<Move>& requests_made, std::size_t limit) {
  std::map<Color, Synopsis> before;
  const std::vector<Example> list = examples(requests_made, limit);
  for (const Example& example : list) {
    check_example(example, before);
  }
  return static_cast<int>(list.size());
}

}  // namespace

TEST_CASE("synopsis: equals the reference bit for bit in random play") {
  int checked = 0;
  for (unsigned seed = 0; seed < 3; ++seed) {
    checked += check_game(random_requests(seed, 80), 6);
  }
  CHECK(checked > 60);
}

TEST_CASE("synopsis: equals the reference bit for bit in recorded games") {
  const auto folder = testing::shared_dir() / "games";
  if (!std::filesystem::exists(folder)) {
    MESSAGE("no recorded games at ", folder.string());
    return;
  }
  int games = 0;
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || ++games > 2) {
      continue;
    }
    const auto histories = testing::read_game(entry.path());
    std::vector<Move> made;
    for (std::size_t i = 2; i < histories[kWhite].events.size(); i += 3) {
      made.push_back(std::get<Moved>(histories[kWhite].events[i]).requested);
      if (i < histories[kBlack].events.size()) {
        made.push_back(std::get<Moved>(histories[kBlack].events[i]).requested);
      }
    }
    checked += check_game(made, 6);
  }
  CHECK(checked > 30);
}

TEST_CASE("synopsis: en passant, castling and queens near the king, on chosen boards") {
  const auto boards = [](std::initializer_list<const char*> fens) {
    std::vector<Board> list;
    for (const char* fen : fens) {
      list.push_back(parse_fen(fen).value());
    }
    return list;
  };
  std::map<Color, Synopsis> before;
  const Example example{boards({"4k2r/8/8/3pP3/8/8/3Q4/R3K2R w KQk d6 0 9", "4k2r/8/3p4/4P3/8/8/3Q4/R3K1nR w KQ - 0 9",
                                "r3k3/3q4/8/3pP3/7b/8/3Q4/R3K2R w KQq d6 0 9"}),
                        kWhite, LastEvents{}};
  check_example(example, before);
  const Synopsis planes = make_synopsis(example.boards, kWhite, Stage::kMove, {}, nullptr);
  const Bitboard d6 = bit(43);
  CHECK(planes[kDefinitelyByPawns] == d6);  // en passant or as a capture: on every board
  CHECK(planes[kPossiblyByPawns] == d6);
  CHECK(planes[kCastlingRight] == (bit(0) | bit(7)));
  CHECK(planes[kCastlingPossible] == (bit(0) | bit(7)));
  CHECK(planes[kCastlingCertain] == bit(0));
  CHECK(planes[kOpponentCastling] == (bit(56) | bit(63)));
  CHECK(planes[kPossiblyBishopsNearKing] == bit(31));
  CHECK(planes[kDefinitelyBishopsNearKing] == 0);
  const Example other{{mirrored(example.boards[0]), mirrored(example.boards[2])}, kBlack, LastEvents{}};
  check_example(other, before);
}

TEST_CASE("synopsis: the mirrored boards have the same planes") {
  for (const Example& example : examples(random_requests(3, 60), 50)) {
    std::vector<Board> others;
    for (const Board& board : example.boards) {
      others.push_back(mirrored(board));
    }
    const LastEvents last{mirrored(example.last.taken), mirrored(example.last.own_capture),
                          mirrored(example.last.opponent_capture)};
    CHECK(make_synopsis(example.boards, example.me, Stage::kMove, example.last, nullptr) ==
          make_synopsis(others, ~example.me, Stage::kMove, last, nullptr));
  }
}

TEST_CASE("synopsis: more boards leave fewer squares definite and more possible") {
  const std::vector<Example> list = examples(random_requests(4, 40), 50);
  for (const Example& example : list) {
    const std::span<const Board> all = example.boards;
    const Synopsis many = make_synopsis(all, example.me, Stage::kMove, {}, nullptr);
    const Synopsis few = make_synopsis(all.first((all.size() + 1) / 2), example.me, Stage::kMove, {}, nullptr);
    for (const std::size_t definitely : {18, 19, 36, 37, 51, 68, 80, 83}) {
      CHECK((many[definitely] & ~few[definitely]) == 0);
    }
    for (const std::size_t possibly : {25, 26, 38, 43, 52, 65, 66, 67, 82}) {
      CHECK((few[possibly] & ~many[possibly]) == 0);
    }
  }
}
