#include "tools/server/house.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <utility>

#include "protocol/host/engine_link.h"
#include "protocol/host/engine_player.h"
#include "support/output.h"
#include "support/stopping.h"

namespace lanternfish {

namespace {

constexpr std::chrono::milliseconds kLook{200};  // how soon a stop is seen
// How soon a stop follows the end of an engine that ended by it: a system that shuts down, or a service manager, may
// signal engines and server alike, and the engine is gone first.
constexpr std::chrono::seconds kStopFollows{1};

// What a bot has to do next, as the table has it.
struct Turn {
  bool over = false, mine = false, senses = false;
  std::vector<Observation> news;  // not told yet
  std::chrono::milliseconds left{0};
  GameStart start;
  std::chrono::milliseconds increment{0};
  bool limited = false;
};

// What the lobby answers is told to an engine when it is safe, and not before.
template <typename T>
Reply<T> ask(Lobby& lobby, const Lobby::HouseGame& game, const std::function<Reply<T>(Table&, Color)>& question) {
  const std::uint64_t before = lobby.losses();
  Reply<T> answer = lobby.at_table<T>(game.bot, game.game, question);
  if (const Status safe = lobby.settle(before); !safe) {
    return Refused{Refused::Why::kStore, safe.error()};
  }
  return answer;
}

Reply<Turn> look(Lobby& lobby, const Lobby::HouseGame& game, std::size_t told) {
  return ask<Turn>(lobby, game, [&](Table& table, Color side) -> Reply<Turn> {
    Turn turn;
    turn.over = table.over();
    turn.mine = table.is_turn_of(side);
    turn.senses = table.awaits_sense();
    const auto history = table.history(side);
    turn.news.assign(history.begin() + static_cast<std::ptrdiff_t>(std::min(told, history.size())), history.end());
    turn.left = table.left(side);
    turn.start = {table.rules(), side, table.game().names[~side]};
    turn.increment = table.clock().increment;
    turn.limited = table.clock().base.has_value();
    return turn;
  });
}

DecisionLimits limits_of(const Turn& turn) {
  DecisionLimits limits;
  if (turn.limited) {
    limits.clock.time = turn.left.count();
    limits.clock.increment = turn.increment.count();
    limits.deadline = std::chrono::steady_clock::now() + turn.left;
  }
  return limits;
}

// One step of the game by the bot's engine. False when the bot cannot go on.
bool step(Lobby& lobby, const Lobby::HouseGame& game, EnginePlayer& player, const Turn& turn) {
  if (turn.senses) {
    const Decision<Square> square = player.sense(limits_of(turn));
    if (std::holds_alternative<Fault>(square)) {
      return false;
    }
    const Reply<Window> seen =
        ask<Window>(lobby, game, [&](Table& table, Color side) { return table.sense(side, std::get<Square>(square)); });
    return std::holds_alternative<Window>(seen) || std::get<Refused>(seen).why == Refused::Why::kStore;
  }
  const Decision<Move> move = player.move(limits_of(turn));
  if (std::holds_alternative<Fault>(move)) {
    return false;
  }
  const Reply<Moved> made =
      ask<Moved>(lobby, game, [&](Table& table, Color side) { return table.move(side, std::get<Move>(move)); });
  return std::holds_alternative<Moved>(made) || std::get<Refused>(made).why == Refused::Why::kStore;
}

}  // namespace

Result<std::unique_ptr<House>> House::open(Lobby& lobby, const std::vector<EngineSpec>& bots) {
  std::unique_ptr<House> house(new House(lobby));
  const int share = lobby.settings().house_games / std::max(1, static_cast<int>(bots.size()));
  for (const EngineSpec& spec : bots) {
    const Reply<Person> bot = lobby.add_house_bot(spec.name, std::clamp(share, 2, kMaxGames));
    if (const Refused* why = std::get_if<Refused>(&bot)) {
      return Error{why->text};
    }
    house->bots_[std::get<Person>(bot).id] = spec;
  }
  if (const Status safe = lobby.settle(lobby.losses()); !safe) {
    return Error{safe.error()};
  }
  house->watcher_ = std::jthread([self = house.get()](const std::stop_token& stop) {
    self->warn_of_the_sick(stop);
    self->look_for_games(stop);
  });
  return house;
}

// The games hear of it at once, and not when the watcher has ended: their engines may have been ended as well.
House::~House() {
  watcher_.request_stop();
  {
    const std::lock_guard lock(mutex_);
    for (auto& [key, thread] : games_) {
      thread.request_stop();
    }
  }
  if (watcher_.joinable()) {
    watcher_.join();
  }
}

// Whoever starts the server hears of a bot that cannot play before a game is lost by it.
void House::warn_of_the_sick(const std::stop_token& stop) const {
  for (const auto& [id, spec] : bots_) {
    const auto link = EngineLink::meet(spec, Board::start(), {}, stop);
    if (!link && !stops_within(stop, kStopFollows)) {
      print_error("lanternfish-server: house bot {} would give up each game: {}\n", spec.name, link.error());
    }
  }
}

void House::look_for_games(const std::stop_token& stop) {
  std::uint64_t seen = 0;
  while (!stop.stop_requested()) {
    try {
      begin_and_end_games(stop);
    } catch (const std::exception&) {  // out of memory, or of threads: the next look may do
    }
    seen = lobby_.wait_for_news(seen, kLook);
  }
}

void House::begin_and_end_games(const std::stop_token& stop) {
  const std::vector<Lobby::HouseGame> open = lobby_.house_games();
  std::set<std::pair<GameId, PersonId>> keys;
  decltype(games_) over;  // are waited for without the lock
  const std::lock_guard lock(mutex_);
  if (stop.stop_requested()) {
    return;  // no game begins that nobody would stop
  }
  for (const Lobby::HouseGame& game : open) {
    const auto key = std::pair(game.game, game.bot);
    keys.insert(key);
    if (!games_.contains(key)) {
      games_.emplace(key, std::jthread([this, game](const std::stop_token& ended) { play(game, ended); }));
    }
  }
  for (auto it = games_.begin(); it != games_.end();) {
    const auto next = std::next(it);
    if (!keys.contains(it->first)) {
      over.insert(games_.extract(it));
    }
    it = next;
  }
}

void House::play(const Lobby::HouseGame& game, const std::stop_token& stop) {
  try {
    std::optional<std::string> why;
    try {
      why = play_on(game, stop);
    } catch (const std::exception& failed) {
      why = failed.what();
    }
    if (why) {
      give_up(game, *why, stop);
    }
  } catch (const std::exception&) {  // out of memory: its flag will fall
  }
}

// Resigns first: the opponent waits for that, and nobody for what is printed. A game whose engine ended with the server
// is kept.
void House::give_up(const Lobby::HouseGame& game, const std::string& why, const std::stop_token& stop) {
  if (stops_within(stop, kStopFollows)) {
    return;
  }
  const auto resigns = [](Table& table, Color side) -> Reply<std::monostate> {
    const Done refused = table.resign(side);
    return refused ? Reply<std::monostate>(*refused) : std::monostate{};
  };
  std::uint64_t seen = 0;
  bool told = false;
  while (!told && !stop.stop_requested()) {
    const Reply<std::monostate> resigned = ask<std::monostate>(lobby_, game, resigns);
    const Refused* refused = std::get_if<Refused>(&resigned);
    told = refused == nullptr || refused->why != Refused::Why::kStore;
    seen = told ? seen : lobby_.wait_for_news(seen, kLook);
  }
  if (told) {
    print_error("lanternfish-server: house bot {} gives up game {}: {}\n", game.name, game.game, why);
  }
}

// A server that is started anew begins the game's engine anew: it is told all that its bot was told before.
std::optional<std::string> House::play_on(const Lobby::HouseGame& game, const std::stop_token& stop) {
  const auto link = EngineLink::start(bots_.at(game.bot), {}, {}, stop);
  if (!link) {
    return link.error();
  }
  EnginePlayer player(**link, {});
  std::size_t told = 0;
  bool begun = false;
  std::uint64_t seen = 0;
  while (!stop.stop_requested()) {
    const Reply<Turn> answer = look(lobby_, game, told);
    if (const Refused* why = std::get_if<Refused>(&answer)) {
      if (why->why == Refused::Why::kStore) {
        seen = lobby_.wait_for_news(seen, kLook);
        continue;
      }
      break;
    }
    const Turn& turn = std::get<Turn>(answer);
    if (turn.over) {
      break;
    }
    if (!begun) {
      if (const std::optional<Fault> fault = player.begin(turn.start)) {
        return fault->text;
      }
      begun = true;
      (void)ask<std::monostate>(lobby_, game, [](Table& table, Color side) -> Reply<std::monostate> {
        (void)table.ready(side);
        return std::monostate{};
      });
      continue;
    }
    for (const Observation& event : turn.news) {
      if (const std::optional<Fault> fault = tell(player, event)) {
        return fault->text;
      }
    }
    told += turn.news.size();
    if (!turn.mine) {
      seen = lobby_.wait_for_news(seen, kLook);
    } else if (!step(lobby_, game, player, turn) && !stop.stop_requested()) {
      return "its engine failed";
    }
  }
  (*link)->quit();
  return std::nullopt;
}

}  // namespace lanternfish
