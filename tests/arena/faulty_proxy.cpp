// Stands between a host and a sound engine, and spoils it in one way:
//   faulty-proxy FAULT PROGRAM [ARGUMENTS...]
// For tests of what notices such faults; each is named after what the engine then does wrong.

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

std::string fault;

bool begins(const std::string& line, const std::string& start) { return line.compare(0, start.size(), start) == 0; }

std::string replaced(std::string line, const std::string& from, const std::string& to) {
  const std::size_t at = line.find(from);
  return at == std::string::npos ? line : line.replace(at, from.size(), to);
}

// What the host gets instead of an engine's line; empty for nothing.
std::vector<std::string> spoiled_answer(const std::string& line) {
  if (fault == "no-protocol-id" && begins(line, "id protocol")) return {};
  if (fault == "missing-option" && begins(line, "option name MoveLimit")) return {};
  if (fault == "accepts-any-option" && begins(line, "info string error option")) return {};
  if (fault == "silent-errors" && begins(line, "info string error phase")) return {};
  if (fault == "swallows-position-errors" && begins(line, "info string error position")) return {};
  if (fault == "two-terminators" && begins(line, "bestsense")) return {line, line};
  if (fault == "wrong-null" && line == "bestmove 0000") return {"bestmove e2e4"};
  if (fault == "missing-update" && line.find(" event sense ") != std::string::npos) return {};
  if (fault == "wrong-counts" && line.find(" event opponent ") != std::string::npos) {
    return {replaced(line, " boards ", " boards 9")};
  }
  if (fault == "loses-truth" && begins(line, "info prob "))
    return {replaced(line, line.substr(10, line.find(' ', 10) - 10), "0")};
  if (fault == "illegal-request" && begins(line, "bestmove") && line != "bestmove 0000") return {"bestmove a1h8"};
  if (fault == "ignores-searchsenses" && line == "bestsense b3") return {"bestsense b4"};
  if (fault == "varies" && begins(line, "bestmove")) {
    return {"info string " + std::to_string(::getpid()), line};
  }
  return {line};
}

// What the engine gets instead of a host's line.
std::vector<std::string> spoiled_command(const std::string& line) {
  if (fault == "deaf-to-stop" && line == "stop") {
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  }
  if (fault == "deaf-while-thinking" && begins(line, "sense infinite")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  }
  if (fault == "forgets-history" && begins(line, "position") && line.find(" history ") != std::string::npos) {
    return {line.substr(0, line.find(" history "))};
  }
  if (fault == "ignores-turn" && line.find(" turn 9") != std::string::npos) return {replaced(line, " turn 9", "")};
  if (fault == "stays" && line == "quit") return {};
  return {line};
}

void copy_answers(int from) {
  std::FILE* in = ::fdopen(from, "r");
  char* buffer = nullptr;
  std::size_t size = 0;
  for (ssize_t n; (n = ::getline(&buffer, &size, in)) > 0;) {
    std::string line(buffer, static_cast<std::size_t>(n));
    line.pop_back();
    for (const std::string& out : spoiled_answer(line)) {
      std::cout << out << std::endl;
    }
  }
  std::_Exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    return 2;
  }
  fault = argv[1];
  int to_engine[2], from_engine[2];
  if (::pipe(to_engine) != 0 || ::pipe(from_engine) != 0) {
    return 2;
  }
  if (::fork() == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(to_engine[0], STDIN_FILENO);
    ::dup2(from_engine[1], STDOUT_FILENO);
    ::close(to_engine[1]);
    ::close(from_engine[0]);
    ::execv(argv[2], argv + 2);
    std::_Exit(2);
  }
  ::close(to_engine[0]);
  ::close(from_engine[1]);
  std::thread answers(copy_answers, from_engine[0]);
  for (std::string line; std::getline(std::cin, line);) {
    for (const std::string& out : spoiled_command(line)) {
      const std::string bytes = out + "\n";
      if (::write(to_engine[1], bytes.data(), bytes.size()) < 0) {
        std::_Exit(0);
      }
    }
  }
  if (fault == "stays" || fault == "ignores-end-of-input") {
    for (;;) {
      ::pause();
    }
  }
  ::close(to_engine[1]);
  answers.join();
}
