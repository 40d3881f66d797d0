#include "game/game_record.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "game/record_json.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/json_line.h"

namespace lanternfish {

namespace {

// ---- reading

constexpr std::array<const char*, 2> kColorKeys = {"true", "false"};  // by Color; Python's chess.WHITE is True

// A key of the record, or an element of the lists that it has for each player: "taken_moves.true[7]".
struct Place {
  const char* key;
  std::optional<Color> color;
  std::optional<std::size_t> index;

  std::string text() const {
    return fmt::format("{}{}{}", key, color ? fmt::format(".{}", kColorKeys[*color]) : "",
                       index ? fmt::format("[{}]", *index) : "");
  }
};

// What `read` gives; where it refuses, its reason has the place before it.
template <typename Read>
auto read_at(const Place& place, Read read) -> decltype(read()) {
  try {
    return read();
  } catch (const BadJson& bad) {
    refuse_json(fmt::format("{}: {}", place.text(), bad.text));
  } catch (const Json::exception& bad) {
    refuse_json(fmt::format("{}: {}", place.text(), json_error_text(bad)));
  }
}

Window read_window(Square center, const Json& result) {
  Window window{.center = center};
  const WindowSquares squares = window_squares(window.center);
  if (result.size() != static_cast<std::size_t>(squares.size)) {
    refuse_json(fmt::format("the sense of {} shows {} squares, not {}", format_square(window.center), result.size(),
                            squares.size));
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (read_square(result[i].at(0)) != squares.squares[i]) {
      refuse_json(fmt::format("the sense of {} lists its squares in another order", format_square(window.center)));
    }
    window.contents[i] = read_piece(result[i].at(1));
  }
  return window;
}

const Json& list_of(const Json& json, const char* key, Color color) {
  return read_at({key, color, {}}, [&]() -> const Json& {
    const Json& list = json.at(key).at(kColorKeys[color]);
    if (!list.is_array()) {
      refuse_json("it is not a list");
    }
    return list;
  });
}

PlayerRecord read_player(const Json& json, Color color) {
  PlayerRecord player;
  const Json& squares = list_of(json, "senses", color);
  const Json& results = list_of(json, "sense_results", color);
  if (squares.size() != results.size()) {
    refuse_json(fmt::format("senses.{0} has {1} entries, and sense_results.{0} has {2}", kColorKeys[color],
                            squares.size(), results.size()));
  }
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const Square center = read_at({"senses", color, i}, [&] { return read_square(squares[i]); });
    player.senses.push_back(read_at({"sense_results", color, i}, [&] { return read_window(center, results[i]); }));
  }
  const Json& requested = list_of(json, "requested_moves", color);
  const Json& taken = list_of(json, "taken_moves", color);
  const Json& captures = list_of(json, "capture_squares", color);
  const Json& before = list_of(json, "fens_before_move", color);
  const Json& after = list_of(json, "fens_after_move", color);
  const std::size_t turns = requested.size();
  if (taken.size() != turns || captures.size() != turns || before.size() != turns || after.size() != turns ||
      squares.size() < turns || squares.size() > turns + 1) {
    refuse_json(fmt::format(
        "the lists of the player '{}' differ in length: senses {}, requested_moves {}, taken_moves {}, "
        "capture_squares {}, fens_before_move {}, fens_after_move {}",
        kColorKeys[color], squares.size(), turns, taken.size(), captures.size(), before.size(), after.size()));
  }
  for (std::size_t i = 0; i < turns; ++i) {
    player.moves.push_back({read_at({"requested_moves", color, i}, [&] { return read_move(requested[i]); }),
                            read_at({"taken_moves", color, i}, [&] { return read_move(taken[i]); }),
                            read_at({"capture_squares", color, i}, [&] { return read_square(captures[i]); })});
    player.fens_before_move.push_back(
        read_at({"fens_before_move", color, i}, [&] { return before[i].get<std::string>(); }));
    player.fens_after_move.push_back(
        read_at({"fens_after_move", color, i}, [&] { return after[i].get<std::string>(); }));
  }
  return player;
}

// The keys of a record that come first, so that another file is named as what it is not.
void check_is_record(const Json& json) {
  if (!json.is_object()) {
    refuse_json("not a game record: no object");
  }
  for (const char* key : {"type", "senses"}) {
    if (!json.contains(key)) {
      refuse_json(fmt::format("not a game record: no key '{}'", key));
    }
  }
}

GameRecord read_record(const Json& json) {
  check_is_record(json);
  if (json.at("type").get<std::string>() != "GameHistory") {
    refuse_json("not a game record: its type is not GameHistory");
  }
  GameRecord record;
  for (const Color c : {kWhite, kBlack}) {
    const char* key = c == kWhite ? "white_name" : "black_name";
    // Records of 2019 have no names, no winner and no reason.
    if (const Json name = json.value(key, Json("unknown")); !name.is_null()) {
      record.names[c] = read_at({key, {}, {}}, [&] { return name.get<std::string>(); });
    }
    record.players[c] = read_player(json, c);
  }
  if (const Json winner = json.value("winner_color", Json()); !winner.is_null()) {
    record.winner = read_at({"winner_color", {}, {}}, [&] { return winner.get<bool>(); }) ? kWhite : kBlack;
  }
  if (const Json reason = json.value("win_reason", Json()); !reason.is_null()) {
    record.reason = read_at({"win_reason", {}, {}}, [&] {
      const Result<WinReason> parsed = parse_win_reason(read_object(reason, "WinReason"));
      if (!parsed) {
        refuse_json(parsed.error());
      }
      return *parsed;
    });
  }
  return record;
}

// ---- writing

// {"true": [...], "false": [...]} with `convert` of each element of `list(player)`.
template <typename List, typename Convert>
Json both_json(const GameRecord& record, List list, Convert convert) {
  Json json = Json::object();
  for (const Color c : {kWhite, kBlack}) {
    Json elements = Json::array();
    for (const auto& element : list(record.players[c])) {
      elements.push_back(convert(element));
    }
    json[kColorKeys[c]] = std::move(elements);
  }
  return json;
}

Json record_json(const GameRecord& record) {
  const auto senses = [](const PlayerRecord& player) -> auto& { return player.senses; };
  const auto moves = [](const PlayerRecord& player) -> auto& { return player.moves; };
  const auto fens_before = [](const PlayerRecord& player) -> auto& { return player.fens_before_move; };
  const auto fens_after = [](const PlayerRecord& player) -> auto& { return player.fens_after_move; };
  const auto as_text = [](const std::string& text) { return Json(text); };
  const auto name_json = [&](Color c) { return record.names[c] ? Json(*record.names[c]) : Json(); };

  Json json = Json::object();
  json["type"] = "GameHistory";
  json["white_name"] = name_json(kWhite);
  json["black_name"] = name_json(kBlack);
  json["senses"] = both_json(record, senses, [](const Window& window) { return square_json(window.center); });
  json["sense_results"] = both_json(record, senses, window_json);
  json["requested_moves"] = both_json(record, moves, [](const Moved& move) { return move_json(move.requested); });
  json["taken_moves"] = both_json(record, moves, [](const Moved& move) { return move_json(move.taken); });
  json["capture_squares"] = both_json(record, moves, [](const Moved& move) { return square_json(move.captured); });
  json["fens_before_move"] = both_json(record, fens_before, as_text);
  json["fens_after_move"] = both_json(record, fens_after, as_text);
  json["winner_color"] = record.winner ? Json(*record.winner == kWhite) : Json();
  json["win_reason"] = record.reason == WinReason::kNone
                           ? Json()
                           : object_json("WinReason", std::string(format_win_reason(record.reason)));
  return json;
}

// Python puts a blank after every comma and colon; the library's own dump cannot.
void dump_like_python(const Json& json, std::string& out) {
  if (!json.is_structured()) {
    out += dump_line(json);
    return;
  }
  out += json.is_array() ? '[' : '{';
  const char* separator = "";
  for (auto it = json.begin(); it != json.end(); ++it) {
    out += separator;
    separator = ", ";
    if (json.is_object()) {
      out += dump_line(it.key()) + ": ";
    }
    dump_like_python(*it, out);
  }
  out += json.is_array() ? ']' : '}';
}

}  // namespace

Result<GameRecord> parse_game_record(std::string_view text) {
  const Result<Json> json = parse_json(text);
  return json ? read_value(*json, read_record) : Error{"not a game record: " + json.error()};
}

std::string format_game_record(const GameRecord& record) {
  std::string out;
  dump_like_python(record_json(record), out);
  return out;
}

Result<GameRecord> read_game_record(const std::filesystem::path& file) {
  Result<GameRecord> record = parse_game_record(TRY(read_file(file, kMaxRecordBytes)));
  if (!record) {
    return Error{fmt::format("{}: {}", file.string(), record.error())};
  }
  return record;
}

Status write_game_record(const std::filesystem::path& file, const GameRecord& record) {
  return write_file(file, format_game_record(record));
}

Result<std::vector<std::filesystem::path>> record_files(const std::filesystem::path& folder) {
  std::error_code failed;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    // A tournament's standings had this name once.
    if (entry.path().extension() == ".json" && entry.path().filename() != "standings.json") {
      files.push_back(entry.path());
    }
  }
  if (failed) {
    return Error{fmt::format("{}: {}", folder.string(), failed.message())};
  }
  if (files.empty()) {
    return Error{fmt::format("{}: no game records (*.json)", folder.string())};
  }
  std::sort(files.begin(), files.end());
  return files;
}

Result<std::vector<std::filesystem::path>> named_records(const std::vector<std::string>& names) {
  std::vector<std::filesystem::path> files;
  std::set<std::filesystem::path> seen;
  for (const std::string& name : names) {
    if (name.empty()) {
      return Error{"the name of a game or folder is empty: a variable of the shell that is not set?"};
    }
    std::error_code ignored;
    std::vector<std::filesystem::path> found = {name};
    if (std::filesystem::is_directory(name, ignored)) {
      found = TRY(record_files(name));
    }
    std::copy_if(found.begin(), found.end(), std::back_inserter(files), [&](const std::filesystem::path& file) {
      const std::filesystem::path itself = std::filesystem::weakly_canonical(file, ignored);
      return seen.insert(ignored ? file : itself).second;
    });
  }
  return files;
}

}  // namespace lanternfish
