// What a stranger may give to those who read files of a user, of any room.

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>

#include "book/book.h"
#include "game/recorded_game.h"
#include "nets/history_planes.h"
#include "nets/weights_file.h"
#include "support/file.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tests/support_files.h"
#include "tools/arena/replay/replay.h"
#include "tools/arena/tournament/engine_file.h"
#include "tools/arena/tournament/openings.h"
#include "tools/arena/tournament/results.h"
#include "tools/train/training_data.h"

using namespace lanternfish;
using lanternfish::testing::Folder;
namespace fs = std::filesystem;

namespace {

struct Reader {
  std::string reads;
  std::function<std::string(const fs::path&)> error;  // empty where the file was read
  bool json = false;
};

template <typename Read>
Reader reader(std::string what, Read read, bool json = false) {
  const auto error = [read](const fs::path& file) {
    const auto result = read(file);
    return result ? std::string() : result.error();
  };
  return {std::move(what), error, json};
}

std::vector<Reader> readers() {
  return {
      reader("record", read_game_record, true),
      reader("recorded game", read_recorded_game, true),
      reader(
          "results", [](const fs::path& file) { return read_results(file); }, true),
      reader("engines", read_engine_file, true),
      reader("counts", read_reference_counts, true),
      reader("openings", [](const fs::path& file) { return read_openings("file=" + file.string()); }),
      reader("book", read_book),
      reader("weights", [](const fs::path& file) { return read_weights(file, kHistoryPlanesVersion); }),
      reader("training data", read_training_data),
  };
}

}  // namespace

TEST_CASE("readers: a pipe nobody writes to, an endless device, a folder and a file beyond all bounds are refused") {
  const Folder folder("lanternfish_readers_test");
  const fs::path pipe = folder.path() / "pipe", huge = folder.path() / "huge";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  { const std::ofstream made(huge); }
  fs::resize_file(huge, std::uintmax_t{1} << 40);  // with a hole
  for (const Reader& reader : readers()) {
    CAPTURE(reader.reads);
    CHECK(reader.error(pipe).ends_with(pipe.string() + ": it is a pipe"));
    CHECK(reader.error("/dev/zero").ends_with("/dev/zero: it is a device"));
    CHECK(reader.error(folder.path()).ends_with(folder.path().string() + ": it is a folder"));
    CHECK(reader.error(huge).find(huge.string() + " is too large") != std::string::npos);
  }
}

TEST_CASE("readers: JSON of 100,000 levels is an error that names the file once") {
  const Folder folder("lanternfish_readers_test");
  for (const std::string& open : {std::string("["), std::string("{\"a\":")}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
      text += open;
    }
    const fs::path file = folder.path() / "nested";
    for (const Reader& reader : readers()) {
      // The results of a tournament are read a line at a time, and the last line may be torn.
      REQUIRE(write_file(file, reader.reads == "results" ? "{}\n" + text + "\n\n" : text).ok());
      if (reader.json) {
        CAPTURE(reader.reads);
        CHECK(reader.error(file).rfind(file.string()) == 0);
        CHECK(reader.error(file).find("more than 64 levels") != std::string::npos);
      }
    }
  }
}

TEST_CASE("readers: programs that read folders of games name a file that holds none once") {
  const Folder folder("lanternfish_readers_test");
  const std::string file = (folder / "game.json").string();
  testing::write(file, "{");
  const std::pair<std::string, std::string> commands[] = {{"lanternfish-train", "fit"},
                                                          {"lanternfish-bench", "belief --games"},
                                                          {"lanternfish-bench", "eval --engine true --games"}};
  for (const auto& [name, arguments] : commands) {
    const fs::path program = testing::build_dir() / name;
    if (!fs::exists(program)) {
      continue;  // Google Benchmark is not installed
    }
    const std::string text =
        testing::run("'" + program.string() + "' " + arguments + " '" + folder.path().string() + "'").text;
    if (testing::says(text, "without liblbfgs")) {
      continue;
    }
    CAPTURE(text);
    CHECK(testing::says(text, file + ": not a game record"));
    CHECK(text.find(file) == text.rfind(file));
  }
}
