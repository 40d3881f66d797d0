#include "tools/arena/tournament/engine_build.h"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "support/file.h"
#include "support/hash.h"
#include "support/words.h"
#include "uci/engine_command.h"

namespace lanternfish {

namespace fs = std::filesystem;

namespace {

// The words of a script's lines with `import` that name a module: a file beside the script or at `root`, or one of a
// package there.
void add_imports(const fs::path& script, const fs::path& root, std::set<fs::path>& files) {
  const Result<std::string> content = read_file(script);
  std::istringstream lines(content ? *content : std::string());
  for (std::string line; std::getline(lines, line);) {
    if (line.find("import") == std::string::npos) {
      continue;
    }
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return c != '_' && std::isalnum(c) == 0; }, ' ');
    fs::path package;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      for (const fs::path& folder : std::set<fs::path>{script.parent_path(), root, root / package}) {
        std::error_code error;
        const fs::path place = folder / word;
        const fs::path module = fs::path(place).concat(".py");
        if (fs::is_regular_file(module, error) && files.insert(module).second) {
          add_imports(module, root, files);
        }
        const fs::path initial = place / "__init__.py";
        if (fs::is_regular_file(initial, error) && files.insert(initial).second) {
          add_imports(initial, root, files);
        }
        if (fs::is_directory(place, error)) {
          package = fs::relative(place, root, error);
        }
      }
    }
  }
}

// A bot is named FILE.py or FILE.py:CLASS.
fs::path script_of(const fs::path& argument) {
  const std::string text = argument.string();
  const std::size_t colon = text.find(".py:");
  return colon == std::string::npos ? argument : fs::path(text.substr(0, colon + 3));
}

// The file of a Python module that an argument names, as in `python3 -m lanternfish.serve my_policy:net`: beside the
// engine or on PYTHONPATH. Empty where there is none.
fs::path module_of(const EngineSpec& spec, const std::string& argument) {
  std::string name = argument.substr(0, argument.find(':'));
  const auto in_names = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; };
  if (!fs::path(spec.command.front()).filename().string().starts_with("python") || name.empty() ||
      !std::all_of(name.begin(), name.end(), in_names)) {
    return {};
  }
  std::replace(name.begin(), name.end(), '.', '/');
  const char* path = std::getenv("PYTHONPATH");
  std::vector<fs::path> folders{spec.directory};
  for (const std::string_view folder : parts_of(path == nullptr ? "" : path, ':')) {
    folders.emplace_back(folder);
  }
  for (const fs::path& folder : folders) {
    for (const fs::path& file : {folder / (name + ".py"), folder / name / "__init__.py"}) {
      std::error_code error;
      if (fs::is_regular_file(file, error)) {
        return file;
      }
    }
  }
  return {};
}

// The program, and every argument that names a file or a module; the program also where it names none.
std::vector<fs::path> files_of(const EngineSpec& spec) {
  std::vector<fs::path> files;
  for (std::size_t i = 0; i < spec.command.size(); ++i) {
    fs::path file = i == 0 ? fs::path(program_path(spec.command[i])) : fs::path(spec.command[i]);
    if (i == 0 && !file.has_parent_path()) {
      file = find_engine_program(file.string()).value_or(file.string());
    } else if (i > 0 && file.is_relative() && !spec.directory.empty()) {
      file = spec.directory / file;
    }
    file = script_of(file);
    std::error_code error;
    if (i == 0 || fs::is_regular_file(file, error)) {
      files.push_back(std::move(file));
    } else if (fs::path module = module_of(spec, spec.command[i]); !module.empty()) {
      files.push_back(std::move(module));
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
    if (content && file.extension() == ".py") {
      const fs::path script = fs::absolute(file);
      std::set<fs::path> modules{script};
      add_imports(script, script.parent_path(), modules);
      modules.erase(script);
      for (const fs::path& module : modules) {
        const Result<std::string> imported = read_file(module);
        hash = fnv1a(imported ? *imported : std::string(), hash);
      }
    }
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
