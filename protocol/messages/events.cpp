#include "protocol/messages/events.h"

#include <fmt/format.h>

#include "rules/notation.h"

namespace lanternfish {

namespace {

template <typename T>
using Read = Result<T, LineError>;

LineError expected_here(std::string_view what, std::string_view got) {
  return {Trouble::kSyntax, fmt::format("expected {}, not {}", what, quoted(got))};
}

Read<std::monostate> expect_word(Tokens& tokens, std::string_view word) {
  if (!tokens.accept(word)) {
    return expected_here(word, tokens.peek());
  }
  return std::monostate{};
}

Read<Square> expect_square(Tokens& tokens) {
  const std::string_view word = tokens.next();
  const Result<Square> square = parse_square(word);
  return square ? Read<Square>(*square) : expected_here("a square or none", word);
}

Read<Move> expect_move(Tokens& tokens) {
  const std::string_view word = tokens.next();
  const Result<Move> move = parse_move(word);
  return move ? Read<Move>(*move) : expected_here("a move or 0000", word);
}

Read<Observation> parse_sense(Tokens& tokens) {
  const Square square = TRY(expect_square(tokens));
  TRY(expect_word(tokens, "result"));
  const std::string_view text = tokens.next();
  if (square == kNoSquare && text == "none") {
    return Observation(Sensed{});
  }
  if (square == kNoSquare || text.empty()) {
    return expected_here(text.empty() && square != kNoSquare ? "a window" : "none as the result of sensing none", text);
  }
  const Result<Window> window = parse_window(square, text);
  return window ? Read<Observation>(Sensed{*window}) : LineError{Trouble::kSyntax, window.error()};
}

Read<Observation> parse_own_move(Tokens& tokens) {
  Moved event;
  for (const auto& [word, move] : {std::pair("requested", &event.requested), std::pair("taken", &event.taken)}) {
    TRY(expect_word(tokens, word));
    *move = TRY(expect_move(tokens));
  }
  TRY(expect_word(tokens, "capture"));
  event.captured = TRY(expect_square(tokens));
  return Observation(event);
}

Read<Observation> parse_event(Tokens& tokens) {
  if (tokens.accept("opponent")) {
    TRY(expect_word(tokens, "capture"));
    return Observation(OpponentMoved{TRY(expect_square(tokens))});
  }
  if (tokens.accept("sense")) {
    return parse_sense(tokens);
  }
  if (tokens.accept("move")) {
    return parse_own_move(tokens);
  }
  return expected_here("opponent, sense or move", tokens.peek());
}

struct EventFormatter {
  std::string operator()(const OpponentMoved& event) const {
    return "opponent capture " + format_square(event.captured);
  }
  std::string operator()(const Sensed& event) const {
    if (event.window.center == kNoSquare) {
      return "sense none result none";
    }
    return fmt::format("sense {} result {}", format_square(event.window.center), format_window(event.window));
  }
  std::string operator()(const Moved& event) const {
    return fmt::format("move requested {} taken {} capture {}", format_move(event.requested), format_move(event.taken),
                       format_square(event.captured));
  }
};

}  // namespace

Read<std::vector<Observation>> parse_events(Tokens& tokens) {
  std::vector<Observation> events;
  while (!tokens.empty()) {
    const Read<Observation> event = parse_event(tokens);
    if (!event) {
      return LineError{event.failure().code, fmt::format("event {}: {}", events.size() + 1, event.error())};
    }
    events.push_back(*event);
  }
  return events;
}

std::string format_event(const Observation& event) { return std::visit(EventFormatter{}, event); }

std::string format_events(std::span<const Observation> events) {
  std::string text;
  for (const Observation& event : events) {
    text += ' ';
    text += format_event(event);
  }
  return text;
}

}  // namespace lanternfish
