#pragma once

// Programs as a person runs them: a command line, and what came of it.

#include <doctest/doctest.h>

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace lanternfish::testing {

struct Output {
  int status = -1;   // the exit status; -1 where a signal ended the command
  std::string text;  // both streams
};

// Runs the command line by the shell and waits for its end.
inline Output run(const std::string& command) {
  Output output;
  std::FILE* pipe = ::popen(("{ " + command + "; } 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) {
    output.text.append(buffer, n);
  }
  const int status = ::pclose(pipe);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return output;
}

inline bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline void write(const std::filesystem::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

inline void write_program(const std::filesystem::path& file, const std::string& content) {
  write(file, content);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

}  // namespace lanternfish::testing
