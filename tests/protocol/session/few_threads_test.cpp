// A system that allows fewer threads than the options Threads and EngineWorkers ask for.

#include <doctest/doctest.h>

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <utility>

#include "tests/shell.h"
#include "tests/support_files.h"

using lanternfish::testing::kFakeUciEngine;
using lanternfish::testing::says;

namespace {

// A user that owns no process, another one in each run, so that the limit counts the engine's threads alone. Nobody but
// root may become one.
uid_t nobody_else() { return static_cast<uid_t>(64'000 + ::getpid() % 900); }
constexpr rlim_t kThreads = 24;
constexpr int kNotStarted = 127;  // exit status

// What the engine says to `script` where it may have kThreads threads. Nothing where it cannot be started as another
// user: in some containers, or where others may not read the program.
std::optional<std::string> limited_engine(const char* engine_command, const std::string& script) {
  int in[2], out[2];
  REQUIRE(::pipe2(in, O_CLOEXEC) == 0);
  REQUIRE(::pipe2(out, O_CLOEXEC) == 0);
  // Opened here: the other user may be kept out of the folders on the way.
  const int program = ::open(lanternfish::testing::kLanternfish, O_RDONLY | O_CLOEXEC);
  REQUIRE(program >= 0);
  const uid_t user = nobody_else();
  const pid_t child = ::fork();
  if (child == 0) {
    char name[] = "lanternfish";
    std::string command = std::string("EngineCommand=") + engine_command;
    char* argv[] = {name, command.data(), nullptr};
    const rlimit limit{kThreads, kThreads};
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    const bool ready = ::setrlimit(RLIMIT_NPROC, &limit) == 0 && ::setgroups(0, nullptr) == 0 && ::setgid(user) == 0 &&
                       ::setuid(user) == 0;
    if (ready) {
      ::fexecve(program, argv, ::environ);
    }
    ::_exit(kNotStarted);
  }
  ::close(out[1]);
  ::close(program);
  CHECK(::write(in[1], script.data(), script.size()) == static_cast<ssize_t>(script.size()));
  ::close(in[0]);  // not before: the engine may be gone already, and a pipe without readers would end us
  std::string said;
  char part[4096];
  for (ssize_t got = 0; (got = ::read(out[0], part, sizeof part)) > 0;) {
    said.append(part, static_cast<std::size_t>(got));
    if (in[1] >= 0 && says(said, "bestmove ")) {
      ::close(std::exchange(in[1], -1));  // not before: it would be told to stop
    }
  }
  if (in[1] >= 0) {
    ::close(in[1]);
  }
  ::close(out[0]);
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  if (WEXITSTATUS(status) == kNotStarted) {
    return std::nullopt;
  }
  CHECK(WEXITSTATUS(status) == 0);
  return said;
}

}  // namespace

TEST_CASE("threads: where the system allows fewer the engine says so, uses those and plays" *
          doctest::skip(::geteuid() != 0)) {
  const std::string turn = "position startpos color white history opponent capture none sense none result none\ngo ";
  const struct {
    const char* engine_command;
    std::string script, warning;
  } cases[] = {
      {"none", "setoption name Threads value 64\n" + turn + "nodes 20\n",
       "info string warning engine the system does not allow 64 threads; 16 are used"},
      {kFakeUciEngine,
       "setoption name OwnBook value false\nsetoption name EngineWorkers value 64\n" + turn + "movetime 200\n",
       "the system does not allow 64 chess engines; "},
  };
  for (const auto& [engine_command, script, warning] : cases) {
    const std::optional<std::string> said = limited_engine(engine_command, script);
    if (!said) {
      MESSAGE("the engine cannot be started as another user here");
      return;
    }
    CAPTURE(*said);
    CHECK(says(*said, warning));
    CHECK(says(*said, "bestmove "));
    CHECK_FALSE(says(*said, "bestmove 0000"));
    CHECK_FALSE(says(*said, "error"));
  }
}
