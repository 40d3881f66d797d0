#pragma once

// The options that every host may count on (docs/reference/protocol.md section 7), with their ranges: for our engine
// and for any other player behind the protocol. The Python bots of tools/reconchess announce the same.

#include <span>
#include <string_view>

#include "protocol/messages/engine_messages.h"

namespace lanternfish {

// In the order of the contract. The defaults are those of a player to whom most of them mean nothing.
std::span<const OptionLine> host_options();

// One of them, by its name.
const OptionLine& host_option(std::string_view name);

}  // namespace lanternfish
