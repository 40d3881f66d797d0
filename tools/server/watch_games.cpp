#include "tools/server/watch_games.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rules/notation.h"
#include "support/json_line.h"
#include "support/number.h"
#include "tools/server/answers.h"

namespace lanternfish {

namespace {

using Why = Refused::Why;

constexpr std::chrono::milliseconds kBetweenFrames{300};
constexpr std::chrono::seconds kForget{30};  // a game that nobody listens to

std::string title_of(const StoredGame& game) { return fmt::format("{} – {}", game.names[kWhite], game.names[kBlack]); }

bool plays(const std::optional<Person>& who, const StoredGame& game) {
  return who && (who->id == game.players[kWhite] || who->id == game.players[kBlack]);
}

// A turn as lanternfish-arena writes it into its file of a running game.
Json turn_json(const GameRecord& record, Color side, std::size_t turn) {
  const Window& window = record.players[side].senses[turn];
  const Moved& moved = record.players[side].moves[turn];
  return {{"turn", turn + 1},
          {"side", format_color(side)},
          {"sense", format_square(window.center)},
          {"requested", format_move(moved.requested)},
          {"taken", format_move(moved.taken)},
          {"capture", format_square(moved.captured)},
          {"boards_before_sense", nullptr},
          {"clocks_ms", {nullptr, nullptr}}};
}

// As a line of a match's results, as far as the page reads it.
Json ended_json(const StoredGame& game, const GameRecord& record) {
  Json json = {{"game", game.id},
               {"winner", winner_text(game.winner)},
               {"reason", format_win_reason(game.reason)},
               {"ending", ending_name(game.ending)},
               {"fault", game.text}};
  for (const Color c : {kWhite, kBlack}) {
    json[std::string(format_color(c))] = game.names[c];
    json[fmt::format("{}_side", format_color(c))] = {{"turns", record.players[c].moves.size()},
                                                     {"most_boards", nullptr}};
  }
  return json;
}

}  // namespace

struct WatchGames::Watched {
  Watched(GameId of, bool was_over) : id(of), past(was_over) {}
  const GameId id;
  const bool past;  // over when somebody first asked for it
  const std::shared_ptr<Feed> feed = std::make_shared<Feed>();
  std::atomic<bool> broken = false, ended = false;
  std::unique_ptr<LiveGame> live;  // of the thread that follows, as all below
  bool whole = false;
};

WatchGames::WatchGames(Lobby& lobby, const WatchGamesSettings& settings) : lobby_(lobby), settings_(settings) {
  if (settings_.turns_late) {
    thread_ = std::jthread([this](const std::stop_token& stop) { follow_all(stop); });
  }
}

WatchGames::~WatchGames() = default;

bool WatchGames::may_be_seen(const StoredGame& game) const {
  const bool counts = game.ranked || !game.tournament.empty();
  return settings_.turns_late && !counts && (game.state == GameState::kPlaying || game.state == GameState::kOver);
}

HttpResponse WatchGames::list(const std::optional<Person>& me) {
  Json json = {{"matches", Json::array()}, {"numbers", Json::array()}, {"root", ""}};
  for (const StoredGame& game : lobby_.open_games()) {
    if (may_be_seen(game) && !plays(me, game)) {
      json["matches"].push_back(title_of(game));
      json["numbers"].push_back(game.id);
    }
  }
  return json_answer(json);
}

Reply<WatchGames::WatchedPtr> WatchGames::watched(GameId id, const std::optional<Person>& me) {
  const Reply<StoredGame> game = lobby_.game(id);
  if (const Refused* why = std::get_if<Refused>(&game)) {
    return *why;
  }
  if (!may_be_seen(std::get<StoredGame>(game))) {
    return Refused{Why::kForbidden, "this game is not shown while it is played"};
  }
  if (plays(me, std::get<StoredGame>(game))) {
    return Refused{Why::kForbidden, "nobody watches a game of one's own"};
  }
  const std::lock_guard lock(mutex_);
  if (const auto known = games_.find(id); known != games_.end()) {
    return known->second;
  }
  const bool past = std::get<StoredGame>(game).state == GameState::kOver;
  if (games_.size() >= settings_.max_games) {
    // Of a game that is over no more is told, whoever listens; and one that goes on is wanted more than one to be told.
    const auto over = std::find_if(games_.begin(), games_.end(), [&](const auto& entry) {
      return entry.second->ended || entry.second->broken || (entry.second->past && !past);
    });
    if (over == games_.end()) {
      return Refused{Why::kStore, "as many games are watched as this server allows; please try again later"};
    }
    games_.erase(over);
  }
  return games_.emplace(id, std::make_shared<Watched>(id, past)).first->second;
}

// The state of one game, with what both players hold possible: that takes long, so nobody waits for it.
void WatchGames::follow(Watched& game) {
  if (game.ended || game.broken) {
    return;
  }
  const Reply<Lobby::Sight> seen = lobby_.sight(game.id);
  const Lobby::Sight* sight = std::get_if<Lobby::Sight>(&seen);
  if (sight == nullptr) {
    return;
  }
  const bool over = sight->game.state == GameState::kOver || sight->game.state == GameState::kVoid;
  Json json = {{"name", title_of(sight->game)},
               {"engines", Json::array({sight->game.names[kWhite], sight->game.names[kBlack]})},
               {"games", Json::array()},
               {"live", Json::array()},
               {"problem", ""},
               {"late", *settings_.turns_late}};
  const auto give_up = [&] {
    game.broken = true;
    json["problem"] = "This game cannot be shown while it is played.";
    game.feed->publish(dump_line(json));
    game.feed->close();
  };
  if (!game.live) {
    Json header = {{"game", game.id}, {"start", format_fen(sight->start)}};
    for (const Color c : {kWhite, kBlack}) {
      header[std::string(format_color(c))] = sight->game.names[c];
    }
    auto live = LiveGame::from(std::move(header), settings_.boards);
    if (!live) {
      give_up();
      return;
    }
    game.live = std::move(live).value();
  }
  // After the end all is seen.
  const std::size_t moves = sight->record.players[kWhite].moves.size() + sight->record.players[kBlack].moves.size();
  const std::size_t late = over ? 0 : 2 * static_cast<std::size_t>(*settings_.turns_late);
  const std::size_t until = moves > late ? moves - late : 0;
  const bool news = game.live->turns() < until || !game.feed->latest().text || (over && !game.whole);
  while (game.live->turns() < until) {
    const std::size_t next = game.live->turns();
    const Color side = next % 2 == 0 ? sight->start.turn() : ~sight->start.turn();
    if (!game.live->add(turn_json(sight->record, side, next / 2))) {
      give_up();
      return;
    }
  }
  // The last turn is shown before the game goes from those that are played to those that are over.
  game.ended = over && game.whole;
  if (!game.ended) {
    json["live"].push_back(game.live->json());
  } else if (sight->game.state == GameState::kOver) {
    json["games"].push_back(ended_json(sight->game, sight->record));
  } else {
    json["problem"] = "The game is void: " + sight->game.text;
  }
  game.whole = over;
  if (news || game.ended) {
    game.feed->publish(dump_line(json));
  }
  if (game.ended) {
    game.feed->close();
  }
}

void WatchGames::follow_all(const std::stop_token& stop) {
  std::uint64_t seen = 0;
  while (!stop.stop_requested()) {
    std::vector<WatchedPtr> games;
    {
      const std::lock_guard lock(mutex_);
      std::erase_if(games_,
                    [](const auto& entry) { return entry.second->feed->unheard(Feed::Clock::now()) > kForget; });
      for (const auto& [id, game] : games_) {
        games.push_back(game);
      }
    }
    for (const WatchedPtr& game : games) {
      try {
        follow(*game);
      } catch (const std::exception&) {  // out of memory: perhaps not the next time
      }
    }
    std::this_thread::sleep_for(kBetweenFrames);
    seen = lobby_.wait_for_news(seen, kBetweenFrames);
  }
}

HttpResponse WatchGames::handle(const HttpRequest& request, const std::optional<Person>& me) {
  const auto& path = request.path;  // api, watch, game, what
  if (path.size() == 2) {
    return list(me);
  }
  const std::optional<GameId> id = path.size() == 4 ? to_number<GameId>(path[2], 1) : std::nullopt;
  if (!id || (path[3] != "events" && path[3] != "state")) {
    return error_response(404, "there is no such game");
  }
  const Reply<WatchedPtr> found = watched(*id, me);
  if (const Refused* why = std::get_if<Refused>(&found)) {
    return refusal(*why);
  }
  const std::shared_ptr<Feed>& feed = std::get<WatchedPtr>(found)->feed;
  HttpResponse response;
  if (path[3] == "events") {
    response.feed = feed;
    return response;
  }
  response.body = feed->latest().text;
  return response.body ? response : error_response(404, "there is nothing here yet");
}

}  // namespace lanternfish
