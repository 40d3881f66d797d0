#include "tools/web/play/play_room.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "protocol/host/engine_player.h"
#include "rules/notation.h"
#include "support/json_line.h"
#include "support/memory_reserve.h"
#include "tools/web/play/page_game.h"
#include "tools/web/secrets.h"

namespace lanternfish {

namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kThinkTime = 1500;  // ms for each decision of an engine without a clock
constexpr std::chrono::milliseconds kPersonsPatience = 24h;
constexpr std::chrono::seconds kKeepFinished = 1h;  // a finished game is forgotten when unheard for so long
constexpr int kTries = 50;  // to tell a person that a game ended for want of memory, each after a pause
constexpr std::chrono::milliseconds kPause = 100ms;

struct Wish {
  Color me = kWhite;
  const Opponent* opponent = nullptr;
  EngineSpec spec;
  GameSettings settings;
  bool help = false;
};

Result<EngineSpec> spec_with(const Opponent& opponent, const Json& options) {
  EngineSpec spec = opponent.spec;
  for (const auto& [name, value] : options.items()) {
    const auto* const known = std::find_if(std::begin(kPlayOptions), std::end(kPlayOptions),
                                           [&, key = name](const PlayOption& option) { return key == option.name; });
    if (!opponent.ours || known == std::end(kPlayOptions)) {
      return Error{"the opponent has no such option that the page may set"};
    }
    const std::int64_t number = whole_number(value, known->name, known->min, known->max);
    spec.options.emplace_back(known->name, std::to_string(number));
  }
  return spec;
}

Result<Wish> wish_of(const Json& json, const std::vector<Opponent>& opponents) {
  Wish wish;
  const Result<Color> me = parse_color(json.at("color").get<std::string>());
  if (!me) {
    return Error{"the color is white or black"};
  }
  wish.me = *me;
  const auto key = json.at("opponent").get<std::string>();
  const auto found = std::find_if(opponents.begin(), opponents.end(), [&](const Opponent& o) { return o.key == key; });
  if (found == opponents.end()) {
    return Error{"there is no such opponent"};
  }
  wish.opponent = &*found;
  wish.spec = TRY(spec_with(*found, json.value("options", Json::object())));
  wish.help = json.contains("help") && truth_value(json.at("help"), "help");
  wish.settings.silence = kPersonsPatience;
  if (const std::optional<TimeControl> time = TRY(clock_of(json, 0))) {
    wish.settings.time = {*time, *time};
  } else {
    wish.settings.time[~wish.me].movetime = kThinkTime;
  }
  wish.settings.time[~wish.me].nodes = found->nodes;
  if (const auto fen = json.value("start", std::string()); !fen.empty()) {
    const Result<Board> start = parse_fen(fen);
    if (!start) {
      return Error{fmt::format("the position cannot be played: {}", start.error())};
    }
    wish.settings.rules.start = *start;
  }
  return wish;
}

}  // namespace

struct PlayRoom::Session {
  explicit Session(Wish of) : wish(std::move(of)), person({wish.me, wish.opponent->label, wish.help}) {}

  Wish wish;
  PagePlayer person;
  std::mutex mutex;
  std::string record;              // GameHistory, after the game; guarded by mutex
  std::unique_ptr<PageGame> game;  // while it goes on; guarded by mutex
  std::atomic<bool> over = false;
  std::stop_source stop;
  std::jthread thread;  // last: it ends before what it uses
};

PlayRoom::PlayRoom(const PlaySettings& settings, Finished finished)
    : settings_(settings), finished_(std::move(finished)) {}

PlayRoom::~PlayRoom() {
  for (const auto& [id, session] : sessions_) {
    session->stop.request_stop();
  }
}

std::size_t PlayRoom::running() const {
  return static_cast<std::size_t>(
      std::count_if(sessions_.begin(), sessions_.end(), [](const auto& entry) { return !entry.second->over; }));
}

void PlayRoom::tick() {
  const auto now = Feed::Clock::now();
  for (auto it = sessions_.begin(); it != sessions_.end();) {
    Session& session = *it->second;
    const auto unheard = session.person.feed()->unheard(now);
    if (!session.over && unheard > settings_.grace) {
      session.stop.request_stop();
    }
    it = session.over && unheard > kKeepFinished ? sessions_.erase(it) : std::next(it);
  }
}

bool PlayRoom::make_room() {
  if (sessions_.size() < settings_.max_kept) {
    return true;
  }
  const auto now = Feed::Clock::now();
  auto oldest = sessions_.end();
  auto longest = Feed::Clock::duration::zero();
  for (auto it = sessions_.begin(); it != sessions_.end(); ++it) {
    const auto unheard = it->second->person.feed()->unheard(now);
    if (it->second->over && unheard > longest) {
      oldest = it;
      longest = unheard;
    }
  }
  if (oldest == sessions_.end()) {
    return false;
  }
  sessions_.erase(oldest);
  return true;
}

// Everything of one game, whatever happens.
void PlayRoom::run(Session& session) const {
  bool told = false;
  try {
    play(session);
    told = true;
  } catch (const std::exception&) {  // out of memory, or of threads
  }
  // What ended the game may keep the sentence from being written for a while, too.
  for (int tries = 0; !told && tries < kTries; ++tries) {
    try {
      session.person.show_failure("This machine had no memory or no thread left for the game.");
      told = true;
    } catch (const std::exception&) {
      std::this_thread::sleep_for(kPause);
      renew_memory_reserve();
    }
  }
  session.over = true;
}

// From the start of the engine to its end.
void PlayRoom::play(Session& session) const {
  const auto link = EngineLink::start(session.wish.spec, {}, {}, session.stop.get_token());
  if (!link) {
    session.person.show_failure(fmt::format("The opponent could not be started: {}.", link.error()));
  } else {
    EnginePlayer opponent(**link, {});
    PageGame* game = nullptr;
    {
      const std::lock_guard lock(session.mutex);
      session.game = std::make_unique<PageGame>(session.person, session.wish.me, opponent, session.wish.settings,
                                                session.stop.get_token());
      game = session.game.get();
    }
    const FinishedGame finished = game->play();
    const std::string record = format_game_record(finished.record);
    {
      const std::lock_guard lock(session.mutex);
      session.game.reset();
      session.record = record;
    }
    const bool left = finished.result.ending == Ending::kStopped;
    session.person.show_end(
        finished.result,
        left ? "" : finished_(record, *session.wish.opponent, session.wish.me, session.person.takebacks()));
    session.person.forget_boards();  // the page is kept for an hour
    (*link)->quit();
  }
}

HttpResponse PlayRoom::begin(const std::string& body) {
  Result<Wish> wish = read_json(body, [this](const Json& json) { return wish_of(json, settings_.opponents); });
  if (!wish) {
    return error_response(400, wish.error());
  }
  if (running() >= settings_.max_games || !make_room()) {
    return error_response(503, "as many games go on already as this server allows; please try again later");
  }
  const std::string id = random_name();
  auto session = std::make_unique<Session>(std::move(wish).value());
  try {
    session->thread = std::jthread([this, begun = session.get()] { run(*begun); });
  } catch (const std::system_error& no_thread) {
    return error_response(503, fmt::format("this machine cannot begin a further game now ({}); please try again later",
                                           no_thread.code().message()));
  }
  sessions_.emplace(id, std::move(session));
  return id_answer(id);
}

HttpResponse PlayRoom::act(Session& session, const std::string& what, const std::string& body) {
  Status status = success();
  if (what == "resign") {
    session.person.resign();
    session.stop.request_stop();  // the opponent may be thinking
  } else if (what == "leave") {
    session.stop.request_stop();
  } else if (what == "takeback") {
    const std::lock_guard lock(session.mutex);
    status = session.game ? session.game->take_back() : Status(Error{"there is no turn to take back"});
  } else if (what == "sense" || what == "move") {
    const Result<std::string> text = read_json(
        body, [&](const Json& json) { return json.at(what == "sense" ? "square" : "move").get<std::string>(); });
    if (!text) {
      return error_response(400, text.error());
    }
    if (what == "sense") {
      const Result<Square> square = parse_square(*text);
      status = square ? session.person.answer_sense(*square) : Status(Error{square.error()});
    } else {
      const Result<Move> move = parse_move(*text);
      status = move ? session.person.answer_move(*move) : Status(Error{move.error()});
    }
  } else {
    return error_response(404, "there is nothing here");
  }
  return status ? json_answer(Json::object()) : error_response(409, status.error());
}

HttpResponse PlayRoom::handle(const HttpRequest& request) {
  const bool post = request.method == HttpRequest::Method::kPost;
  const auto& path = request.path;  // api, play, id, what
  if (path.size() == 2 && post) {
    return begin(request.body);
  }
  const auto found = path.size() == 4 ? sessions_.find(path[2]) : sessions_.end();
  if (found == sessions_.end()) {
    return error_response(404, "there is no such game; it may have been left when its page was closed");
  }
  Session& session = *found->second;
  if (post) {
    return act(session, path[3], request.body);
  }
  if (path[3] == "events") {
    session.person.tell_clocks();
    HttpResponse response;
    response.feed = session.person.feed();
    return response;
  }
  if (path[3] == "state") {
    return json_text_answer(session.person.state());
  }
  if (path[3] == "record") {
    const std::lock_guard lock(session.mutex);
    if (session.record.empty()) {  // it is made when the game is over
      return error_response(409, "the game is not over");
    }
    HttpResponse response = json_text_answer(session.record);
    response.download_name = "rbc-game.json";
    return response;
  }
  return error_response(404, "there is nothing here");
}

}  // namespace lanternfish
