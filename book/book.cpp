#include "book/book.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/file.h"

namespace lanternfish {

void Book::add(Color color, std::span<const Observation> seen, const BookChoice& choice) {
  assert(!seen.empty() && seen.back().index() == choice.action.index() && choice.weight > 0);
  std::vector<BookChoice>& choices = positions_[format_position(color, seen)];
  const std::string spelling = format_action(choice);
  const auto at = std::lower_bound(choices.begin(), choices.end(), spelling,
                                   [](const BookChoice& c, const std::string& s) { return format_action(c) < s; });
  if (at != choices.end() && at->action == choice.action) {
    at->weight = std::min(kMaxBookWeight, at->weight + choice.weight);
  } else {
    choices.insert(at, {choice.action, std::min(kMaxBookWeight, choice.weight)});
  }
}

void Book::merge(const Book& other) {
  for (const auto& [position, choices] : other.positions_) {
    const BookPosition parsed = parse_position(position).value();
    for (const BookChoice& choice : choices) {
      add(parsed.color, parsed.seen, choice);
    }
  }
}

std::span<const BookChoice> Book::find(Color color, std::span<const Observation> seen) const {
  const auto found = positions_.find(format_position(color, seen));
  return found == positions_.end() ? std::span<const BookChoice>() : found->second;
}

Result<Book> read_book(const std::filesystem::path& file) {
  const Result<std::string> text = read_file(file, kMaxBookBytes);
  return text ? parse_book(*text, file.string()) : Error{text.error()};
}

}  // namespace lanternfish
