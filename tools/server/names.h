#pragma once

// Names of persons: how they are written, and which of them nobody may take.

#include <array>
#include <string>
#include <string_view>

#include "tools/server/table.h"

namespace lanternfish {

// Signs in with all rights. Made when the server first starts.
inline constexpr const char* kAdministrator = "administrator";
// Bots of the house, where nobody names others: strategies, each under its own name.
inline constexpr std::array<const char*, 3> kHouseBots = {"trout", "attacker", "random"};

// Of somebody who gave no name, and of somebody whose data are gone: nobody can ask for such a name.
std::string guest_name();
std::string deleted_name(PersonId id);

// The same for all ways to write a name: accounts ignore case.
std::string folded(std::string_view name);

// Whether somebody may have this name. `of_house`: a bot of the house, which is named by whoever runs the server.
Done check_name(const std::string& name, bool of_house = false);

}  // namespace lanternfish
