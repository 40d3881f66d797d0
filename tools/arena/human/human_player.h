#pragma once

// A person at a terminal as a Player. The person sees what a player may see, and is asked again after a mistake.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "game/own_side.h"
#include "game/player.h"
#include "game/sightings.h"

namespace lanternfish {

class HumanPlayer : public Player {
 public:
  // What the person typed; none: the input ended, or the deadline passed.
  using ReadLine = std::function<std::optional<std::string>(TimePoint deadline)>;
  using Print = std::function<void(std::string_view)>;

  HumanPlayer(ReadLine read, Print print) : read_(std::move(read)), print_(std::move(print)) {}

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& start) override;
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;
  void end(const GameResult& result, const std::string& record) override;

 private:
  // Asks until `parse` takes the answer, the person resigns, or the time is over.
  template <typename T>
  Decision<T> ask(std::string_view question, std::string_view help, const DecisionLimits& limits,
                  const std::function<std::optional<T>(const std::string&)>& parse);
  void draw() const;

  std::string name_ = "me";
  ReadLine read_;
  Print print_;
  std::optional<OwnSide> own_;
  Sightings seen_;
  Square center_ = kNoSquare;  // of the window that is shown
};

// Reads the terminal's lines and prints to it.
HumanPlayer human_at_terminal();

}  // namespace lanternfish
