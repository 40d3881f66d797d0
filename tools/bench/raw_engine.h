#pragma once

// A chess engine driven by as little as possible: what a pool of engines is measured against.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/child_process.h"

namespace lanternfish {

class RawEngine {
 public:
  // One thread, `hash_mb` of memory, and as many lines as `multi_pv` says. Throws std::runtime_error when the program
  // does not start or leaves.
  RawEngine(const std::vector<std::string>& argv, int hash_mb, int multi_pv);

  // Writes `lines`, each with its newline, and reads until a line begins with `word`; nothing else is looked at.
  void ask(std::string_view lines, std::string_view word);

  int pid() const { return child_->pid(); }

 private:
  std::unique_ptr<ChildProcess> child_;
};

// Processor time of a process so far, in seconds; not a number when there is none with that id.
double cpu_seconds(int pid);

// The questions, each some lines that end in bestmove, asked of all engines, a thread each, the next one as soon as the
// last is answered.
void drive_raw(std::span<RawEngine* const> engines, std::span<const std::string> questions);

}  // namespace lanternfish
