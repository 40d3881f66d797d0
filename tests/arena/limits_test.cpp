// Where the machine ends: processors, memory, disk, and engines that would have more than their share.

#include <doctest/doctest.h>

#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <fmt/format.h>

#include "protocol/host/engine_link.h"
#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tests/small_files.h"
#include "tools/arena/tournament/results.h"

using namespace lanternfish;
using lanternfish::testing::arena;
using lanternfish::testing::Folder;
using lanternfish::testing::kFakeEngine;
using lanternfish::testing::Output;
using lanternfish::testing::run;
using lanternfish::testing::says;
using lanternfish::testing::write_program;

namespace {

int processors() {
  cpu_set_t mine;
  REQUIRE(::sched_getaffinity(0, sizeof mine, &mine) == 0);
  return CPU_COUNT(&mine);
}

// A match of an engine with itself, and what was printed.
Output match(const Folder& folder, const std::filesystem::path& engine, const std::string& options) {
  return run(arena(fmt::format("match {} --records '{}/m' -engine name=a cmd='{}' -engine name=b cmd='{}'", options,
                               folder.path().string(), engine.string(), engine.string())));
}

}  // namespace

TEST_CASE("limits: with --affinity the games that are played at a time share no processor") {
  const Folder folder("lanternfish_limits_affinity");
  const std::filesystem::path engine = folder.path() / "engine";
  write_program(engine, fmt::format("#!/bin/sh\nsed -n 's/^Cpus_allowed_list:[[:blank:]]*//p' /proc/self/status >> "
                                    "'{}/'$1\nsleep 0.2\nexec {}\n",
                                    folder.path().string(), kFakeEngine));
  const auto lists = [&](const std::string& options, const std::string& file) {
    const std::filesystem::path with = folder.path() / ("engine_" + file);
    write_program(with, fmt::format("#!/bin/sh\nexec '{}' {}\n", engine.string(), file));
    CHECK(match(folder, with, "--fresh --games 4 --concurrency 2 --turn-limit 2 " + options).status == 0);
    std::ifstream in(folder.path() / file);
    std::set<std::string> found;
    for (std::string line; std::getline(in, line);) {
      found.insert(line);
    }
    return found;
  };
  const std::set<std::string> anywhere = lists("", "anywhere");
  CHECK(anywhere.size() == 1);
  std::set<std::string> kept = lists("--affinity", "kept");
  for (const std::string& all : anywhere) {
    kept.erase(all);  // the start that shows the names of the engines is no game
  }
  CHECK(kept.size() == (processors() >= 2 ? 2 : 0));
}

TEST_CASE("limits: engines that may want more memory than the machine has are warned about") {
  const Folder folder("lanternfish_limits_memory");
  const std::filesystem::path engine = folder.path() / "engine";
  write_program(engine,
                "#!/bin/sh\necho 'option name BeliefMemory type spin default 16000000 min 1 max 16777216'\nexec " +
                    kFakeEngine + "\n");
  const Output output = match(folder, engine, "--games 1 --turn-limit 2");
  CHECK(output.status == 0);
  CHECK(says(output.text, "warning: the engines may want 32000000 MB"));
  const Output modest = run(
      arena(fmt::format("match --games 1 --turn-limit 2 --records '{}/n' -engine name=a cmd={} -engine name=b cmd={}",
                        folder.path().string(), kFakeEngine, kFakeEngine)));
  CHECK_FALSE(says(modest.text, "may want"));
}

TEST_CASE("limits: the log of an engine that floods its host ends at its bound, and says so") {
  const Folder folder("lanternfish_limits_logs");
  const std::filesystem::path engine = folder.path() / "engine";
  // Answers all but sense, then writes long lines until it is killed.
  write_program(engine,
                "#!/bin/bash\nlong=$(head -c 300000 /dev/zero | tr '\\0' x)\n"
                "while read -r line; do case $line in\n"
                "uci) echo id protocol rbc-uci 1; echo uciok;; isready) echo readyok;; quit) exit;;\n"
                "sense*) exec yes \"$(echo info string \"${long:0:120000}\")\";; esac; done\n");
  const Output output = match(folder, engine, "--games 1 --tc 4+0 --logs");
  CAPTURE(output.text);
  CHECK(output.status == 0);
  std::uintmax_t largest = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.path() / "m")) {
    if (file.path().extension() == ".log") {
      largest = std::max(largest, file.file_size());
    }
  }
  CHECK(largest > 100'000);
  CHECK(largest < EngineLink::kMaxLog + (1U << 20));
}

TEST_CASE("limits: an engine's log that cannot grow holds whole lines, and the engine plays on") {
  const Folder folder("lanternfish_limits_log");
  const std::filesystem::path log = folder.path() / "engine.log";
  EngineSpec spec;
  spec.command = {kFakeEngine};
  {
    const lanternfish::testing::SmallFiles limit(100);
    const auto engine = EngineLink::start(spec, {}, log.string());
    REQUIRE(engine.ok());
    CHECK((*engine)->quit());
  }
  const std::string text = read_file(log).value();
  CHECK(text.size() > 20);
  CHECK(text.size() <= 100);
  CHECK(text.ends_with("\n"));
}

TEST_CASE("limits: a match for which the machine has too few descriptors is warned of, and nobody loses by them") {
  const Folder folder("lanternfish_limits_descriptors");
  const Output output =
      run("ulimit -n 40; " +
          arena(fmt::format("match --games 12 --concurrency 8 --turn-limit 3 --tc 20 --records {} -engine name=a "
                            "cmd={} -engine name=b cmd={}",
                            folder.path().string(), kFakeEngine, kFakeEngine)));
  CAPTURE(output.text);
  CHECK(says(output.text, "warning: 8 games at a time may want 88 open files, and this program may have 40"));
  CHECK(output.status == 0);
  const Results results = read_results(folder.path() / "games.jsonl").value();
  CHECK(results.games.size() == 12);
  for (const GameLine& line : results.games) {
    CHECK(line.result.ending == Ending::kByRules);
  }
}
