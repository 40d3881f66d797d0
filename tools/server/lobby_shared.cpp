// Several servers on one database. Each answers any call: before a table is asked, its game's revision says whether
// another server has changed it; then the table is made anew. A change that another one came before is refused by the
// store, and the call is answered anew. One server leads: it looks at the clocks of games that nobody asks about, pairs
// bots and plays those of the house. Who is there is kept in the database.

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "support/number.h"
#include "support/words.h"
#include "tools/server/lobby.h"

namespace lanternfish {

namespace {

constexpr const char* kBots = "bot";  // a note has when a bot last asked for invitations
constexpr const char* kServers = "servers";
constexpr const char* kAlive = "alive";  // the note has the moment of the last tick of the one that leads

// Nobody led for so long: there was no server, and no clock is to have run.
constexpr std::int64_t kGapMs = 3000;
constexpr std::chrono::seconds kJoining{20};  // for the one that leads to have looked at the clocks
constexpr int kMaxTries = 20;
// A game whose clock has run for so long is looked at by the one that leads; before, its players do.
constexpr std::int64_t kQuietMs = 1500;
constexpr std::chrono::seconds kForgetTable{60};  // that nobody asks for

}  // namespace

Status Lobby::open() {
  const std::lock_guard lock(mutex_);
  opened_ms_ = now_ms();
  opened_ = Clock::now();
  if (!store_.shared()) {
    return read_open_games();
  }
  connections_ = 0;
  Status joined = join_others();
  while (!joined && Clock::now() - opened_ < kJoining) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    joined = join_others();
  }
  return joined;
}

// Finds out who leads, and that no clock runs of a time without any server. Until this went well since the database was
// last away, no game is touched.
Status Lobby::join_others() {
  const Result<bool> leads = store_.lead();
  if (!leads) {
    leads_ = false;
    return Error{leads.error()};
  }
  const bool led = leads_ && connections_ == store_.connections();
  leads_ = *leads;
  const int connections = store_.connections();
  const Result<std::optional<std::string>> alive = store_.note(kServers, kAlive);
  if (!alive) {
    return Error{alive.error()};
  }
  const std::string tick = alive->value_or("0 0");
  const std::vector<std::string_view> words = words_of(tick);
  const std::int64_t last = words.size() == 2 ? to_number<std::int64_t>(words[0]).value_or(0) : 0;
  const std::uint64_t changes = words.size() == 2 ? to_number<std::uint64_t>(words[1]).value_or(0) : 0;
  const bool joins = connections_ != connections;
  if (leads_) {
    const bool nobody = !led && (now_ms() - last > kGapMs || (joins && store_.led_alone()));
    const Status stopped = nobody ? store_.stop_clocks() : success();
    const Status kept =
        stopped ? store_.keep_note(kServers, kAlive, fmt::format("{} {}", now_ms(), ranked_changes_.load())) : stopped;
    if (const Status safe = kept ? commit() : kept; !safe) {
      return safe;
    }
  } else {
    ranked_changes_ += others_changes_ == changes ? 0 : 1;
    others_changes_ = changes;
    // What it did about clocks when it began to lead is done when it has ticked once more.
    const std::int64_t seen = std::exchange(last_tick_, last);
    if (joins && (seen == 0 || seen == last)) {
      return Error{"another server leads, and does not answer"};
    }
  }
  connections_ = connections;
  last_tick_ = 0;
  return success();
}

// For the other server that is at the same game: nothing is held while it is waited for.
Status Lobby::make_way(int tries) {
  if (tries >= kMaxTries) {
    return Error{"another server is at this game; please ask again"};
  }
  if (Status safe = commit(); !safe) {
    return safe;
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(tries == 0 ? 0 : 2));
  return success();
}

Status Lobby::each_open_game(std::optional<PersonId> player, const std::function<void(const StoredGame&)>& look) {
  if (!store_.shared()) {
    for (const auto& [id, table] : tables_) {
      if (!table->over() && (!player || table->side_of(*player))) {
        look(table->game());
      }
    }
    return success();
  }
  const Result<std::vector<StoredGame>> open = store_.open_games(player);
  if (!open) {
    return Error{open.error()};
  }
  std::for_each(open->begin(), open->end(), look);
  return success();
}

bool Lobby::seen_here(PersonId id) const {
  const auto seen = seen_.find(id);
  return house_.contains(id) || (seen != seen_.end() && Clock::now() - seen->second <= settings_.connected_for);
}

// Others know it a few seconds less exactly: not every call is to be a write.
void Lobby::see(PersonId id) {
  const Clock::time_point now = Clock::now();
  shown_changes_ += seen_here(id) ? 0 : 1;
  seen_[id] = now;
  if (store_.shared() && (!told_.contains(id) || now - told_[id] > settings_.connected_for / 2) &&
      store_.note_seen(id, now_ms())) {
    told_[id] = now;
  }
}

void Lobby::see_bot(PersonId id) {
  see(id);
  Bot& bot = bots_[id];
  bot.asked = Clock::now();
  const std::int64_t now = now_ms();
  if (store_.shared() && bot.asked - bot.told > settings_.connected_for / 2 &&
      store_.keep_note(kBots, std::to_string(id), std::to_string(now), now + settings_.connected_for.count())) {
    bot.told = bot.asked;
  }
}

bool Lobby::is_bot_here(PersonId id) const {
  const auto bot = bots_.find(id);
  return house_.contains(id) || bots_elsewhere_.contains(id) ||
         (bot != bots_.end() && Clock::now() - bot->second.asked <= settings_.connected_for);
}

void Lobby::look_for_bots_elsewhere() {
  if (const auto notes = store_.notes(kBots)) {
    bots_elsewhere_.clear();
    for (const auto& [name, when] : *notes) {
      if (to_number<std::int64_t>(when).value_or(0) >= now_ms() - settings_.connected_for.count()) {
        bots_elsewhere_.insert(to_number<PersonId>(name).value_or(0));
      }
    }
  }
}

bool Lobby::is_connected(PersonId id) {
  if (seen_here(id) || !store_.shared()) {
    return seen_here(id);
  }
  const Result<bool> seen = store_.was_seen_since(id, now_ms() - settings_.connected_for.count());
  return seen && *seen;
}

// What look_at_tables() does where other servers have tables of the same games.
void Lobby::look_at_shared_games() {
  const std::int64_t now = now_ms();
  const auto forget = [&](GameId id) {
    tables_.erase(id);
    asked_.erase(id);
  };
  std::vector<GameId> old;
  for (const auto& [id, when] : asked_) {
    if (Clock::now() - when > kForgetTable) {
      old.push_back(id);
    }
  }
  if (!leads_) {
    std::for_each(old.begin(), old.end(), forget);
    return;
  }
  const Result<std::vector<StoredGame>> open = store_.open_games();
  if (!open) {
    return;
  }
  std::set<GameId> open_ids;
  for (const StoredGame& game : *open) {
    open_ids.insert(game.id);
    const bool late =
        game.state == GameState::kOffered && now - std::max(game.created_ms, opened_ms_) > settings_.patience.count();
    if (late || (game.state == GameState::kPlaying && now - game.running_ms > kQuietMs)) {
      const auto at = tables_.find(game.id);
      if (!late && at != tables_.end() && at->second->game().revision == game.revision && !at->second->behind()) {
        const Changes before(*at->second);
        at->second->look_at_clocks();
        note(*at->second, before);
        continue;
      }
      (void)with_table<std::monostate>(game.id, [&](Table& table) -> Reply<std::monostate> {
        late ? void_if_late(table) : table.look_at_clocks();
        return std::monostate{};
      });
    }
  }
  // Those that another server has ended are looked at once more: whoever waits for their end hears of it.
  std::vector<GameId> ended;
  for (const auto& [id, table] : tables_) {
    if (!open_ids.contains(id) && !table->over()) {
      ended.push_back(id);
    }
  }
  for (const GameId id : ended) {
    (void)with_table<std::monostate>(id, [](Table&) -> Reply<std::monostate> { return std::monostate{}; });
  }
  for (const GameId id : old) {
    if (!open_ids.contains(id)) {
      forget(id);
    }
  }
  look_for_bots_elsewhere();
}

}  // namespace lanternfish
