#pragma once

// Squares, moves, FEN and windows as text. The program spells them nowhere else. Parsers take input from outside and
// answer a wrong one with a sentence that names what is wrong; each formatter is the exact inverse of its parser.

#include <string>
#include <string_view>

#include "rules/board.h"
#include "rules/observation.h"
#include "support/result.h"

namespace lanternfish {

// "e4", or "none" for kNoSquare.
Result<Square> parse_square(std::string_view text);
std::string format_square(Square s);

// "e2e4", "a7a8q", or "0000" for the null move. Castling is the king's move.
Result<Move> parse_move(std::string_view text);
std::string format_move(Move move);

// "white" or "black".
Result<Color> parse_color(std::string_view text);
std::string_view format_color(Color c);

char piece_letter(Piece piece);          // FEN letter; the piece must exist
Piece piece_from_letter(char letter);    // a piece that does not exist for other letters
char piece_type_letter(PieceType type);  // upper case

// A window as in docs/reference/protocol.md section 3: "qkb/ppp/3". The centre gives the shape.
Result<Window> parse_window(Square center, std::string_view text);
std::string format_window(const Window& window);

// Accepts every board that RBC can produce, also boards that chess forbids. Refuses a side without exactly one king,
// pawns on the first or last rank, and broken fields. Drops castling flags without king and rook at home, and an
// en-passant square that no pawn of the side to move can use. The two clocks may be left out.
// Kings::kAtMostOne accepts a side without a king, too: the official arbiter's answers have such boards.
enum class Kings : std::uint8_t { kOneEach, kAtMostOne };
Result<Board> parse_fen(std::string_view text, Kings kings = Kings::kOneEach);
// Six fields; the en-passant field is set after every double step, as the arbiter writes it.
std::string format_fen(const Board& board);

// "KING_CAPTURE", ..., "none".
Result<WinReason> parse_win_reason(std::string_view text);
std::string_view format_win_reason(WinReason reason);

}  // namespace lanternfish
