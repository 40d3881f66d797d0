#pragma once

// A line cut into words, and the few word-level parsers both directions of the protocol share.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanternfish {

// Walks over the words of a line, separated by blanks, tabs and other control characters. The line must outlive it.
class Tokens {
 public:
  explicit Tokens(std::string_view line);

  bool empty() const { return rest_.empty(); }
  // The next word without taking it; empty at the end of the line.
  std::string_view peek() const;
  // Takes the next word; empty at the end of the line.
  std::string_view next();
  // Takes the next word if it is `word`.
  bool accept(std::string_view word);
  // Takes everything that is left, inner separators kept, outer ones not.
  std::string_view rest();

 private:
  std::string_view rest_;  // begins with a word, and does not end in a blank
};

// Numbers of the protocol are cut to this size: as milliseconds it is 31 years, and still fits a clock of nanoseconds.
constexpr std::int64_t kMaxNumber = 1'000'000'000'000;

// A decimal integer with an optional sign, cut to +-kMaxNumber. Nothing for anything else.
std::optional<std::int64_t> parse_number(std::string_view word);

// Whether they are the same but for capitals (ASCII), as names and values of options may be.
bool same_word(std::string_view a, std::string_view b);

// Outside text for an error message: in quotes, cut short, control and non-ASCII bytes as '?'. "the end of the line"
// when empty.
std::string quoted(std::string_view word);
// The same cleaning without the quotes, for text of any origin that goes into one line.
std::string printable(std::string_view text, std::size_t limit);

}  // namespace lanternfish
