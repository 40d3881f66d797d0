#include "tools/arena/bots/house_players.h"

#include <algorithm>
#include <atomic>
#include <iterator>

#include <fmt/format.h>

#include "rules/movegen.h"
#include "uci/engine_command.h"
#include "uci/engine_gate.h"
#include "uci/uci_process.h"

namespace lanternfish {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStopTimeout(2000);  // generous: many games may share the machine

class SensesAnyInnerSquare : public HousePlayer {
 public:
  Square choose_sense(const HouseView&, std::span<const Square> allowed) override {
    std::vector<Square> inner;
    std::copy_if(allowed.begin(), allowed.end(), std::back_inserter(inner),
                 [](Square s) { return window_squares(s).size == 9; });
    return inner.empty() ? any(allowed) : any<Square>(inner);
  }
};

class RandomHousePlayer : public SensesAnyInnerSquare {
 public:
  explicit RandomHousePlayer(int pass_percent) : pass_percent_(pass_percent) {}

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

class ShufflingHousePlayer : public SensesAnyInnerSquare {
 public:
  Move choose_move(const HouseView& view, std::span<const Move> allowed, const std::optional<Board>&,
                   const HouseLimits&) override {
    constexpr int kHomeRanks = 3;
    const auto is_home = [&](Square s) { return relative_rank(s, view.me()) < kHomeRanks; };
    std::vector<Move> moves;
    std::copy_if(allowed.begin(), allowed.end(), std::back_inserter(moves), [&](Move m) {
      return !m.is_null() && is_home(m.from) && is_home(m.to) && view.own().piece_at(m.from).type != kPawn;
    });
    if (!moves.empty()) {
      return any<Move>(moves);
    }
    const bool may_pass = std::any_of(allowed.begin(), allowed.end(), [](Move m) { return m.is_null(); });
    return may_pass ? kNullMove : any(allowed);
  }
};

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
  // The chess engine's move for a question; the engine is started when none is up. None when it fails.
  std::optional<Move> ask(const EngineQuestion& question, const HouseLimits& limits);
  SearchLimits search_limits(const HouseLimits& limits) const;

  ChessEngineSettings settings_;
  std::unique_ptr<UciProcess> engine_;
};

Move PerfectHousePlayer::choose_move(const HouseView&, std::span<const Move> allowed, const std::optional<Board>& truth,
                                     const HouseLimits& limits) {
  if (!truth) {
    return any(allowed);
  }
  std::optional<Move> king_capture;
  const Square king = truth->king(~truth->turn());
  const auto is_allowed = [&](Move m) { return std::find(allowed.begin(), allowed.end(), m) != allowed.end(); };
  for_each_taken_move(mover_view(*truth), truth->turn(), [&](PieceType, Move move, Square captured) {
    if (captured == king && is_allowed(move)) {
      king_capture = move;
    }
  });
  if (king_capture) {
    return *king_capture;
  }
  std::optional<EngineQuestion> question = engine_question(*truth);
  if (question) {
    std::copy_if(question->legal.begin(), question->legal.end(), std::back_inserter(question->only), is_allowed);
  }
  if (!question || question->only.empty()) {
    return any(allowed);  // mated, or on a board that no chess engine may see
  }
  const std::optional<Move> move = ask(*question, limits);
  return move ? *move : any<Move>(question->only);
}

Status PerfectHousePlayer::start_engine() {
  constexpr int kHashMb = 16;
  const std::vector<std::string>& wanted = settings_.command;
  const std::string name = wanted.empty() ? "stockfish" : wanted.front();
  std::vector<std::string> argv = wanted.empty() ? std::vector{name} : wanted;
  argv.front() = find_engine_program(name).value_or(name);
  Result<std::unique_ptr<UciProcess>> launched = UciProcess::launch(argv, {.stop = kStopTimeout});
  if (!launched) {
    return Error{launched.error()};
  }
  const std::atomic<bool> cancelled = false;
  if (const Status ready = (*launched)->handshake(kHashMb, cancelled); !ready) {
    return Error{fmt::format("'{}' is no chess engine: {}", name, ready.error())};
  }
  engine_ = std::move(launched).value();
  return success();
}

SearchLimits PerfectHousePlayer::search_limits(const HouseLimits& limits) const {
  constexpr std::int64_t kClockShare = 40;  // of the time left, one part in this for a move
  SearchLimits search{.depth = 0, .all_moves = false};
  if (limits.nodes) {
    search.nodes = *limits.nodes;
  } else if (!limits.infinite) {
    const std::int64_t ms = limits.movetime_ms.value_or(settings_.movetime_ms);
    search.time = milliseconds(limits.clock_ms ? std::clamp<std::int64_t>(*limits.clock_ms / kClockShare, 1, ms) : ms);
  }
  return search;
}

std::optional<Move> PerfectHousePlayer::ask(const EngineQuestion& question, const HouseLimits& limits) {
  if (!engine_ && !start_engine().ok()) {
    return std::nullopt;
  }
  Move chosen;
  engine_->ask(question, search_limits(limits));
  if (engine_->await_choice(limits.stopped, chosen) == UciProcess::Outcome::kAnswered) {
    return chosen;
  }
  engine_.reset();  // a fresh one the next time
  return std::nullopt;
}

}  // namespace

std::unique_ptr<HousePlayer> make_random_house_player(int pass_percent) {
  return std::make_unique<RandomHousePlayer>(pass_percent);
}

std::unique_ptr<HousePlayer> make_shuffling_house_player() { return std::make_unique<ShufflingHousePlayer>(); }

Result<std::unique_ptr<HousePlayer>> make_perfect_house_player(const ChessEngineSettings& settings) {
  auto player = std::make_unique<PerfectHousePlayer>(settings);
  if (const Status started = player->start_engine(); !started) {
    return Error{started.error()};
  }
  return std::unique_ptr<HousePlayer>(std::move(player));
}

}  // namespace lanternfish
