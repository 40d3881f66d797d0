#pragma once

// A child program spoken to line by line over its stdin and stdout: chess engines for the evaluator, RBC engines for
// the arena.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace lanternfish {

// One object belongs to one thread at a time; only wake() may be called from others. The child leads a new process
// group. The destructor kills that group. The kernel kills the child when this program ends in whatever way. A forked
// copy of the program has no part in the children: there an object sends nothing and kills nobody.
//
// The first start() makes the program ignore SIGPIPE unless it handles that signal. Children are not affected.
class ChildProcess {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Command {
    std::vector<std::string> argv;  // argv[0] is looked up on PATH unless it holds a slash
    std::string directory;          // working directory; empty: that of this program
    bool show_stderr = false;       // its stderr comes out on ours, escapes spelled out; else it is discarded
    bool contain = false;           // what it starts ends with it, in whatever group or session: see adopt_orphans()
  };

  enum class ReadStatus { kLine, kTimeout, kClosed };

  // Blocks until the program was executed, about a millisecond. Called from any thread, which the child may outlive.
  static Result<std::unique_ptr<ChildProcess>> start(const Command& command);

  // For the main of a program that hosts strangers' programs, before it has any thread: makes it the parent of every
  // orphan below it. A contained child's processes are known by the environment it was given; those that cleared it and
  // lost their parent are ended by end_orphans(), which also collects the zombies. When the program itself is killed,
  // a process that waits for that ends those that did not clear their environment.
  static void adopt_orphans();
  // Ends all children of this program that no ChildProcess stands for. At the end of main.
  static void end_orphans();

  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends `line` and a newline. False when the child is gone or does not read (its pipe is full at the deadline); part
  // of the line may have been sent then. A `line` that holds a newline would be two: it is a bug, and nothing is sent.
  bool write_line(std::string_view line, TimePoint deadline);

  // The same for several lines, each with its newline: one write for all where the pipe has room.
  bool write_text(std::string_view lines, TimePoint deadline);

  // Waits for the next line and gives it without its line end. kTimeout: the deadline passed, or wake() was called.
  // kClosed: no more lines will come; everything the child wrote before it died was delivered first, a last line
  // without newline included. Past the deadline only lines already taken from the pipe are delivered, at most kReadSize
  // bytes of them, so that a loop over a child that writes without end comes to its end.
  ReadStatus read_line(std::string& line, TimePoint deadline);
  // The same without a copy: the text stays until the next call that reads.
  ReadStatus read_line(std::string_view& line, TimePoint deadline);
  // The next line among those that were read from the pipe already. False when there is none. Asks neither the clock
  // nor the kernel.
  bool take_line(std::string_view& line);

  // Blocks until the moment or until wake() is called, whatever the child writes. A child that writes often and is
  // known to need some time is disturbed less by a reader that rarely looks.
  void rest(TimePoint until);

  // Makes the read_line() or rest() in progress return at once, or else the next one. read_line() then returns
  // kTimeout, also when it is called after a rest() that was ended this way. May be called from any thread.
  void wake();

  bool running();
  int pid() const;

  // Kills the group with SIGKILL and reaps the child. May be called twice.
  void kill();
  // Closes the child's stdin, discards what it still writes, and waits for it to leave by itself until the deadline;
  // then kills. True when it left by itself.
  bool wait_or_kill(TimePoint deadline);
  // After the child ended: its exit status, or 128 + the signal that ended it; -1 before.
  int exit_code() const;

  static constexpr std::size_t kMaxLine = 1 << 20;   // bytes; a longer line is cut there and the rest of it skipped
  static constexpr std::size_t kReadSize = 1 << 16;  // bytes; what a Linux pipe holds

 private:
  struct Impl;
  explicit ChildProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanternfish
