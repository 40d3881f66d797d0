#include "tools/arena/bots/house_players.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class RandomHousePlayer : public HousePlayer {
 public:
  explicit RandomHousePlayer(int pass_percent) : pass_percent_(pass_percent) {}

  Square choose_sense(const HouseView&, std::span<const Square> allowed) override {
    std::vector<Square> inner;
    std::copy_if(allowed.begin(), allowed.end(), std::back_inserter(inner),
                 [](Square s) { return window_squares(s).size == 9; });
    return inner.empty() ? any(allowed) : any<Square>(inner);
  }

  Move choose_move(const HouseView&, std::span<const Move> allowed, const std::optional<Board>&,
                   const HouseLimits&) override {
    const bool may_pass = std::any_of(allowed.begin(), allowed.end(), [](Move m) { return m.is_null(); });
    std::vector<Move> moves;
    std::copy_if(allowed.begin(), allowed.end(), std::back_inserter(moves), [](Move m) { return !m.is_null(); });
    return moves.empty() || (may_pass && chance(pass_percent_)) ? kNullMove : any<Move>(moves);
  }

 private:
  int pass_percent_;
};

// Moves of the side to move after which its king is not attacked.
std::vector<Move> chess_moves(const Board& board) {
  std::vector<Move> legal;
  for_each_taken_move(mover_view(board), board.turn(), [&](PieceType, Move move, Square) {
    Board after = board;
    apply(after, move);
    if (!in_check(after, board.turn())) {
      legal.push_back(move);
    }
  });
  return legal;
}

// A position a chess engine can be asked about: no castling or en-passant rights that chess could not have.
std::string chess_fen(Board board) {
  board.set_castling(rights_with_pieces_at_home(board, board.castling()));
  board.set_ep_square(in_check(board, board.turn()) ? kNoSquare : board.usable_ep_square());
  board.set_clocks(0, board.fullmove_number());
  return format_fen(board);
}

class PerfectHousePlayer : public HousePlayer {
 public:
  explicit PerfectHousePlayer(ChessEngineSettings settings) : settings_(std::move(settings)) {}

  Status start_engine();

  bool wants_truth() const override { return true; }
  Square choose_sense(const HouseView&, std::span<const Square> allowed) override {
    return std::find(allowed.begin(), allowed.end(), kNoSquare) != allowed.end() ? kNoSquare : allowed.front();
  }
  Move choose_move(const HouseView& view, std::span<const Move> allowed, const std::optional<Board>& truth,
                   const HouseLimits& limits) override;

 private:
  std::optional<Move> ask(const Board& board, std::span<const Move> moves, const HouseLimits& limits);
  Status try_command(const std::vector<std::string>& command);

  ChessEngineSettings settings_;
  std::unique_ptr<ChildProcess> engine_;
};

Move PerfectHousePlayer::choose_move(const HouseView&, std::span<const Move> allowed, const std::optional<Board>& truth,
                                     const HouseLimits& limits) {
  if (!truth) {
    return any(allowed);
  }
  std::optional<Move> mate;
  const Square king = truth->king(~truth->turn());
  const auto is_allowed = [&](Move m) { return std::find(allowed.begin(), allowed.end(), m) != allowed.end(); };
  for_each_taken_move(mover_view(*truth), truth->turn(), [&](PieceType, Move move, Square captured) {
    if (captured == king && is_allowed(move)) {
      mate = move;
    }
  });
  if (mate) {
    return *mate;
  }
  std::vector<Move> legal = chess_moves(*truth);
  std::erase_if(legal, [&](Move m) { return !is_allowed(m); });
  if (!legal.empty()) {
    if (const std::optional<Move> move = ask(*truth, legal, limits); move && is_allowed(*move)) {
      return *move;
    }
    return any<Move>(legal);
  }
  return any(allowed);  // mated, or without a move
}

Status PerfectHousePlayer::start_engine() {
  if (!settings_.command.empty()) {
    return try_command(settings_.command);
  }
  const Status on_path = try_command({"stockfish"});
  return on_path ? on_path : try_command({"/usr/games/stockfish"});  // where Debian puts it, often not on the path
}

Status PerfectHousePlayer::try_command(const std::vector<std::string>& command) {
  Result<std::unique_ptr<ChildProcess>> started = ChildProcess::start({.argv = command, .directory = {}});
  if (!started) {
    return Error{started.error()};
  }
  engine_ = std::move(started).value();
  engine_->write_line("uci", steady_clock::now() + milliseconds(5000));
  std::string line;
  while (engine_->read_line(line, steady_clock::now() + milliseconds(5000)) == ChildProcess::ReadStatus::kLine) {
    if (line == "uciok") {
      return success();
    }
  }
  engine_.reset();
  return Error{fmt::format("'{}' is no chess engine that speaks UCI", command.front())};
}

std::optional<Move> PerfectHousePlayer::ask(const Board& board, std::span<const Move> moves,
                                            const HouseLimits& limits) {
  constexpr std::int64_t kClockShare = 40;  // of the time left for one move
  constexpr milliseconds kGrace(2000);      // beyond what was asked for: then the engine is taken for dead
  constexpr milliseconds kLook(20);         // how often `stopped` is looked at
  if (!engine_ && !start_engine().ok()) {
    return std::nullopt;
  }
  std::int64_t ms = limits.movetime_ms.value_or(settings_.movetime_ms);
  if (limits.clock_ms) {
    ms = std::clamp<std::int64_t>(*limits.clock_ms / kClockShare, 1, ms);
  }
  std::string go = limits.nodes      ? fmt::format("go nodes {}", *limits.nodes)
                   : limits.infinite ? "go infinite"
                                     : fmt::format("go movetime {}", ms);
  go += " searchmoves";
  for (const Move move : moves) {
    std::string text = format_move(move);
    go += " " + text;
  }
  auto deadline =
      steady_clock::now() + (limits.nodes || limits.infinite ? milliseconds(600'000) : milliseconds(ms)) + kGrace;
  engine_->write_line("position fen " + chess_fen(board), deadline);
  engine_->write_line(go, deadline);
  bool told_to_stop = false;
  for (std::string line; steady_clock::now() < deadline;) {
    const ChildProcess::ReadStatus status = engine_->read_line(line, std::min(deadline, steady_clock::now() + kLook));
    if (status == ChildProcess::ReadStatus::kClosed) {
      break;
    }
    if (status == ChildProcess::ReadStatus::kLine && line.starts_with("bestmove ")) {
      const Result<Move> move = parse_move(std::string_view(line).substr(9, line.find(' ', 9) - 9));
      return move ? std::optional(*move) : std::nullopt;
    }
    if (!told_to_stop && limits.stopped()) {
      told_to_stop = true;
      engine_->write_line("stop", deadline);
      deadline = std::min(deadline, steady_clock::now() + kGrace);
    }
  }
  engine_.reset();  // dead or silent: a fresh one next time
  return std::nullopt;
}

}  // namespace

std::unique_ptr<HousePlayer> make_random_house_player(int pass_percent) {
  return std::make_unique<RandomHousePlayer>(pass_percent);
}

Result<std::unique_ptr<HousePlayer>> make_perfect_house_player(const ChessEngineSettings& settings) {
  auto player = std::make_unique<PerfectHousePlayer>(settings);
  if (const Status started = player->start_engine(); !started) {
    return Error{started.error()};
  }
  return std::unique_ptr<HousePlayer>(std::move(player));
}

}  // namespace lanternfish
