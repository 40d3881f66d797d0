#pragma once

#include <filesystem>

#include "support/result.h"

namespace lanternfish {

// Renames a folder to NAME.1, NAME.2 and so on, the first that is free, and says so. Nothing where there is none. An
// error while a tournament runs in it.
Status put_aside(const std::filesystem::path& folder);

}  // namespace lanternfish
