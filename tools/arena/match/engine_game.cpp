#include "tools/arena/match/engine_game.h"

#include <algorithm>

#include <fmt/format.h>

#include "protocol/host/engine_player.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

std::optional<std::uint64_t> boards_of(const std::optional<UpdateInfo>& update) {
  return update ? std::optional(update->boards) : std::nullopt;
}

// Writes down what the engines say beside their answers, and asks them for the true board.
class Reporter : public GameObserver {
 public:
  // A player that is no engine tells nothing.
  Reporter(std::array<std::optional<EnginePlayer>, 2>& players, const EngineGameSettings& settings,
           const std::filesystem::path& record_file, const std::function<void(const TurnReport&)>& on_turn)
      : players_(players),
        settings_(settings),
        record_file_(record_file),
        on_turn_(on_turn),
        probes_{settings.probe && players[0], settings.probe && players[1]} {}

  bool wants_to_inspect(Color side) override { return probes_[side]; }
  std::optional<Fault> inspect(const Game& game) override;
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

  std::array<std::optional<EnginePlayer>, 2>& players_;  // by Color
  const EngineGameSettings& settings_;
  const std::filesystem::path& record_file_;
  const std::function<void(const TurnReport&)>& on_turn_;
  std::array<std::optional<std::chrono::milliseconds>, 2> clocks_;  // by Color, after the last turn
  std::array<bool, 2> probes_;  // by Color; an engine that keeps no boards is not asked again
  GameReport report_;
  std::optional<int> truth_ppm_;  // of the turn being played
  bool deferring_ = false;
};

std::optional<Fault> Reporter::inspect(const Game& game) {
  const Color side = game.side();
  EnginePlayer& player = *players_[side];
  const Answer<std::optional<int>> answer =
      player.probe(game.referee().board(), steady_clock::now() + player.link().patience().ready);
  if (const Fault* fault = std::get_if<Fault>(&answer)) {
    return *fault;
  }
  const std::optional<int> ppm = std::get<std::optional<int>>(answer);
  if (!ppm) {
    probes_[side] = false;
    return {};
  }
  truth_ppm_ = ppm;
  deferring_ = notes(side).last_update && notes(side).last_update->deferred > 0;
  SideReport& report = report_.sides[side];
  ++report.probes;
  report.lost += *ppm == 0 && !deferring_ ? 1 : 0;
  report.deferred += *ppm == 0 && deferring_ ? 1 : 0;
  return {};
}

void Reporter::count_boards(const TurnReport& turn) {
  SideReport& side = report_.sides[turn.side];
  side.turns = turn.number;
  side.turns_with_boards += turn.boards_notified ? 1 : 0;
  side.boards_before_sense += turn.boards_notified.value_or(0);
  for (const auto& boards : {turn.boards_notified, turn.boards_sensed, turn.boards_moved}) {
    side.most_boards = std::max(side.most_boards, boards.value_or(0));
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
  turn.truth_ppm = std::exchange(truth_ppm_, std::nullopt);
  turn.deferring = std::exchange(deferring_, false);
  count_boards(turn);
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
                                                     settings.record_copies[c].string()});
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
  return report;
}

}  // namespace lanternfish
