#pragma once

// Words of host lines that reading and writing share.

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "protocol/messages/host_messages.h"

namespace lanternfish {

inline constexpr std::string_view kEmptyString = "<empty>";

inline constexpr std::pair<std::string_view, std::optional<std::int64_t> Limits::*> kLimitWords[] = {
    {"wtime", &Limits::wtime},       {"btime", &Limits::btime}, {"winc", &Limits::winc},   {"binc", &Limits::binc},
    {"movetime", &Limits::movetime}, {"nodes", &Limits::nodes}, {"depth", &Limits::depth}, {"turn", &Limits::turn}};

}  // namespace lanternfish
