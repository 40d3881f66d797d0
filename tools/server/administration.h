#pragma once

// What whoever runs the server does to persons and games: by the command line, beside a server or without one.

#include <string>
#include <vector>

#include "tools/server/lobby.h"

namespace lanternfish {

// Makes the administrator's account where there is none. Returns its password then, else nothing: nobody is told it
// again.
Reply<std::string> make_administrator(Lobby& lobby);

// One command: {"ban", "anna"}. Returns what is to be told; an error says what is wrong with it.
// `beside`: another process may be serving the same database, whose open games are left alone.
Result<std::string> administer(Lobby& lobby, const std::vector<std::string>& words, bool beside = false);
// The commands, for --help.
std::string administration_help();

}  // namespace lanternfish
