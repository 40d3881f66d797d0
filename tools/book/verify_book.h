#pragma once

// Whether a book could have come from games.

#include <string>
#include <vector>

#include "book/book.h"

namespace lanternfish {

// A sentence for each position that no game can lead to, and for each request that may not be made there.
std::vector<std::string> book_problems(const Book& book);

}  // namespace lanternfish
