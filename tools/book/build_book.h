#pragma once

// Books from recorded games, and whether a book could have come from games.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "book/book.h"
#include "game/recorded_game.h"

namespace lanternfish {

struct BookSettings {
  std::vector<std::string> players;  // names whose choices count; empty: everybody's
  int turns = 6;                     // own turns from the start
  int min_count = 2;                 // games in which a choice was made at its position
  // What a game adds to the weight of each choice of the player, by its result.
  int win = 2, draw = 1, loss = 0;
};

class BookBuilder {
 public:
  explicit BookBuilder(BookSettings settings) : settings_(std::move(settings)) {}

  // Games that begin elsewhere than at the start position are passed over.
  void add(const RecordedGame& game);
  // What was made often enough and won something.
  Book book() const;
  // Those of the settings who are in no game.
  std::vector<std::string> absent_players() const;

 private:
  struct Count {
    BookPosition position;
    BookChoice choice;  // with the weight so far, 0 allowed
    int games = 0;
  };
  void count(Color color, std::span<const Observation> seen, const BookChoice& choice);

  BookSettings settings_;
  std::map<std::string, Count> counts_;  // by position and action
  std::set<std::string> met_;            // players
};

// A book may be of any size: one whose boards are more than this in all is not checked to its end. A minute or two; the
// book of the program has a thousandth of it.
constexpr std::uint64_t kMaxBoardsOfBook = 500'000'000;

// A sentence for each position that no game can lead to, and for each request that may not be made there. The last one
// says how many positions were not checked, where there are such.
std::vector<std::string> book_problems(const Book& book, std::uint64_t max_boards = kMaxBoardsOfBook);

}  // namespace lanternfish
