#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "rules/notation.h"
#include "tools/arena/compliance/compliance_subject.h"

namespace lanternfish {

namespace {

using Lines = ComplianceSubject::Lines;

constexpr int kTurns = 12;

// A lost true board shows where a belief is told; boards put off may be it.
void probe_truth(ComplianceSubject& subject, const ComplianceGame& game) {
  if (!game.tells_belief()) {
    return;
  }
  const Lines lines = subject.ask(ProbeCommand{game.referee().board()});
  for (const std::string& line : lines) {
    const Result<EngineMessage> message = parse_engine_line(line);
    if (const BoardInfo* board = message ? std::get_if<BoardInfo>(&*message) : nullptr; board && board->rank == 0) {
      if (board->ppm == 0 && game.last_update()->deferred == 0) {
        subject.fault(fmt::format("gives the true board no probability: {}", format_fen(game.referee().board())));
      }
      return;
    }
  }
  subject.fault("tells numbers of boards, but does not answer probe");
}

void whole_games(ComplianceSubject& subject) {
  for (const Color me : {kWhite, kBlack}) {
    subject.ask("ucinewgame");
    ComplianceGame game(subject, {}, me, 5 + me);
    for (int i = 0; i < kTurns && game.opponent_moves(); ++i) {
      game.notice();
      game.sense(true);
      probe_truth(subject, game);
      game.move(true);
    }
    subject.expect_no_error(subject.ask("gameover winner white reason RESIGN"), "gameover");
    if (!game.tells_belief()) {
      subject.note("tells no numbers of boards");
    }
  }
}

// The host records what it likes: passes, failed requests, promotions. The senses stay the engine's own, because what
// it must hold grows beyond any memory when nobody looks.
void authoritative_events(ComplianceSubject& subject) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    ComplianceGame game(subject, {}, seed % 2 == 0 ? kWhite : kBlack, seed);
    for (int i = 0; i < kTurns && game.opponent_moves(); ++i) {
      game.notice();
      game.sense(true);
      probe_truth(subject, game);
      game.move(false);
    }
  }
  GameRules rules;
  rules.start = parse_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").value();
  subject.ask(PositionCommand{rules.start, kWhite, {}});
  subject.expect_no_error(subject.ask("observe opponent capture none sense none result none move "
                                      "requested a7a8 taken a7a8q capture none"),
                          "a bare promotion request, taken as a queen's");
  subject.expect_no_error(subject.ask(std::string_view(
                              "position fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 color white history opponent capture "
                              "none sense none result none move requested e5d6 taken e5d6 capture d5")),
                          "an en-passant capture");
}

// A crashed engine's successor is given the whole private history, and knows the same. False where the game was over
// before its middle was reached.
bool restored_after(ComplianceSubject& subject, int turns) {
  ComplianceGame game(subject, {}, kBlack, 11);
  for (int i = 0; i < turns && game.turn(); ++i) {
  }
  if (!game.opponent_moves()) {
    return false;
  }
  game.notice();
  game.sense(true);
  const std::string line = game.position_line();
  const Lines again = subject.ask(line);
  subject.expect_no_error(again, "the history it knows already");
  if (game.tells_belief() && !updates_in(again).empty()) {
    subject.note("works through a history again that it knows already");
  }
  subject.start();
  const Lines restored = subject.ask(line);
  subject.expect_no_error(restored, "the history of a game in the middle of a turn");
  const std::vector<UpdateReport> updates = updates_in(restored);
  if (game.tells_belief() && updates.size() != game.referee().history(kBlack).size()) {
    subject.fault(fmt::format("{} update lines for a history of {} events", updates.size(),
                              game.referee().history(kBlack).size()));
  } else if (game.tells_belief() && updates.back().boards != game.last_update()->boards &&
             updates.back().deferred + game.last_update()->deferred == 0) {
    subject.fault(fmt::format("holds {} boards after its history was restored, and held {} before",
                              updates.back().boards, game.last_update()->boards));
  }
  game.move(true);
  game.turn();
  return true;
}

void restoring(ComplianceSubject& subject) {
  constexpr int kBefore = 5;
  for (int turns = kBefore; turns >= 0 && !restored_after(subject, turns); --turns) {
  }
}

// The numbers of section 6, where they are told, at the places everybody can count.
void exact_numbers(ComplianceSubject& subject) {
  subject.ask("position startpos color black");
  const std::vector<UpdateReport> black =
      updates_in(subject.ask("observe opponent capture none sense none result none"));
  if (black.empty()) {
    subject.note("tells no numbers of boards");
    return;
  }
  // Twenty moves and the pass.
  if (black.size() != 2 || black[0].boards_before != 1 || black[0].boards != 21 || black[1].boards != 21) {
    subject.fault("does not hold 21 boards after White's first move");
  }
  subject.ask("position startpos color white");
  const std::vector<UpdateReport> white = updates_in(subject.ask("observe opponent capture none"));
  if (white.size() != 1 || white[0].boards != 1) {
    subject.fault("does not hold one board before White's first move");
  }
}

// Without what depends on the machine.
std::string timeless(const std::string& line) {
  std::istringstream words(line);
  std::string text;
  for (std::string word, value; words >> word;) {
    if (word == "time" || word == "nps" || word == "bps") {
      words >> value;
    } else {
      text += word + " ";
    }
  }
  return text;
}

Lines one_run(ComplianceSubject& subject) {
  subject.start();
  subject.ask("setoption name Threads value 1");
  subject.ask("setoption name Seed value 7");
  Lines said;
  const auto keep = [&](const Lines& lines) {
    std::transform(lines.begin(), lines.end(), std::back_inserter(said), timeless);
  };
  keep(subject.ask("position startpos color black history opponent capture none"));
  keep(subject.think("sense nodes 30", "bestsense"));
  keep(subject.ask("observe sense e3 result 3/3/PPP"));
  keep(subject.think("go nodes 30", "bestmove"));
  return said;
}

void same_again(ComplianceSubject& subject) {
  const Lines first = one_run(subject), second = one_run(subject);
  if (first == second) {
    return;
  }
  const bool counts_nodes = std::any_of(first.begin(), first.end(),
                                        [](const std::string& line) { return line.find(" nodes ") != line.npos; });
  const std::string text = "with Threads 1, a seed and a node limit it does not say the same again";
  counts_nodes ? subject.fault(text) : subject.note(text);
}

void long_history(ComplianceSubject& subject) {
  ComplianceGame game(subject, {}, kWhite, 23);
  for (int i = 0; i < 40 && game.opponent_moves(); ++i) {
    game.notice();
    game.sense(true);
    game.move(false);
  }
  subject.start();
  const std::string line = game.position_line();
  subject.expect_no_error(subject.ask(line), fmt::format("a history of {} bytes", line.size()));
}

}  // namespace

std::vector<ComplianceCheck> game_checks() {
  using enum ComplianceLevel;
  return {{"whole-games", "5", kMust, whole_games}, {"authoritative-events", "4", kShould, authoritative_events},
          {"restoring", "4", kShould, restoring},   {"exact-numbers", "6", kShould, exact_numbers},
          {"same-again", "5", kMay, same_again},    {"long-history", "1", kShould, long_history}};
}

}  // namespace lanternfish
