#include "engine/foresight.h"

#include <limits>

#include "engine/opponent_judgement.h"
#include "tests/engine/seat.h"
#include "tests/recorded_game.h"

using namespace lanternfish;

namespace {

constexpr std::uint64_t kPlenty = 1'000'000;  // positions

// The opponent's moves on the board after `ours`, foreseen by the side that made this move.
struct Foreseen {
  Foreseen(const char* fen, const char* ours, double coverage = 1, std::uint64_t nodes = kPlenty)
      : before(parse_fen(fen).value()), seat(testing::seeded(Strategy::kLanternfish), before, before.turn()) {
    const Color me = before.turn();
    const Outcome outcome = resolve(before, parse_move(ours).value());
    const Moved mine{outcome.taken, outcome.taken, outcome.captured};
    const OwnSide own(before, me);
    Board after = before;
    apply(after, outcome.taken);
    const OwnSide own_after(after, me);
    seat.evaluator.score(std::span(&after, 1), {}, Deadline::max(), {},
                         [&](std::size_t, const BoardScores& scores) { judgements = opponent_judgements(scores); });
    Random random(1, 1, 1);
    const Config config = testing::seeded(Strategy::kLanternfish);
    Situation s{.config = config,
                .belief = seat.agent.belief(),
                .evaluator = seat.evaluator,
                .threads = seat.threads,
                .random = random,
                .log = GameLog::none(),
                .time_left_ms = {},
                .budget = {},
                .report = [](CandidateReport) {}};
    Foresight foresight(s, own, mine, own_after, Deadline::max(), nodes);
    done = foresight.foresee(pack(after, me), coverage, judgements);
    used = foresight.nodes();
  }
  double of(const char* move) const {
    return static_cast<double>(judgement_of(judgements, parse_move(move).value()).foreseen);
  }

  Board before;
  testing::AgentSeat seat;
  MoveJudgements judgements;
  bool done = false;
  std::uint64_t used = 0;
};

}  // namespace

TEST_CASE("foresight: the moves that are foreseen are all of them, and their probabilities add up") {
  const Foreseen f("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3", "d1h5");
  REQUIRE(f.done);
  CHECK(f.judgements.foreseen);
  double sum = 0;
  for (const MoveJudgement& move : f.judgements.moves) {
    CHECK(move.foreseen >= 0);
    sum += static_cast<double>(move.foreseen);
  }
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("foresight: a capture is told, and answered") {
  // Of the ways to take on d5 all leave a rook there; nothing else happens on the board.
  const Foreseen f("3r2k1/5ppp/8/3p4/8/8/5PPP/3R2K1 w - - 0 1", "d1d5");
  REQUIRE(f.done);
  CHECK(f.of("d8d5") > 0.9);
}

TEST_CASE("foresight: what cannot be known is not answered") {
  // Nobody expects the queen to go where a pawn takes it, and there is more to see elsewhere.
  const char* fen = "6k1/1p3ppp/8/8/8/1n6/2Q2PPP/1R4K1 w - - 0 1";
  const Foreseen blunder(fen, "c2c6");
  REQUIRE(blunder.done);
  double judged = 0;
  MoveProbabilities model(MoveModel::fitted(), situation_before(blunder.before, kWhite));
  Board after = blunder.before;
  apply(after, parse_move("c2c6").value());
  for (const TakenMove& move : model.of(mover_view(after), blunder.judgements)) {
    judged += move.move == parse_move("b7c6").value() ? static_cast<double>(move.probability) : 0;
  }
  CHECK(judged > 0.3);
  CHECK(blunder.of("b7c6") < judged);
}

TEST_CASE("foresight: no board is scored twice to the same depth") {
  const Foreseen f("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3", "d1h5");
  REQUIRE(f.done);
  const auto moves = [](const Board& board) {
    std::vector<Move> all = {kNullMove};
    for_each_taken_move(mover_view(board), board.turn(), [&](PieceType, Move move, Square captured) {
      if (captured == kNoSquare) {
        all.push_back(move);
      }
    });
    return all;
  };
  std::uint64_t once = 0;
  for (const Move& ours : moves(f.before)) {
    Board after = f.before;
    apply(after, ours);
    once += moves(after).size();
  }
  // A few boards are scored deeper; captures, of which there are few, are not counted here.
  CHECK(f.used < 2 * once);
}

TEST_CASE("foresight: where the positions do not suffice nothing is changed, and no more are used") {
  const char* fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";
  const std::uint64_t needed = Foreseen(fen, "d1h5").used;
  CHECK(needed > 500);
  for (const std::uint64_t nodes : {std::uint64_t{0}, std::uint64_t{100}, needed - 1}) {
    const Foreseen f(fen, "d1h5", 1, nodes);
    CHECK_FALSE(f.done);
    CHECK_FALSE(f.judgements.foreseen);
    CHECK(f.of("g8f6") == 0);
    CHECK(f.used < needed);
  }
  CHECK(Foreseen(fen, "d1h5", 1, needed).done);
}

TEST_CASE("foresight: to think of the likeliest moves alone costs less, and our own is among them") {
  const char* fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";
  for (const char* ours : {"d1h5", "e1e2"}) {
    const Foreseen all(fen, ours);
    const Foreseen few(fen, ours, 0.5);
    REQUIRE(few.done);
    CHECK(few.judgements.foreseen);
    CHECK(few.used < all.used / 2);
  }
}

TEST_CASE("foresight: the board before a move is the board that the move leads on from") {
  std::size_t captures = 0, others = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    for (const Color me : {kWhite, kBlack}) {
      const auto history = testing::random_game(Board::start(), seed, 120)[me];
      OwnSide own(Board::start(), me);
      for (std::size_t i = 0; i < history.events.size(); ++i) {
        const OwnSide before = own;
        own.follow(history.events[i]);
        const auto* mine = std::get_if<Moved>(&history.events[i]);
        if (mine == nullptr || history.truth[i].king(~me) == kNoSquare) {
          continue;
        }
        const Board undone = board_before(pack(history.truth[i], me), before, *mine);
        CHECK(undone.turn() == me);
        CHECK(resolve(undone, mine->taken) == Outcome{mine->taken, mine->captured});
        Board again = undone;
        apply(again, mine->taken);
        CHECK(pack(again, me).same_board(pack(history.truth[i], me)));
        CHECK(OwnSide(again, me).pieces().key() == own.pieces().key());
        (mine->captured != kNoSquare ? captures : others) += 1;
      }
    }
  }
  CHECK(captures > 200);
  CHECK(others > 1'000);
}
