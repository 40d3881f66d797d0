#include "tools/arena/human/human_player.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "tools/arena/cli/print.h"

namespace lanternfish {

namespace {

constexpr const char* kHelp =
    "A turn: you hear whether the opponent captured one of your pieces, look at one 3x3 window, and request a move.\n"
    "The move is carried out as far as it goes; you hear what became of it. Whoever captures the king has won.\n"
    "'resign' gives the game up. There is no taking back: the opponent has moved already.\n";

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  std::erase_if(text, blank);
  return text;
}

std::string clock_text(const DecisionLimits& limits) {
  return limits.clock.time ? fmt::format(" [{:.1f} s left]", static_cast<double>(*limits.clock.time) / 1000) : "";
}

}  // namespace

std::optional<Fault> HumanPlayer::begin(const GameStart& start) {
  own_.emplace(start.rules.start, start.me);
  seen_ = {};
  center_ = kNoSquare;
  print_(fmt::format(
      "You play {} against {}. Type 'help' at any time.\n"
      "Pieces of the opponent stand where you last saw them; '.' was empty then, and '?' you have never seen.\n",
      format_color(start.me), start.opponent));
  return {};
}

// My pieces, and what windows showed.
void HumanPlayer::draw() const {
  Board board = own_->pieces();
  Bitboard unseen = 0;
  for (Square s = 0; s < 64; ++s) {
    const auto& [piece, turn] = seen_.at(s);
    if (contains(own_->occupied(), s)) {
      continue;
    }
    if (turn == 0) {
      unseen |= bit(s);
    } else if (piece.exists() && piece.color != own_->me()) {
      board.put(s, piece);
    }
  }
  print_(board_text(board, center_, unseen));
}

std::optional<Fault> HumanPlayer::notice(const OpponentMoved& notice) {
  const bool first = own_->first_notice_is_empty();
  const Piece lost = notice.captured == kNoSquare ? Piece{} : own_->pieces().piece_at(notice.captured);
  own_->follow(notice);
  seen_.observe(notice);
  center_ = kNoSquare;
  print_(first            ? std::string("\nThe first move is yours.\n")
         : !lost.exists() ? std::string("\nThe opponent has moved and captured nothing.\n")
                          : fmt::format("\nThe opponent captured your {} on {}.\n", piece_letter(lost),
                                        format_square(notice.captured)));
  draw();
  return {};
}

template <typename T>
Decision<T> HumanPlayer::ask(std::string_view question, std::string_view help, const DecisionLimits& limits,
                             const std::function<std::optional<T>(const std::string&)>& parse) {
  for (;;) {
    print_(fmt::format("{}{}> ", question, clock_text(limits)));
    const std::optional<std::string> line = read_(limits.deadline);
    if (!line) {
      return std::chrono::steady_clock::now() < limits.deadline ? Fault{Ending::kResigned, "the input ended"}
                                                                : Fault{Ending::kSilence, "gave no answer in time"};
    }
    const std::string answer = lower(*line);
    if (answer == "resign") {
      return Fault{Ending::kResigned, "resigned"};
    }
    if (answer == "help" || answer == "?") {
      print_(fmt::format("{}{}\n", kHelp, help));
    } else if (answer == "undo") {
      print_("There is no taking back: the opponent has moved already.\n");
    } else if (const std::optional<T> parsed = parse(answer)) {
      return *parsed;
    }
  }
}

Decision<Square> HumanPlayer::sense(const DecisionLimits& limits) {
  constexpr const char* kSenseHelp = "Now type the middle square of the window you want to see, such as e7, or 'none'.";
  return ask<Square>("sense", kSenseHelp, limits, [&](const std::string& answer) -> std::optional<Square> {
    const Result<Square> square = parse_square(answer);
    if (!square) {
      print_(fmt::format("'{}' is no square. {}\n", answer, kSenseHelp));
      return std::nullopt;
    }
    return *square;
  });
}

std::optional<Fault> HumanPlayer::sense_result(const Sensed& sensed) {
  seen_.observe(sensed);
  center_ = sensed.window.center;
  draw();
  return {};
}

Decision<Move> HumanPlayer::move(const DecisionLimits& limits) {
  constexpr const char* kMoveHelp =
      "Now type a move as from and to square, such as e2e4 (a castling king e1g1, a promotion a7a8q), or 'pass'.";
  return ask<Move>("move", kMoveHelp, limits, [&](const std::string& answer) -> std::optional<Move> {
    const Result<Move> request = answer == "pass" ? Result<Move>(kNullMove) : parse_move(answer);
    if (!request) {
      print_(fmt::format("'{}' is no move. {}\n", answer, kMoveHelp));
      return std::nullopt;
    }
    if (may_request(own_->pieces(), own_->me(), normalized_request(own_->pieces(), *request))) {
      return *request;
    }
    const Piece mover = own_->pieces().piece_at(request->from);
    print_(mover.exists() ? fmt::format("Your {} on {} cannot go to {}.", piece_letter(mover),
                                        format_square(request->from), format_square(request->to))
                          : fmt::format("None of your pieces stands on {}.", format_square(request->from)));
    std::string possible;
    for (const Move other : requests(own_->pieces(), own_->me())) {
      possible += !other.is_null() && other.from == request->from ? " " + format_move(other) : "";
    }
    print_(possible.empty() ? std::string("\n") : fmt::format(" It can be asked to go:{}\n", possible));
    return std::nullopt;
  });
}

std::optional<Fault> HumanPlayer::move_result(const Moved& moved) {
  const Move asked = normalized_request(own_->pieces(), moved.requested);
  own_->follow(moved);
  seen_.observe(moved);
  if (moved.requested.is_null()) {
    print_("You passed.\n");
  } else if (moved.taken.is_null()) {
    print_(fmt::format("{} was not possible: the turn is lost.\n", format_move(moved.requested)));
  } else {
    const bool shortened = moved.taken.to != asked.to;
    print_(fmt::format("{}{}{}.\n", format_move(moved.taken),
                       shortened ? fmt::format(" (stopped on {})", format_square(moved.taken.to)) : "",
                       moved.captured == kNoSquare
                           ? ""
                           : fmt::format(", you captured something on {}", format_square(moved.captured))));
  }
  return {};
}

void HumanPlayer::end(const GameResult& result, const std::string& /*record*/) {
  print_(!result.winner ? "\nA draw.\n" : *result.winner == own_->me() ? "\nYou have won.\n" : "\nYou have lost.\n");
}

HumanPlayer human_at_terminal() {
  // A line may come in pieces, and several at once: what was read too far is kept for the next question.
  auto read = [pending = std::string()](HumanPlayer::TimePoint deadline) mutable -> std::optional<std::string> {
    for (;;) {
      if (const std::size_t end = pending.find('\n'); end != std::string::npos) {
        std::string line = pending.substr(0, end);
        pending.erase(0, end + 1);
        return line;
      }
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      pollfd input{STDIN_FILENO, POLLIN, 0};
      if (::poll(&input, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000))) <= 0) {
        if (left.count() <= 0) {
          return std::nullopt;
        }
        continue;
      }
      char bytes[4096];
      const ssize_t n = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (n <= 0) {
        return std::nullopt;
      }
      pending.append(bytes, static_cast<std::size_t>(n));
    }
  };
  return HumanPlayer(read, [](std::string_view text) {
    fmt::print("{}", text);
    std::fflush(stdout);
  });
}

}  // namespace lanternfish
