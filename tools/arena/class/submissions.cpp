#include "tools/arena/class/submissions.h"

#include <fmt/format.h>

#include "support/child_process.h"
#include "support/json_line.h"
#include "support/text.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kUnpackingTime{10};

}  // namespace

Result<fs::path> adapters_folder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {"../../tools/reconchess", "../share/lanternfish/reconchess"}) {
    const fs::path folder = fs::weakly_canonical(self / place, error);
    if (fs::exists(folder / "bot_engine.py", error)) {
      return folder;
    }
  }
  return Error{fmt::format("the adapters of Python bots (tools/reconchess) are not beside {}", self.string())};
}

Result<Submissions> read_submissions(const std::string& python, const fs::path& folder, const fs::path& unpacked,
                                     bool with_bwrap, const std::vector<std::string>& taken) {
  const fs::path adapters = TRY(adapters_folder());
  std::vector<std::string> argv = {python, (adapters / "submissions.py").string(), folder.string(), unpacked.string()};
  if (with_bwrap) {
    argv.emplace_back("--bwrap");
  }
  for (const std::string& name : taken) {
    argv.push_back("--taken=" + name);
  }
  Result<std::unique_ptr<ChildProcess>> reader =
      ChildProcess::start({.argv = argv, .directory = {}, .show_stderr = true});
  if (!reader) {
    return Error{reader.error()};
  }
  Submissions submissions;
  const auto deadline = std::chrono::steady_clock::now() + kUnpackingTime;
  ChildProcess::ReadStatus status{};
  for (std::string line; (status = (*reader)->read_line(line, deadline)) == ChildProcess::ReadStatus::kLine;) {
    const Result<Json> read = parse_json(line);
    if (!read || !read->is_object()) {
      return Error{fmt::format("the submissions in {} could not be read: '{}' is no line about one", folder.string(),
                               shortened(line, 80))};
    }
    if (read->contains("note")) {
      submissions.notes.push_back((*read)["note"].get<std::string>());
    } else {
      submissions.list.push_back({read->value("name", ""), read->value("bot", ""), read->value("problem", "")});
    }
  }
  if (!(*reader)->wait_or_kill(deadline) || (*reader)->exit_code() != 0) {
    return Error{fmt::format("the submissions in {} could not be read", folder.string())};
  }
  return submissions;
}

}  // namespace lanternfish
