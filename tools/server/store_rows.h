#pragma once

// The rows of the store's tables: what is asked of each, and what it reads as. The columns of a question stand in the
// order in which the function beside it reads them.

#include "tools/server/store.h"

namespace lanternfish {

inline Parameter number(std::int64_t value) { return value; }
inline Parameter text(std::string_view value) { return std::string(value); }

extern const std::string kPersons;
Person read_person(const Row& row);
extern const std::string kGames;
StoredGame read_game(const Row& row);
extern const std::string kActions;
StoredAction read_action(const Row& row);
extern const std::string kTallies;
PairTally read_tally(const Row& row);
extern const std::string kTournaments;
Tournament read_tournament(const Row& row);

// All columns but the id, in the order of kPersons.
std::vector<Parameter> columns_of(const Person& person);
// What save_game() changes.
std::vector<Parameter> progress_of(const StoredGame& game);

}  // namespace lanternfish
