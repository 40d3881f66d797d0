#include "tools/arena/match/engine_game.h"

#include <algorithm>

#include <fmt/format.h>

#include "protocol/host/engine_player.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

std::optional<std::uint64_t> boards_of(const std::optional<UpdateReport>& update) {
  return update ? std::optional(update->boards) : std::nullopt;
}

// Writes down what the engines say beside their answers.
class Reporter : public GameObserver {
 public:
  // A player that is no engine tells nothing.
  Reporter(std::array<std::optional<EnginePlayer>, 2>& players, const EngineGameSettings& settings,
           const std::filesystem::path& record_file, const std::function<void(const TurnReport&)>& on_turn)
      : players_(players), settings_(settings), record_file_(record_file), on_turn_(on_turn) {}

  void turn_ended(const Game& game, const PlayedTurn& turn) override;
  void game_over(const Game& game) override;

  void wait_for_end(Color side);
  GameReport take() { return std::move(report_); }

 private:
  const EngineLink::Notes& notes(Color side) const {
    static const EngineLink::Notes kNone;
    return players_[side] ? players_[side]->link().notes() : kNone;
  }
  void count_boards(const TurnReport& turn);
  void count_overruns(const PlayedTurn& turn);

  std::array<std::optional<EnginePlayer>, 2>& players_;  // by Color
  const EngineGameSettings& settings_;
  const std::filesystem::path& record_file_;
  const std::function<void(const TurnReport&)>& on_turn_;
  std::array<std::optional<std::chrono::milliseconds>, 2> clocks_;  // by Color, after the last turn
  GameReport report_;
};

void Reporter::count_boards(const TurnReport& turn) {
  SideReport& side = report_.sides[turn.side];
  side.turns = turn.number;
  side.turns_with_boards += turn.boards_notified ? 1 : 0;
  side.boards_before_sense += turn.boards_notified.value_or(0);
  for (const auto& boards : {turn.boards_notified, turn.boards_sensed, turn.boards_moved}) {
    side.most_boards = std::max(side.most_boards, boards.value_or(0));
  }
}

void Reporter::count_overruns(const PlayedTurn& turn) {
  const std::optional<std::int64_t> movetime = settings_.time[turn.side].movetime;
  for (const auto& took : {turn.sense_time, turn.move_time}) {
    if (movetime && took.count() > *movetime + kOverrun.count()) {
      SideReport& side = report_.sides[turn.side];
      ++side.overruns;
      side.longest_overrun = std::max(side.longest_overrun, static_cast<int>(took.count() - *movetime));
    }
  }
}

void Reporter::turn_ended(const Game& game, const PlayedTurn& played) {
  TurnReport turn;
  static_cast<PlayedTurn&>(turn) = played;
  clocks_ = played.clocks;
  const EngineLink::Notes& said = notes(played.side);
  turn.boards_notified = boards_of(said.updates[0]);
  turn.boards_sensed = boards_of(said.updates[1]);
  // The last move of a game is not waited for.
  turn.boards_moved = played.finished && !game.over() ? boards_of(said.updates[2]) : std::nullopt;
  for (std::size_t kind = 0; kind < turn.events_ms.size(); ++kind) {
    if (said.updates[kind] && (kind < 2 || turn.boards_moved)) {
      turn.events_ms[kind] = said.updates[kind]->time_ms;
    }
  }
  turn.opponent_boards = boards_of(notes(~played.side).last_update);
  count_boards(turn);
  count_overruns(played);
  if (played.finished) {
    if (on_turn_) {
      on_turn_(turn);
    }
    report_.turns.push_back(turn);
  }
}

// Before the engines hear of it: one may find no board to explain that the game goes on.
void Reporter::game_over(const Game& game) {
  for (const Color c : {kWhite, kBlack}) {
    SideReport& side = report_.sides[c];
    side.belief_warnings = notes(c).belief_warnings;
    side.errors = notes(c).errors;
    side.first_error = notes(c).first_error;
    side.first_warning = notes(c).warnings.empty() ? "" : notes(c).warnings.front();
  }
  report_.result = game.result();
  report_.record = game.record();
  for (const Color c : {kWhite, kBlack}) {
    if (!settings_.record_names[c].empty()) {
      report_.record.names[c] = settings_.record_names[c];
    }
  }
  const bool wanted = !record_file_.empty() && report_.result.ending != Ending::kStopped;
  report_.written = wanted ? write_game_record(record_file_, report_.record) : success();
  for (const std::filesystem::path& copy : settings_.record_copies) {
    if (wanted && !copy.empty()) {
      static_cast<void>(write_game_record(copy, report_.record));  // the engine says when it misses its copy
    }
  }
}

// What it complains of at the end, it complained of too late to lose by it.
void Reporter::wait_for_end(Color side) {
  const EngineLink& link = players_[side]->link();
  const GameResult& result = report_.result;
  const bool failed = result.winner == ~side && result.ending != Ending::kByRules && result.ending != Ending::kResigned;
  if (result.ending == Ending::kStopped || (failed && result.ending == Ending::kCrash)) {
    return;
  }
  const auto left = failed ? std::chrono::milliseconds(0) : clocks_[side].value_or(link.patience().silence);
  const auto time = std::max<std::chrono::milliseconds>(left, kMinEndTime);
  const int errors = notes(side).errors;
  const std::string first_error = notes(side).first_error;
  const std::optional<Fault> fault = players_[side]->ready_after_end(steady_clock::now() + time);
  SideReport& report = report_.sides[side];
  report.unfinished = fault && fault->ending == Ending::kSilence;
  if (report.unfinished) {
    report.first_warning = fmt::format("was not done with the end of a game after {:.1f} s, and was ended",
                                       std::chrono::duration<double>(time).count());
  } else if (notes(side).errors > errors && first_error.empty()) {
    report.first_warning = notes(side).first_error;
  }
}

// A probe names the true board, and an engine could play by it. So nobody is probed before the game is over: then the
// engine is set up as it stood after each of its senses, off the clock. What it was told by then it may hold; what it
// puts off when it is in no hurry may be less than it had put off in the game.
std::optional<Fault> probe_turns(EngineLink& link, Color side, GameReport& report) {
  const PositionCommand& whole = report.transcripts[side];
  constexpr std::size_t kEventsOfTurn = 3;  // notice, sense, move
  for (TurnReport& turn : report.turns) {
    if (turn.side != side) {
      continue;
    }
    const std::size_t told = kEventsOfTurn * static_cast<std::size_t>(turn.number) - 1;
    link.send(PositionCommand{whole.start, side, {whole.history.begin(), whole.history.begin() + told}});
    const auto answer = link.probe(turn.board, steady_clock::now() + link.patience().ready);
    if (const Fault* fault = std::get_if<Fault>(&answer)) {
      return *fault;
    }
    turn.truth_ppm = std::get<std::optional<int>>(answer);
    if (!turn.truth_ppm) {
      return Fault{Ending::kNonsense, "refused a probe after the game"};
    }
    turn.deferring = link.notes().last_update && link.notes().last_update->deferred > 0;
    SideReport& counts = report.sides[side];
    ++counts.probes;
    counts.lost += *turn.truth_ppm == 0 && !turn.deferring ? 1 : 0;
    counts.deferred += *turn.truth_ppm == 0 && turn.deferring ? 1 : 0;
  }
  return {};
}

// Whose fault ended the game may still be busy with an old question: its process is begun anew.
void probe(EngineLink& link, Color side, GameReport& report) {
  const bool failed = report.result.ending != Ending::kByRules && report.result.winner != side;
  if (const Status ready = failed ? link.restart() : success(); !ready) {
    report.unusable[side] = true;
    return;
  }
  if (const std::optional<Fault> fault = probe_turns(link, side, report)) {
    SideReport& counts = report.sides[side];
    counts.first_error = counts.errors++ == 0 ? fault->text : counts.first_error;
    report.unusable[side] = true;
  }
}

}  // namespace

GameReport play_engines(const Seats& seats, const EngineGameSettings& settings,
                        const std::filesystem::path& record_file,
                        const std::function<void(const TurnReport&)>& on_turn) {
  std::array<std::optional<EnginePlayer>, 2> engines;  // by Color
  Game::Players players{};
  GameSettings patient = settings;
  for (const Color c : {kWhite, kBlack}) {
    players[c] = seats[c].player;
    if (EngineLink* link = seats[c].engine) {
      engines[c].emplace(*link, EnginePlayerSettings{settings.ponder[c], settings.seeds[c], settings.restarts,
                                                     settings.probe, settings.record_copies[c].string()});
      players[c] = &*engines[c];
      patient.silence = link->patience().silence;
      patient.absorb = link->patience().ready;
    }
  }
  Reporter reporter(engines, settings, record_file, on_turn);
  Game game(players, patient, {&reporter});
  play(game, record_file.empty() ? "" : std::filesystem::absolute(record_file).string());
  for (const Color c : {kWhite, kBlack}) {
    if (engines[c]) {
      reporter.wait_for_end(c);
    }
  }
  GameReport report = reporter.take();
  report.final_board = game.referee().board();
  for (const Color c : {kWhite, kBlack}) {
    const auto told = game.referee().history(c);
    report.transcripts[c] = {settings.rules.start, c, {told.begin(), told.end()}};
    report.sides[c].restarts = engines[c] ? engines[c]->restarts() : 0;
  }
  for (const Color c : {kWhite, kBlack}) {
    if (engines[c] && engines[c]->keeps_boards() && report.result.ending != Ending::kStopped) {
      probe(engines[c]->link(), c, report);
    }
  }
  return report;
}

}  // namespace lanternfish
