#pragma once

// Engines for the arena's tests: the fake one with its orders, and the real one.

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "protocol/host/engine_link.h"
#include "tests/support_files.h"
#include "tools/arena/match/engine_game.h"

namespace lanternfish::testing {

inline const std::string kFakeEngine = kFakeRbcEngine;

inline EngineSpec fake_engine(const std::string& orders = "") {
  return parse_engine_spec("name=fake cmd=" + kFakeEngine + " " + orders).value();
}

inline std::filesystem::path real_engine() { return build_dir() / "lanternfish"; }
inline std::filesystem::path arena_program() { return build_dir() / "lanternfish-arena"; }

// A command line of the arena, for a shell.
inline std::string arena(const std::string& arguments) { return "'" + arena_program().string() + "' " + arguments; }

// Short, for faults that only a deadline shows.
inline Patience short_patience() {
  using std::chrono::milliseconds;
  return {.start = milliseconds(10'000),
          .ready = milliseconds(5000),
          .stop = milliseconds(1500),
          .silence = milliseconds(400),
          .quit = milliseconds(1000)};
}

// One game between two specifications, each in a process of its own.
inline GameReport play_once(const EngineSpec& white, const EngineSpec& black, EngineGameSettings settings,
                            const Patience& patience = {}) {
  std::array<std::unique_ptr<EngineLink>, 2> links;
  links[kWhite] = EngineLink::start(white, patience).value();
  links[kBlack] = EngineLink::start(black, patience).value();
  settings.ponder = {white.ponder, black.ponder};
  return play_engines({Seat{links[kWhite].get()}, Seat{links[kBlack].get()}}, settings, "");
}

}  // namespace lanternfish::testing
