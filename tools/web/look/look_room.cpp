#include "tools/web/look/look_room.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "rules/notation.h"
#include "rules/rbc.h"
#include "support/json_line.h"
#include "support/number.h"
#include "tools/web/look/analysis_line.h"

namespace lanternfish {

namespace {

constexpr std::size_t kKeptLines = 8;        // put up by people
constexpr std::size_t kLineBoards = 20'000;  // live in the beliefs of such a line

HttpResponse nothing() { return error_response(404, "there is nothing here"); }
HttpResponse not_yet() { return text_response(202, "application/json", "{\"waiting\":true}"); }

HttpResponse text_or_not_yet(LookGame::Text text) {
  if (!text) {
    return not_yet();
  }
  HttpResponse response;
  response.body = std::move(text);
  return response;
}

std::vector<Board> likely_boards(const LookGame::Text& step) {
  std::vector<Board> boards;
  const Json json = step ? parse_json(*step).value() : Json::object();  // of our own making
  for (const Json& entry : json.value("likely", Json::array())) {
    if (const Result<Board> board = parse_fen(entry.at("fen").get<std::string>())) {
      boards.push_back(*board);
    }
  }
  return boards;
}

}  // namespace

LookRoom::LookRoom(const LookSettings& settings) : settings_(settings), list_(settings.files) {}
LookRoom::~LookRoom() = default;

void LookRoom::compute(LookGame& game, const std::stop_token& stop) const {
  game.boards_begun();
  try {
    follow_both(game, stop);
  } catch (const std::exception& bug) {  // out of memory, or of threads
    game.failed(bug.what());
  }
}

void LookRoom::follow_both(LookGame& game, const std::stop_token& stop) const {
  RecordedBeliefSettings settings = settings_.belief;
  if (game.kind() != LookGame::Kind::kRecorded) {
    settings.max_boards = std::min(settings.max_boards, kLineBoards);
    settings.truth = game.kind() == LookGame::Kind::kByHand;
  }
  for (const Color side : {kWhite, kBlack}) {
    if (!game.game().turns[side].empty()) {
      follow_belief(
          game.game(), side, settings, stop, [&](std::size_t turn, Step step) { return !game.step(side, turn, step); },
          [&](std::size_t turn, Step step, const Json& json) { game.add_step(side, turn, step, json); });
    }
  }
  game.boards_done();
}

namespace {

Result<std::vector<RecordedPart>> parts_of(const std::string& record) {
  const Result<GameRecord> parsed = parse_game_record(record);
  return parsed ? recorded_parts(*parsed) : Result<std::vector<RecordedPart>>(Error{parsed.error()});
}

}  // namespace

Result<std::string> LookRoom::add_rest(const std::string& record) {
  const auto parts = parts_of(record);
  if (!parts || parts->size() < 2) {
    return Error{parts ? "nothing follows" : parts.error()};
  }
  return add(format_game_record((*parts)[1].game.record));
}

Result<std::string> LookRoom::add(const std::string& record) {
  if (record.size() > kMaxRecord) {
    return Error{"the file is too long for a recorded game"};
  }
  const std::string id = game_name(record);
  if (find(id)) {
    return id;
  }
  const GameRecord parsed = TRY(parse_game_record(record));
  const auto shown = std::make_shared<LookGame>(id, record, TRY(recorded_game(parsed)));
  const Status kept = keep(shown);
  return kept ? Result<std::string>(id) : Result<std::string>(Error{kept.error()});
}

Result<std::string> LookRoom::add_line(const std::string& text) {
  AnalysisLine line = TRY(read_json(text, read_analysis_line));
  const std::string id = game_name("line " + text);
  if (find(id)) {
    return id;
  }
  const auto kind = line.only ? LookGame::Kind::kPrivate : LookGame::Kind::kByHand;
  const std::string record = format_game_record(line.game.record);
  const auto shown = std::make_shared<LookGame>(id, record, std::move(line).game, kind);
  if (kind == LookGame::Kind::kByHand) {
    const std::lock_guard lock(mutex_);
    for (const GamePtr& other : games_) {
      if (other->kind() == kind) {
        shown->inherit(*other);
      }
    }
    // One turn after another makes many lines: the newest few are enough.
    std::size_t lines = 0;
    std::erase_if(games_, [&](const GamePtr& game) { return game->kind() == kind && ++lines >= kKeptLines; });
  }
  const Status kept = keep(shown);
  return kept ? Result<std::string>(id) : Result<std::string>(Error{kept.error()});
}

Status LookRoom::keep(const GamePtr& shown) {
  constexpr std::size_t kLongGame = 300;  // turns of both; its boards may take minutes, and other games are not to wait
  const bool long_game = shown->game().turns[kWhite].size() + shown->game().turns[kBlack].size() > kLongGame;
  Lane& lane = long_game ? long_ : short_;
  if (!lane.boards.add([this, shown](const std::stop_token& stop) { compute(*shown, stop); })) {
    return Error{"too many games wait to be computed"};
  }
  const bool queued =
      shown->kind() != LookGame::Kind::kPrivate && lane.judges.add([this, shown](const std::stop_token& stop) {
        if (shown->stage() != "failed") {
          const Status status = judge_game(*shown, settings_.judge, stop);
          shown->judged(status ? "" : status.error());
        }
      });
  if (!queued) {
    shown->judged(shown->kind() == LookGame::Kind::kPrivate ? "" : "too many games wait for the judge");
  }
  const std::lock_guard lock(mutex_);
  games_.push_front(shown);
  std::size_t bytes = 0;
  const auto too_old = std::find_if(games_.begin() + 1, games_.end(), [&](const GamePtr& kept) {
    bytes += kept->bytes();
    return bytes > settings_.max_kept_bytes;
  });
  games_.erase(too_old, games_.end());
  games_.resize(std::min(games_.size(), settings_.max_kept));
  return success();
}

LookRoom::GamePtr LookRoom::find(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(games_.begin(), games_.end(), [&](const GamePtr& game) { return game->id() == id; });
  if (found == games_.end()) {
    return nullptr;
  }
  std::rotate(games_.begin(), found, found + 1);
  return games_.front();
}

// A link to a game of the list holds for as long as its file does.
LookRoom::GamePtr LookRoom::find_or_open(const std::string& id) {
  GamePtr game = find(id);
  const std::filesystem::path* const listed = game ? nullptr : list_.file_of(id);
  const std::filesystem::path file = listed != nullptr ? *listed : game ? "" : settings_.elsewhere(id);
  if (!file.empty()) {
    const Result<std::string> text = read_file(file);
    game = text && add(*text) ? find(id) : nullptr;
  }
  return game;
}

HttpResponse LookRoom::added(const Result<std::string>& text, bool rest) {
  const Result<std::string> id = !text ? text : rest ? add_rest(*text) : add(*text);
  if (id) {
    return id_answer(*id);
  }
  const auto parts = text && !rest ? parts_of(*text) : Result<std::vector<RecordedPart>>(std::vector<RecordedPart>());
  return text_response(400, "application/json",
                       dump_line({{"error", fmt::format("This is no recorded game that can be shown: {}.", id.error())},
                                  {"rest", parts && parts->size() > 1}}));
}

HttpResponse LookRoom::ask(const GamePtr& game, Color side, std::size_t turn) {
  if (turn >= game->game().turns[side].size()) {
    return nothing();
  }
  if (game->answer(side, turn)) {
    return text_or_not_yet(game->answer(side, turn));
  }
  const bool queued = requests_.add([this, game, side, turn](const std::stop_token& stop) {
    if (game->answer(side, turn)) {
      return;
    }
    Result<Json> scores = request_scores(game->game(), side, turn, likely_boards(game->step(side, turn, Step::kSense)),
                                         settings_.question, stop);
    game->add_answer(side, turn, scores ? *scores : Json{{"problem", scores.error()}});
  });
  return queued ? not_yet() : error_response(503, "too many questions wait already");
}

namespace {

// What may be requested in a turn.
HttpResponse may(const RecordedGame& game, Color side, std::size_t turn) {
  if (turn >= game.turns[side].size()) {
    return nothing();
  }
  Json list = Json::array();
  for (const Move move : requests(game.turns[side][turn].truth, side)) {
    list.push_back(format_move(move));
  }
  return json_answer(list);
}

}  // namespace

// What lanternfish-analyze --html makes of the game.
HttpResponse LookRoom::report(const GamePtr& game) const {
  if (game->stage() != "done") {
    return not_yet();
  }
  HttpResponse response;
  response.later = [game, settings = settings_.judge] {
    HttpResponse page = text_response(200, "text/html; charset=utf-8", report_of(*game, settings));
    page.download_name = "rbc-report.html";
    return page;
  };
  return response;
}

HttpResponse LookRoom::of_game(const GamePtr& game, const HttpRequest& request) {
  const auto& path = request.path;  // api, look, id, events|state|record|report or side, turn, what
  if (path.size() == 4 && path[3] == "events") {
    HttpResponse response;
    response.feed = game->feed();
    return response;
  }
  if (path.size() == 4 && path[3] == "state") {
    return text_or_not_yet(game->feed()->latest().text);
  }
  if (path.size() == 4 && path[3] == "record") {
    HttpResponse response = json_text_answer(game->record_text());
    response.download_name = "rbc-game.json";
    return response;
  }
  if (path.size() == 4 && path[3] == "report") {
    return report(game);
  }
  if (path.size() != 6) {
    return nothing();
  }
  const Result<Color> side = parse_color(path[3]);
  const std::optional<std::size_t> turn = to_number<std::size_t>(path[4]);
  if (!side || !turn || *turn == 0) {
    return nothing();
  }
  if (path[5] == "requests") {
    return request.method == HttpRequest::Method::kPost ? ask(game, *side, *turn - 1)
                                                        : text_or_not_yet(game->answer(*side, *turn - 1));
  }
  if (path[5] == "may") {
    return may(game->game(), *side, *turn - 1);
  }
  constexpr std::array<std::string_view, kSteps> kNames = {"notice", "sense", "move"};
  const auto name = std::find(kNames.begin(), kNames.end(), path[5]);
  return name == kNames.end() ? nothing()
                              : text_or_not_yet(game->step(*side, *turn - 1, static_cast<Step>(name - kNames.begin())));
}

HttpResponse LookRoom::handle(const HttpRequest& request) {
  const auto& path = request.path;
  const bool post = request.method == HttpRequest::Method::kPost;
  if (path.size() == 2 && !post) {
    return json_answer(list_.json());
  }
  HttpResponse response;
  const bool rest = post && path.back() == "rest";
  const std::size_t words = path.size() - (rest ? 1 : 0);
  if (post && words == 2) {
    response.later = [this, rest, text = request.body] { return added(text, rest); };
    return response;
  }
  if (post && words == 3 && path[2] == "line") {
    if (!settings_.lines) {
      return error_response(403, "this server has no analysis board; lanternfish-web has one");
    }
    response.later = [this, text = request.body] {
      const Result<std::string> id = add_line(text);
      return id ? id_answer(*id) : error_response(400, id.error());
    };
    return response;
  }
  if (post && words == 4 && path[2] == "file") {
    const std::optional<std::size_t> number = to_number<std::size_t>(path[3]);
    if (!number || *number >= settings_.files.size()) {
      return error_response(404, "there is no such game");
    }
    response.later = [this, rest, &file = settings_.files[*number]] { return added(read_file(file), rest); };
    return response;
  }
  const GamePtr game = path.size() > 2 ? find_or_open(path[2]) : nullptr;
  return game ? of_game(game, request) : error_response(404, "this game is not here any more: please open it again");
}

}  // namespace lanternfish
