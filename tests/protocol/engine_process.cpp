#include "tests/protocol/engine_process.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support_files.h"

namespace lanternfish::testing {

EngineProcess::EngineProcess(std::vector<std::string> options) {
  ChildProcess::Command command{.argv = {kLanternfish, "EngineCommand=none"}, .directory = {}, .show_stderr = true};
  command.argv.insert(command.argv.end(), options.begin(), options.end());
  Result<std::unique_ptr<ChildProcess>> started = ChildProcess::start(command);
  REQUIRE(started);
  process_ = std::move(started).value();
}

void EngineProcess::send(std::string_view line) {
  CAPTURE(line);
  REQUIRE(process_->write_line(line, std::chrono::steady_clock::now() + kPatience));
}

EngineProcess::Lines EngineProcess::until(std::string_view prefix) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  Lines lines;
  do {
    std::string line;
    const ChildProcess::ReadStatus status = process_->read_line(line, deadline);
    CAPTURE(prefix);
    INFO("last line: ", lines.empty() ? std::string("none") : lines.back());
    REQUIRE(status == ChildProcess::ReadStatus::kLine);
    lines.push_back(line);
  } while (!begins(lines.back(), prefix));
  return lines;
}

EngineProcess::Lines EngineProcess::ask(std::string_view line) {
  send(line);
  send("isready");
  Lines lines = until("readyok");
  lines.pop_back();
  return lines;
}

bool EngineProcess::leaves_within(std::chrono::milliseconds patience) {
  return process_->wait_or_kill(std::chrono::steady_clock::now() + patience);
}

bool begins(std::string_view line, std::string_view start) {
  return line.substr(0, start.size()) == start && (line.size() == start.size() || line[start.size()] == ' ');
}

long count(const EngineProcess::Lines& lines, std::string_view start) {
  return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) { return begins(line, start); });
}

std::string find(const EngineProcess::Lines& lines, std::string_view start) {
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const std::string& line) { return begins(line, start); });
  return found == lines.end() ? "" : *found;
}

std::string timeless(std::string line) {
  for (const std::string_view word : {" time ", " nps ", " bps "}) {
    const std::size_t at = line.find(word);
    if (at != std::string::npos) {
      line.erase(at, line.find(' ', at + word.size()) - at);
    }
  }
  return line;
}

EngineProcess::Lines timeless(EngineProcess::Lines lines) {
  for (std::string& line : lines) {
    line = timeless(std::move(line));
  }
  return lines;
}

}  // namespace lanternfish::testing
