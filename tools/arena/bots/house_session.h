#pragma once

// A player of the house behind the protocol: the engine's side of docs/PROTOCOL.md, without a belief.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/messages/messages.h"
#include "support/line_reader.h"
#include "tools/arena/bots/house_players.h"
#include "tools/arena/bots/house_view.h"

namespace lanternfish {

// Standard input by lines, with a look ahead while the player thinks.
class HouseInput {
 public:
  HouseInput();

  // Blocks until a line has come. None at the end of the input. A line of more than kMaxLine bytes is cut there.
  std::optional<std::string> next();
  // Whether a line is waiting that ends thinking; isready is answered on the way. The end of the input ends it too.
  bool stops_thinking();

  static constexpr std::size_t kMaxLine = 4 << 20;

 private:
  LineReader reader_;
  std::optional<std::string> ahead_;  // read while the player was thinking, and not carried out yet
};

class HouseSession {
 public:
  HouseSession(std::string name, std::unique_ptr<HousePlayer> player)
      : name_(std::move(name)), player_(std::move(player)) {}

  // Until quit or the end of the input.
  void run();

 private:
  bool handle(const std::string& line);  // false to leave
  void uci();
  void set_option(const SetOptionCommand& command);
  void position(const PositionCommand& command);
  void observe(const ObserveCommand& command);
  void sense(const SenseCommand& command);
  void go(const GoCommand& command);
  bool in_phase(HouseView::Phase phase, const char* command, const Limits& limits);
  HouseLimits bounds(const Limits& limits);
  void absorb(const std::vector<Observation>& events, HouseView view);

  std::string name_;
  std::unique_ptr<HousePlayer> player_;
  HouseInput input_;
  std::optional<HouseView> view_;
  bool over_ = false;
  std::optional<Board> truth_;
  std::uint64_t seed_ = 0;
};

}  // namespace lanternfish
