#include "protocol/session/show.h"

#include <fmt/format.h>

#include "protocol/session/options.h"
#include "protocol/session/reports.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

using Probabilities = std::vector<std::array<double, 64>>;

constexpr double kSeenAs = 0.5;  // a piece more likely than this is drawn

char square_letter(const Board& own, Color me, const Probabilities& probabilities, Square s) {
  if (const Piece piece = own.piece_at(s); piece.exists()) {
    return piece_letter(piece);
  }
  double any = 0;
  for (std::size_t type = 0; type < probabilities.size(); ++type) {
    const double here = probabilities[type][s];
    if (here > kSeenAs) {
      return piece_letter({static_cast<PieceType>(type), ~me});
    }
    any += here;
  }
  return any > 0 ? '?' : '.';
}

void add_board(const Agent& agent, Color me, std::vector<std::string>& lines) {
  const Board own = agent.own_pieces();
  const Probabilities probabilities = agent.piece_probabilities();
  for (int rank = 7; rank >= 0; --rank) {
    std::string row = fmt::format("{} ", rank + 1);
    for (int file = 0; file < 8; ++file) {
      row += ' ';
      row += square_letter(own, me, probabilities, make_square(file, rank));
    }
    lines.push_back(row);
  }
  lines.emplace_back("   a b c d e f g h    ? may hold a piece of the opponent");
}

}  // namespace

std::vector<PieceInfo> piece_lines(const Probabilities& probabilities) {
  std::vector<PieceInfo> lines;
  for (std::size_t type = 0; type < probabilities.size(); ++type) {
    PieceInfo line{static_cast<PieceType>(type), {}};
    for (Square s = 0; s < 64; ++s) {
      if (const int permille = per_mille(probabilities[type][s]); permille > 0) {
        line.permille.emplace_back(s, permille);
      }
    }
    if (!line.permille.empty()) {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::vector<std::string> state_text(const Agent* agent, const Config& config) {
  std::vector<std::string> lines;
  if (agent == nullptr || !agent->has_game()) {
    lines.emplace_back("no position yet");
  } else {
    const Color me = agent->color();
    const auto history = agent->history();
    lines.push_back(format_host_command(PositionCommand{agent->start(), me, {history.begin(), history.end()}}));
    lines.push_back(fmt::format("turn {} of {}, {}, boards {}", agent->turn(), format_color(me),
                                phase_text(agent->phase()), agent->boards()));
    add_board(*agent, me, lines);
  }
  for (const Option& option : option_table()) {
    if (const std::string value = option.value(config); value != option.value(Config{})) {
      lines.push_back(fmt::format("option {} is {}", option.name, value.empty() ? "<empty>" : value));
    }
  }
  return lines;
}

std::vector<std::string> help_text() {
  return {
      "RBC-UCI 1, the protocol of Reconnaissance Blind Chess. One line is one command:",
      "uci, isready, ucinewgame, stop, quit, debug on|off: as in UCI",
      "setoption name NAME [value VALUE]: uci lists the options",
      "position startpos|fen FEN color white|black [history EVENT...]: a game, or any point of one",
      "observe EVENT...: what was learnt. An EVENT is one of",
      "  opponent capture SQUARE|none",
      "  sense SQUARE result WINDOW, sense none result none",
      "  move requested MOVE taken MOVE capture SQUARE|none",
      "sense [LIMIT...] [searchsenses SQUARE...]: choose a square to sense; answers bestsense",
      "go [LIMIT...] [searchmoves MOVE...]: choose a move to request; answers bestmove",
      "ponder [LIMIT...]: think while the opponent moves; answers ponderdone",
      "  a LIMIT is wtime|btime|winc|binc|movetime MS, nodes N, depth N, turn N, infinite",
      "gameover winner white|black|none reason REASON [record TEXT]: the game has ended",
      "d: the state of the game; boards [N]: the likeliest boards; probe fen FEN: how likely is a board",
      "bench [TURNS]: plays a fixed game against itself; its signature is the program's behaviour",
      "help: this text; # anything: a comment",
  };
}

}  // namespace lanternfish
