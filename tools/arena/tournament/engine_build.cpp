#include "tools/arena/tournament/engine_build.h"

#include <sys/stat.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "support/file.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;

std::uint64_t fnv1a(std::uint64_t hash, std::string_view bytes) {
  for (const char c : bytes) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

// As the shell would find it.
fs::path on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  std::error_code error;
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (fs::is_regular_file(fs::path(folder) / program, error)) {
      return fs::path(folder) / program;
    }
  }
  return program;
}

// The program, and every argument that names a file; the program also where it names none.
std::vector<fs::path> files_of(const EngineSpec& spec) {
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < spec.command.size(); ++i) {
    fs::path file = i == 0 ? fs::path(program_path(spec.command[i])) : fs::path(spec.command[i]);
    if (i == 0 && !file.has_parent_path()) {
      file = on_path(file.string());
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
  std::uint64_t hash = 0xcbf29ce484222325;
  bool program = true;
  for (const fs::path& file : files_of(spec)) {
    std::error_code error;
    const bool readable = fs::is_regular_file(file, error);
    const Result<std::string> content = readable ? read_file(file) : Result<std::string>(Error{"no file"});
    if (program && !content) {
      return "unknown";
    }
    program = false;
    hash = content ? fnv1a(hash, *content) : hash;
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
