#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "support/child_process.h"
#include "support/file.h"
#include "tests/arena/engines.h"
#include "tests/folder.h"
#include "tests/shell.h"
#include "tools/arena/tournament/folder_lock.h"

using namespace lanternfish;
using lanternfish::testing::arena;
using lanternfish::testing::Folder;
using lanternfish::testing::kFakeEngine;
using lanternfish::testing::Output;
using lanternfish::testing::run;
using lanternfish::testing::says;

namespace {

std::string match_in(const Folder& folder, const std::string& more) {
  return fmt::format(
      "match --games 4 --seed 1 --turn-limit 40 --records {} {} -engine 'name=a cmd={} fault=slow at=go' "
      "-engine name=b cmd={}",
      folder.path().string(), more, kFakeEngine, kFakeEngine);
}

// A match that takes half a minute; it has begun when this returns, and ends with the object.
std::unique_ptr<ChildProcess> begun(const Folder& folder, const std::string& more = "") {
  auto process =
      ChildProcess::start({.argv = {"sh", "-c", "exec " + arena(match_in(folder, more))}, .directory = {}}).value();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  bool live = false;
  while (!live && std::chrono::steady_clock::now() < end) {
    process->rest(std::chrono::steady_clock::now() + std::chrono::milliseconds(20));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      live = live || entry.path().string().ends_with(".live.jsonl");
    }
  }
  REQUIRE(live);
  return process;
}

}  // namespace

TEST_CASE("folder_lock: nothing touches the folder of a running match") {
  const Folder folder("lanternfish_folder_lock");
  const auto running = begun(folder);
  for (const std::string& more : {std::string("--fresh"), std::string(), std::string("--shard 1/2")}) {
    CAPTURE(more);
    const Output refused = run(arena(match_in(folder, more)));
    CHECK(refused.status == 1);
    CHECK(says(refused.text, "is in use by another run"));
  }
  const std::string results = (folder.path() / "games.jsonl").string();
  CHECK(says(run(arena(fmt::format("merge {0} --out {0}", results))).text, "is in use by another run"));
  CHECK_FALSE(std::filesystem::exists(folder.path().string() + ".1"));
  CHECK(running->running());
}

TEST_CASE("folder_lock: the shards of a tournament share its folder, and nobody else does") {
  const Folder folder("lanternfish_folder_lock_shards");
  const auto running = begun(folder, "--shard 1/2");
  CHECK(run(arena(match_in(folder, "--fresh"))).status == 1);
  CHECK(run(arena(match_in(folder, ""))).status == 1);
  CHECK(FolderLock::take(folder.path(), FolderLock::Kind::kWithShards).ok());
  CHECK_FALSE(FolderLock::take(folder.path(), FolderLock::Kind::kAlone).ok());
}

TEST_CASE("folder_lock: a folder that was put aside is another one, and the lock goes with it") {
  const Folder parent("lanternfish_folder_lock_moved");
  const auto folder = parent.path() / "match";
  const FolderLock lock = FolderLock::take(folder, FolderLock::Kind::kAlone).value();
  CHECK_FALSE(FolderLock::take(folder, FolderLock::Kind::kAlone).ok());
  std::filesystem::rename(folder, parent.path() / "match.1");
  CHECK(FolderLock::take(folder, FolderLock::Kind::kAlone).ok());
  CHECK_FALSE(FolderLock::take(parent.path() / "match.1", FolderLock::Kind::kAlone).ok());
}
