#include "tools/server/store.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "rules/notation.h"
#include "tools/server/migrations.h"
#include "tools/server/postgres_database.h"
#include "tools/server/sqlite_database.h"
#include "tools/server/store_rows.h"

namespace lanternfish {

namespace {

const std::string kNote = "SELECT text FROM notes WHERE kind = $1 AND name = $2 AND (until_ms = 0 OR until_ms > $3)";

std::pair<std::string, PersonId> read_entry(const Row& row) { return {row.text(0), row.integer(1)}; }
std::string read_text(const Row& row) { return row.text(0); }
std::int64_t read_number(const Row& row) { return row.integer(0); }
std::pair<std::string, std::string> read_note(const Row& row) { return {row.text(0), row.text(1)}; }

// A name is ASCII: no other text finds anybody, and PostgreSQL need not be asked about bytes that are no UTF-8.
bool may_be_name(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](unsigned char c) { return c >= ' ' && c < 0x7f; });
}

}  // namespace

template <typename T>
Result<std::vector<T>> Store::all(const std::string& sql, const Parameters& parameters, T (*read)(const Row&)) {
  std::vector<T> rows;
  const Result<int> asked = database_->run(sql, parameters, [&](const Row& row) { rows.push_back(read(row)); });
  return asked ? Result<std::vector<T>>(std::move(rows)) : Error{asked.error()};
}

template <typename T>
Result<std::optional<T>> Store::one(const std::string& sql, const Parameters& parameters, T (*read)(const Row&)) {
  std::optional<T> found;
  const Result<int> asked = database_->run(sql, parameters, [&](const Row& row) { found = read(row); });
  return asked ? Result<std::optional<T>>(std::move(found)) : Error{asked.error()};
}

Result<int> Store::change(const std::string& sql, const Parameters& parameters, const Database::EachRow& each) {
  if (lost_) {
    return Error{"the database: what was written before is lost"};
  }
  if (!open_) {
    if (const Status begun = database_->begin(); !begun) {
      return Error{begun.error()};
    }
    open_ = true;
  }
  Result<int> changed = database_->run(sql, parameters, each);
  if (!changed && !database_->holding()) {
    lost_ = Error{changed.error()};
  }
  return changed;
}

Status Store::done(const std::string& sql, const Parameters& parameters) {
  const Result<int> changed = change(sql, parameters);
  return changed ? success() : Status(Error{changed.error()});
}

Status Store::commit() {
  const bool open = std::exchange(open_, false);
  if (const std::optional<Error> lost = std::exchange(lost_, std::nullopt)) {
    database_->undo();
    return *lost;
  }
  return open ? database_->commit() : success();
}

// ---- persons

Result<std::optional<Person>> Store::person(std::string_view name) {
  return may_be_name(name) ? one<Person>(kPersons + "WHERE lower(name) = lower($1)", {text(name)}, read_person)
                           : std::optional<Person>();
}

Result<std::optional<Person>> Store::person(PersonId id) {
  return one<Person>(kPersons + "WHERE id = $1", {number(id)}, read_person);
}

Result<std::vector<Person>> Store::persons() { return all<Person>(kPersons + "ORDER BY id", {}, read_person); }

Result<PersonId> Store::add_person(const Person& person) {
  PersonId id = 0;
  const Result<int> added = change(
      "INSERT INTO persons (name, email, affiliation, password_hash, version, ranked, max_games) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id",
      columns_of(person), [&](const Row& row) { id = row.integer(0); });
  return added ? Result<PersonId>(id) : Error{added.error()};
}

Result<std::optional<Person>> Store::person_to_change(PersonId id) {
  std::optional<Person> found;
  const Result<int> asked = change(kPersons + "WHERE id = $1" + database_->take_rows(true), {number(id)},
                                   [&](const Row& row) { found = read_person(row); });
  return asked ? Result<std::optional<Person>>(std::move(found)) : Error{asked.error()};
}

Status Store::note_seen(PersonId id, std::int64_t at_ms) {
  return done("UPDATE persons SET seen_ms = $1 WHERE id = $2 AND seen_ms < $1", {number(at_ms), number(id)});
}

Result<std::vector<Person>> Store::persons_seen_since(std::int64_t at_ms) {
  return all<Person>(kPersons + "WHERE seen_ms >= $1 ORDER BY id", {number(at_ms)}, read_person);
}

Result<bool> Store::was_seen_since(PersonId id, std::int64_t at_ms) {
  const Result<std::optional<std::int64_t>> found = one<std::int64_t>(
      "SELECT 1 FROM persons WHERE id = $1 AND seen_ms >= $2", {number(id), number(at_ms)}, read_number);
  return found ? Result<bool>(found->has_value()) : Error{found.error()};
}

Status Store::save_person(const Person& person) {
  Parameters columns = columns_of(person);
  columns.push_back(number(person.id));
  return done(
      "UPDATE persons SET name = $1, email = $2, affiliation = $3, password_hash = $4, version = $5, ranked = $6, "
      "max_games = $7 WHERE id = $8",
      columns);
}

Status Store::drop_guests(std::string_view hash) {
  return done(
      "DELETE FROM persons WHERE password_hash = $1 AND id < (SELECT max(id) FROM persons) - 1000 "
      "AND NOT EXISTS (SELECT 1 FROM games WHERE white = persons.id) "
      "AND NOT EXISTS (SELECT 1 FROM games WHERE black = persons.id) "
      "AND CAST(id AS TEXT) NOT IN (SELECT substr(text, 1, length(text) - 65) FROM notes WHERE kind = $2 AND "
      "length(text) > 65)",
      {text(hash), text(kSessions)});
}

// ---- games

Result<GameId> Store::add_game(const StoredGame& game) {
  Parameters columns = progress_of(game);
  for (const Color c : {kWhite, kBlack}) {
    columns.insert(columns.end(), {number(game.players[c]), number(game.versions[c])});
  }
  columns.insert(columns.end(), {number(game.ranked ? 1 : 0), text(game.clock), number(game.created_ms),
                                 game.tournament.empty() ? Parameter() : text(game.tournament)});
  GameId id = 0;
  const Result<int> added = change(
      "INSERT INTO games (white_accepted, black_accepted, white_ready, black_ready, state, ended_ms, winner, reason, "
      "ending, text, running_ms, white, white_version, black, black_version, ranked, clock, created_ms, "
      "tournament) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) RETURNING id",
      columns, [&](const Row& row) { id = row.integer(0); });
  return added ? Result<GameId>(id) : Error{added.error()};
}

Result<bool> Store::save_game(const StoredGame& game) {
  Parameters columns = progress_of(game);
  columns.insert(columns.end(), {number(game.id), number(game.revision)});
  // Whether it counts already is asked where it begins or ceases to, once in a game's life.
  std::optional<StoredGame> was;
  if (game.ranked && (game.state == GameState::kOver || game.state == GameState::kVoid)) {
    const Result<std::optional<StoredGame>> stored = this->game(game.id);
    if (!stored) {
      return Error{stored.error()};
    }
    was = *stored;
  }
  const Result<int> saved = change(
      std::string("UPDATE games SET white_accepted = $1, black_accepted = $2, white_ready = $3, black_ready = $4, "
                  "state = $5, ended_ms = $6, winner = $7, reason = $8, ending = $9, text = $10, running_ms = $11, "
                  "revision = revision + 1 "
                  "WHERE id = (SELECT id FROM games WHERE id = $12 AND revision = $13") +
          database_->take_rows(false) + ")",
      columns);
  if (!saved) {
    return Error{saved.error()};
  }
  const Status counted = was && *saved > 0 ? count(*was, game) : success();
  return counted ? Result<bool>(*saved > 0) : Error{counted.error()};
}

// What a game adds to the tallies now, less what it added before.
Status Store::count(const StoredGame& was, const StoredGame& game) {
  std::array<int, 3> more{};  // wins, draws, losses of White
  for (const auto& [state, winner, times] :
       {std::tuple(was.state, was.winner, -1), std::tuple(game.state, game.winner, 1)}) {
    if (state == GameState::kOver) {
      more[!winner ? 1 : *winner == kWhite ? 0 : 2] += times;
    }
  }
  if (more == std::array<int, 3>{}) {
    return success();
  }
  return done(
      "INSERT INTO tallies (white, black, white_version, black_version, wins, draws, losses) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (white, black, white_version, black_version) DO UPDATE "
      "SET wins = tallies.wins + excluded.wins, draws = tallies.draws + excluded.draws, "
      "losses = tallies.losses + excluded.losses",
      {number(was.players[kWhite]), number(was.players[kBlack]), number(was.versions[kWhite]),
       number(was.versions[kBlack]), number(more[0]), number(more[1]), number(more[2])});
}

Result<std::optional<StoredGame>> Store::game(GameId id) {
  return one<StoredGame>(kGames + "WHERE games.id = $1", {number(id)}, read_game);
}

Result<std::optional<std::int64_t>> Store::revision(GameId id) {
  return one<std::int64_t>("SELECT revision FROM games WHERE id = $1", {number(id)}, read_number);
}

Result<std::vector<StoredGame>> Store::open_games(std::optional<PersonId> player) {
  const std::string open = "WHERE state IN ('offered', 'playing') ";
  return player ? all<StoredGame>(kGames + open + "AND (white = $1 OR black = $1) ORDER BY games.id", {number(*player)},
                                  read_game)
                : all<StoredGame>(kGames + open + "ORDER BY games.id", {}, read_game);
}

Status Store::stop_clocks() {
  return done("UPDATE games SET running_ms = 0, revision = revision + 1 WHERE state = 'playing' AND running_ms > 0",
              {});
}

Result<std::vector<StoredGame>> Store::finished_games(GameId from, int limit, std::string_view tournament) {
  Parameters parameters{number(from), number(limit)};
  const bool one = !tournament.empty();
  if (one) {
    parameters.insert(parameters.begin(), text(tournament));
  }
  return all<StoredGame>(
      kGames + (one ? "WHERE tournament = $1 AND state = 'over' AND games.id >= $2 ORDER BY games.id LIMIT $3"
                    : "WHERE state = 'over' AND games.id >= $1 ORDER BY games.id LIMIT $2"),
      parameters, read_game);
}

Result<std::vector<StoredGame>> Store::settled_ranked_games(GameId after, int limit) {
  return all<StoredGame>(kGames +
                             "WHERE games.id > $1 AND games.ranked = 1 AND state = 'over' AND games.id < (SELECT "
                             "coalesce(min(open.id), 9223372036854775807) FROM games AS open WHERE open.state IN "
                             "('offered', 'playing') AND open.ranked = 1) ORDER BY games.id LIMIT $2",
                         {number(after), number(limit)}, read_game);
}

Result<std::int64_t> Store::ranked_games_up_to(GameId last) {
  const Result<std::optional<std::int64_t>> games = one<std::int64_t>(
      "SELECT (SELECT CAST(coalesce(sum(wins + draws + losses), 0) AS BIGINT) FROM tallies) - "
      "(SELECT count(*) FROM games WHERE id > $1 AND ranked = 1 AND state = 'over')",
      {number(last)}, read_number);
  return games ? Result<std::int64_t>(games->value_or(0)) : Error{games.error()};
}

Result<bool> Store::add_action(const StoredGame& game, int number_in_game, const StoredAction& action) {
  const Result<int> moved = change(std::string("UPDATE games SET running_ms = $1, revision = revision + 1 "
                                               "WHERE id = (SELECT id FROM games WHERE id = $2 AND revision = $3") +
                                       database_->take_rows(false) + ")",
                                   {number(game.running_ms), number(game.id), number(game.revision)});
  if (!moved || *moved == 0) {
    return moved ? Result<bool>(false) : Error{moved.error()};
  }
  const bool sense = action.kind == StoredAction::Kind::kSense;
  const Status added =
      done("INSERT INTO actions (game, number, side, sense, request, left_ms) VALUES ($1, $2, $3, $4, $5, $6)",
           {number(game.id), number(number_in_game), text(format_color(action.side)),
            sense ? text(action.square == kNoSquare ? "none" : format_square(action.square)) : Parameter(),
            sense ? Parameter() : text(format_move(action.request)), number(action.left_ms)});
  return added ? Result<bool>(true) : Error{added.error()};
}

Result<std::vector<StoredAction>> Store::actions(GameId game) {
  return all<StoredAction>(kActions + "WHERE game = $1 ORDER BY number", {number(game)}, read_action);
}

Result<std::vector<PairTally>> Store::ranked_tallies() { return all<PairTally>(kTallies, {}, read_tally); }

Result<std::vector<PairTally>> Store::ranked_tallies_of(PersonId player) {
  return all<PairTally>(kTallies + "WHERE white = $1 OR black = $1", {number(player)}, read_tally);
}

Result<std::vector<PairTally>> Store::present_tallies_of(PersonId player) {
  return all<PairTally>(kTallies +
                            "WHERE (white = $1 OR black = $1) "
                            "AND white_version = (SELECT version FROM persons WHERE id = white) "
                            "AND black_version = (SELECT version FROM persons WHERE id = black)",
                        {number(player)}, read_tally);
}

Result<std::int64_t> Store::last_ranked_game_ms(PersonId one_player, PersonId other) {
  const Result<std::optional<std::int64_t>> last = one<std::int64_t>(
      "SELECT coalesce(max(created_ms), 0) FROM games "
      "WHERE ranked = 1 AND ((white = $1 AND black = $2) OR (white = $2 AND black = $1))",
      {number(one_player), number(other)}, read_number);
  return last ? Result<std::int64_t>(last->value_or(0)) : Error{last.error()};
}

Result<std::vector<StoredGame>> Store::past_games(const PastGames& which) {
  Parameters parameters;
  std::string whose;
  if (which.player) {
    parameters.push_back(number(*which.player));
    whose = "games.id IN (SELECT id FROM games WHERE white = $1 UNION ALL SELECT id FROM games WHERE black = $1) AND ";
  }
  if (!which.tournament.empty()) {
    parameters.push_back(text(which.tournament));
    whose += fmt::format("tournament = ${} AND ", parameters.size());
  }
  parameters.insert(parameters.end(), {number(which.before), number(which.most)});
  return all<StoredGame>(
      kGames + "WHERE " + whose +
          fmt::format("state IN ('over', 'void') AND games.id < ${} ORDER BY games.id DESC LIMIT ${}",
                      parameters.size() - 1, parameters.size()),
      parameters, read_game);
}

// ---- tournaments

Status Store::keep_tournament(const Tournament& tournament) {
  return done(
      "INSERT INTO tournaments (name, clock, games, begins_ms, ends_ms) VALUES ($1, $2, $3, $4, $5) "
      "ON CONFLICT (name) DO UPDATE SET clock = excluded.clock, games = excluded.games, "
      "begins_ms = excluded.begins_ms, ends_ms = excluded.ends_ms",
      {text(tournament.name), text(tournament.clock), number(tournament.games), number(tournament.begins_ms),
       number(tournament.ends_ms)});
}

Status Store::enter_tournament(std::string_view name, PersonId player, bool in) {
  return done(in ? "INSERT INTO entries (tournament, person) VALUES ($1, $2) ON CONFLICT DO NOTHING"
                 : "DELETE FROM entries WHERE tournament = $1 AND person = $2",
              {text(name), number(player)});
}

Result<std::vector<Tournament>> Store::tournaments() {
  const auto found = all<Tournament>(kTournaments + "ORDER BY begins_ms, name", {}, read_tournament);
  const auto entries = all<std::pair<std::string, PersonId>>(
      "SELECT tournament, person FROM entries ORDER BY tournament, person", {}, read_entry);
  if (!found || !entries) {
    return Error{found ? entries.error() : found.error()};
  }
  std::map<std::string_view, std::vector<PersonId>> players;
  for (const auto& [name, player] : *entries) {
    players[name].push_back(player);
  }
  std::vector<Tournament> tournaments = *found;
  for (Tournament& tournament : tournaments) {
    tournament.players = players[tournament.name];
  }
  return tournaments;
}

Result<std::vector<PairTally>> Store::tournament_tallies(std::string_view name) {
  return all<PairTally>(
      "SELECT white, black, 0, 0, count(*) FILTER (WHERE winner = 'white'), count(*) FILTER (WHERE winner IS NULL), "
      "count(*) FILTER (WHERE winner = 'black') FROM games WHERE tournament = $1 AND state = 'over' "
      "GROUP BY white, black ORDER BY white, black",
      {text(name)}, read_tally);
}

// ---- notes

Status Store::keep_note(std::string_view kind, std::string_view name, std::string_view kept, std::int64_t until_ms) {
  return done(
      "INSERT INTO notes (kind, name, text, until_ms) VALUES ($1, $2, $3, $4) "
      "ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text, until_ms = excluded.until_ms",
      {text(kind), text(name), text(kept), number(until_ms)});
}

Status Store::drop_note(std::string_view kind, std::string_view name) {
  return done("DELETE FROM notes WHERE kind = $1 AND name = $2", {text(kind), text(name)});
}

Status Store::drop_old_notes(std::int64_t now_ms) {
  return done("DELETE FROM notes WHERE until_ms > 0 AND until_ms <= $1", {number(now_ms)});
}

Result<std::optional<std::string>> Store::note(std::string_view kind, std::string_view name) {
  return one<std::string>(kNote, {text(kind), text(name), number(now_ms())}, read_text);
}

Result<std::optional<std::string>> Store::note_to_change(std::string_view kind, std::string_view name) {
  std::optional<std::string> found;
  const Result<int> asked = change(kNote + database_->take_rows(true), {text(kind), text(name), number(now_ms())},
                                   [&](const Row& row) { found = row.text(0); });
  return asked ? Result<std::optional<std::string>>(std::move(found)) : Error{asked.error()};
}

Result<std::vector<std::pair<std::string, std::string>>> Store::notes(std::string_view kind) {
  return all<std::pair<std::string, std::string>>("SELECT name, text FROM notes WHERE kind = $1 ORDER BY name",
                                                  {text(kind)}, read_note);
}

// ---- places

bool is_postgres(std::string_view place) {
  return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

std::string shown_place(const std::string& place) { return is_postgres(place) ? without_password(place) : place; }

Result<std::unique_ptr<Store>> open_store(const std::string& place, StoreUse use) {
  Result<std::unique_ptr<Database>> database = is_postgres(place) ? open_postgres(place, use) : open_sqlite(place, use);
  const Status ready = !database                ? Status(Error{database.error()})
                       : use == StoreUse::kRead ? check_schema(**database)
                                                : migrate(**database);
  if (!ready) {
    return Error{fmt::format("'{}' cannot be used: {}", shown_place(place), ready.error())};
  }
  return std::make_unique<Store>(std::move(database).value());
}

}  // namespace lanternfish
