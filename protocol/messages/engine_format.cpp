#include <fmt/format.h>

#include "protocol/messages/engine_messages.h"
#include "protocol/messages/tokens.h"
#include "rules/notation.h"

namespace lanternfish {

namespace {

constexpr std::size_t kErrorLength = 2000;    // bytes; errors and warnings quote lines of any length
constexpr std::size_t kTextLength = 1 << 20;  // bytes of any other free text

std::string or_empty(const std::string& text) { return text.empty() ? "<empty>" : text; }

struct CandidateFormatter {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(const SearchInfo::Sense& sense) const {
    return fmt::format(" sense {} score cp {} gain {} expboards {} worstboards {}", format_square(sense.square),
                       sense.cp, sense.gain_millibits, sense.expected_boards, sense.worst_boards);
  }
  std::string operator()(const SearchInfo::Request& request) const {
    return fmt::format(" score cp {} cpmin {} cpmax {} cpdev {} legal {} captureprob {} kingprob {} pv {}", request.cp,
                       request.cp_min, request.cp_max, request.cp_deviation, request.legal_permille,
                       request.capture_permille, request.king_permille, format_move(request.move));
  }
};

struct MessageFormatter {
  std::string operator()(const IdLine& id) const {
    constexpr std::string_view kFields[] = {"name", "author", "protocol"};
    return fmt::format("id {} {}", kFields[static_cast<int>(id.field)], printable(id.text, kTextLength));
  }
  std::string operator()(const OptionLine& option) const {
    std::string text = fmt::format("option name {} type {}", option.name, format_option_type(option.type));
    if (option.type != OptionType::kButton) {
      text += " default " + or_empty(option.initial);
    }
    text += option.min ? fmt::format(" min {}", *option.min) : "";
    text += option.max ? fmt::format(" max {}", *option.max) : "";
    for (const std::string& choice : option.choices) {
      text += " var " + choice;
    }
    return printable(text, kTextLength);
  }
  std::string operator()(const UciOk&) const { return "uciok"; }
  std::string operator()(const ReadyOk&) const { return "readyok"; }
  std::string operator()(const BestSense& best) const { return "bestsense " + format_square(best.square); }
  std::string operator()(const BestMove& best) const { return "bestmove " + format_move(best.request); }
  std::string operator()(const PonderDone&) const { return "ponderdone"; }

  std::string operator()(const UpdateReport& info) const {
    constexpr std::string_view kEvents[] = {"opponent", "sense", "move"};
    std::string text = fmt::format("info phase update turn {} event {} boardsbefore {} boards {}", info.turn,
                                   kEvents[static_cast<int>(info.event)], info.boards_before, info.boards);
    text += info.deferred != 0 ? fmt::format(" deferred {}", info.deferred) : "";
    text += info.entropy_millibits ? fmt::format(" entropy {}", *info.entropy_millibits) : "";
    text += info.boards_per_second ? fmt::format(" bps {}", *info.boards_per_second) : "";
    return text + fmt::format(" time {}", info.time_ms);
  }
  std::string operator()(const SearchInfo& info) const {
    constexpr std::string_view kPhases[] = {"ponder", "sense", "move"};  // by Phase
    std::string text = fmt::format("info phase {} turn {} boards {} samples {} time {} nodes {} nps {}",
                                   kPhases[static_cast<int>(info.phase)], info.turn, info.boards, info.samples,
                                   info.time_ms, info.nodes, info.nodes_per_second);
    text += info.rank != 0 ? fmt::format(" multipv {}", info.rank) : "";
    return text + std::visit(CandidateFormatter{}, info.candidate);
  }
  std::string operator()(const BoardInfo& info) const {
    const std::string_view fields = info.rank == 0 ? "info prob {1} fen {2}" : "info board {0} prob {1} fen {2}";
    return fmt::format(fmt::runtime(fields), info.rank, info.ppm, format_fen(info.board));
  }
  std::string operator()(const PieceInfo& info) const {
    std::string text = fmt::format("info pieceprob {}", piece_type_letter(info.type));
    for (const auto& [square, permille] : info.permille) {
      text += fmt::format(" {} {}", format_square(square), permille);
    }
    return text;
  }
  std::string operator()(const TextInfo& info) const {
    if (info.severity == TextInfo::Severity::kNote) {
      return "info string " + printable(info.text, kTextLength);
    }
    return fmt::format("info string {} {} {}", info.severity == TextInfo::Severity::kError ? "error" : "warning",
                       format_trouble(info.code), printable(info.text, kErrorLength));
  }
  std::string operator()(const OtherInfo& info) const { return "info " + printable(info.text, kTextLength); }
};

}  // namespace

std::string format_engine_message(const EngineMessage& message) { return std::visit(MessageFormatter{}, message); }

std::string_view format_option_type(OptionType type) {
  constexpr std::string_view kTypes[] = {"check", "spin", "combo", "button", "string"};
  return kTypes[static_cast<int>(type)];
}

}  // namespace lanternfish
