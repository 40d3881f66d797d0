#pragma once

// House bots: engines that the server starts for a game and ends after it, so that nobody finds an empty room.

#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "protocol/host/engine_spec.h"
#include "tools/server/lobby.h"

namespace lanternfish {

class House {
 public:
  // An error where a name is a person's. `lobby` outlives the house.
  static Result<std::unique_ptr<House>> open(Lobby& lobby, const std::vector<EngineSpec>& bots);
  ~House();

 private:
  House(Lobby& lobby) : lobby_(lobby) {}
  void warn_of_the_sick(const std::stop_token& stop) const;
  void look_for_games(const std::stop_token& stop);
  void begin_and_end_games(const std::stop_token& stop);
  void play(const Lobby::HouseGame& game, const std::stop_token& stop);
  // Until the end, or a stop. Or else why the bot cannot go on.
  std::optional<std::string> play_on(const Lobby::HouseGame& game, const std::stop_token& stop);
  void give_up(const Lobby::HouseGame& game, const std::string& why, const std::stop_token& stop);

  Lobby& lobby_;
  std::map<PersonId, EngineSpec> bots_;
  std::mutex mutex_;  // on games_, once the watcher works
  std::map<std::pair<GameId, PersonId>, std::jthread> games_;
  std::jthread watcher_;  // last: it ends before what it uses
};

}  // namespace lanternfish
