#include "protocol/messages/engine_words.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

using Parsed = Result<EngineMessage>;

std::string text_or_empty(std::string_view text) { return text == "<empty>" ? "" : std::string(text); }

Parsed parse_id(Tokens& tokens) {
  constexpr std::array<std::string_view, 3> kFields = {"name", "author", "protocol"};
  const std::string_view word = tokens.next();
  const auto field = index_of(kFields, word);
  if (!field) {
    return expected("id", "name, author or protocol", word);
  }
  return EngineMessage{IdLine{static_cast<IdLine::Field>(*field), std::string(tokens.rest())}};
}

// The words up to the next keyword of an option line.
std::string option_text(Tokens& tokens) {
  constexpr std::array<std::string_view, 6> kKeywords = {"name", "type", "default", "min", "max", "var"};
  std::string text;
  while (!tokens.empty() && !index_of(kKeywords, tokens.peek())) {
    text += text.empty() ? "" : " ";
    text += tokens.next();
  }
  return text;
}

Parsed parse_option(Tokens& tokens) {
  OptionLine option;
  bool typed = false;
  while (!tokens.empty()) {
    const std::string_view word = tokens.next();
    if (word == "name") {
      option.name = option_text(tokens);
    } else if (word == "type") {
      constexpr std::array<std::string_view, 5> kTypes = {"check", "spin", "combo", "button", "string"};
      const std::string_view type = tokens.next();
      const auto index = index_of(kTypes, type);
      if (!index) {
        return expected("option type", "check, spin, combo, button or string", type);
      }
      option.type = static_cast<OptionType>(*index);
      typed = true;
    } else if (word == "default") {
      // A string's default may hold any word, so it runs to the end of the line.
      option.initial = text_or_empty(option.type == OptionType::kString ? tokens.rest() : option_text(tokens));
    } else if (word == "var") {
      option.choices.push_back(option_text(tokens));
    } else if (word == "min" || word == "max") {
      const std::string_view digits = tokens.next();
      const auto number = parse_number(digits);
      if (!number) {
        return expected(word, "a number", digits);
      }
      (word == "min" ? option.min : option.max) = number;
    }
  }
  if (option.name.empty() || !typed) {
    return Error{"option: expected a name and a type"};
  }
  return EngineMessage{std::move(option)};
}

Parsed parse_bestsense(Tokens& tokens) {
  const std::string_view word = tokens.next();
  const Result<Square> square = parse_square(word);
  if (!square) {
    return expected("bestsense", "a square or none", word);
  }
  return EngineMessage{BestSense{*square}};
}

Parsed parse_bestmove(Tokens& tokens) {
  const std::string_view word = tokens.next();
  const Result<Move> move = parse_move(word);
  if (!move) {
    return expected("bestmove", "a move or 0000", word);
  }
  return EngineMessage{BestMove{*move}};
}
}  // namespace

Result<EngineMessage> parse_engine_line(std::string_view line) {
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  Tokens tokens(line);
  const std::string_view word = tokens.next();
  if (word == "id") return parse_id(tokens);
  if (word == "option") return parse_option(tokens);
  if (word == "uciok") return EngineMessage{UciOk{}};
  if (word == "readyok") return EngineMessage{ReadyOk{}};
  if (word == "bestsense") return parse_bestsense(tokens);
  if (word == "bestmove") return parse_bestmove(tokens);
  if (word == "ponderdone") return EngineMessage{PonderDone{}};
  if (word == "info") return parse_info(tokens);
  return Error{fmt::format("expected a line of an RBC engine, not {}", quoted(word))};
}

}  // namespace lanternfish
