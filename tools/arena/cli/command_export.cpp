#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "game/game_record.h"
#include "rules/notation.h"
#include "support/append_file.h"
#include "support/json_line.h"
#include "support/output.h"
#include "support/words.h"
#include "tools/arena/cli/command_line.h"
#include "tools/arena/cli/commands.h"
#include "tools/arena/cli/print.h"
#include "tools/arena/tournament/merged_results.h"
#include "tools/arena/tournament/paper_tables.h"
#include "tools/arena/tournament/results.h"
#include "tools/arena/tournament/tournament.h"

namespace lanternfish {

namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;

constexpr const char* kExportUsage =
    R"(usage: lanternfish-arena export FILE|FOLDER... [--csv] [--turns] | --markdown | --latex
Prints results (games*.jsonl; of a folder, all of them) as CSV with a line of names: a row a game, or with --turns a row a
turn, from the games' .turns.jsonl. docs/reference/files.md says what each column is.
With --markdown or --latex prints tables for a page or a paper: players by rating, and each pairing with points and Elo and
their 95 % intervals. The files are then put together as by merge.
)";

// As RFC 4180 has it. A text that a spreadsheet would take for a formula gets a blank before it; a number is none.
std::string cell(std::string text) {
  constexpr std::string_view kFormula = "=+-@\t\r\n";
  const bool number = !text.empty() && text.find_first_not_of("0123456789.", text.front() == '-') == std::string::npos;
  if (!text.empty() && !number && kFormula.find(text.front()) != std::string_view::npos) {
    text.insert(0, 1, ' ');
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

std::string row(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text += (i == 0 ? "" : ",") + cell(cells[i]);
  }
  return text + "\n";
}

constexpr std::string_view kGameColumns =
    "game,pair,white,black,winner,reason,ending,fault,seconds,white_turns,black_turns,white_clock_ms,"
    "black_clock_ms,white_boards,black_boards,white_lost_truth,black_lost_truth,file";

std::string mean_boards(const SideReport& side) {
  return side.turns_with_boards == 0
             ? ""
             : fmt::format("{:.1f}", static_cast<double>(side.boards_before_sense) / side.turns_with_boards);
}

std::string game_row(const GameLine& line) {
  const auto clock = [&](Color c) { return line.clocks[c] ? std::to_string(line.clocks[c]->count()) : ""; };
  const auto lost = [&](Color c) { return line.sides[c].probes == 0 ? "" : std::to_string(line.sides[c].lost); };
  return row({std::to_string(line.game.id), std::to_string(line.game.pair), line.names[kWhite], line.names[kBlack],
              std::string(winner_text(line.result)), std::string(format_win_reason(line.result.reason)),
              std::string(ending_name(line.result.ending)), line.result.text, fmt::format("{:.3f}", line.seconds),
              std::to_string(line.sides[kWhite].turns), std::to_string(line.sides[kBlack].turns), clock(kWhite),
              clock(kBlack), mean_boards(line.sides[kWhite]), mean_boards(line.sides[kBlack]), lost(kWhite),
              lost(kBlack), line.file});
}

constexpr std::string_view kTurnKeys =
    "turn,side,board,sense,window,requested,taken,capture,boards_before_sense,boards_after_sense,"
    "boards_after_move,opponent_boards,truth_ppm,deferring,sense_ms,move_ms";

std::string value_text(const Json& value) {
  return value.is_null() ? "" : value.is_string() ? value.get<std::string>() : dump_line(value);
}

Status print_turns(const GameLine& line, const fs::path& folder) {
  const fs::path file = (folder / line.file).replace_extension(".turns.jsonl");
  const std::string content = TRY(read_file(file, kMaxRecordBytes));
  const auto print_turn = [&](const Json& turn) {
    if (!turn.contains("turn")) {
      return;  // what a player was told
    }
    std::vector<std::string> cells = {std::to_string(line.game.id)};
    for (const std::string_view key : parts_of(kTurnKeys, ',')) {
      cells.push_back(value_text(turn.at(std::string(key))));
    }
    for (const Json& clock : turn.at("clocks_ms")) {
      cells.push_back(value_text(clock));
    }
    print_text("{}", row(cells));
  };
  const Result<LinesRead> lines =
      read_lines(content, file, BadLines::kRefuse, [&](std::string_view text) { return read_json(text, print_turn); });
  return lines && !lines->torn ? success() : Status(Error{lines ? *lines->torn : lines.error()});
}

// `earlier`: the games so far. A folder may hold some twice, in the files of shards and in what merge made of them.
Status print_rows(const fs::path& file, bool turns, TornLines torn, std::set<std::string>& earlier) {
  const Results results = TRY(read_results(file, torn));
  for (const std::string& sentence : results.left_out) {
    complain(sentence);
  }
  for (const GameLine& line : results.games) {
    if (!earlier.insert(format_game_line(line)).second) {
      continue;
    }
    if (!turns) {
      print_text("{}", game_row(line));
    } else if (const Status printed = print_turns(line, file.parent_path()); !printed) {
      return printed;
    }
  }
  return success();
}

}  // namespace

int export_command(std::vector<std::string> arguments) {
  CommandLine line(kExportUsage, "file", CommandLine::Engines::kNone);
  line.options().add_options()("file", po::value<std::vector<std::string>>(), "results, or folders of results")(
      "csv", "comma-separated values, unless another format is named")("turns", "a row a turn")(
      "markdown", "tables of Markdown")("latex", "tables of LaTeX; they want \\usepackage{booktabs}");
  add_torn_lines_option(line);
  return line.run(std::move(arguments), [&]() -> Result<int> {
    if (!line.has("file")) {
      return line.refuse("no results were named");
    }
    const bool turns = line.has("turns"), markdown = line.has("markdown"), latex = line.has("latex");
    if (turns + markdown + latex > 1 || (line.has("csv") && (markdown || latex))) {
      return line.refuse("one format at a time: --csv, --csv --turns, --markdown or --latex");
    }
    if (markdown || latex) {
      const CountedResults results =
          TRY(count_results(line.get<std::vector<std::string>>("file"), torn_lines_option(line)));
      print_text("{}", paper_tables(results.tally, markdown ? TableFormat::kMarkdown : TableFormat::kLatex));
      return complain_of(results.merged);
    }
    std::vector<fs::path> files;
    for (const std::string& name : line.get<std::vector<std::string>>("file")) {
      for (const fs::path& file : TRY(results_files(name))) {
        files.push_back(file);
      }
    }
    print_text("{}\n",
               turns ? fmt::format("game,{},white_clock_ms,black_clock_ms", kTurnKeys) : std::string(kGameColumns));
    std::set<std::string> printed;
    for (const fs::path& file : files) {
      TRY(print_rows(file, turns, torn_lines_option(line), printed));
    }
    return 0;
  });
}

}  // namespace lanternfish
