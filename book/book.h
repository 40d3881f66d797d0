#pragma once

// An opening book: what was observed so far -> senses or requests with weights.
//
// A position is the own colour and every observation since the start position, so two games share it as long as their
// player saw exactly the same. Books are text, a position a line:
//
//   lanternfish-book 1
//   # a comment
//   white none -> b6 3, e6 12
//   white none e6=ppp/3/3 -> d2d4 5, e2e4 10
//   white none e6=ppp/3/3 e2e4 none -> d5 7
//
// Before the arrow stand the observations in turn: the notice (where a piece of mine was captured, or none), the sense
// (square=window as in docs/reference/protocol.md section 3, or none) and the own move: e2e4 taken as requested,
// e2e4>e2e3 otherwise (0000 for a pass or a lost turn), with x and the capture square where something was captured.
// After it stand the choices with their weights: squares to sense after a notice, requests after a sense.

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/observation.h"
#include "support/result.h"

namespace lanternfish {

// Of a choice; sums stop there, so that what is written can be read.
constexpr std::uint64_t kMaxBookWeight = 1'000'000'000;

struct BookChoice {
  std::variant<Square, Move> action;  // a sense, kNoSquare for none; or a request, the null move for a pass
  std::uint64_t weight = 0;           // 1 to kMaxBookWeight

  friend bool operator==(const BookChoice&, const BookChoice&) = default;
};

struct BookPosition {
  Color color = kWhite;
  std::vector<Observation> seen;  // ends with a notice or a sense
};

class Book {
 public:
  // Adds to the weight of a choice; `seen` ends with a notice for a sense, with a sense for a request.
  void add(Color color, std::span<const Observation> seen, const BookChoice& choice);
  void merge(const Book& other);

  // The choices of a position, in order of their spelling; empty when the book does not know it.
  std::span<const BookChoice> find(Color color, std::span<const Observation> seen) const;

  bool empty() const { return positions_.empty(); }
  std::size_t size() const { return positions_.size(); }  // positions
  // By spelling, so that a position stands before those that follow from it.
  const std::map<std::string, std::vector<BookChoice>>& positions() const { return positions_; }

  friend bool operator==(const Book&, const Book&) = default;

 private:
  std::map<std::string, std::vector<BookChoice>> positions_;
};

// Reads and writes the text above. `name` begins error messages: "NAME:LINE: what is wrong".
Result<Book> parse_book(std::string_view text, const std::string& name);
std::string format_book(const Book& book);
// A file of at most kMaxBookBytes.
Result<Book> read_book(const std::filesystem::path& file);
constexpr std::uintmax_t kMaxBookBytes = std::uintmax_t{64} << 20;
// Of a position; parse_book() refuses more. A game of a hundred own turns has three hundred.
constexpr std::size_t kMaxBookObservations = 300;

// What stands before the arrow.
std::string format_position(Color color, std::span<const Observation> seen);
Result<BookPosition> parse_position(std::string_view text);
std::string format_action(const BookChoice& choice);

// The one that comes with the program.
const Book& default_book();

}  // namespace lanternfish
