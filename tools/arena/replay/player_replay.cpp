#include "tools/arena/replay/player_replay.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"

namespace lanternfish {

using std::chrono::steady_clock;

const CountRow* PlayerReplay::reference_row() const {
  if (settings_.counts == nullptr) {
    return nullptr;
  }
  const auto found = settings_.counts->find(game_);
  if (found == settings_.counts->end()) {
    return nullptr;
  }
  const std::vector<CountRow>& rows = found->second[side_].rows;
  return turn_ < rows.size() ? &rows[turn_] : nullptr;
}

void PlayerReplay::compare(const UpdateInfo& update, int column) {
  const CountRow* row = reference_row();
  if (row == nullptr) {
    return;
  }
  if (update.deferred > 0) {
    ++totals_.deferring;
    return;
  }
  ++totals_.counts;
  const std::uint64_t expected = (*row)[static_cast<std::size_t>(column)];
  if (update.boards != expected) {
    ++totals_.mismatches;
    complain(fmt::format("{} boards after the {}, the reference has {}", update.boards,
                         std::array{"opponent's move", "sense", "own move"}[static_cast<std::size_t>(column)],
                         expected));
  }
}

bool PlayerReplay::feed(const Observation& event, int column) {
  const Answer<UpdateInfo> answer = engine_.observe(event, deadline());
  if (const Fault* bad = std::get_if<Fault>(&answer)) {
    usable_ = bad->ending == Ending::kNonsense;
    fault(bad->text);
    return false;
  }
  const auto& update = std::get<UpdateInfo>(answer);
  totals_.most_boards = std::max(totals_.most_boards, update.boards);
  compare(update, column);
  if (settings_.max_boards != 0 && update.boards > settings_.max_boards) {
    ++totals_.left_early;
    return false;
  }
  return true;
}

bool PlayerReplay::probe(const Board& truth) {
  const Answer<int> answer = engine_.probe(truth, deadline());
  if (const Fault* bad = std::get_if<Fault>(&answer)) {
    usable_ = false;
    fault(bad->text);
    return false;
  }
  ++totals_.probes;
  if (std::get<int>(answer) == 0 && engine_.notes().last_update->deferred > 0) {
    ++totals_.deferring;
  } else if (std::get<int>(answer) == 0) {
    ++totals_.lost;
    complain(fmt::format("the true board is not held: {}", format_fen(truth)));
  }
  return true;
}

Limits PlayerReplay::limits() const {
  Limits limits;
  limits.turn = static_cast<std::int64_t>(turn_) + 1;
  limits.movetime = settings_.decide->movetime;
  limits.nodes = settings_.decide->nodes;
  return limits;
}

bool PlayerReplay::ask_sense(const RecordedTurn& turn) {
  const Answer<Square> answer = engine_.sense({limits(), {}}, steady_clock::now() + settings_.patience.silence);
  if (const Fault* bad = std::get_if<Fault>(&answer)) {
    usable_ = false;
    fault(bad->text);
    return false;
  }
  const Square chosen = std::get<Square>(answer), recorded = turn.sensed.window.center;
  ++totals_.senses;
  if (chosen != recorded) {
    ++totals_.other_senses;
    complain(fmt::format("would sense {}, recorded is {}", format_square(chosen), format_square(recorded)));
  }
  return true;
}

// The last turn of a game may have no move any more; then it only tells what it would have done.
bool PlayerReplay::ask_move(const RecordedTurn& turn) {
  const Answer<Move> answer = engine_.go({limits(), {}}, steady_clock::now() + settings_.patience.silence);
  if (const Fault* bad = std::get_if<Fault>(&answer)) {
    usable_ = false;
    fault(bad->text);
    return false;
  }
  const Move chosen = normalized_request(turn.truth, std::get<Move>(answer));
  if (!turn.moved) {
    complain(fmt::format("would request {}, the record ends before the move", format_move(chosen)));
    return true;
  }
  const Move recorded = normalized_request(turn.truth, turn.moved->requested);
  ++totals_.requests;
  if (chosen != recorded) {
    ++totals_.other_requests;
    complain(fmt::format("would request {}, recorded is {}", format_move(chosen), format_move(recorded)));
  }
  return true;
}

bool PlayerReplay::play_turn(const RecordedTurn& turn) {
  if (!feed(turn.notice, 0) || (settings_.decide && !ask_sense(turn)) || !feed(turn.sensed, 1)) {
    return false;
  }
  if (settings_.probe && !probe(turn.truth)) {
    return false;
  }
  if (settings_.decide && !ask_move(turn)) {
    return false;
  }
  ++totals_.turns;
  return !turn.moved || turn.takes_king || feed(*turn.moved, 2);
}

bool PlayerReplay::play(const RecordedGame& game) {
  const std::vector<RecordedTurn>& turns = game.turns[side_];
  ++totals_.players;
  if (const std::optional<Fault> bad = engine_.new_game(game.start, side_)) {
    fault(bad->text);
    return false;
  }
  while (turn_ < turns.size() && play_turn(turns[turn_])) {
    ++turn_;
  }
  totals_.skipped += static_cast<std::int64_t>(turns.size()) - totals_.turns;
  if (const int warnings = engine_.notes().belief_warnings; usable_ && warnings > 0) {
    fault(fmt::format("{} belief warnings, the first: {}", warnings, engine_.notes().first_error));
  }
  return usable_;
}

}  // namespace lanternfish
