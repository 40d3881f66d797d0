#pragma once

// A host at a Session in the same process, with the built-in evaluator: what EngineProcess is without a process.

#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "engine/evaluator_factory.h"
#include "protocol/session/options.h"
#include "protocol/session/session.h"
#include "tests/protocol/engine_process.h"

namespace lanternfish::testing {

class SessionHost {
 public:
  using Lines = EngineProcess::Lines;

  // `options`: NAME=VALUE.
  explicit SessionHost(const std::vector<std::string>& options = {}, EvaluatorFactory factory = evaluator_for)
      : session_(config_with(options), std::move(factory),
                 [this](const EngineMessage& message) { said_.push_back(format_engine_message(message)); }) {}

  // Carries the line out to its end.
  void send(std::string_view line) {
    CAPTURE(line);
    session_.execute(parse_host_line(std::string(line)), {});
  }
  // What was said and not fetched yet, up to and including the first line that begins with `prefix`, which must be
  // there.
  Lines until(std::string_view prefix) {
    CAPTURE(prefix);
    Lines lines;
    do {
      REQUIRE_FALSE(said_.empty());
      lines.push_back(said_.front());
      said_.pop_front();
    } while (!begins(lines.back(), prefix));
    return lines;
  }
  // Sends a line, then isready; gives what was answered before readyok.
  Lines ask(std::string_view line) {
    send(line);
    send("isready");
    Lines lines = until("readyok");
    lines.pop_back();
    return lines;
  }
  // What was said and not fetched yet.
  Lines rest() { return ask("#"); }

 private:
  static Config config_with(const std::vector<std::string>& options) {
    Config config;
    config.engine_command = "none";
    for (const std::string& option : options) {
      REQUIRE(set_option(config, option));
    }
    return config;
  }

  std::deque<std::string> said_;
  Session session_;
};

}  // namespace lanternfish::testing
