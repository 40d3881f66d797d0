#include "tools/arena/cli/print.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/output.h"
#include "tools/common/arguments.h"

namespace lanternfish {

namespace {

char board_letter(const Board& board, Square s, Bitboard unknown) {
  const Piece piece = board.piece_at(s);
  return piece.exists() ? piece_letter(piece) : contains(unknown, s) ? '?' : '.';
}

// "8  r n[b q k]b n r": a bracket stands where a row of the window begins and ends.
std::string rank_text(const Board& board, int rank, const WindowSquares& window, Bitboard unknown = 0) {
  std::string text = fmt::format("{} ", rank + 1);
  bool inside = false;
  for (int file = 0; file <= 8; ++file) {
    const bool in_window = file < 8 && std::find(window.begin(), window.end(), make_square(file, rank)) != window.end();
    text += in_window == inside ? ' ' : in_window ? '[' : ']';
    inside = in_window;
    if (file < 8) {
      text += board_letter(board, make_square(file, rank), unknown);
    }
  }
  if (text.back() == ' ') {
    text.pop_back();
  }
  return text;
}

std::string count_text(const std::optional<std::uint64_t>& boards) { return boards ? grouped(*boards) : "-"; }

std::string clock_text(const std::optional<std::chrono::milliseconds>& left) {
  if (!left) {
    return "none";
  }
  const std::int64_t tenths = std::max<std::int64_t>(left->count(), 0) / 100;
  return fmt::format("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10);
}

std::string move_text(const Moved& move) {
  const std::string taken = move.taken.is_null() ? "nothing" : format_move(move.taken);
  const std::string captured =
      move.captured == kNoSquare ? "" : fmt::format(", captures on {}", format_square(move.captured));
  return taken + captured;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) {
    text.insert(static_cast<std::size_t>(i), 1, ',');
  }
  return text;
}

std::string turn_text(const TurnReport& turn, const std::array<std::string, 2>& names) {
  const WindowSquares window = window_squares(turn.window.center);
  const std::string me(format_color(turn.side)), other(format_color(~turn.side));
  std::array<std::string, 8> beside;
  beside[0] = fmt::format("boards   {} {}, sensed {}, moved {}", me, count_text(turn.boards_notified),
                          count_text(turn.boards_sensed), count_text(turn.boards_moved));
  beside[1] = fmt::format("         {} {}", other, count_text(turn.opponent_boards));
  beside[3] = turn.window.center == kNoSquare
                  ? "sense    none"
                  : fmt::format("sense    {}: {}", format_square(turn.window.center), format_window(turn.window));
  beside[4] = "request  " + (turn.move.requested.is_null() ? std::string("pass") : format_move(turn.move.requested));
  beside[5] = "taken    " + move_text(turn.move);
  beside[6] =
      fmt::format("clocks   white {}, black {}", clock_text(turn.clocks[kWhite]), clock_text(turn.clocks[kBlack]));

  std::string text = fmt::format("turn {}, {} ({})\n", turn.number, me, names[turn.side]);
  for (int row = 0; row < 8; ++row) {
    const std::string rank = rank_text(turn.board, 7 - row, window);
    text += beside[row].empty() ? fmt::format("  {}\n", rank) : fmt::format("  {:<22}{}\n", rank, beside[row]);
  }
  return text + "     a b c d e f g h\n";
}

std::string board_text(const Board& board, Square sensed, Bitboard unknown) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += fmt::format("  {}\n", rank_text(board, rank, window_squares(sensed), unknown));
  }
  return text + "     a b c d e f g h\n";
}

std::string result_text(const GameResult& result) {
  const std::string fault = fault_text(result);
  return fmt::format("{} by {}{}", winner_text(result), format_win_reason(result.reason),
                     fault.empty() ? "" : fmt::format(" ({})", fault));
}

std::string truth_text(const std::vector<TurnReport>& turns, Color side) {
  std::string text;
  for (const TurnReport& turn : turns) {
    if (turn.side == side && turn.truth_ppm) {
      const std::string held = *turn.truth_ppm > 0 ? fmt::format("{:.4f} %", *turn.truth_ppm / 10'000.0)
                               : turn.deferring    ? "not held, boards deferred"
                                                   : "LOST";
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", turn.number, held);
    }
  }
  return text;
}

std::string complaints_text(const SideReport& side) {
  std::string text;
  if (side.lost > 0) {
    text += fmt::format("lost the true board at {} of {} turns probed. ", side.lost, side.probes);
  }
  if (side.belief_warnings > 0 || side.errors > 0) {
    text += fmt::format("sent {} belief warnings and {} errors, the first: {}. ", side.belief_warnings, side.errors,
                        side.first_error);
  }
  if (side.overruns > 0) {
    text +=
        fmt::format("did not keep its movetime in {} phases, by up to {} ms. ", side.overruns, side.longest_overrun);
  }
  if (side.restarts > 0) {
    text += fmt::format("crashed and was restarted {} times. ", side.restarts);
  }
  return text;
}

int complain(const std::string& text) {
  print_error("lanternfish-arena: {}\n", text);
  return kFailed;
}

int complain_of(const MergedResults& merged) {
  for (const std::string& sentence : merged.left_out) {
    complain(sentence);
  }
  for (const std::string& conflict : merged.conflicts) {
    complain(conflict);
  }
  return merged.conflicts.empty() ? 0 : 1;
}

}  // namespace lanternfish
