#pragma once

// The engine under test as the checks of compliance see it: raw lines, and everything suspicious written down.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/referee.h"
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
std::vector<UpdateInfo> updates_in(const ComplianceSubject::Lines& lines);
bool begins_with_word(std::string_view line, std::string_view word);

// A game in which the engine is told all it has a right to, its own answers carried out and the opponent's at random.
class ComplianceGame {
 public:
  ComplianceGame(ComplianceSubject& subject, const GameRules& rules, Color me, unsigned seed);

  // One turn of the opponent, if it is to move; false when the game is over.
  bool opponent_moves();
  // Both turns; false when the game is over.
  bool turn();
  // The steps of the engine's turn. `think` false: the host decides at random instead.
  void notice();
  void sense(bool think);
  void move(bool think);

  const Referee& referee() const { return referee_; }
  Color me() const { return me_; }
  std::string position_line() const;
  bool tells_belief() const { return tells_belief_; }
  std::optional<UpdateInfo> last_update() const { return last_update_; }

 private:
  void tell(const Observation& event, std::string_view word);
  std::size_t any(std::size_t n) {
    return (random_state_ = random_state_ * 6364136223846793005u + 1442695040888963407u) / 8589934592u % n;
  }
  Move any_request();

  ComplianceSubject& subject_;
  Referee referee_;
  Color me_;
  std::uint64_t random_state_;
  bool tells_belief_ = false, first_ = true;
  std::optional<UpdateInfo> last_update_;
};

}  // namespace lanternfish
