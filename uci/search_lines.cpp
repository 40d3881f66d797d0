#include "uci/search_lines.h"

#include <algorithm>
#include <optional>

#include "rules/notation.h"
#include "support/number.h"

namespace lanternfish {

namespace {

// The next blank-separated word, cut off the front of `text`; empty at the end. A loop of its own: it runs over every
// byte an engine writes, and the library's search for one of several characters is many times slower.
std::string_view next_word(std::string_view& text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  std::size_t begin = 0;
  while (begin < text.size() && blank(text[begin])) {
    ++begin;
  }
  std::size_t end = begin;
  while (end < text.size() && !blank(text[end])) {
    ++end;
  }
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

struct InfoLine {
  std::optional<int> depth;
  int multipv = 1;
  std::optional<Score> score;
  std::string_view move;
};

constexpr int kFarthestMate = 10'000;  // moves; beyond it is garbage

std::optional<Score> parse_score(std::string_view& text) {
  const std::string_view kind = next_word(text);
  const std::optional<int> value = to_number<int>(next_word(text));
  if (!value) {
    return std::nullopt;
  }
  if (kind == "cp") {
    return Score::centipawns(*value);
  }
  if (kind != "mate" || *value > kFarthestMate || *value < -kFarthestMate) {
    return std::nullopt;
  }
  // "mate 0" would be mate on the board, where no move could be scored.
  return *value > 0 ? Score::mates_in(*value) : Score::mated_in(std::max(1, -*value));
}

// None for lines that score no move.
std::optional<InfoLine> parse_info(std::string_view text) {
  InfoLine info;
  next_word(text);  // "info"
  for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
    if (word == "pv") {
      info.move = next_word(text);
      break;
    }
    switch (word.size()) {  // most words are numbers and names of no interest: spares comparing them all
      case 5:
        if (word == "depth") {
          info.depth = to_number<int>(next_word(text));
        } else if (word == "score") {
          info.score = parse_score(text);
        }
        break;
      case 6:
        if (word == "string") {
          return std::nullopt;
        }
        break;
      case 7:
        if (word == "multipv") {
          info.multipv = to_number<int>(next_word(text)).value_or(0);
        }
        break;
      case 10:
        if (word == "lowerbound" || word == "upperbound") {
          return std::nullopt;
        }
        break;
      default: break;
    }
  }
  return info.depth && info.score && !info.move.empty() ? std::optional(info) : std::nullopt;
}

}  // namespace

SearchLines::SearchLines(std::span<const Move> legal, std::size_t expected) : legal_(legal), expected_(expected) {
  current_.lines.resize(expected);
  finished_.lines.resize(expected);
}

void SearchLines::add(std::string_view line) {
  const std::optional<InfoLine> info = parse_info(line);
  if (!info || info->multipv < 1 || static_cast<std::size_t>(info->multipv) > expected_ ||
      *info->depth < current_.depth) {
    return;
  }
  const Result<Move> move = parse_move(info->move);
  if (!move || std::find(legal_.begin(), legal_.end(), *move) == legal_.end()) {
    return;
  }
  if (*info->depth > current_.depth) {
    if (current_.filled == expected_) {
      std::swap(current_, finished_);
      if (finished_.depth == 1) {
        first_ = finished_.lines;
      }
    }
    std::fill(current_.lines.begin(), current_.lines.end(), MoveScore{});
    current_.filled = 0;
    current_.depth = *info->depth;
  }
  MoveScore& slot = current_.lines[static_cast<std::size_t>(info->multipv) - 1];
  current_.filled += slot.taken.is_null() ? 1 : 0;
  slot = {*move, *info->score};
}

bool SearchLines::complete() const {
  const Table& table = best();
  if (expected_ == 0 || table.filled != expected_) {
    return false;
  }
  std::vector<Move> moves;
  for (const MoveScore& line : table.lines) {
    moves.push_back(line.taken);
  }
  std::sort(moves.begin(), moves.end());
  return std::adjacent_find(moves.begin(), moves.end()) == moves.end();
}

std::vector<MoveScore> SearchLines::scores() const {
  std::vector<MoveScore> scores;
  for (const MoveScore& line : best().lines) {
    // A search that was cut short may name a move in two places; the first one is the newer.
    const bool known =
        std::any_of(scores.begin(), scores.end(), [&](const MoveScore& m) { return m.taken == line.taken; });
    if (!line.taken.is_null() && !known) {
      scores.push_back(line);
    }
  }
  std::stable_sort(scores.begin(), scores.end(),
                   [](const MoveScore& a, const MoveScore& b) { return a.score > b.score; });
  return scores;
}

std::span<const MoveScore> SearchLines::first_scores() const {
  return complete() && depth() > 1 ? first_ : std::span<const MoveScore>{};
}

}  // namespace lanternfish
