#include "tools/arena/replay/player_replay.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "tools/arena/cli/print.h"

namespace lanternfish {

using std::chrono::steady_clock;

void PlayerReplay::complain(const std::string& text) {
  reports_.problem(fmt::format("{} {} turn {}: {}", game_, format_color(side_), turn() + 1, text));
}

void PlayerReplay::tell_progress(std::uint64_t boards) {
  const auto now = steady_clock::now();
  if (!reports_.progress || now < next_word_) {
    return;
  }
  next_word_ = now + kWordInterval;
  reports_.progress(fmt::format("{} {} turn {} of {}, {} boards", game_, format_color(side_), turn() + 1,
                                record().senses.size(), grouped(boards)));
}

std::optional<Fault> PlayerReplay::give_up(const Fault& fault, bool usable) {
  usable_ = usable_ && usable;
  ++totals_.faults;
  complain(fault.text);
  return Fault{Ending::kStopped, fault.text};
}

const CountRow* PlayerReplay::reference_row() const {
  if (settings_.counts == nullptr) {
    return nullptr;
  }
  const auto found = settings_.counts->find(game_);
  if (found == settings_.counts->end()) {
    return nullptr;
  }
  const std::vector<CountRow>& rows = found->second[side_].rows;
  return turn() < rows.size() ? &rows[turn()] : nullptr;
}

void PlayerReplay::compare(const UpdateReport& update, int column) {
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

std::optional<Fault> PlayerReplay::feed(const Observation& event, int column) {
  const Answer<std::optional<UpdateReport>> answer = engine_.observe(event, deadline());
  if (const Fault* bad = std::get_if<Fault>(&answer)) {
    return give_up(*bad, bad->ending == Ending::kNonsense);
  }
  const auto& update = std::get<std::optional<UpdateReport>>(answer);
  if (!update) {  // it keeps no boards
    return settings_.counts == nullptr
               ? std::nullopt
               : give_up({Ending::kNonsense, "told no number of boards, and --counts compares these"}, true);
  }
  totals_.most_boards = std::max(totals_.most_boards, update->boards);
  compare(*update, column);
  tell_progress(update->boards);
  if (settings_.max_boards != 0 && update->boards > settings_.max_boards) {
    ++totals_.left_early;
    complain(fmt::format("{} boards, more than --max-boards {}: the rest of this player's game is left out",
                         grouped(update->boards), grouped(settings_.max_boards)));
    return Fault{Ending::kStopped, "too many boards"};
  }
  return {};
}

std::optional<Fault> PlayerReplay::probe() {
  const Answer<std::optional<int>> answer = engine_.probe(truth_, deadline());
  if (const Fault* bad = std::get_if<Fault>(&answer)) {
    return give_up(*bad, false);
  }
  const std::optional<int> ppm = std::get<std::optional<int>>(answer);
  if (!ppm) {
    return give_up({Ending::kNonsense, "refused 'probe': where it keeps no boards, ask by --decide alone"}, false);
  }
  ++totals_.probes;
  const std::optional<UpdateReport>& update = engine_.notes().last_update;
  if (*ppm == 0 && update && update->deferred > 0) {
    ++totals_.deferring;
  } else if (*ppm == 0) {
    ++totals_.lost;
    complain(fmt::format("the true board is not held: {}", format_fen(truth_)));
  }
  return {};
}

Limits PlayerReplay::limits() const {
  Limits limits;
  limits.turn = static_cast<std::int64_t>(turn()) + 1;
  limits.movetime = settings_.decide->movetime;
  limits.nodes = settings_.decide->nodes;
  return limits;
}

std::optional<Fault> PlayerReplay::ask_sense() {
  const Answer<Square> answer = engine_.sense({limits(), {}}, steady_clock::now() + settings_.patience.silence);
  if (const Fault* bad = std::get_if<Fault>(&answer)) {
    return give_up(*bad, false);
  }
  const Square chosen = std::get<Square>(answer), recorded = record().senses[turn()].center;
  ++totals_.senses;
  if (chosen != recorded) {
    ++totals_.other_senses;
    complain(fmt::format("would sense {}, recorded is {}", format_square(chosen), format_square(recorded)));
  }
  return {};
}

// The last turn of a game may have no move any more; then the engine only tells what it would have done.
std::optional<Fault> PlayerReplay::ask_move() {
  const Answer<Move> answer = engine_.go({limits(), {}}, steady_clock::now() + settings_.patience.silence);
  if (const Fault* bad = std::get_if<Fault>(&answer)) {
    return give_up(*bad, false);
  }
  const Move chosen = normalized_request(truth_, std::get<Move>(answer));
  if (turn() >= record().moves.size()) {
    complain(fmt::format("would request {}, the record ends before the move", format_move(chosen)));
    return {};
  }
  const Move recorded = normalized_request(truth_, record().moves[turn()].requested);
  ++totals_.requests;
  if (chosen != recorded) {
    ++totals_.other_requests;
    complain(fmt::format("would request {}, recorded is {}", format_move(chosen), format_move(recorded)));
  }
  return {};
}

std::optional<Fault> PlayerReplay::begin(const GameStart& start) {
  ++totals_.players;
  if (const std::optional<Fault> bad = engine_.new_game(start.rules.start, side_)) {
    return give_up(*bad, false);
  }
  return RecordedPlayer::begin(start);
}

std::optional<Fault> PlayerReplay::notice(const OpponentMoved& notice) {
  if (turn() >= record().senses.size()) {
    return end_of_record();
  }
  return feed(notice, 0);
}

Decision<Square> PlayerReplay::sense(const DecisionLimits& limits) {
  if (settings_.decide) {
    if (const std::optional<Fault> fault = ask_sense()) {
      return *fault;
    }
  }
  return RecordedPlayer::sense(limits);
}

std::optional<Fault> PlayerReplay::sense_result(const Sensed& sensed) {
  if (const std::optional<Fault> fault = feed(sensed, 1)) {
    return fault;
  }
  return settings_.probe ? probe() : std::nullopt;
}

Decision<Move> PlayerReplay::move(const DecisionLimits& limits) {
  if (settings_.decide) {
    if (const std::optional<Fault> fault = ask_move()) {
      return *fault;
    }
  }
  ++totals_.turns;
  return RecordedPlayer::move(limits);
}

// After a captured king nothing is told: a reference counts boards that no engine needs to keep.
std::optional<Fault> PlayerReplay::move_result(const Moved& moved) {
  if (moved.captured == kNoSquare || truth_.piece_at(moved.captured).type != kKing) {
    if (const std::optional<Fault> fault = feed(moved, 2)) {
      return fault;
    }
  }
  return RecordedPlayer::move_result(moved);
}

void PlayerReplay::end(const GameResult& /*result*/, const std::string& /*record*/) {
  totals_.skipped += static_cast<std::int64_t>(record().senses.size()) - totals_.turns;
  if (const int warnings = engine_.notes().belief_warnings; usable_ && warnings > 0) {
    give_up(
        {Ending::kNonsense, fmt::format("{} belief warnings, the first: {}", warnings, engine_.notes().first_error)},
        true);
  }
}

}  // namespace lanternfish
