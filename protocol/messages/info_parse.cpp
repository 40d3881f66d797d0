#include "protocol/messages/engine_words.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

using Parsed = Result<EngineMessage>;

// Reads the value of a numeric field into `target`.
template <typename Number>
Status take_number(Tokens& tokens, std::string_view field, Number& target) {
  const std::string_view word = tokens.next();
  const auto number = parse_number(word);
  if (!number || (std::is_unsigned_v<Number> && *number < 0) || (sizeof(Number) == 4 && *number > 1'000'000'000)) {
    return expected(field, "a number", word);
  }
  target = static_cast<Number>(*number);
  return success();
}

// The fields of update and search lines in one place; which of them a line may hold follows from its phase.
struct InfoFields {
  std::string_view phase, event;
  UpdateReport update;
  SearchInfo search;
  SearchInfo::Sense sense;
  SearchInfo::Request request;
  bool has_sense = false, has_pv = false, has_boards_before = false;

  Status take(Tokens& tokens);

 private:
  Status take_square(Tokens& tokens);
  Status take_pv(Tokens& tokens);
};

Status InfoFields::take_square(Tokens& tokens) {
  const std::string_view text = tokens.next();
  const Result<Square> square = parse_square(text);
  if (!square) {
    return expected("sense", "a square or none", text);
  }
  sense.square = *square;
  has_sense = true;
  return success();
}

Status InfoFields::take_pv(Tokens& tokens) {
  const std::string_view text = tokens.next();
  const Result<Move> move = parse_move(text);
  if (!move) {
    return expected("pv", "a move or 0000", text);
  }
  request.move = *move;
  has_pv = true;
  tokens.rest();
  return success();
}

Status InfoFields::take(Tokens& tokens) {
  const std::string_view field = tokens.next();
  const auto number = [&](auto& target) { return take_number(tokens, field, target); };
  if (field == "phase") return phase = tokens.next(), success();
  if (field == "event") return event = tokens.next(), success();
  if (field == "sense") return take_square(tokens);
  if (field == "pv") return take_pv(tokens);
  if (field == "turn") return number(search.turn);
  if (field == "boardsbefore") return has_boards_before = true, number(update.boards_before);
  if (field == "boards") return number(search.boards);
  if (field == "deferred") return number(update.deferred);
  if (field == "entropy") return number(update.entropy_millibits.emplace());
  if (field == "bps") return number(update.boards_per_second.emplace());
  if (field == "time") return number(search.time_ms);
  if (field == "samples") return number(search.samples);
  if (field == "nodes") return number(search.nodes);
  if (field == "nps") return number(search.nodes_per_second);
  if (field == "multipv") return number(search.rank);
  if (field == "score") return tokens.accept("cp") ? number(request.cp) : success();
  if (field == "cpmin") return number(request.cp_min);
  if (field == "cpmax") return number(request.cp_max);
  if (field == "cpdev") return number(request.cp_deviation);
  if (field == "gain") return number(sense.gain_millibits);
  if (field == "expboards") return number(sense.expected_boards);
  if (field == "worstboards") return number(sense.worst_boards);
  if (field == "legal") return number(request.legal_permille);
  if (field == "captureprob") return number(request.capture_permille);
  if (field == "kingprob") return number(request.king_permille);
  return success();
}

Parsed update_info(InfoFields& fields) {
  constexpr std::array<std::string_view, 3> kEvents = {"opponent", "sense", "move"};
  const auto event = index_of(kEvents, fields.event);
  if (!event || !fields.has_boards_before) {
    return expected("info phase update", "an event with boardsbefore", fields.event);
  }
  fields.update.event = static_cast<Phase>(*event);
  fields.update.turn = fields.search.turn;
  fields.update.boards = fields.search.boards;
  fields.update.time_ms = fields.search.time_ms;
  return EngineMessage{fields.update};
}

Parsed search_info(InfoFields& fields, Phase phase) {
  fields.search.phase = phase;
  if (fields.has_sense) {
    fields.sense.cp = fields.request.cp;
    fields.search.candidate = fields.sense;
  } else if (fields.has_pv) {
    fields.search.candidate = fields.request;
  }
  return EngineMessage{fields.search};
}

Parsed parse_phase_info(Tokens& tokens) {
  InfoFields fields;
  while (!tokens.empty()) {
    TRY(fields.take(tokens));
  }
  if (fields.phase == "update") {
    return update_info(fields);
  }
  constexpr std::array<std::string_view, 3> kPhases = {"ponder", "sense", "move"};  // by Phase
  const auto phase = index_of(kPhases, fields.phase);
  if (!phase) {
    return expected("info phase", "update, sense, move or ponder", fields.phase);
  }
  return search_info(fields, static_cast<Phase>(*phase));
}

// "board k prob p fen ..." or "prob p fen ...".
Parsed parse_board_info(Tokens& tokens) {
  BoardInfo info;
  if (tokens.accept("board")) {
    TRY(take_number(tokens, "board", info.rank));
  }
  if (!tokens.accept("prob")) {
    return expected("info board", "prob", tokens.peek());
  }
  TRY(take_number(tokens, "prob", info.ppm));
  if (!tokens.accept("fen")) {
    return expected("info board", "fen", tokens.peek());
  }
  info.board = TRY(parse_fen(tokens.rest()));
  return EngineMessage{info};
}

Parsed parse_piece_info(Tokens& tokens) {
  constexpr std::array<std::string_view, 6> kLetters = {"P", "N", "B", "R", "Q", "K"};
  const std::string_view letter = tokens.next();
  const auto type = index_of(kLetters, letter);
  if (!type) {
    return expected("info pieceprob", "a piece", letter);
  }
  PieceInfo info{.type = static_cast<PieceType>(*type), .permille = {}};
  while (!tokens.empty()) {
    const std::string_view word = tokens.next();
    const Result<Square> square = parse_square(word);
    if (!square || *square == kNoSquare) {
      return expected("info pieceprob", "a square", word);
    }
    int permille = 0;
    TRY(take_number(tokens, word, permille));
    info.permille.emplace_back(*square, permille);
  }
  return EngineMessage{std::move(info)};
}

Parsed parse_text_info(Tokens& tokens) {
  TextInfo info;
  const std::string all(tokens.rest());
  Tokens words(all);
  const std::string_view severity = words.next();
  const auto code = parse_trouble(words.next());
  if ((severity == "error" || severity == "warning") && code) {
    info.severity = severity == "error" ? TextInfo::Severity::kError : TextInfo::Severity::kWarning;
    info.code = *code;
    info.text = words.rest();
  } else {
    info.text = all;
  }
  return EngineMessage{std::move(info)};
}

}  // namespace

Result<EngineMessage> parse_info(Tokens& tokens) {
  const std::string_view first = tokens.peek();
  if (first == "phase") return parse_phase_info(tokens);
  if (first == "board" || first == "prob") return parse_board_info(tokens);
  if (tokens.accept("pieceprob")) return parse_piece_info(tokens);
  if (tokens.accept("string")) return parse_text_info(tokens);
  return EngineMessage{OtherInfo{std::string(tokens.rest())}};
}

}  // namespace lanternfish
