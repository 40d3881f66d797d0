// A UCI engine that misbehaves as told: fake_uci_engine [--FLAG[=N] ...]. It knows the start position only: without
// flags it answers every go with scores for White's twenty moves there.
//
//   --no-uciok           never says uciok
//   --slow-start=MS      says uciok after that time
//   --exit-at-once       leaves before the first line
//   --stall              says nothing to go
//   --search-until-stop  answers go only after stop
//   --ignore-stop        searches until killed, whatever is said
//   --spam               prints info lines without end to go
//   --crash-on-go=N      dies of SIGSEGV at the Nth go (default the first)
//   --exit-on-go=N       leaves with status 1 at the Nth go
//   --late=MS            answers go after that time
//   --garbage            answers go with lines that are no UCI
//   --wrong-move         answers go with a move that is not legal
//   --few-options        announces no options and lists one move; leaves with status 3 when an option is set
//   --queues             says it is Stockfish, so that it is given two questions at a time
//   --log=FILE           appends every line it reads to that file

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <thread>

namespace {

std::map<std::string, std::string> flags;
int searches = 0;

bool has(const char* flag) { return flags.count(flag) != 0; }
int number(const char* flag, int otherwise) {
  const auto found = flags.find(flag);
  return found == flags.end() || found->second.empty() ? otherwise : std::atoi(found->second.c_str());
}

void say(const std::string& line) { std::cout << line << std::endl; }

void greet() {
  if (has("no-uciok")) {
    return;
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(number("slow-start", 0)));
  say(has("queues") ? "id name Stockfish fake" : "id name fake");
  if (!has("few-options")) {
    say("option name Threads type spin default 1 min 1 max 4");
    say("option name Hash type spin default 16 min 1 max 64");
    say("option name MultiPV type spin default 1 min 1 max 20");
  }
  say("uciok");
}

// All twenty moves of the start position, one line each; a2a3 best.
void answer() {
  int k = 0;
  const auto line = [&](const std::string& move) {
    ++k;
    say("info depth 2 seldepth 2 multipv " + std::to_string(k) + " score cp " + std::to_string(100 - k) +
        " nodes 1 pv " + move + " a7a6");
  };
  const int lines = has("few-options") ? 1 : 20;
  for (char file = 'a'; file <= 'h'; ++file) {
    for (const char* rank : {"3", "4"}) {
      if (k < lines) {
        line(std::string{file, '2', file} + rank);
      }
    }
  }
  for (const char* move : {"b1a3", "b1c3", "g1f3", "g1h3"}) {
    if (k < lines) {
      line(move);
    }
  }
  say("bestmove a2a3");
}

void go() {
  ++searches;
  if (has("crash-on-go") && searches == number("crash-on-go", 1)) {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
  }
  if (has("exit-on-go") && searches == number("exit-on-go", 1)) {
    std::_Exit(1);
  }
  if (has("stall") || has("search-until-stop")) {
    return;
  }
  if (has("ignore-stop")) {
    std::this_thread::sleep_for(std::chrono::hours(1));
  }
  while (has("spam")) {
    std::cout << "info string and another thing\ninfo depth 1 score cp 1 pv\n";
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(number("late", 0)));
  if (has("garbage")) {
    say("Segmentation fault? \x01\x02 info depth depth depth");
    say("info depth 99999999999999999999 multipv -3 score mate 0 pv z9z9");
    say("bestmove");
  } else if (has("wrong-move")) {
    say("info depth 2 multipv 1 score cp 3 pv e1e8");
    say("bestmove e1e8");
  } else {
    answer();
  }
}

void set_option() {
  if (has("few-options")) {
    std::_Exit(3);
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string flag = std::string(argv[i]).substr(2);
    const std::size_t equals = flag.find('=');
    flags[flag.substr(0, equals)] = equals == std::string::npos ? "" : flag.substr(equals + 1);
  }
  if (has("exit-at-once")) {
    return 0;
  }
  std::ofstream log;
  if (has("log")) {
    log.open(flags["log"], std::ios::app);
  }
  for (std::string line; std::getline(std::cin, line);) {
    if (log.is_open()) {
      log << line << std::endl;
    }
    const std::string word = line.substr(0, line.find(' '));
    if (word == "uci") {
      greet();
    } else if (word == "isready") {
      say("readyok");
    } else if (word == "setoption") {
      set_option();
    } else if (word == "go") {
      go();
    } else if (word == "stop" && has("search-until-stop")) {
      say("bestmove a2a3");
    } else if (word == "quit") {
      return 0;
    }
  }
}
