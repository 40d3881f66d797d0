#include "tools/arena/tournament/openings.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/file.h"
#include "support/number.h"
#include "support/words.h"
#include "tools/arena/tournament/plan.h"

namespace lanternfish {

namespace {

constexpr std::uintmax_t kMaxOpeningsFile = std::uintmax_t{64} << 20;  // bytes

// An EPD has no clocks, but operations after its fourth field.
Result<Board> parse_position(const std::string& line) {
  Result<Board> board = parse_fen(line);
  if (board) {
    return board;
  }
  std::istringstream words(line);
  std::string fen;
  for (int i = 0; i < 4; ++i) {
    std::string word;
    words >> word;
    fen += word + ' ';
  }
  const Result<Board> short_form = parse_fen(fen + "0 1");
  return short_form ? short_form : board;
}

}  // namespace

const Board& Openings::of_pair(int pair, std::uint64_t seed) const {
  const std::size_t at = static_cast<std::size_t>(pair - 1);
  if (!random) {
    return boards[at % boards.size()];
  }
  // Every position once before any comes again. Sorting by numbers derived from the seed shuffles alike everywhere.
  const int round = static_cast<int>(at / boards.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> order(boards.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = {derive_seed(seed + static_cast<std::uint64_t>(round), static_cast<int>(i), kWhite), i};
  }
  const auto wanted = order.begin() + static_cast<std::ptrdiff_t>(at % boards.size());
  std::nth_element(order.begin(), wanted, order.end());
  return boards[wanted->second];
}

Result<std::vector<Board>> parse_openings(std::string_view text, std::string_view name) {
  std::vector<Board> boards;
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // of UTF-8: some editors begin a file with it
  text.remove_prefix(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (line.empty()) {
      continue;
    }
    const Result<Board> board = parse_position(line);
    if (!board) {
      return Error{fmt::format("{}:{}: {}", name, number, board.error())};
    }
    boards.push_back(*board);
  }
  if (boards.empty()) {
    return Error{fmt::format("{}: no positions", name)};
  }
  return boards;
}

Result<Openings> read_openings(std::string_view words) {
  Openings openings;
  std::string file;
  std::size_t start = 1;
  std::error_code error;
  const bool one_name = std::filesystem::exists(words, error);  // with blanks in it, perhaps
  if (one_name) {
    file = words;
  }
  for (const std::string_view word : one_name ? std::vector<std::string_view>() : words_of(words)) {
    const std::size_t equals = word.find('=');
    const std::string_view key = equals == std::string_view::npos ? "file" : word.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? word : word.substr(equals + 1);
    if (key == "file") {
      if (!file.empty()) {
        return Error{
            fmt::format("openings: '{}' and '{}' are two files; a name with blanks stands alone", file, value)};
      }
      file = value;
    } else if (key == "order" && (value == "random" || value == "sequential")) {
      openings.random = value == "random";
    } else if (key == "start") {
      const auto number = to_number<std::size_t>(value, 1);
      if (!number) {
        return Error{fmt::format("openings: start is a number from 1, not '{}'", value)};
      }
      start = *number;
    } else if (key != "format" || (value != "epd" && value != "fen")) {
      return Error{
          fmt::format("openings: '{}' is none of file=FILE, order=random|sequential, start=N, format=epd", word)};
    }
  }
  if (file.empty()) {
    return Error{"openings: no file=FILE"};
  }
  const std::string content = TRY(read_file(file, kMaxOpeningsFile));
  std::vector<Board> boards = TRY(parse_openings(content, file));
  if (start > boards.size()) {
    return Error{fmt::format("openings: start is a number from 1 to {} with {}, not {}", boards.size(), file, start)};
  }
  openings.boards = std::move(boards);
  std::rotate(openings.boards.begin(), openings.boards.begin() + static_cast<std::ptrdiff_t>(start - 1),
              openings.boards.end());
  return openings;
}

}  // namespace lanternfish
