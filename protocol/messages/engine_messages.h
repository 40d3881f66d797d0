#pragma once

// The lines an engine sends, docs/reference/protocol.md sections 2 and 6; "info phase update" is an UpdateReport. Units
// are the protocol's: ms, centipawns from the engine's own point of view, per mille, ppm, millibits.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/messages/line_error.h"
#include "rules/board.h"
#include "support/result.h"

namespace lanternfish {

struct IdLine {
  enum class Field : std::uint8_t { kName, kAuthor, kProtocol };
  Field field = Field::kName;
  std::string text;
  friend bool operator==(const IdLine&, const IdLine&) = default;
};

enum class OptionType : std::uint8_t { kCheck, kSpin, kCombo, kButton, kString };

// An option as the engine announces it.
struct OptionLine {
  std::string name;
  OptionType type = OptionType::kString;
  std::string initial;                   // the default; "<empty>" on the line is the empty string here
  std::optional<std::int64_t> min, max;  // spin
  std::vector<std::string> choices;      // combo
  friend bool operator==(const OptionLine&, const OptionLine&) = default;
};

struct UciOk {
  friend bool operator==(const UciOk&, const UciOk&) = default;
};
struct ReadyOk {
  friend bool operator==(const ReadyOk&, const ReadyOk&) = default;
};

// The three terminators.
struct BestSense {
  Square square = kNoSquare;
  friend bool operator==(const BestSense&, const BestSense&) = default;
};
struct BestMove {
  Move request;
  friend bool operator==(const BestMove&, const BestMove&) = default;
};
struct PonderDone {
  friend bool operator==(const PonderDone&, const PonderDone&) = default;
};

// "info phase sense|move|ponder": what the search has done, and one candidate of it.
struct SearchInfo {
  struct Sense {
    Square square = kNoSquare;
    std::int64_t cp = 0;
    std::int64_t gain_millibits = 0;
    std::uint64_t expected_boards = 0, worst_boards = 0;
    friend bool operator==(const Sense&, const Sense&) = default;
  };
  struct Request {
    std::int64_t cp = 0, cp_min = 0, cp_max = 0, cp_deviation = 0;
    int legal_permille = 0, capture_permille = 0, king_permille = 0;
    Move move;
    friend bool operator==(const Request&, const Request&) = default;
  };

  Phase phase = Phase::kSense;  // kOpponent while pondering
  std::int64_t turn = 0;
  std::uint64_t boards = 0, samples = 0;
  std::int64_t time_ms = 0;
  std::uint64_t nodes = 0, nodes_per_second = 0;
  int rank = 0;  // multipv, from 1; 0 when there is no candidate
  std::variant<std::monostate, Sense, Request> candidate;
  friend bool operator==(const SearchInfo&, const SearchInfo&) = default;
};

// One of the likeliest boards; rank 1 is the likeliest. Also the answer to `probe`, with rank 0.
struct BoardInfo {
  int rank = 0;
  int ppm = 0;
  Board board;
  friend bool operator==(const BoardInfo&, const BoardInfo&) = default;
};

// Where the opponent's pieces of one type stand.
struct PieceInfo {
  PieceType type = kPawn;
  std::vector<std::pair<Square, int>> permille;  // squares with more than 0
  friend bool operator==(const PieceInfo&, const PieceInfo&) = default;
};

// "info string".
struct TextInfo {
  enum class Severity : std::uint8_t { kNote, kWarning, kError };
  Severity severity = Severity::kNote;
  Trouble code = Trouble::kInternal;  // of warnings and errors
  std::string text;
  friend bool operator==(const TextInfo&, const TextInfo&) = default;
};

// An info line that fits none of the above, as a chess engine might send it.
struct OtherInfo {
  std::string text;  // what follows "info"
  friend bool operator==(const OtherInfo&, const OtherInfo&) = default;
};

using EngineMessage = std::variant<IdLine, OptionLine, UciOk, ReadyOk, BestSense, BestMove, PonderDone, UpdateReport,
                                   SearchInfo, BoardInfo, PieceInfo, TextInfo, OtherInfo>;

// Unknown words inside a line are passed over; an unknown first word or a broken value is an error.
Result<EngineMessage> parse_engine_line(std::string_view line);

// One line, without a line end: control and non-ASCII bytes in free text become '?'. Otherwise parse_engine_line is its
// inverse.
std::string format_engine_message(const EngineMessage& message);

std::string_view format_option_type(OptionType type);

}  // namespace lanternfish
