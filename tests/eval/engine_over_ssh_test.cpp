// An engine on another machine: a program named ssh on PATH that does with its arguments what ssh and the shell at the
// other end do.

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "eval/make_evaluator.h"
#include "tests/eval/fake_pool.h"
#include "tests/folder.h"
#include "tests/support_files.h"
#include "uci/engine_command.h"

using namespace lanternfish;
using namespace lanternfish::testing;
namespace fs = std::filesystem;

namespace {

// A folder at the head of PATH with such an ssh, and "my engine", a link to the fake one, beside it.
class OtherHost {
 public:
  OtherHost() {
    std::ofstream(folder_ / "ssh")
        << "#!/bin/sh\n"
           "# ssh HOST WORD...: the words are joined by blanks, and a shell takes them apart.\n"
           "printf '%s|' \"$@\" >> \"$0.log\"\n"
           "shift\n"
           "cd / && exec env -i PATH=/usr/bin:/bin:/usr/games sh -c \"$*\"\n";
    fs::permissions(folder_ / "ssh", fs::perms::owner_all);
    fs::create_symlink(kFakeUciEngine, folder_ / "my engine");
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  ~OtherHost() { ::setenv("PATH", path_.c_str(), 1); }

  std::string path_of(const std::string& name) const { return (folder_ / name).string(); }
  std::string text_of(const std::string& name) const {
    std::ifstream in(folder_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  testing::Folder folder_{"lanternfish ssh"};
  std::string path_ = std::getenv("PATH");
};

}  // namespace

TEST_CASE("engine over ssh: joins the pool beside a local one, its arguments as a shell there takes them") {
  const OtherHost host;
  const std::string log = host.path_of("asked");
  // Quoted twice: once for us, once for the shell at the other end.
  const std::string remote =
      "ssh 'other host' \"'" + host.path_of("my engine") + "'\" --queues \"--log='" + log + "'\"";
  const std::string local = kFakeUciEngine;
  const auto commands = parse_engine_commands("'" + local + "' ; " + remote);
  REQUIRE(commands);
  StockfishPool pool({.commands = *commands, .workers = 2});
  for (int i = 0; i < 2'000 && pool.pids().size() < 2; ++i) {
    std::this_thread::sleep_for(5ms);
  }
  REQUIRE(pool.pids().size() == 2);
  const std::vector<Board> boards(200, Board::start());
  const Report report = ask(pool, boards, 20s);
  check_all_answered(report);
  CHECK(by_engine(report) == boards.size());
  CHECK(host.text_of("asked").find("go depth 2") != std::string::npos);
  CHECK(host.text_of("ssh.log").starts_with("other host|'"));
  CHECK(pool.counts().died + pool.counts().silent + pool.counts().garbage == 0);
}

TEST_CASE("engine over ssh: `ssh otherhost stockfish` works as it is" *
          doctest::skip(!find_engine_program("stockfish"))) {
  const OtherHost host;
  std::vector<std::string> warnings;
  const auto evaluator = make_evaluator({.command = "ssh otherhost stockfish"},
                                        [&](const std::string& text) { warnings.push_back(text); });
  CHECK(by_engine(ask(*evaluator, kStarts, 20s)) == 8);
  CHECK(warnings.empty());
  CHECK(host.text_of("ssh.log") == "otherhost|stockfish|");
}
