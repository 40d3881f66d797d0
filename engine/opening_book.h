#pragma once

// The book as a player uses it: named by the settings, with choices by weight.

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "book/book.h"
#include "engine/config.h"
#include "engine/random.h"

namespace lanternfish {

class OpeningBook {
 public:
  // Reads the book's file when the settings name another one than before. Where it cannot be read, `warning` is told,
  // and no book is used until another one is named.
  void configure(const Config& config, const std::function<void(const std::string&)>& warning);

  // One of `allowed`, chosen at random by weight; none when the book has nothing for `seen`, the game's events so far.
  std::optional<Square> sense(Color me, std::span<const Observation> seen, std::span<const Square> allowed,
                              Random& random) const;
  std::optional<Move> request(Color me, std::span<const Observation> seen, std::span<const Move> allowed,
                              Random& random) const;

 private:
  bool in_use_ = false;
  std::optional<std::string> file_;  // as last read; empty: the default book
  std::optional<Book> own_;          // read from it
  const Book& book() const { return own_ ? *own_ : default_book(); }
};

}  // namespace lanternfish
