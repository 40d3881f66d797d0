#include "tools/arena/tournament/results.h"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "game/game_record.h"
#include "rules/notation.h"
#include "support/json_line.h"
#include "support/text.h"

namespace lanternfish {

namespace {

Json side_json(const SideReport& side) {
  Json json;
  json["turns"] = side.turns;
  json["probes"] = side.probes;
  json["lost"] = side.lost;
  json["deferred"] = side.deferred;
  json["belief_warnings"] = side.belief_warnings;
  json["errors"] = side.errors;
  json["first_error"] = side.first_error;
  json["restarts"] = side.restarts;
  json["overruns"] = side.overruns;
  json["longest_overrun_ms"] = side.longest_overrun;
  json["turns_with_boards"] = side.turns_with_boards;
  json["boards_before_sense"] = side.boards_before_sense;
  json["most_boards"] = side.most_boards;
  if (!side.first_warning.empty()) {
    json["first_warning"] = side.first_warning;
  }
  return json;
}

constexpr std::uint64_t kMaxCount = 1'000'000'000'000'000;  // of boards, summed over a game

// A whole number from 0 (or `least`) that T holds. get() alone would cut one that does not fit, and 2.5 to 2.
template <typename T>
T whole(const Json& json, std::string_view key, T least = 0, T most = std::numeric_limits<T>::max()) {
  const bool fits = json.is_number_unsigned() && json.get<std::uint64_t>() >= static_cast<std::uint64_t>(least) &&
                    json.get<std::uint64_t>() <= std::min(static_cast<std::uint64_t>(most), kMaxCount);
  if (!fits) {
    throw BadJson{fmt::format("{}: {} is not a whole number from {} to {}", key, shortened(dump_line(json), 40), least,
                              std::min(static_cast<std::uint64_t>(most), kMaxCount))};
  }
  return static_cast<T>(json.get<std::uint64_t>());
}

template <typename T>
void read_whole(const Json& json, const char* key, T& value, T least = 0) {
  value = whole<T>(json.at(key), key, least);
}

SideReport read_side(const Json& json) {
  SideReport side;
  read_whole(json, "turns", side.turns);
  read_whole(json, "probes", side.probes);
  read_whole(json, "lost", side.lost);
  read_whole(json, "deferred", side.deferred);
  read_whole(json, "belief_warnings", side.belief_warnings);
  read_whole(json, "errors", side.errors);
  json.at("first_error").get_to(side.first_error);
  read_whole(json, "restarts", side.restarts);
  read_whole(json, "turns_with_boards", side.turns_with_boards);
  read_whole(json, "boards_before_sense", side.boards_before_sense);
  read_whole(json, "most_boards", side.most_boards);
  // Of lines since there are any:
  side.first_warning = json.value("first_warning", "");
  if (json.contains("overruns")) {
    read_whole(json, "overruns", side.overruns);
    read_whole(json, "longest_overrun_ms", side.longest_overrun);
  }
  return side;
}

// A clock may have run past its end.
std::chrono::milliseconds read_clock(const Json& json) {
  constexpr std::int64_t kMaxMs = 1'000'000'000'000;
  if (!json.is_number_integer() || json.get<std::int64_t>() < -kMaxMs || json.get<std::int64_t>() > kMaxMs) {
    throw BadJson{fmt::format("clocks: {} is no time in ms", shortened(dump_line(json), 40))};
  }
  return std::chrono::milliseconds(json.get<std::int64_t>());
}

Result<GameLine> read_line(const Json& json) {
  GameLine line;
  read_whole(json, "game", line.game.id, 1);
  read_whole(json, "pair", line.game.pair, 1);
  for (const Color c : {kWhite, kBlack}) {
    line.game.engines[c] = whole<int>(json.at("engines").at(c), "engines");
    line.seeds[c] = whole<std::uint32_t>(json.at("seeds").at(c), "seeds");
  }
  json.at("seconds").get_to(line.seconds);
  json.at("file").get_to(line.file);
  for (const Color c : {kWhite, kBlack}) {
    json.at(std::string(format_color(c))).get_to(line.names[c]);
    line.sides[c] = read_side(json.at(fmt::format("{}_side", format_color(c))));
    if (const Json& clock = json.at("clocks").at(c); !clock.is_null()) {
      line.clocks[c] = read_clock(clock);
    }
  }
  if (const auto winner = json.at("winner").get<std::string>(); winner != "draw") {
    line.result.winner = TRY(parse_color(winner));
  }
  const Result<WinReason> reason = parse_win_reason(json.at("reason").get<std::string>());
  const auto ending = parse_ending(json.at("ending").get<std::string>());
  if (!reason || !ending) {
    return Error{reason ? "an unknown ending" : reason.error()};
  }
  line.result.reason = *reason;
  line.result.ending = *ending;
  json.at("fault").get_to(line.result.text);
  return line;
}

}  // namespace

std::string format_game_line(const GameLine& line) {
  Json json;
  json["game"] = line.game.id;
  json["pair"] = line.game.pair;
  json["engines"] = line.game.engines;
  json["white"] = line.names[kWhite];
  json["black"] = line.names[kBlack];
  json["winner"] = winner_text(line.result);
  json["reason"] = format_win_reason(line.result.reason);
  json["ending"] = ending_name(line.result.ending);
  json["fault"] = line.result.text;
  json["seeds"] = line.seeds;
  json["clocks"] = Json::array();
  for (const Color c : {kWhite, kBlack}) {
    json["clocks"].push_back(line.clocks[c] ? Json(line.clocks[c]->count()) : Json());
  }
  json["seconds"] = line.seconds;
  json["file"] = line.file;
  for (const Color c : {kWhite, kBlack}) {
    json[fmt::format("{}_side", format_color(c))] = side_json(line.sides[c]);
  }
  return dump_line(json);
}

Result<GameLine> parse_game_line(std::string_view text) { return read_json(text, read_line); }

namespace {

class ResultsReader {
 public:
  ResultsReader(const std::filesystem::path& file, TornLines torn) : file_(file), torn_(torn) {}

  Result<Results> read(const std::string& content) {
    for (std::size_t at = 0; at < content.size();) {
      const std::size_t end = content.find('\n', at);
      const bool last = end == std::string::npos || end + 1 == content.size();
      const std::string_view text = std::string_view(content).substr(at, end - at);
      ++number_;
      if (const Status taken = end == std::string::npos ? Status(Error{"it has no end"}) : take(text); taken) {
        at = end + 1;
        results_.good_bytes = at;
        continue;
      } else if (end == std::string::npos || (last && torn_ == TornLines::kCutLast)) {
        results_.torn = true;
        leave_out(taken.error());
        break;
      } else if (torn_ != TornLines::kLeaveOut) {
        return Error{fmt::format("{}: {}. --leave-out-torn goes on without it", place(), taken.error())};
      } else {
        leave_out(taken.error());
        salvage(text);
      }
      at = end + 1;
    }
    return std::move(results_);
  }

 private:
  std::string place() const { return fmt::format("{}, line {}", file_.string(), number_); }
  void leave_out(const std::string& why) {
    results_.left_out.push_back(fmt::format("{} is left out: {}", place(), why));
  }

  Status take(std::string_view text) {
    if (text.size() > kMaxResultLine) {
      return Error{fmt::format("longer than {} bytes", kMaxResultLine)};
    }
    if (number_ == 1) {
      results_.header = text;
      return success();
    }
    const GameLine line = TRY(parse_game_line(text));
    if (seen_.insert(line.game.id).second) {
      results_.games.push_back(line);
    }
    return success();
  }

  // A whole line may stand behind the torn one.
  void salvage(std::string_view text) {
    const std::size_t begin = text.rfind("{\"game\":");
    if (begin != std::string_view::npos && begin > 0) {
      static_cast<void>(take(text.substr(begin)));
    }
  }

  const std::filesystem::path& file_;
  const TornLines torn_;
  Results results_;
  std::set<int> seen_;
  int number_ = 0;
};

}  // namespace

Result<Results> read_results(const std::filesystem::path& file, TornLines torn) {
  const Result<std::string> content = read_file(file);
  return content ? ResultsReader(file, torn).read(*content) : Result<Results>(Error{content.error()});
}

std::string results_file_name(const Shard& shard) {
  return shard.count == 1 ? "games.jsonl" : fmt::format("games.{}of{}.jsonl", shard.index, shard.count);
}

Result<std::vector<std::filesystem::path>> results_files(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (!fs::is_directory(name, failed)) {
    return std::vector<fs::path>{name};
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(name, failed)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with("games.") && file.ends_with(".jsonl")) {
      files.push_back(entry.path());
    }
  }
  if (failed || files.empty()) {
    return Error{fmt::format("{}: {}", name, failed ? failed.message() : "no results (games*.jsonl)")};
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

// The file without the lines that cannot be read; as it was it stays beside it.
Status write_without_torn_lines(const std::filesystem::path& file, const Results& results) {
  std::error_code error;
  std::filesystem::path kept = file.string() + ".torn";
  for (int i = 1; std::filesystem::exists(kept, error); ++i) {  // what was left out before stays
    kept = fmt::format("{}.torn.{}", file.string(), i);
  }
  std::filesystem::copy_file(file, kept, error);
  if (error) {
    return Error{fmt::format("cannot write {}: {}", kept.string(), error.message())};
  }
  std::string content = results.header + "\n";
  for (const GameLine& line : results.games) {
    content += format_game_line(line) + "\n";
  }
  return write_file(file, content);
}

}  // namespace

Result<Results> mended_results(const std::filesystem::path& file, TornLines torn) {
  Results results = TRY(read_results(file, torn));
  if (torn == TornLines::kLeaveOut && !results.left_out.empty() && !results.header.empty()) {
    TRY(write_without_torn_lines(file, results));
  }
  return results;
}

Result<std::unique_ptr<ResultsFile>> ResultsFile::open(const std::filesystem::path& file, const std::string& header,
                                                       TornLines torn) {
  auto appended = TRY(AppendFile::open(file));  // not within new: leaving there would lose its memory
  std::unique_ptr<ResultsFile> results(new ResultsFile(std::move(appended)));
  if (torn == TornLines::kLeaveOut) {
    const Results mended = TRY(mended_results(file, torn));
    results.reset();  // the file may be another one now
    Result<std::unique_ptr<ResultsFile>> again = open(file, header);
    if (again && !mended.left_out.empty()) {
      (*again)->left_out_ = mended.left_out;
    }
    return again;
  }
  Results earlier = TRY(read_results(file, torn));
  if (earlier.torn) {  // blocks of a file may reach the disk out of order when the machine itself goes down
    TRY(results->file_->cut(earlier.good_bytes));
  }
  results->header_ = earlier.header.empty() ? header : earlier.header;
  results->earlier_ = std::move(earlier.games);
  results->left_out_ = std::move(earlier.left_out);
  if (earlier.header.empty()) {
    TRY(results->file_->append_line(header));
  }
  return results;
}

}  // namespace lanternfish
