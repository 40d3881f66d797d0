#include <doctest/doctest.h>

#include "protocol/messages/events.h"
#include "protocol/messages/messages.h"
#include "tests/protocol/random_messages.h"

using namespace lanternfish;
using lanternfish::testing::RandomMessages;

namespace {

const LineError* error_of(const HostLine& line) { return std::get_if<LineError>(&line.content); }

// The same line with other blanks, and a carriage return.
std::string respaced(const std::string& line, RandomMessages& random) {
  std::string text = random.chance() ? " " : "";
  for (const char c : line) {
    text += c;
    if (c == ' ' && random.chance()) {
      text += random.chance() ? "\t" : "  ";
    }
  }
  return text + (random.chance() ? " \r" : "\r");
}

// Lines are equal as messages and as text, so that a member missing from operator== is noticed by the second.
void check_host_round_trip(const HostCommand& command, RandomMessages& random) {
  const std::string line = format_host_command(command);
  CAPTURE(line);
  REQUIRE(line.find('\n') == std::string::npos);
  const HostLine parsed = parse_host_line(line);
  REQUIRE(error_of(parsed) == nullptr);
  REQUIRE(std::get<HostCommand>(parsed.content) == command);
  REQUIRE(parsed.skipped.empty());
  REQUIRE(format_host_command(std::get<HostCommand>(parsed.content)) == line);
  // Free text keeps its blanks.
  const bool free_text = std::holds_alternative<Comment>(command) ||
                         std::holds_alternative<SetOptionCommand>(command) ||
                         std::holds_alternative<GameOverCommand>(command);
  if (!free_text) {
    const HostLine again = parse_host_line(respaced(line, random));
    REQUIRE(error_of(again) == nullptr);
    REQUIRE(std::get<HostCommand>(again.content) == command);
  }
}

}  // namespace

TEST_CASE("messages: every host command survives writing and reading, whatever the blanks") {
  RandomMessages random(1);
  std::vector<int> seen(std::variant_size_v<HostCommand>);
  for (int i = 0; i < 4000; ++i) {
    const HostCommand command = random.host();
    ++seen[command.index()];
    check_host_round_trip(command, random);
  }
  for (const int count : seen) {
    CHECK(count > 50);
  }
}

TEST_CASE("messages: every engine line survives writing and reading") {
  RandomMessages random(2);
  std::vector<int> seen(std::variant_size_v<EngineMessage>);
  for (int i = 0; i < 4000; ++i) {
    const EngineMessage message = random.engine();
    ++seen[message.index()];
    const std::string line = format_engine_message(message);
    CAPTURE(line);
    REQUIRE(line.find('\n') == std::string::npos);
    const Result<EngineMessage> parsed = parse_engine_line(line + "\r");
    REQUIRE(parsed);
    REQUIRE(*parsed == message);
    REQUIRE(format_engine_message(*parsed) == line);
  }
  for (const int count : seen) {
    CHECK(count > 50);
  }
}

TEST_CASE("messages: reading random bytes and mutated lines never fails but by an error") {
  RandomMessages random(3);
  for (int i = 0; i < 20'000; ++i) {
    std::string line = random.chance() ? format_host_command(random.host()) : format_engine_message(random.engine());
    for (std::int64_t n = random.number(1, 4); n > 0 && !line.empty(); --n) {
      const auto at = static_cast<std::size_t>(random.number(0, std::ssize(line) - 1));
      switch (random.number(0, 3)) {
        case 0: line[at] = static_cast<char>(random.number(0, 255)); break;
        case 1: line.erase(at, static_cast<std::size_t>(random.number(1, 9))); break;
        case 2: line.insert(at, line.substr(0, static_cast<std::size_t>(random.number(1, 40)))); break;
        default: line.resize(at); break;
      }
    }
    const HostLine host = parse_host_line(line);
    if (const LineError* error = error_of(host)) {
      REQUIRE_FALSE(error->text.empty());
    } else {
      // What was understood can be said again.
      const HostCommand& command = std::get<HostCommand>(host.content);
      REQUIRE(error_of(parse_host_line(format_host_command(command))) == nullptr);
    }
    if (const Result<EngineMessage> message = parse_engine_line(line)) {
      const std::string text = format_engine_message(*message);
      for (const char c : text) {
        REQUIRE((c >= ' ' && c <= '~'));
      }
    }
  }
}

TEST_CASE("messages: a broken line is refused with its code and the word that broke it") {
  struct Refused {
    const char* line;
    Trouble code;
    const char* says;
  };
  const Refused lines[] = {
      {"hello", Trouble::kSyntax, "'hello'"},
      {"UCI", Trouble::kSyntax, "'UCI'"},
      {"observe", Trouble::kSyntax, "end of the line"},
      {"observe opponent", Trouble::kSyntax, "expected capture"},
      {"observe opponent capture", Trouble::kSyntax, "expected a square or none"},
      {"observe opponent capture e9", Trouble::kSyntax, "'e9'"},
      {"observe opponent capture none now", Trouble::kSyntax, "event 2: expected opponent, sense or move, not 'now'"},
      {"observe sense e4", Trouble::kSyntax, "expected result"},
      {"observe sense e4 result", Trouble::kSyntax, "expected a window"},
      {"observe sense e4 result 3/3", Trouble::kSyntax, "2 rows, not 3"},
      {"observe sense a1 result 3/3", Trouble::kSyntax, "3 squares, not 2"},
      {"observe sense e4 result none", Trouble::kSyntax, "rows"},
      {"observe sense none result 3/3/3", Trouble::kSyntax, "expected none"},
      {"observe sense e4 result 3/3/4", Trouble::kSyntax, "unknown piece '4'"},
      {"observe move requested e2e4 taken e2e4", Trouble::kSyntax, "expected capture"},
      {"observe move requested e2e2 taken e2e4 capture none", Trouble::kSyntax, "'e2e2'"},
      {"observe move requested none taken e2e4 capture none", Trouble::kSyntax, "'none'"},
      {"observe move requested a7a8k taken a7a8q capture none", Trouble::kSyntax, "'a7a8k'"},
      {"observe move taken e2e4 requested e2e4 capture none", Trouble::kSyntax, "expected requested"},
      {"position", Trouble::kSyntax, "expected startpos or fen"},
      {"position startpos", Trouble::kSyntax, "expected color"},
      {"position startpos color", Trouble::kSyntax, "expected white or black"},
      {"position startpos color red", Trouble::kSyntax, "'red'"},
      {"position startpos color white moves e2e4", Trouble::kSyntax, "'moves'"},
      {"position startpos moves e2e4", Trouble::kSyntax, "'moves'"},
      {"position startpos color white history opponent capture none sense", Trouble::kSyntax, "event 2"},
      {"position fen color white", Trouble::kPosition, "0 fields"},
      {"position fen 8/8/8/8/8/8/8/4K3 w - - 0 1 color white", Trouble::kPosition, "black has 0 kings"},
      {"position fen 4k3/8/8/8/8/8/4KK2/8 w - - 0 1 color white", Trouble::kPosition, "white has 2 kings"},
      {"position fen 4k2p/8/8/8/8/8/8/4K3 w - - 0 1 color white", Trouble::kPosition, "pawn"},
      {"position fen 4k3/8/8/8/8/8/8/4K3 g - - 0 1 color white", Trouble::kPosition, "side to move"},
      {"position fen 4k3/8/8/8/8/8/8/4K3 w X - 0 1 color white", Trouble::kPosition, "castling"},
      {"position fen 4k3/8/8/8/8/8/8/4K3 w - j9 0 1 color white", Trouble::kPosition, "en-passant"},
      {"position fen 4k3/8/8/8/8/8/8/4K3 w - - -1 1 color white", Trouble::kPosition, "halfmove"},
      {"gameover", Trouble::kSyntax, "expected winner"},
      {"gameover winner nobody reason none", Trouble::kSyntax, "'nobody'"},
      {"gameover winner white", Trouble::kSyntax, "expected reason"},
      {"gameover winner white reason CHECKMATE", Trouble::kSyntax, "'CHECKMATE'"},
      {"gameover winner white reason none today", Trouble::kSyntax, "'today'"},
      {"gameover winner white reason none record", Trouble::kSyntax, "expected a text"},
      {"setoption Threads 2", Trouble::kSyntax, "expected name"},
      {"setoption name value 2", Trouble::kSyntax, "the name of an option"},
      {"debug", Trouble::kSyntax, "expected on or off"},
      {"debug maybe", Trouble::kSyntax, "'maybe'"},
      {"boards many", Trouble::kSyntax, "'many'"},
      {"boards -1", Trouble::kSyntax, "'-1'"},
      {"probe", Trouble::kSyntax, "expected fen"},
      {"probe fen 8/8 w - -", Trouble::kPosition, "2 ranks"},
  };
  for (const Refused& refused : lines) {
    CAPTURE(refused.line);
    const HostLine parsed = parse_host_line(refused.line);
    const LineError* error = error_of(parsed);
    REQUIRE(error != nullptr);
    CHECK(error->code == refused.code);
    CAPTURE(error->text);
    CHECK(error->text.find(refused.says) != std::string::npos);
  }
}

TEST_CASE("messages: unknown words are passed over where the protocol wants it, and told") {
  const HostLine go = parse_host_line("go fast wtime 100 btime x turn 3 searchmoves e2e4 zz 0000 winc 5 e2e3");
  const auto& command = std::get<GoCommand>(std::get<HostCommand>(go.content));
  CHECK(command.limits.wtime == 100);
  CHECK_FALSE(command.limits.btime);
  CHECK(command.limits.turn == 3);
  CHECK(command.limits.winc == 5);
  CHECK(command.only == std::vector<Move>{{12, 28}, kNullMove});
  CHECK(go.skipped == std::vector<std::string>{"fast", "x", "zz", "e2e3"});
  CHECK(go.misread == std::vector<std::string>{"btime: expected a whole number, not 'x'"});

  const HostLine ready = parse_host_line("isready please");
  CHECK(std::holds_alternative<IsReadyCommand>(std::get<HostCommand>(ready.content)));
  CHECK(ready.skipped == std::vector<std::string>{"please"});

  CHECK(std::holds_alternative<Comment>(std::get<HostCommand>(parse_host_line("  # observe nonsense").content)));
  CHECK(std::holds_alternative<Comment>(std::get<HostCommand>(parse_host_line(" \t\r").content)));

  // Written to somebody else they would be blanks, and a command without its name.
  CHECK(std::holds_alternative<LineError>(parse_host_line("setoption name \x01\x7f").content));
  CHECK(std::holds_alternative<IsReadyCommand>(std::get<HostCommand>(parse_host_line("\x02isready\x1b").content)));
}

TEST_CASE("messages: a limit or a list that holds nothing of the kind is told") {
  using Texts = std::vector<std::string>;
  CHECK(parse_host_line("go btime 800.0 binc 0").misread == Texts{"btime: expected a whole number, not '800.0'"});
  CHECK(parse_host_line("sense movetime").misread ==
        Texts{"movetime: expected a whole number, not the end of the line"});
  CHECK(parse_host_line("go searchmoves E7E5 e7-e5").misread == Texts{"searchmoves: expected moves, not 'E7E5'"});
  CHECK(parse_host_line("sense searchsenses movetime 50").misread ==
        Texts{"searchsenses: expected squares, not 'movetime'"});
  CHECK(parse_host_line("go searchmoves e2e4 e2-e4 movetime 50").misread.empty());
}

TEST_CASE("messages: numbers beyond any clock are cut, not refused") {
  const HostLine go = parse_host_line("go wtime 99999999999999999999 winc -99999999999999999999 nodes +7");
  const auto& command = std::get<GoCommand>(std::get<HostCommand>(go.content));
  CHECK(command.limits.wtime == kMaxNumber);
  CHECK(command.limits.winc == -kMaxNumber);
  CHECK(command.limits.nodes == 7);
}

TEST_CASE("messages: the lines of the contract are written word for word") {
  CHECK(format_engine_message(UpdateReport{.turn = 1,
                                           .event = Phase::kOpponent,
                                           .boards_before = 1,
                                           .boards = 21,
                                           .deferred = 0,
                                           .entropy_millibits = {},
                                           .boards_per_second = {},
                                           .time_ms = 0}) ==
        "info phase update turn 1 event opponent boardsbefore 1 boards 21 time 0");
  for (const char* line :
       {"id protocol rbc-uci 1", "option name UCI_Variant type combo default rbc var rbc",
        "info phase sense turn 1 boards 21 samples 21 time 140 nodes 441 nps 3150 multipv 1 sense g3 score cp -21 gain "
        "2102 expboards 8 worstboards 13",
        "info phase move turn 1 boards 13 samples 13 time 900 nodes 286 nps 318 multipv 1 score cp -18 cpmin -95 cpmax "
        "60 cpdev 31 legal 1000 captureprob 0 kingprob 0 pv d7d5",
        "info pieceprob N b1 846 g1 1000", "info string error syntax what is this"}) {
    const Result<EngineMessage> message = parse_engine_line(line);
    REQUIRE(message);
    CHECK_FALSE(std::holds_alternative<OtherInfo>(*message));
    CHECK(format_engine_message(*message) == line);
  }
}
