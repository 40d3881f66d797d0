#include "tools/arena/match/engine_game.h"

#include <algorithm>

#include "protocol/host/engine_player.h"

namespace lanternfish {

namespace {

using std::chrono::steady_clock;

std::optional<std::uint64_t> boards_of(const std::optional<UpdateReport>& update) {
  return update ? std::optional(update->boards) : std::nullopt;
}

// Writes down what the engines say beside their answers, and asks them for the true board.
class Reporter : public GameObserver {
 public:
  // A player that is no engine tells nothing.
  Reporter(std::array<std::optional<EnginePlayer>, 2>& players, bool probe,
           const std::function<void(const TurnReport&)>& on_turn)
      : players_(players), on_turn_(on_turn), probes_{probe && players[0], probe && players[1]} {}

  bool wants_to_inspect(Color side) override { return probes_[side]; }
  std::optional<Fault> inspect(const Game& game) override;
  void turn_ended(const Game& game, const PlayedTurn& turn) override;
  void game_over(const Game& game) override;

  GameReport take() { return std::move(report_); }

 private:
  const EngineLink::Notes& notes(Color side) const {
    static const EngineLink::Notes kNone;
    return players_[side] ? players_[side]->link().notes() : kNone;
  }
  void count_boards(const TurnReport& turn);

  std::array<std::optional<EnginePlayer>, 2>& players_;  // by Color
  const std::function<void(const TurnReport&)>& on_turn_;
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
}

}  // namespace

GameReport play_engines(const Seats& seats, const EngineGameSettings& settings, const std::string& record_name,
                        const std::function<void(const TurnReport&)>& on_turn) {
  std::array<std::optional<EnginePlayer>, 2> engines;  // by Color
  Game::Players players{};
  GameSettings patient = settings;
  for (const Color c : {kWhite, kBlack}) {
    players[c] = seats[c].player;
    if (EngineLink* link = seats[c].engine) {
      engines[c].emplace(*link, EnginePlayerSettings{settings.ponder[c], settings.seeds[c], settings.restarts});
      players[c] = &*engines[c];
      patient.silence = link->patience().silence;
      patient.absorb = link->patience().ready;
    }
  }
  Reporter reporter(engines, settings.probe, on_turn);
  Game game(players, patient, {&reporter});
  play(game, record_name);
  GameReport report = reporter.take();
  report.record = game.record();
  report.final_board = game.referee().board();
  for (const Color c : {kWhite, kBlack}) {
    const auto told = game.referee().history(c);
    report.transcripts[c] = {settings.rules.start, c, {told.begin(), told.end()}};
    report.sides[c].restarts = engines[c] ? engines[c]->restarts() : 0;
  }
  return report;
}

}  // namespace lanternfish
