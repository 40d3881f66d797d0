#pragma once

// The weights that come with the program: the files of nets/weights/, one for each kind of player.

#include <string_view>

namespace lanternfish {

// The weights file of `kind`, for parse_weights(); empty where none comes with the program.
std::string_view shipped_weights(std::string_view kind);

}  // namespace lanternfish
