#include <fmt/format.h>

#include "book/book.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

constexpr std::string_view kHeading = "lanternfish-book 1";
constexpr std::string_view kArrow = " -> ";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(kBlank) + 1 - first);
}

// The first word of `text`, taken off it; empty at the end.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

struct Spelling {
  std::string operator()(const OpponentMoved& event) const { return format_square(event.captured); }
  std::string operator()(const Sensed& event) const {
    const Square center = event.window.center;
    return center == kNoSquare ? "none" : fmt::format("{}={}", format_square(center), format_window(event.window));
  }
  std::string operator()(const Moved& event) const {
    std::string text = format_move(event.requested);
    text += event.taken == event.requested ? "" : ">" + format_move(event.taken);
    return text + (event.captured == kNoSquare ? "" : "x" + format_square(event.captured));
  }
};

Result<Observation> parse_sense_word(std::string_view word) {
  if (word == "none") {
    return Observation(Sensed{});
  }
  const std::size_t equals = word.find('=');
  if (equals == word.npos) {
    return Error{fmt::format("'{}' is not a sense: SQUARE=WINDOW or none", word)};
  }
  const Square center = TRY(parse_square(word.substr(0, equals)));
  if (center == kNoSquare) {
    return Error{fmt::format("'{}': sensing none shows nothing", word)};
  }
  return Observation(Sensed{TRY(parse_window(center, word.substr(equals + 1)))});
}

Result<Observation> parse_move_word(std::string_view word) {
  Moved moved;
  if (const std::size_t x = word.find('x'); x != word.npos) {
    const Result<Square> captured = parse_square(word.substr(x + 1));
    if (!captured || *captured == kNoSquare) {
      return Error{fmt::format("'{}' does not end in the square of a capture", word)};
    }
    moved.captured = *captured;
    word = word.substr(0, x);
  }
  const std::size_t other = word.find('>');
  const Result<Move> requested = parse_move(word.substr(0, other));
  const Result<Move> taken = other == word.npos ? requested : parse_move(word.substr(other + 1));
  if (!requested || !taken) {
    return Error{(requested ? taken : requested).error()};
  }
  moved.requested = *requested;
  moved.taken = *taken;
  return Observation(moved);
}

Result<Observation> parse_word(std::string_view word, std::size_t phase) {
  if (phase == 0) {
    const Result<Square> captured = parse_square(word);
    return captured ? Result<Observation>(OpponentMoved{*captured}) : Error{captured.error()};
  }
  return phase == 1 ? parse_sense_word(word) : parse_move_word(word);
}

Result<std::uint64_t> parse_weight(std::string_view word) {
  std::uint64_t weight = 0;
  for (const char c : word) {
    if (c < '0' || c > '9' || weight > kMaxBookWeight) {
      weight = 0;
      break;
    }
    weight = weight * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (weight < 1 || weight > kMaxBookWeight) {
    return Error{fmt::format("'{}' is not a weight from 1 to {}", word, kMaxBookWeight)};
  }
  return weight;
}

Result<BookChoice> parse_choice(std::string_view text, bool sense) {
  const std::string_view action = take_word(text);
  const std::string_view number = take_word(text);
  const std::uint64_t weight = TRY(parse_weight(number));
  if (!trimmed(text).empty()) {
    return Error{fmt::format("'{}' after a choice, where a comma is expected", trimmed(text))};
  }
  if (sense) {
    return BookChoice{TRY(parse_square(action)), weight};
  }
  return BookChoice{TRY(parse_move(action)), weight};
}

Status add_line(Book& book, std::string_view line) {
  const std::size_t arrow = line.find(kArrow);
  if (arrow == line.npos) {
    return Error{"no ' -> ' between what was seen and the choices"};
  }
  const BookPosition position = TRY(parse_position(line.substr(0, arrow)));
  if (!book.find(position.color, position.seen).empty()) {
    return Error{"the position stands in an earlier line, too"};
  }
  const bool sense = position.seen.back().index() == 0;
  for (std::string_view rest = line.substr(arrow + kArrow.size());;) {
    const std::size_t comma = rest.find(',');
    book.add(position.color, position.seen, TRY(parse_choice(rest.substr(0, comma), sense)));
    if (comma == rest.npos) {
      return success();
    }
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string format_position(Color color, std::span<const Observation> seen) {
  std::string text(format_color(color));
  for (const Observation& event : seen) {
    text += ' ';
    text += std::visit(Spelling{}, event);
  }
  return text;
}

Result<BookPosition> parse_position(std::string_view text) {
  BookPosition position{.color = TRY(parse_color(take_word(text))), .seen = {}};
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const Observation event = TRY(parse_word(word, position.seen.size() % 3));
    if (position.seen.size() == kMaxBookObservations) {
      return Error{fmt::format("more than {} observations", kMaxBookObservations)};
    }
    position.seen.push_back(event);
  }
  if (position.seen.size() % 3 == 0) {
    return Error{"what was seen has to end with a notice or a sense: nothing is chosen after a move"};
  }
  return position;
}

std::string format_action(const BookChoice& choice) {
  const auto* sense = std::get_if<Square>(&choice.action);
  return sense != nullptr ? format_square(*sense) : format_move(std::get<Move>(choice.action));
}

Result<Book> parse_book(std::string_view text, const std::string& name) {
  Book book;
  bool headed = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (!headed) {
      if (line != kHeading) {
        return Error{fmt::format("{}:{}: a book begins with the line '{}'", name, number, kHeading)};
      }
      headed = true;
    } else if (!line.empty() && line.front() != '#') {
      if (const Status added = add_line(book, line); !added) {
        return Error{fmt::format("{}:{}: {}", name, number, added.error())};
      }
    }
  }
  return headed ? Result<Book>(std::move(book)) : Error{fmt::format("{}:1: the file is empty", name)};
}

std::string format_book(const Book& book) {
  std::string text(kHeading);
  text += '\n';
  for (const auto& [position, choices] : book.positions()) {
    text += position;
    std::string_view between = kArrow;
    for (const BookChoice& choice : choices) {
      text += fmt::format("{}{} {}", between, format_action(choice), choice.weight);
      between = ", ";
    }
    text += '\n';
  }
  return text;
}

}  // namespace lanternfish
