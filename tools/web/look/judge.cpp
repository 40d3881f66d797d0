#include "tools/web/look/judge.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "game/game_record.h"
#include "protocol/host/engine_spec.h"
#include "rules/notation.h"
#include "support/child_process.h"

namespace lanternfish {

namespace {

namespace fs = std::filesystem;
constexpr auto kBetweenLooks = std::chrono::milliseconds(200);
constexpr auto kPatience = std::chrono::minutes(20);  // with one game

// A folder that goes with the object.
class PrivateFolder {
 public:
  PrivateFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "lanternfish-web-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) {
      path_ = name;
    }
  }
  ~PrivateFolder() {
    std::error_code ignored;
    if (!path_.empty()) {
      fs::remove_all(path_, ignored);
    }
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const fs::path& path() const { return path_; }  // empty: none could be made

 private:
  fs::path path_;
};

void add_line(LookGame& game, const Json& json) {
  if (!json.is_object() || json.value("type", "") != "turn") {
    return;
  }
  const Result<Color> side = parse_color(json.value("color", ""));
  const int turn = json.value("turn", 0);
  if (!side || turn < 1) {
    return;
  }
  Json verdict = json.value("recorded", Json::object());
  for (const char* key : {"best_request", "can_take_king", "best_window", "best_window_boards", "strategies"}) {
    verdict[key] = json.value(key, Json());
  }
  game.add_verdict(*side, static_cast<std::size_t>(turn) - 1, std::move(verdict));
}

}  // namespace

Status judge_game(LookGame& game, const JudgeSettings& settings, const std::stop_token& stop) {
  const PrivateFolder folder;
  const fs::path file = folder.path() / "game.json";
  if (folder.path().empty() || !write_file(file, game.record_text())) {
    return Error{"the folder for temporary files cannot be written to"};
  }
  auto child = ChildProcess::start({.argv = {program_path(settings.program), file.string(), "--json", "--max-boards",
                                             std::to_string(settings.max_boards), "--nodes", "300"},
                                    .directory = {}});
  if (!child) {
    return Error{fmt::format("lanternfish-analyze could not be started: {}", child.error())};
  }
  const auto until = std::chrono::steady_clock::now() + kPatience;
  std::string line;
  while (!stop.stop_requested() && std::chrono::steady_clock::now() < until) {
    switch ((*child)->read_line(line, std::chrono::steady_clock::now() + kBetweenLooks)) {
      case ChildProcess::ReadStatus::kLine:
        static_cast<void>(read_json(line, [&](const Json& json) { add_line(game, json); }));
        break;
      case ChildProcess::ReadStatus::kTimeout: break;
      case ChildProcess::ReadStatus::kClosed: return success();
    }
  }
  return stop.stop_requested() ? success() : Status(Error{"the judge took too long"});
}

}  // namespace lanternfish
