#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "tools/arena/compliance/compliance_subject.h"

namespace lanternfish {

namespace {

using Lines = ComplianceSubject::Lines;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A thinking command out of place: an error and the null answer.
void out_of_place(ComplianceSubject& subject, const std::string& command, const std::string& terminator,
                  const std::string& state) {
  const Lines lines = subject.think(command, terminator.substr(0, terminator.find(' ')));
  subject.expect_error(lines, "phase", fmt::format("'{}' {}", command, state));
  if (lines.back() != terminator) {
    subject.fault(fmt::format("answers '{}' to '{}' {}, not '{}'", lines.back(), command, state, terminator));
  }
}

void thinking_out_of_place(ComplianceSubject& subject) {
  for (const auto& [command, terminator] :
       {std::pair("sense", "bestsense none"), {"go", "bestmove 0000"}, {"ponder", "ponderdone"}}) {
    out_of_place(subject, command, terminator, "without a position");
  }
  ComplianceGame game(subject, {}, kWhite, 1);
  out_of_place(subject, "sense nodes 5", "bestsense none", "before the opponent's move was told");
  out_of_place(subject, "go nodes 5", "bestmove 0000", "before the opponent's move was told");
  game.notice();
  out_of_place(subject, "go nodes 5", "bestmove 0000", "before the sense");
  out_of_place(subject, "ponder", "ponderdone", "in its own turn");
  game.sense(false);
  out_of_place(subject, "sense nodes 5", "bestsense none", "after the sense");
}

void events_out_of_place(ComplianceSubject& subject) {
  subject.expect_error(subject.ask("observe opponent capture none"), "phase", "observe without a position");
  ComplianceGame game(subject, {}, kWhite, 1);
  for (const char* wrong : {"observe sense e4 result 3/3/PPP", "observe move requested e2e4 taken e2e4 capture none"}) {
    subject.expect_error(subject.ask(wrong), "phase", fmt::format("'{}' in state O", wrong));
  }
  game.notice();
  subject.expect_error(subject.ask("observe opponent capture none"), "phase", "a second 'observe opponent'");
  game.sense(true);
  game.move(true);
}

// Half an observation is worse than an error: after each of these the state is as before.
void broken_events(ComplianceSubject& subject) {
  ComplianceGame game(subject, {}, kWhite, 1);
  subject.expect_error(subject.ask("observe opponent capture none sense e4 result 3/3"), "",
                       "a window of the wrong shape");
  subject.expect_error(subject.ask("observe opponent capture none nonsense"), "syntax", "an unknown word in observe");
  subject.expect_error(subject.ask("observe opponent capture e5"), "observation", "a capture where it has no piece");
  subject.expect_error(subject.ask("observe opponent capture none sense e2 result 3/PPP/QKB move requested a1a8 taken "
                                   "a1a8 capture none"),
                       "observation", "a move through its own pawn");
  game.notice();
  subject.expect_error(subject.ask("observe sense d1 result 3/3"), "observation", "a window without its own pieces");
  game.sense(true);
  subject.expect_error(subject.ask("observe move requested e2e4 taken d2d4 capture none"), "observation",
                       "a taken move of another piece");
  game.move(true);
}

void broken_positions(ComplianceSubject& subject) {
  ComplianceGame game(subject, {}, kWhite, 1);
  for (const char* fen : {"8/8/8/8/8/8/8/K7 w - - 0 1", "kk6/8/8/8/8/8/8/K7 w - - 0 1", "k6P/8/8/8/8/8/8/K7 w - - 0 1",
                          "k7/8/8/8/8/8/8/K6p w - - 0 1", "k7/8/8/9/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/K7 w - - 0 1"}) {
    subject.expect_error(subject.ask(fmt::format("position fen {} color white", fen)), "position",
                         fmt::format("position fen {}", fen));
  }
  for (const char* line : {"position startpos color green", "position startpos color white nonsense", "position"}) {
    subject.expect_error(subject.ask(line), "syntax", fmt::format("'{}'", line));
  }
  subject.expect_error(subject.ask("position startpos color white history sense e4 result 3/3/PPP"), "phase",
                       "a history that begins with a sense");
  game.turn();  // an error line has no other effect
}

void odd_positions(ComplianceSubject& subject) {
  for (const char* fen :
       {"8/8/8/3kK3/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "QQQQk3/QQQQ4/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1", "4k3/8/8/8/8/5r2/3r4/4K3 w - - 99 1"}) {
    const Board board = parse_fen(fen).value();
    GameRules rules;
    rules.start = board;
    rules.move_limit = 0;
    ComplianceGame game(subject, rules, kWhite, 1);
    game.turn();
  }
}

void stop_and_isready(ComplianceSubject& subject) {
  ComplianceGame game(subject, {}, kBlack, 1);
  game.opponent_moves();
  for (const std::string word : {"ponder", "sense", "go"}) {
    const std::string terminator = word == "ponder" ? "ponderdone" : word == "sense" ? "bestsense" : "bestmove";
    if (word == "sense") {
      game.notice();
    } else if (word == "go") {
      game.sense(false);
    }
    subject.send(word + " infinite");
    subject.send("isready");
    const auto asked = steady_clock::now();
    Lines lines = subject.until("readyok");
    const bool answered = std::any_of(lines.begin(), lines.end(),
                                      [&](const std::string& line) { return begins_with_word(line, terminator); });
    if (!answered && steady_clock::now() - asked > subject.settings().stop) {
      subject.fault(fmt::format("isready during '{} infinite' is not answered at once", word));
    }
    const auto stopped = steady_clock::now();
    subject.send("stop");
    if (!answered) {
      subject.until(terminator);
      const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - stopped);
      if (took > subject.settings().stop) {
        subject.fault(fmt::format("stop during '{}' took {} ms", word, took.count()));
      } else if (took > milliseconds(50)) {
        subject.note(fmt::format("stop during '{}' took {} ms", word, took.count()));
      }
    }
    subject.rest();
  }
}

void other_commands_stop(ComplianceSubject& subject) {
  ComplianceGame game(subject, {}, kWhite, 1);
  game.notice();
  subject.send("sense infinite");
  subject.send("position startpos color black");
  subject.until("bestsense");
  subject.rest();
  subject.expect_no_error(subject.ask("observe opponent capture none"), "a position sent while it was thinking");
}

void within(ComplianceSubject& subject, const std::string& command, std::string_view terminator, milliseconds limit) {
  const auto asked = steady_clock::now();
  subject.send(command);
  subject.until(terminator);
  const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - asked);
  if (took > limit) {
    subject.fault(fmt::format("'{}' took {} ms", command, took.count()));
  }
  subject.rest();
}

void limits(ComplianceSubject& subject) {
  constexpr milliseconds kSlack(2000);  // for players that cannot be hurried
  ComplianceGame game(subject, {}, kWhite, 1);
  game.notice();
  within(subject, "sense movetime 100", "bestsense", milliseconds(100) + kSlack);
  within(subject, "sense wtime 0 winc 0", "bestsense", kSlack);
  within(subject, "sense wtime 10000 winc 0 some unknown words", "bestsense", milliseconds(10'000));
  if (subject.sense(" nodes 5 searchsenses b3") != parse_square("b3").value()) {
    subject.fault("senses elsewhere than 'searchsenses b3' lets it");
  }
  const Lines lines = subject.think("sense turn 9 nodes 5", "bestsense");
  if (std::none_of(lines.begin(), lines.end(),
                   [](const std::string& line) { return line.starts_with("info string warning phase"); })) {
    subject.fault("no 'info string warning phase' after a wrong turn number");
  }
  game.sense(false);
  within(subject, "go movetime 100", "bestmove", milliseconds(100) + kSlack);
  within(subject, "go wtime -5 winc 0", "bestmove", kSlack);
  if (subject.go(" nodes 5 searchmoves a2a3") != parse_move("a2a3").value()) {
    subject.fault("requests another move than 'searchmoves a2a3' lets it");
  }
}

void game_over(ComplianceSubject& subject) {
  ComplianceGame game(subject, {}, kWhite, 1);
  game.notice();
  subject.expect_error(subject.ask("gameover winner green reason NONE"), "syntax", "a gameover that cannot be read");
  subject.expect_no_error(subject.ask("gameover winner black reason KING_CAPTURE record a b.json"), "gameover");
  out_of_place(subject, "sense nodes 5", "bestsense none", "after gameover");
  subject.expect_no_error(subject.ask("ucinewgame"), "ucinewgame");
  ComplianceGame next(subject, {}, kWhite, 2);
  next.turn();
}

}  // namespace

std::vector<ComplianceCheck> state_checks() {
  using enum ComplianceLevel;
  return {{"thinking-out-of-place", "4", kShould, thinking_out_of_place},
          {"events-out-of-place", "4", kShould, events_out_of_place},
          {"broken-events", "4", kShould, broken_events},
          {"broken-positions", "4", kShould, broken_positions},
          {"odd-positions", "4", kShould, odd_positions},
          {"stop-and-isready", "4", kShould, stop_and_isready},
          {"other-commands-stop", "4", kMay, other_commands_stop},
          {"limits", "5", kShould, limits},
          {"gameover", "4", kShould, game_over}};
}

}  // namespace lanternfish
