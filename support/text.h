#pragma once

// Text from outside (names, options, errors of engines; games; books) on its way to a terminal, a file or a program.

#include <string>
#include <string_view>

namespace lanternfish {

// Whether `text` holds a byte below 0x20 or the byte 0x7f: such a text does not fit into one line.
bool has_control(std::string_view text);

// The same text with a blank for each such byte.
std::string without_control(std::string_view text);

// The same in a cell of a table in Markdown.
std::string cell_text(std::string_view text);

// For terminals: what could move the cursor or change colours is spelled out as \x1b, \xc2\x9b and so on: control
// characters (newline and tab excepted), the C1 controls U+0080 to U+009F, and bytes that are no UTF-8.
std::string escaped(std::string_view text);

// Why the last call to the system failed.
std::string errno_text();

// At most `max_bytes` bytes, "..." included where something was cut; a character of UTF-8 is never cut in two.
std::string shortened(std::string_view text, std::size_t max_bytes);

// The word of `known` that `word` was probably meant to be: a few letters off. Empty where nothing is near.
template <typename Words>
std::string_view nearest_word(std::string_view word, const Words& known);

// Letters to insert, remove or replace to make one of the other (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b);

template <typename Words>
std::string_view nearest_word(std::string_view word, const Words& known) {
  std::string_view best;
  std::size_t least = word.size() / 3 + 2;  // a distance from here on is another word
  for (const std::string_view candidate : known) {
    if (const std::size_t distance = edit_distance(word, candidate); distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace lanternfish
