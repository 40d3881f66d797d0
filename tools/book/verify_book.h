#pragma once

// Whether a book could have come from games.

#include <cstdint>
#include <string>
#include <vector>

#include "book/book.h"

namespace lanternfish {

// A book may be of any size: one whose boards are more than this in all is not checked to its end. A minute or two; the
// book of the program has a thousandth of it.
constexpr std::uint64_t kMaxBoardsOfBook = 500'000'000;

// A sentence for each position that no game can lead to, and for each request that may not be made there. The last one
// says how many positions were not checked, where there are such.
std::vector<std::string> book_problems(const Book& book, std::uint64_t max_boards = kMaxBoardsOfBook);

}  // namespace lanternfish
