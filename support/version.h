#pragma once

#include <string_view>

namespace lanternfish {

std::string_view program_version();  // "0.1"

}  // namespace lanternfish
