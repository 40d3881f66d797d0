#pragma once

// The engine under test as the checks of compliance see it: raw lines, and everything suspicious written down.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/play.h"
#include "game/random_player.h"
#include "protocol/messages/messages.h"
#include "support/child_process.h"
#include "tools/arena/compliance/compliance.h"

namespace lanternfish {

// Thrown where a check cannot go on; the reason is among the faults already. Does not leave compliance.cpp's runner.
struct GiveUp {};

class ComplianceSubject {
 public:
  using Lines = std::vector<std::string>;

  ComplianceSubject(const ComplianceSettings& settings, ComplianceReport& report);

  // A fresh process, greeted, with the options of the specification; the one before is killed.
  void start();
  void send(std::string_view line);
  void send(const HostCommand& command) { send(format_host_command(command)); }
  // The lines up to the first that begins with the word, which is the last of them. Gives up when it does not come.
  Lines until(std::string_view word, std::chrono::milliseconds patience);
  Lines until(std::string_view word) { return until(word, settings_.answer); }
  // What comes before the answer to isready. Terminators nobody asked for are faults.
  Lines rest();
  // Sends a line and gives what it causes.
  Lines ask(std::string_view line);
  Lines ask(const char* line) { return ask(std::string_view(line)); }
  Lines ask(const HostCommand& command) { return ask(format_host_command(command)); }

  // Send a thinking command; check that it has one terminator and no more, and give what it says.
  Square sense(const std::string& arguments);
  Move go(const std::string& arguments);
  // `terminator` is what the command owes, e.g. "bestsense". Gives all lines, the terminator last.
  Lines think(const std::string& command, std::string_view terminator);

  // Whether the lines hold an error of that code ("" for any); says so among the faults when not.
  void expect_error(const Lines& lines, std::string_view code, std::string_view cause);
  void expect_no_error(const Lines& lines, std::string_view cause);

  // Closes its input; how long it took to leave, none when it had to be killed.
  std::optional<std::chrono::milliseconds> close_input();

  void fault(std::string text);
  void note(std::string text);
  [[noreturn]] void give_up(std::string text);
  const ComplianceSettings& settings() const { return settings_; }
  const Lines& greeting() const { return greeting_; }

 private:
  const ComplianceSettings& settings_;
  ComplianceReport& report_;
  std::unique_ptr<ChildProcess> process_;
  Lines greeting_;
};

// "info string error CODE" lines and updates among lines.
bool is_error(std::string_view line, std::string_view code = {});
std::vector<UpdateReport> updates_in(const ComplianceSubject::Lines& lines);
bool begins_with_word(std::string_view line, std::string_view word);

// The engine under test as a player: told all it has a right to, and checked for what it says of its belief. What it is
// not asked for is chosen at random.
class SubjectPlayer : public RandomPlayer {
 public:
  SubjectPlayer(ComplianceSubject& subject, std::uint64_t seed) : RandomPlayer(seed), subject_(subject) {}

  // Whether the next decisions are the engine's, or the host records one of its own.
  void let_think(bool think) { thinks_ = think; }
  bool tells_belief() const { return tells_belief_; }
  std::optional<UpdateReport> last_update() const { return last_update_; }

  std::optional<Fault> begin(const GameStart& start) override;
  bool sees_truth() const override { return true; }
  void show_truth(const Board& truth) override { truth_ = truth; }
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;

 private:
  void tell(const Observation& event, std::string_view word);

  ComplianceSubject& subject_;
  Board truth_;
  int turn_ = 0;
  bool thinks_ = true, tells_belief_ = false, first_ = true;
  std::optional<UpdateReport> last_update_;
};

// A game of the engine under test against an opponent that plays at random.
class ComplianceGame {
 public:
  ComplianceGame(ComplianceSubject& subject, const GameRules& rules, Color me, unsigned seed);

  // One turn of the opponent, if it is to move; false when the game is over.
  bool opponent_moves();
  // Both turns; false when the game is over.
  bool turn();
  // The steps of the engine's turn. `think` false: the host decides at random instead.
  void notice() { game_.notice(); }
  void sense(bool think);
  void move(bool think);

  const Referee& referee() const { return game_.referee(); }
  Color me() const { return me_; }
  std::string position_line() const;
  bool tells_belief() const { return player_.tells_belief(); }
  std::optional<UpdateReport> last_update() const { return player_.last_update(); }

 private:
  Color me_;
  SubjectPlayer player_;
  RandomPlayer opponent_;
  Game game_;
};

// The single checks of compliance, each given a subject without a process.

struct ComplianceCheck {
  std::string_view name, section;
  ComplianceLevel level;
  void (*run)(ComplianceSubject& subject);
};

std::vector<ComplianceCheck> line_checks();   // greeting, options, lines, leaving
std::vector<ComplianceCheck> state_checks();  // phases, errors, stop, limits
std::vector<ComplianceCheck> game_checks();   // whole games, restoring, exactness, determinism

}  // namespace lanternfish
