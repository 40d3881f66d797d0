// Abuses an engine program: abuse ENGINE [--lines N] [--seed S].
//
// Sends N random, broken and mutated lines between those of real games, and holds the engine to the contract: it lives,
// answers every isready, gives each thinking command exactly one terminator, and absorbs each observe and position
// wholly or not at all. Now and then a second process, given only the history, must know the same.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>

#include <fmt/format.h>

#include "support/child_process.h"
#include "tests/protocol/abuse_lines.h"

namespace lanternfish::testing {

namespace {

constexpr std::chrono::seconds kPatience{120};  // far beyond any answer: silence is a failure
constexpr int kBurst = 25;                      // lines between two looks at the answers
constexpr int kBurstsBetweenComparisons = 20;
constexpr std::size_t kLinesRemembered = 60;

std::deque<std::string> remembered;  // what was said last, for the report of a failure

[[noreturn]] void fail(const std::string& what) {
  for (const std::string& line : remembered) {
    fmt::print(stderr, "{}\n", line.substr(0, 300));
  }
  fmt::print(stderr, "abuse: {}\n", what);
  std::exit(EXIT_FAILURE);
}

void remember(std::string line) {
  remembered.push_back(std::move(line));
  if (remembered.size() > kLinesRemembered) {
    remembered.pop_front();
  }
}

bool begins(const std::string& line, std::string_view start) { return line.starts_with(start); }

class Engine {
 public:
  explicit Engine(const std::string& program) {
    // OpponentShare: a process that has thought weighs the same boards otherwise than one that has only been told.
    auto started = ChildProcess::start({{program, "EngineCommand=none", "Seed=7", "OpponentShare=0"}, "", true});
    if (!started) {
      fail(started.error());
    }
    process_ = std::move(started).value();
  }

  void send(const std::string& line) {
    remember("> " + line);
    if (!process_->write_line(line, std::chrono::steady_clock::now() + kPatience)) {
      fail("the engine takes no line any more");
    }
  }
  std::string read() {
    std::string line;
    if (process_->read_line(line, std::chrono::steady_clock::now() + kPatience) != ChildProcess::ReadStatus::kLine) {
      process_->kill();
      fail(fmt::format("the engine is silent or gone, exit status {}", process_->exit_code()));
    }
    remember("< " + line);
    return line;
  }
  // All answers to `line`, an idle engine given.
  std::vector<std::string> ask(const std::string& line) {
    send(line);
    send("isready");
    std::vector<std::string> lines;
    for (std::string answer = read(); answer != "readyok"; answer = read()) {
      lines.push_back(answer);
    }
    return lines;
  }
  void leave() {
    send("quit");
    if (!process_->wait_or_kill(std::chrono::steady_clock::now() + kPatience) || process_->exit_code() != 0) {
      fail(fmt::format("the engine left with status {}", process_->exit_code()));
    }
  }

 private:
  std::unique_ptr<ChildProcess> process_;
};

class Abuse {
 public:
  Abuse(std::string program, unsigned seed) : program_(std::move(program)), engine_(program_), lines_(seed) {}

  void run(long lines) {
    for (int burst = 1; sent_ < lines; ++burst) {
      for (int i = 0; i < kBurst; ++i) {
        abuse_once();
      }
      settle();
      if (burst % kBurstsBetweenComparisons == 0) {
        compare();
      }
    }
    engine_.leave();
    fmt::print("abuse: {} lines, {} thinking commands, {} isready, {} events absorbed, {} lines refused, {} restored\n",
               sent_, owed_, asked_ready_, absorbed_, refused_, compared_);
  }

 private:
  void abuse_once() {
    const std::string line = lines_.next(game_, boards_);
    ++sent_;
    const HostLine parsed = parse_host_line(line);
    const auto* command = std::get_if<HostCommand>(&parsed.content);
    if (command != nullptr && std::holds_alternative<PositionCommand>(*command)) {
      absorbed();  // one without a history is answered by nothing at all, or an error: no other may be before it
    }
    engine_.send(line);
    if (command == nullptr) {
      return;
    }
    owed_ += std::holds_alternative<SenseCommand>(*command) || std::holds_alternative<GoCommand>(*command) ||
             std::holds_alternative<PonderCommand>(*command);
    asked_ready_ += std::holds_alternative<IsReadyCommand>(*command);
    if (std::holds_alternative<NewGameCommand>(*command)) {
      game_.reset();
      boards_ = 0;
    } else if (const auto* observe = std::get_if<ObserveCommand>(command)) {
      check_observe(*observe);
    } else if (const auto* position = std::get_if<PositionCommand>(command)) {
      check_position(*position);
    } else if (std::holds_alternative<GameOverCommand>(*command)) {
      over_ = true;
    }
  }

  struct Absorbed {
    long updates = 0;
    bool refused = false;
  };
  // What became of the events just sent: all lines up to the answer to a command that does not exist.
  Absorbed absorbed() {
    const std::string mark = fmt::format("mark{}", ++marks_);
    engine_.send(mark);
    Absorbed result;
    for (;;) {
      const std::string line = take(engine_.read());
      if (begins(line, "info string error") && line.find("'" + mark + "'") != std::string::npos) {
        return result;
      }
      if (begins(line, "info phase update")) {
        ++result.updates;
        ++absorbed_;
        boards_ = static_cast<std::uint64_t>(std::atoll(line.c_str() + line.find(" boards ") + 8));
        deferred_ |= line.find(" deferred ") != std::string::npos;
      }
      // Errors of earlier lines of the burst come first; what was absorbed is told after them.
      result.refused = begins(line, "info string error") || (result.refused && !begins(line, "info phase update"));
    }
  }

  void check_observe(const ObserveCommand& observe) {
    const Absorbed result = absorbed();
    if (result.refused ? result.updates != 0 : result.updates != std::ssize(observe.events)) {
      fail(fmt::format("{} of {} events were absorbed", result.updates, observe.events.size()));
    }
    refused_ += result.refused;
    if (!result.refused) {
      if (!game_ || over_) {
        fail("events were absorbed without a game");
      }
      game_->history.insert(game_->history.end(), observe.events.begin(), observe.events.end());
    }
  }

  void check_position(const PositionCommand& position) {
    const auto old = std::exchange(game_, std::nullopt);
    const Absorbed result = absorbed();
    refused_ += result.refused;
    if (result.refused) {
      if (result.updates != 0) {
        fail("events of a refused position were absorbed");
      }
      game_ = old;
      return;
    }
    const long all = std::ssize(position.history);
    const long rest = old ? all - std::ssize(old->history) : all;
    if (result.updates != all && result.updates != rest) {
      fail(fmt::format("{} of {} events of a position were absorbed", result.updates, all));
    }
    game_ = position;
    deferred_ &= result.updates != all;
    boards_ = all == 0 ? 1 : boards_;
    over_ = false;
  }

  // Counts what is owed to us in a line.
  std::string take(std::string line) {
    paid_ += begins(line, "bestsense ") || begins(line, "bestmove ") || line == "ponderdone";
    ready_ += line == "readyok";
    if (paid_ > owed_ || ready_ > asked_ready_) {
      fail("an answer that nobody asked for: " + line);
    }
    return line;
  }

  // Everything that is owed comes, and no more.
  void settle() {
    engine_.send("stop");
    for (int round = 0; round < 2; ++round) {
      engine_.send("isready");
      ++asked_ready_;
      while (ready_ < asked_ready_ || paid_ < owed_) {
        take(engine_.read());
      }
    }
  }

  // A new process, given the history alone, says the same.
  void compare() {
    if (!game_ || over_) {
      return;
    }
    Engine fresh(program_);
    fresh.ask(format_host_command(*game_));
    std::vector<std::string> ours = engine_.ask("d"), theirs = fresh.ask("d");
    const auto forget_settings = [&](std::vector<std::string>& state) {
      // Settings differ. Boards, in the second line, do where a clock or a strategy set the limit of what is held.
      std::erase_if(state, [](const std::string& line) { return begins(line, "info string option"); });
      if (deferred_ && state.size() > 1) {
        state.resize(2);
        state[1].resize(state[1].rfind(' '));
      }
    };
    forget_settings(ours);
    forget_settings(theirs);
    if (ours.empty() || ours != theirs || ours.front() != "info string " + format_host_command(*game_)) {
      fail("a second process knows something else");
    }
    if (!deferred_ && engine_.ask("boards 500") != fresh.ask("boards 500")) {
      fail("a second process holds other boards");
    }
    fresh.leave();
    ++compared_;
  }

  const std::string program_;
  Engine engine_;
  AbuseLines lines_;
  std::optional<PositionCommand> game_;  // as the engine knows it
  bool over_ = false, deferred_ = false;
  std::uint64_t boards_ = 0;
  long sent_ = 0, owed_ = 0, paid_ = 0, asked_ready_ = 0, ready_ = 0;
  long absorbed_ = 0, refused_ = 0, compared_ = 0, marks_ = 0;
};

}  // namespace

}  // namespace lanternfish::testing

int main(int argc, char** argv) {
  long lines = 20'000;
  unsigned seed = 1;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--lines") {
      lines = std::atol(argv[i + 1]);
    } else if (name == "--seed") {
      seed = static_cast<unsigned>(std::atol(argv[i + 1]));
    }
  }
  if (argc < 2 || argc % 2 != 0) {
    fmt::print(stderr, "usage: abuse ENGINE [--lines N] [--seed S]\n");
    return 2;
  }
  lanternfish::testing::Abuse(argv[1], seed).run(lines);
  return EXIT_SUCCESS;
}
