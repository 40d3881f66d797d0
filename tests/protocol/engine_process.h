#pragma once

// The real engine program, spoken to over its pipes.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/messages/messages.h"
#include "support/child_process.h"

namespace lanternfish::testing {

class EngineProcess {
 public:
  using Lines = std::vector<std::string>;

  // With the built-in evaluator unless `options` (NAME=VALUE) say otherwise.
  explicit EngineProcess(std::vector<std::string> options = {});

  void send(std::string_view line);
  // All lines up to and including the first that begins with `prefix`; fails the test after kPatience.
  Lines until(std::string_view prefix);
  // Sends a line, then isready; gives what was answered before readyok.
  Lines ask(std::string_view line);
  // Nothing more comes: what is there before the answer to one more isready.
  Lines rest() { return ask("#"); }

  ChildProcess& process() { return *process_; }
  // Closes the engine's stdin. True when it left by itself within `patience`.
  bool leaves_within(std::chrono::milliseconds patience);

  static constexpr std::chrono::seconds kPatience{60};  // sanitizers and full machines are slow

 private:
  std::unique_ptr<ChildProcess> process_;
};

// Whether `line` begins with the words of `start`.
bool begins(std::string_view line, std::string_view start);
// How many lines begin with `start`.
long count(const EngineProcess::Lines& lines, std::string_view start);
// The first line that begins with `start`; empty when there is none.
std::string find(const EngineProcess::Lines& lines, std::string_view start);
// `line` without what depends on the machine: times and rates.
std::string timeless(std::string line);
EngineProcess::Lines timeless(EngineProcess::Lines lines);

}  // namespace lanternfish::testing
