#pragma once

// What lanternfish-server does beside serving, on the same database, also while a server works on it.

#include <filesystem>
#include <string>
#include <vector>

namespace lanternfish {

// A file in the user's folder for data.
std::filesystem::path user_database();
// Where games are kept when no option says: what LANTERNFISH_DATABASE says, else user_database().
std::string default_database();

// Each takes the words behind its name and returns an exit status.
int export_command(std::vector<std::string> words);
int backup_command(std::vector<std::string> words);
int restore_command(std::vector<std::string> words);
int admin_command(std::vector<std::string> words);
int bench_command(std::vector<std::string> words);

// As many open files as the system allows: each connection is one.
void raise_file_limit();

}  // namespace lanternfish
