// A small RBC-UCI engine without rules or belief, whose every fault can be ordered:
//   fake-rbc-engine [moves=b1c3,c3b5] [fault=KIND at=WHERE [turn=N] [once=FILE | unless=FILE]] [ppm=PPM] [deferred=N]
//                   [aim=N] [boards=none]
// It senses e4 and requests the given moves one after the other, then passes. With `aim`, its Nth request goes to where
// the board of the last probe has the black king, if any probe came after the start position's. `at` is the command at
// which the fault shows; with `once` it does so in one process, which leaves FILE behind, with `unless` in all but the
// first. Commands: uci, setoption, isready, position, observe, sense, go, probe, ponder, stop, quit. Kinds:
//   exit      leaves with status 3                abort     dies of a signal
//   silence   does not answer                     closed    closes its output and stays
//   spam      writes without end, no answer       garbage   answers with a terminator that cannot be read
//   other     answers with another terminator     illegal   requests a1a8
//   error     sends an error line, then goes on   belief    warns that no board is left, then goes on
//   slow      answers after 300 ms                noise     sends lines of no protocol, then goes on
//   leaves    sends an error line, then exits     ended     dies of SIGTERM, as where a system shuts down

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

std::map<std::string, std::string> settings;
std::vector<std::string> moves;
int turn = 0;
std::string probed;  // placement of the board last asked for

void say(const std::string& line) { std::cout << line << std::endl; }

void wait_for_ever() {
  for (;;) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

// Whether we are the first to make the file.
bool claims(const std::string& file) { return ::close(::open(file.c_str(), O_CREAT | O_EXCL, 0600)) == 0; }

// Does what was ordered for `where`; true when that took the place of the answer.
bool fault_at(const std::string& where) {
  if (settings["at"] != where || (!settings["turn"].empty() && std::stoi(settings["turn"]) != turn)) {
    return false;
  }
  if (!settings["once"].empty() && !claims(settings["once"])) {
    return false;
  }
  if (!settings["unless"].empty() && claims(settings["unless"])) {
    return false;
  }
  const std::string& kind = settings["fault"];
  if (kind == "exit") {
    std::exit(3);
  } else if (kind == "leaves") {
    say("info string error internal ordered by the test");
    std::exit(1);
  } else if (kind == "ended") {
    std::raise(SIGTERM);
  } else if (kind == "abort") {
    std::abort();
  } else if (kind == "silence") {
    return true;
  } else if (kind == "closed") {
    ::close(STDOUT_FILENO);
    wait_for_ever();
  } else if (kind == "spam") {
    for (;;) {
      say("info string still here");
    }
  } else if (kind == "garbage") {
    say(where == "sense" ? "bestsense j9" : "bestmove e2e9");
    return true;
  } else if (kind == "other") {
    say(where == "sense" ? "bestmove e2e4" : "bestsense e4");
    return true;
  } else if (kind == "illegal") {
    say("bestmove a1a8");
    return true;
  } else if (kind == "error") {
    say(std::string("info string error ") + (where == "position" ? where : "observation") + " ordered by the test");
  } else if (kind == "belief") {
    say("info string warning belief ordered by the test");
  } else if (kind == "slow") {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  } else if (kind == "noise") {
    say("Segmentation fault (not really)");
    say("\x01\xff");
    say("");
    say("info depth 3 bogus");
  }
  return false;
}

void observe(std::istringstream& words) {
  std::string event;
  words >> event;
  turn += event == "opponent" ? 1 : 0;
  if (!fault_at("observe") && settings["boards"] != "none") {
    say("info phase update turn " + std::to_string(turn) + " event " + event + " boardsbefore 7 boards 7" +
        (settings["deferred"].empty() ? "" : " deferred " + settings["deferred"]) + " time 0");
  }
}

void handshake() {
  say("id name Fake");
  say("id protocol rbc-uci 1");
  say("option name UCI_Variant type combo default rbc var rbc");
  say("option name Move Overhead type spin default 30 min 0 max 5000");
  if (!settings["announce"].empty()) {
    say("option name " + settings["announce"] + " type string default <empty>");
  }
  say("uciok");
}

// Its square on the probed board; empty where there is none.
std::string black_king() {
  int square = 0;  // from a8, row after row
  for (const char c : probed) {
    if (c == 'k') {
      return {static_cast<char>('a' + square % 8), static_cast<char>('8' - square / 8)};
    }
    square += c == '/' ? 0 : c >= '1' && c <= '8' ? c - '0' : 1;
  }
  return "";
}

std::string next_move() {
  const std::size_t i = static_cast<std::size_t>(turn) - 1;
  const std::string move = i < moves.size() ? moves[i] : "0000";
  const std::string king = settings["aim"] == std::to_string(turn) ? black_king() : "";
  return king.empty() || king == "e8" ? move : move.substr(0, 2) + king;
}

void answer(const std::string& line) {
  std::istringstream words(line);
  std::string command, rest;
  words >> command;
  if (command == "observe") {
    observe(words);
  } else if (command == "position") {
    turn = 0;
    // After an error the host sends the whole history: one opponent's move in it for every turn.
    for (std::string word; words >> word;) {
      turn += word == "opponent" ? 1 : 0;
    }
    fault_at(command);
  } else if (fault_at(command)) {
    return;
  } else if (command == "uci") {
    handshake();
  } else if (command == "isready") {
    say("readyok");
  } else if (command == "sense") {
    say("bestsense e4");
  } else if (command == "go") {
    say("bestmove " + next_move());
  } else if (command == "stop") {
    say("ponderdone");
  } else if (command == "probe" && settings["boards"] == "none") {
    say("info string error belief this player keeps no boards");
  } else if (command == "probe") {
    std::getline(words, rest);
    std::istringstream(rest) >> probed >> probed;  // "fen", placement
    say("info prob " + (settings["ppm"].empty() ? std::string("1000000") : settings["ppm"]) + rest);
  } else if (command == "quit") {
    std::exit(0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    settings[argument.substr(0, equals)] = equals == std::string::npos ? "" : argument.substr(equals + 1);
  }
  std::istringstream list(settings["moves"]);
  for (std::string move; std::getline(list, move, ',');) {
    moves.push_back(move);
  }
  for (std::string line; std::getline(std::cin, line);) {
    answer(line);
  }
}
