#include "tools/fit/judged_boards.h"

#include <charconv>
#include <memory>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/append_file.h"
#include "support/file.h"

namespace lanternfish {

namespace {

constexpr std::size_t kBoardsAtOnce = 1'000;  // between two writings of the file

const std::vector<std::pair<std::string_view, Score>>& named_scores() {
  static const std::vector<std::pair<std::string_view, Score>> kNames = {
      {"king-captured", Score::captures_king()},
      {"king-lost", Score::loses_king()},
      {"king-still-attacked", Score::stays_in_check()},
      {"king-steps-into-attack", Score::flees_into_check()},
  };
  return kNames;
}

std::string score_text(Score score) {
  if (score.is_centipawns()) {
    return fmt::format("{}", score.cp());
  }
  if (score.is_mate()) {
    return fmt::format("mate{}", score.mate_moves());
  }
  for (const auto& [name, named] : named_scores()) {
    if (score == named) {
      return std::string(name);
    }
  }
  return {};
}

std::optional<Score> parse_score(std::string_view text) {
  for (const auto& [name, named] : named_scores()) {
    if (text == name) {
      return named;
    }
  }
  const bool mate = text.starts_with("mate");
  const std::string_view number = text.substr(mate ? 4 : 0);
  int value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size() || (mate && value == 0)) {
    return std::nullopt;
  }
  return mate ? value > 0 ? Score::mates_in(value) : Score::mated_in(-value) : Score::centipawns(value);
}

std::optional<std::vector<MoveScore>> parse_moves(const std::string& text) {
  std::vector<MoveScore> moves;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    const auto move = parse_move(std::string_view(word).substr(0, equals));
    const auto score =
        equals == std::string::npos ? std::nullopt : parse_score(std::string_view(word).substr(equals + 1));
    if (!move || !score) {
      return std::nullopt;
    }
    moves.push_back({*move, *score});
  }
  return moves.empty() ? std::nullopt : std::optional(moves);
}

std::string line_of(const std::string& fen, const std::vector<MoveScore>& moves) {
  std::string line = fen + "\t";
  for (const MoveScore& move : moves) {
    line += fmt::format("{}={} ", format_move(move.taken), score_text(move.score));
  }
  line.back() = '\n';
  return line;
}

}  // namespace

Result<JudgedBoards> JudgedBoards::open(std::filesystem::path file) {
  JudgedBoards boards;
  boards.file_ = std::move(file);
  std::error_code ignored;
  if (boards.file_.empty() || !std::filesystem::exists(boards.file_, ignored)) {
    return boards;
  }
  const Result<std::string> content = read_file(boards.file_);
  if (!content) {
    return Error{content.error()};
  }
  const Result<LinesRead> lines = read_lines(*content, boards.file_, BadLines::kRefuse, [&](std::string_view line) {
    const auto tab = line.find('\t');
    auto moves = tab == std::string_view::npos ? std::nullopt : parse_moves(std::string(line.substr(tab + 1)));
    if (!moves) {
      return Status(Error{"not a board with scores"});
    }
    boards.known_.emplace(line.substr(0, tab), std::move(*moves));
    return success();
  });
  if (!lines || (lines->torn && lines->good_bytes == 0)) {
    return Error{lines ? *lines->torn : lines.error()};
  }
  return boards;
}

Status JudgedBoards::judge(std::span<const Board> boards, Evaluator& evaluator, const Effort& effort,
                           const std::function<void(std::size_t done, std::size_t all)>& progress) {
  std::unique_ptr<AppendFile> out;
  if (!file_.empty()) {
    Result<std::unique_ptr<AppendFile>> opened = AppendFile::open(file_);
    if (!opened) {
      return Error{opened.error()};
    }
    out = std::move(opened).value();
  }
  for (std::size_t begin = 0; begin < boards.size(); begin += kBoardsAtOnce) {
    std::vector<Board> unknown;
    for (const Board& board : boards.subspan(begin, std::min(kBoardsAtOnce, boards.size() - begin))) {
      if (!known_.contains(format_fen(board))) {
        unknown.push_back(board);
      }
    }
    std::string lines;
    evaluator.score(unknown, effort, Deadline::max(), {}, [&](std::size_t i, const BoardScores& scores) {
      const std::string fen = format_fen(unknown[i]);
      if (known_.emplace(fen, scores.moves).second) {
        lines += line_of(fen, scores.moves);
      }
    });
    if (const Status written = out ? out->append(lines) : success(); !written) {
      return written;
    }
    progress(std::min(begin + kBoardsAtOnce, boards.size()), boards.size());
  }
  return success();
}

std::vector<MoveScore> JudgedBoards::scores(const Board& board, const RbcTerms& terms) const {
  std::vector<MoveScore> moves = known_.at(format_fen(board));
  finish_scores(board, terms, moves);
  return moves;
}

}  // namespace lanternfish
