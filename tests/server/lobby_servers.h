#pragma once

// Servers on one database, without their calls.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include "rules/notation.h"
#include "tools/server/lobby.h"
#include "tools/server/store.h"

namespace lanternfish::testing {

struct Server {
  explicit Server(const std::string& place, const LobbySettings& settings)
      : store(std::move(open_store(place)).value()), lobby(*store, settings) {
    const Status opened = lobby.open();
    REQUIRE_MESSAGE(opened.ok(), (opened ? "" : opened.error()));
  }
  template <typename T>
  Reply<T> at(PersonId who, GameId game, const std::function<Reply<T>(Table&, Color)>& ask) {
    return lobby.at_table<T>(who, game, ask);
  }
  Reply<Window> sense(PersonId who, GameId game, const char* square) {
    return at<Window>(who, game, [&](Table& t, Color side) { return t.sense(side, *parse_square(square)); });
  }
  Reply<Moved> move(PersonId who, GameId game, const char* request) {
    return at<Moved>(who, game, [&](Table& t, Color side) { return t.move(side, *parse_move(request)); });
  }
  void ready(PersonId who, GameId game) {
    (void)at<bool>(who, game, [](Table& t, Color side) -> Reply<bool> { return !t.ready(side); });
  }
  bool has_turn(PersonId who, GameId game) {
    return std::get<bool>(at<bool>(who, game, [](Table& t, Color side) -> Reply<bool> { return t.is_turn_of(side); }));
  }
  std::int64_t left(PersonId who, GameId game) {
    return std::get<std::int64_t>(
        at<std::int64_t>(who, game, [](Table& t, Color side) -> Reply<std::int64_t> { return t.left(side).count(); }));
  }
  PersonId add(const char* name, int max_games, bool ranked = false) {
    return *store->add_person({.id = 0,
                               .name = name,
                               .email = {},
                               .affiliation = {},
                               .password_hash = {},
                               .version = ranked ? 1 : 0,
                               .ranked = ranked,
                               .max_games = max_games});
  }
  bool settle() { return lobby.settle(lobby.losses()).ok(); }

  std::unique_ptr<Store> store;
  Lobby lobby;
};

inline LobbySettings settings_of(const char* clock) {
  LobbySettings settings;
  settings.clock = *parse_time_control(clock);
  return settings;
}

// A second server joins the first one when that has ticked.
struct Ticks {
  explicit Ticks(Lobby& lobby)
      : thread([&lobby](const std::stop_token& stop) {
          for (; !stop.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(50))) {
            lobby.tick();
          }
        }) {}
  std::jthread thread;
};

struct Joined : Server {
  Joined(const std::string& place, const LobbySettings& settings, Lobby& leads)
      : Joined(place, settings, Ticks(leads)) {}

 private:
  Joined(const std::string& place, const LobbySettings& settings, const Ticks& /*meanwhile*/)
      : Server(place, settings) {}
};

}  // namespace lanternfish::testing
