#pragma once

// A chess engine driven by as little as possible: what a pool of engines is measured against.

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

#include "support/result.h"

namespace lanternfish {

class RawEngine {
 public:
  // One thread, `hash_mb` of memory, and as many lines as `multi_pv` says. Throws std::system_error, or
  // std::runtime_error when the program leaves.
  RawEngine(const std::vector<std::string>& argv, int hash_mb, int multi_pv);
  ~RawEngine();
  RawEngine(const RawEngine&) = delete;
  RawEngine& operator=(const RawEngine&) = delete;

  // Writes `text` and reads until a line begins with `word`; nothing else is looked at.
  void ask(const std::string& text, const std::string& word);

  int pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  int to_engine_ = -1;
  int from_engine_ = -1;
  std::string read_;
};

// Processor time of a process so far, in seconds; not a number when there is none with that id.
double cpu_seconds(int pid);

// The questions, each a text that ends in bestmove, asked of all engines, a thread each, the next one as soon as the
// last is answered. Gives the seconds it took.
double drive_raw(std::span<RawEngine* const> engines, std::span<const std::string> questions);

}  // namespace lanternfish
