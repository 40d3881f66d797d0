#include "rules/notation.h"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "rules/attacks.h"
#include "support/number.h"

namespace lanternfish {

namespace {

constexpr std::string_view kTypeLetters = "PNBRQK";

bool is_file(char c) { return c >= 'a' && c <= 'h'; }
bool is_rank(char c) { return c >= '1' && c <= '8'; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

Status parse_placement(std::string_view text, Kings kings, Board& board) {
  const std::vector<std::string_view> rows = split(text, '/');
  if (rows.size() != 8) {
    return Error{fmt::format("FEN has {} ranks, not 8: '{}'", rows.size(), text)};
  }
  for (int row = 0; row < 8; ++row) {
    const int rank = 7 - row;
    int file = 0;
    for (const char c : rows[row]) {
      if (c >= '1' && c <= '8') {
        file += c - '0';
        continue;
      }
      const Piece piece = piece_from_letter(c);
      if (!piece.exists()) {
        return Error{fmt::format("FEN rank {} has an unknown piece '{}'", rank + 1, c)};
      }
      if (file < 8) {
        board.put(make_square(file, rank), piece);
      }
      ++file;
    }
    if (file != 8) {
      return Error{fmt::format("FEN rank {} does not have 8 squares: '{}'", rank + 1, rows[row])};
    }
  }
  for (const Color c : {kWhite, kBlack}) {
    const int found = count(board.pieces(c, kKing));
    if (found > 1 || (found == 0 && kings == Kings::kOneEach)) {
      return Error{fmt::format("{} has {} kings, not 1", format_color(c), found)};
    }
    if ((board.pieces(c, kPawn) & (rank_bb(0) | rank_bb(7))) != 0) {
      return Error{fmt::format("{} has a pawn on the first or last rank", format_color(c))};
    }
  }
  return success();
}

Result<CastlingRights> parse_castling(std::string_view text) {
  constexpr std::string_view kFlags = "KQkq";  // in the order of the bits
  if (text == "-") {
    return kNoCastling;
  }
  CastlingRights rights = kNoCastling;
  for (const char c : text) {
    const std::size_t i = kFlags.find(c);
    if (i == std::string_view::npos) {
      return Error{fmt::format("FEN castling field '{}' has an unknown letter '{}'", text, c)};
    }
    rights |= static_cast<CastlingRights>(1 << i);
  }
  return rights;
}

// The square a double step passed over: behind it a pawn that could have come from two squares further back.
bool plausible_ep_square(const Board& board, Square s) {
  const Color pusher = ~board.turn();
  return relative_rank(s, pusher) == 2 && !contains(board.occupied(), s) &&
         contains(board.pieces(pusher, kPawn), forward(s, pusher)) && board.usable_ep_square() == s;
}

Result<int> parse_clock(std::string_view text, std::string_view name, int min) {
  const auto value = to_number<int>(text, min, 0xffff);
  return value ? Result<int>(*value)
               : Error{fmt::format("FEN {} '{}' is not a number from {} to 65535", name, text, min)};
}

constexpr std::array<std::string_view, 6> kWinReasons = {"none",   "KING_CAPTURE", "TIMEOUT",
                                                         "RESIGN", "TURN_LIMIT",   "MOVE_LIMIT"};

}  // namespace

Result<Square> parse_square(std::string_view text) {
  if (text == "none") {
    return kNoSquare;
  }
  if (text.size() != 2 || !is_file(text[0]) || !is_rank(text[1])) {
    return Error{fmt::format("'{}' is not a square", text)};
  }
  return make_square(text[0] - 'a', text[1] - '1');
}

std::string format_square(Square s) {
  if (s == kNoSquare) {
    return "none";
  }
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

Result<Move> parse_move(std::string_view text) {
  if (text == "0000") {
    return kNullMove;
  }
  const auto error = [&] { return Error{fmt::format("'{}' is not a move", text)}; };
  if (text.size() != 4 && text.size() != 5) {
    return error();
  }
  const Result<Square> from = parse_square(text.substr(0, 2));
  const Result<Square> to = parse_square(text.substr(2, 2));
  if (!from || !to || *from == *to) {
    return error();
  }
  Move move{*from, *to};
  if (text.size() == 5) {
    const std::size_t i = std::string_view("pnbrqk").find(text[4]);
    if (i == std::string_view::npos || i == kPawn || i == kKing) {
      return error();
    }
    move.promotion = static_cast<PieceType>(i);
  }
  return move;
}

std::string format_move(Move move) {
  if (move.is_null()) {
    return "0000";
  }
  std::string text = format_square(move.from) + format_square(move.to);
  if (move.promotion != kNoPieceType) {
    text += piece_letter({move.promotion, kBlack});
  }
  return text;
}

Result<Color> parse_color(std::string_view text) {
  if (text == "white") {
    return kWhite;
  }
  if (text == "black") {
    return kBlack;
  }
  return Error{fmt::format("'{}' is neither white nor black", text)};
}

std::string_view format_color(Color c) { return c == kWhite ? "white" : "black"; }

char piece_type_letter(PieceType type) { return kTypeLetters[type]; }

char piece_letter(Piece piece) {
  const char upper = kTypeLetters[piece.type];
  return piece.color == kWhite ? upper : static_cast<char>(upper - 'A' + 'a');
}

Piece piece_from_letter(char letter) {
  const bool black = letter >= 'a' && letter <= 'z';
  const char upper = black ? static_cast<char>(letter - 'a' + 'A') : letter;
  const std::size_t i = kTypeLetters.find(upper);
  if (i == std::string_view::npos) {
    return {};
  }
  return {static_cast<PieceType>(i), black ? kBlack : kWhite};
}

Result<Window> parse_window(Square center, std::string_view text) {
  const WindowSquares squares = window_squares(center);
  const std::vector<std::string_view> rows = split(text, '/');
  const int expected_rows = squares.size / squares.columns;
  if (static_cast<int>(rows.size()) != expected_rows) {
    return Error{fmt::format("window '{}' around {} has {} rows, not {}", text, format_square(center), rows.size(),
                             expected_rows)};
  }
  Window window{.center = center};
  for (int row = 0; row < expected_rows; ++row) {
    int column = 0;
    for (const char c : rows[row]) {
      if (c >= '1' && c <= '3') {
        column += c - '0';
        continue;
      }
      const Piece piece = piece_from_letter(c);
      if (!piece.exists()) {
        return Error{fmt::format("window '{}' has an unknown piece '{}'", text, c)};
      }
      if (column < squares.columns) {
        window.contents[row * squares.columns + column] = piece;
      }
      ++column;
    }
    if (column != squares.columns) {
      return Error{fmt::format("window '{}' around {}: row {} has {} squares, not {}", text, format_square(center),
                               row + 1, column, squares.columns)};
    }
  }
  return window;
}

std::string format_window(const Window& window) {
  const WindowSquares squares = window_squares(window.center);
  std::string text;
  for (int i = 0; i < squares.size; ++i) {
    if (i != 0 && i % squares.columns == 0) {
      text += '/';
    }
    if (window.contents[i].exists()) {
      text += piece_letter(window.contents[i]);
    } else if (!text.empty() && text.back() >= '1' && text.back() <= '2') {
      ++text.back();
    } else {
      text += '1';
    }
  }
  return text;
}

Result<Board> parse_fen(std::string_view text, Kings kings) {
  std::vector<std::string_view> fields;
  for (const std::string_view field : split(text, ' ')) {
    if (!field.empty()) {
      fields.push_back(field);
    }
  }
  if (fields.size() < 4 || fields.size() > 6) {
    return Error{fmt::format("FEN has {} fields, not 4 to 6: '{}'", fields.size(), text)};
  }
  Board board;
  TRY(parse_placement(fields[0], kings, board));
  if (fields[1] != "w" && fields[1] != "b") {
    return Error{fmt::format("FEN side to move '{}' is neither w nor b", fields[1])};
  }
  board.set_turn(fields[1] == "w" ? kWhite : kBlack);

  const CastlingRights rights = TRY(parse_castling(fields[2]));
  board.set_castling(rights_with_pieces_at_home(board, rights));

  if (fields[3] != "-") {
    const Result<Square> ep = parse_square(fields[3]);
    if (!ep || *ep == kNoSquare) {
      return Error{fmt::format("FEN en-passant field '{}' is not a square", fields[3])};
    }
    board.set_ep_square(*ep);
    if (!plausible_ep_square(board, *ep)) {
      board.set_ep_square(kNoSquare);
    }
  }
  const Result<int> halfmove = parse_clock(fields.size() > 4 ? fields[4] : "0", "halfmove clock", 0);
  const Result<int> fullmove = parse_clock(fields.size() > 5 ? fields[5] : "1", "move number", 0);
  if (!halfmove || !fullmove) {
    return Error{!halfmove ? halfmove.error() : fullmove.error()};
  }
  board.set_clocks(*halfmove, *fullmove);
  return board;
}

std::string format_fen(const Board& board) {
  std::string placement;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = board.piece_at(make_square(file, rank));
      if (!piece.exists()) {
        ++empty;
        continue;
      }
      if (empty != 0) {
        placement += static_cast<char>('0' + empty);
        empty = 0;
      }
      placement += piece_letter(piece);
    }
    if (empty != 0) {
      placement += static_cast<char>('0' + empty);
    }
    if (rank != 0) {
      placement += '/';
    }
  }
  std::string castling;
  for (int i = 0; i < 4; ++i) {
    if (board.castling() & (1 << i)) {
      castling += "KQkq"[i];
    }
  }
  return fmt::format("{} {} {} {} {} {}", placement, board.turn() == kWhite ? 'w' : 'b',
                     castling.empty() ? "-" : castling,
                     board.ep_square() == kNoSquare ? "-" : format_square(board.ep_square()), board.halfmove_clock(),
                     board.fullmove_number());
}

Result<WinReason> parse_win_reason(std::string_view text) {
  for (std::size_t i = 0; i < kWinReasons.size(); ++i) {
    if (kWinReasons[i] == text) {
      return static_cast<WinReason>(i);
    }
  }
  return Error{fmt::format("'{}' is not a reason", text)};
}

std::string_view format_win_reason(WinReason reason) { return kWinReasons[static_cast<std::size_t>(reason)]; }

}  // namespace lanternfish
