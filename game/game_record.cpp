#include "game/game_record.h"

#include <algorithm>
#include <cstdint>
#include <system_error>

#include <fmt/format.h>

#include "game/record_json.h"
#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/json_line.h"
#include "support/text.h"

namespace lanternfish {

namespace {

// ---- reading

constexpr std::array<const char*, 2> kColorKeys = {"true", "false"};  // by Color; Python's chess.WHITE is True

Window read_window(const Json& square, const Json& result) {
  Window window{.center = read_square(square)};
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
  const Json& list = json.at(key).at(kColorKeys[color]);
  if (!list.is_array()) {
    refuse_json(fmt::format("{}.{} is not a list", key, kColorKeys[color]));
  }
  return list;
}

PlayerRecord read_player(const Json& json, Color color) {
  PlayerRecord player;
  const Json& squares = list_of(json, "senses", color);
  const Json& results = list_of(json, "sense_results", color);
  if (squares.size() != results.size()) {
    refuse_json(fmt::format("{} senses but {} sense results", squares.size(), results.size()));
  }
  for (std::size_t i = 0; i < squares.size(); ++i) {
    player.senses.push_back(read_window(squares[i], results[i]));
  }
  const Json& requested = list_of(json, "requested_moves", color);
  const Json& taken = list_of(json, "taken_moves", color);
  const Json& captures = list_of(json, "capture_squares", color);
  for (std::size_t i = 0; i < requested.size(); ++i) {
    player.moves.push_back({read_move(requested[i]), read_move(taken.at(i)), read_square(captures.at(i))});
  }
  player.fens_before_move = list_of(json, "fens_before_move", color).get<std::vector<std::string>>();
  player.fens_after_move = list_of(json, "fens_after_move", color).get<std::vector<std::string>>();
  const std::size_t turns = player.moves.size();
  if (taken.size() != turns || captures.size() != turns || player.fens_before_move.size() != turns ||
      player.fens_after_move.size() != turns || player.senses.size() < turns || player.senses.size() > turns + 1) {
    refuse_json("the lists of a player's turns differ in length");
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
    // Records of 2019 have no names, no winner and no reason.
    if (const Json name = json.value(c == kWhite ? "white_name" : "black_name", Json("unknown")); !name.is_null()) {
      record.names[c] = name.get<std::string>();
    }
    record.players[c] = read_player(json, c);
  }
  if (const Json winner = json.value("winner_color", Json()); !winner.is_null()) {
    record.winner = winner.get<bool>() ? kWhite : kBlack;
  }
  if (const Json reason = json.value("win_reason", Json()); !reason.is_null()) {
    const std::string text = read_object(reason, "WinReason");
    const Result<WinReason> parsed = parse_win_reason(text);
    if (!parsed) {
      refuse_json(parsed.error());
    }
    record.reason = *parsed;
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
  try {
    return read_record(parse_json(text));
  } catch (const BadJson& bad) {
    return Error{bad.text};
  } catch (const Json::parse_error& bad) {
    return Error{"not a game record: " + json_error_text(bad)};
  } catch (const Json::exception& bad) {
    return Error{json_error_text(bad)};
  }
}

std::string format_game_record(const GameRecord& record) {
  std::string out;
  dump_like_python(record_json(record), out);
  return out;
}

Result<GameRecord> read_game_record(const std::filesystem::path& file) {
  const Result<std::string> content = read_file(file, kMaxRecordBytes);
  if (!content) {
    return Error{content.error()};
  }
  Result<GameRecord> record = parse_game_record(*content);
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
  for (const std::string& name : names) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(name, ignored)) {
      files.emplace_back(name);
      continue;
    }
    const Result<std::vector<std::filesystem::path>> found = record_files(name);
    if (!found) {
      return Error{found.error()};
    }
    files.insert(files.end(), found->begin(), found->end());
  }
  return files;
}

}  // namespace lanternfish
