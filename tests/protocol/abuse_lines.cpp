#include "tests/protocol/abuse_lines.h"

#include <algorithm>
#include <string_view>

#include "protocol/messages/events.h"

namespace lanternfish::testing {

namespace {

constexpr std::uint64_t kManyBoards = 3'000;  // from here on a new game begins
constexpr int kMaxUnseenPlies = 3;            // in one line; each multiplies the boards by 20 to 60

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

bool is_safe_option(const SetOptionCommand& option) {
  const auto number = parse_number(option.value.value_or(""));
  const auto beyond = [&](const char* name, std::int64_t most) {
    return same_word(option.name, name) && number && *number > most;
  };
  return !same_word(option.name, "EngineCommand") && !same_word(option.name, "OpponentShare") &&
         !beyond("Threads", 4) && !beyond("Hash", 64) && !beyond("EngineWorkers", 4);
}

long unseen_plies(std::span<const Observation> events) {
  return std::count_if(events.begin(), events.end(),
                       [](const Observation& e) { return std::holds_alternative<OpponentMoved>(e); });
}

bool is_safe(const std::string& line, const std::optional<PositionCommand>& game, std::uint64_t boards) {
  const HostLine parsed = parse_host_line(line);
  const auto* command = std::get_if<HostCommand>(&parsed.content);
  if (command == nullptr) {
    return true;
  }
  if (const auto* option = std::get_if<SetOptionCommand>(command)) {
    return is_safe_option(*option);
  }
  if (const auto* observe = std::get_if<ObserveCommand>(command)) {
    return unseen_plies(observe->events) <= (boards > kManyBoards / 10 ? 1 : 2);
  }
  if (const auto* position = std::get_if<PositionCommand>(command)) {
    const bool known = game && position->history.size() <= game->history.size() &&
                       std::equal(position->history.begin(), position->history.end(), game->history.begin());
    return known || unseen_plies(position->history) <= kMaxUnseenPlies;
  }
  return !std::holds_alternative<QuitCommand>(*command) && !std::holds_alternative<BenchCommand>(*command);
}

}  // namespace

std::string AbuseLines::next(const std::optional<PositionCommand>& game, std::uint64_t boards) {
  if (boards > kManyBoards) {
    return next_game();
  }
  for (;;) {
    std::string line = proposal(game, boards);
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (is_safe(line, game, boards)) {
      return line;
    }
  }
}

std::string AbuseLines::proposal(const std::optional<PositionCommand>& game, std::uint64_t boards) {
  switch (random_.number(0, 19)) {
    case 0: return next_game();
    case 1: return game ? format_host_command(*game) : "d";
    case 2: return game ? mutated(format_host_command(*game)) : "d";
    case 3: return format_host_command(ProbeCommand{truth_.board()});
    case 4: return random_.chance() ? "stop" : "isready";
    case 5: return random_.chance() ? "d" : "boards 3";
    case 6: {
      std::string bytes(static_cast<std::size_t>(random_.number(0, 60)), ' ');
      std::generate(bytes.begin(), bytes.end(), [this] { return static_cast<char>(random_.number(0, 255)); });
      return bytes;
    }
    case 7:
    case 8: return mutated(format_host_command(random_.host()));
    case 9:
    case 10: return format_host_command(random_.host());
    case 11:
    case 12: return mutated(thinking());
    case 13:
    case 14: return thinking();
    case 15: return mutated("observe" + format_events(random_.events(1, 3)));
    default: return boards == 0 || truth_.over() ? next_game() : next_event();
  }
}

std::string AbuseLines::next_game() {
  truth_ = Truth(random_.chance() ? kWhite : kBlack, ++games_);
  return format_host_command(PositionCommand{Board::start(), truth_.me(), {}});
}

// Now and then broken, and then the truth goes on alone: later events may contradict what the engine knows.
std::string AbuseLines::next_event() {
  const auto event = truth_.next();
  if (!event) {
    return "gameover winner none reason KING_CAPTURE";
  }
  const std::string line = "observe" + format_events(std::array{*event});
  return random_.number(0, 9) == 0 ? mutated(line) : line;
}

std::string AbuseLines::thinking() {
  const char* kCommands[] = {"sense", "go", "ponder"};
  const char* kLimits[] = {" nodes 50",        " movetime 3",
                           " wtime 0 btime 0", " wtime 300 btime 300 winc 10",
                           " infinite",        " depth 1 nodes 10 turn 1"};
  return std::string(kCommands[random_.number(0, 2)]) + kLimits[random_.number(0, 5)];
}

std::string AbuseLines::mutated(std::string line) {
  for (std::int64_t n = random_.number(1, 3); n > 0 && !line.empty(); --n) {
    const auto at = static_cast<std::size_t>(random_.number(0, std::ssize(line) - 1));
    const auto length = static_cast<std::size_t>(random_.number(1, 30));
    switch (random_.number(0, 5)) {
      case 0: line[at] = static_cast<char>(random_.number(0, 255)); break;
      case 1: line[at] = line[static_cast<std::size_t>(random_.number(0, std::ssize(line) - 1))]; break;
      case 2: line.erase(at, length); break;
      case 3: line.insert(at, line.substr(0, length)); break;
      case 4: line.resize(at); break;
      default: line.insert(at, " " + line.substr(line.find_last_of(' ', at) + 1, length)); break;
    }
  }
  return line;
}

}  // namespace lanternfish::testing
