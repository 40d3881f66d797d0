#pragma once

// The subcommands of lanternfish-arena. Each parses its own arguments, says on stdout what happens, and returns the
// exit status: 0, 1 when something it was to check does not hold or went wrong, 2 for a wrong command line.

#include <string>
#include <vector>

#include "tools/arena/tournament/plan.h"

namespace lanternfish {

int play_command(std::vector<std::string> arguments);
int tournament_command(TournamentKind kind, std::vector<std::string> arguments);
int class_command(std::vector<std::string> arguments);
int merge_command(std::vector<std::string> arguments);
int report_command(std::vector<std::string> arguments);
int compliance_command(std::vector<std::string> arguments);
int bot_command(std::vector<std::string> arguments);
int replay_command(std::vector<std::string> arguments);
int verify_command(std::vector<std::string> arguments);
int export_command(std::vector<std::string> arguments);
int table_command(std::vector<std::string> arguments);

}  // namespace lanternfish
