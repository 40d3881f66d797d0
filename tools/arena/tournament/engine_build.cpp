#include "tools/arena/tournament/engine_build.h"

#include <sys/stat.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "support/file.h"
#include "support/hash.h"
#include "uci/engine_command.h"

namespace lanternfish {

namespace fs = std::filesystem;

namespace {

// The program, and every argument that names a file; the program also where it names none.
std::vector<fs::path> files_of(const EngineSpec& spec) {
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < spec.command.size(); ++i) {
    fs::path file = i == 0 ? fs::path(program_path(spec.command[i])) : fs::path(spec.command[i]);
    if (i == 0 && !file.has_parent_path()) {
      file = find_engine_program(file.string()).value_or(file.string());
    } else if (i > 0 && file.is_relative() && !spec.directory.empty()) {
      file = spec.directory / file;
    }
    std::error_code error;
    if (i == 0 || fs::is_regular_file(file, error)) {
      files.push_back(std::move(file));
    }
  }
  return files;
}

}  // namespace

std::string engine_build(const EngineSpec& spec) {
  std::uint64_t hash = kFnvBasis;
  bool program = true;
  for (const fs::path& file : files_of(spec)) {
    const Result<std::string> content = read_file(file);
    if (program && !content) {
      return "unknown";
    }
    program = false;
    hash = content ? fnv1a(*content, hash) : hash;
  }
  return fmt::format("{:016x}", hash);
}

std::string engine_dates(const EngineSpec& spec) {
  std::string dates;
  for (const fs::path& file : files_of(spec)) {
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0) {
      dates +=
          fmt::format("{}:{}.{}:{} ", status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size);
    }
  }
  return dates;
}

}  // namespace lanternfish
