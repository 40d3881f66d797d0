#pragma once

// Lines to abuse an engine with: a game as it should be, and everything that should not be.

#include <string>

#include "protocol/messages/messages.h"
#include "tests/protocol/random_messages.h"
#include "tests/protocol/truth.h"

namespace lanternfish::testing {

class AbuseLines {
 public:
  explicit AbuseLines(unsigned seed) : random_(seed), truth_(kWhite, seed) { next_game(); }

  // Any line without a newline that is safe to send: none that ends the program, starts other programs, or makes more
  // boards than a test has time for. `game` is what the engine knows, `boards` how many it holds.
  std::string next(const std::optional<PositionCommand>& game, std::uint64_t boards);

  RandomMessages& random() { return random_; }

 private:
  std::string proposal(const std::optional<PositionCommand>& game, std::uint64_t boards);
  std::string next_game();
  std::string next_event();
  std::string thinking();
  std::string mutated(std::string line);

  RandomMessages random_;
  Truth truth_;
  unsigned games_ = 0;
};

}  // namespace lanternfish::testing
