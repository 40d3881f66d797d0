#include "tools/server/migrations.h"

#include <iterator>

#include <fmt/format.h>

namespace lanternfish {

namespace {

struct Migration {
  const char* both;         // in SQLite's words; Database::in_own_words() translates
  const char* sqlite = "";  // where the file has something that PostgreSQL never had
};

// One entry a version.
constexpr Migration kMigrations[] = {
    {R"(
CREATE TABLE persons (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  email TEXT NOT NULL,
  affiliation TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 0),
  ranked INTEGER NOT NULL CHECK (ranked IN (0, 1)),
  max_games INTEGER NOT NULL CHECK (max_games >= 0)
) STRICT;
CREATE TABLE games (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  white INTEGER NOT NULL REFERENCES persons,
  black INTEGER NOT NULL REFERENCES persons,
  white_version INTEGER NOT NULL,
  black_version INTEGER NOT NULL,
  white_accepted INTEGER NOT NULL CHECK (white_accepted IN (0, 1)),
  black_accepted INTEGER NOT NULL CHECK (black_accepted IN (0, 1)),
  white_ready INTEGER NOT NULL CHECK (white_ready IN (0, 1)),
  black_ready INTEGER NOT NULL CHECK (black_ready IN (0, 1)),
  ranked INTEGER NOT NULL CHECK (ranked IN (0, 1)),
  clock TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('offered', 'playing', 'over', 'void')),
  created_ms INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  winner TEXT CHECK (winner IN ('white', 'black')),
  reason TEXT NOT NULL,
  ending TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX open_games ON games (state) WHERE state IN ('offered', 'playing');
CREATE INDEX ranked_games ON games (white, black) WHERE ranked = 1;
CREATE TABLE actions (
  game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
  number INTEGER NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('white', 'black')),
  sense TEXT,
  request TEXT,
  left_ms INTEGER NOT NULL,
  PRIMARY KEY (game, number),
  CHECK ((sense IS NULL) <> (request IS NULL))
) STRICT, WITHOUT ROWID;
)"},
    // The score of each pairing, so that a leaderboard need not read games.
    {R"(
CREATE TABLE tallies (
  white INTEGER NOT NULL REFERENCES persons,
  black INTEGER NOT NULL REFERENCES persons,
  white_version INTEGER NOT NULL,
  black_version INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  draws INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  PRIMARY KEY (white, black, white_version, black_version)
) STRICT, WITHOUT ROWID;
INSERT INTO tallies SELECT white, black, white_version, black_version, count(*) FILTER (WHERE winner = 'white'),
    count(*) FILTER (WHERE winner IS NULL), count(*) FILTER (WHERE winner = 'black')
  FROM games WHERE ranked = 1 AND state = 'over' GROUP BY white, black, white_version, black_version;
)"},
    {R"(
CREATE INDEX games_of_white ON games (white, id);
CREATE INDEX games_of_black ON games (black, id);
CREATE TABLE notes (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
)"},
    // What several servers on one database tell each other: how often a game changed, since when the clock of the side
    // to move runs (0: it stands), when a person was last there. Versions 2 and 3 counted by triggers.
    {R"(
CREATE UNIQUE INDEX persons_by_name ON persons (lower(name));
ALTER TABLE persons ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN running_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX open_games_of_white ON games (white) WHERE state IN ('offered', 'playing');
CREATE INDEX open_games_of_black ON games (black) WHERE state IN ('offered', 'playing');
)",
     "DROP TRIGGER IF EXISTS game_counts; DROP TRIGGER IF EXISTS game_counts_no_more;"},
    {R"(
CREATE TABLE tournaments (
  name TEXT NOT NULL PRIMARY KEY,
  clock TEXT NOT NULL,
  games INTEGER NOT NULL CHECK (games > 0),
  begins_ms INTEGER NOT NULL,
  ends_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
  tournament TEXT NOT NULL REFERENCES tournaments,
  person INTEGER NOT NULL REFERENCES persons,
  PRIMARY KEY (tournament, person)
) STRICT, WITHOUT ROWID;
ALTER TABLE games ADD COLUMN tournament TEXT REFERENCES tournaments;
CREATE INDEX games_of_tournament ON games (tournament, id) WHERE tournament IS NOT NULL;
)"},
    // Of one player among hundreds of thousands.
    {R"(
CREATE INDEX tallies_of_black ON tallies (black);
)"},
    // When notes end; 0: never. Sessions and links of before end 30 days after the newest game.
    {R"(
ALTER TABLE notes ADD COLUMN until_ms INTEGER NOT NULL DEFAULT 0;
UPDATE notes SET until_ms = (SELECT coalesce(max(created_ms), 0) FROM games) + 2592000000
  WHERE kind IN ('session', 'link');
CREATE INDEX passing_notes ON notes (until_ms) WHERE until_ms > 0;
)"},
};

Status bring_up_to_date(Database& database) {
  const Result<int> version = database.schema();
  if (!version) {
    return Error{version.error()};
  }
  if (*version > newest_schema()) {
    return Error{fmt::format("it has schema {}, and this program knows schemas up to {}; a newer program made it",
                             *version, newest_schema())};
  }
  for (int next = *version; next < newest_schema(); ++next) {
    const std::string both = database.in_own_words(kMigrations[next].both);
    if (Status done = database.run_all(database.shared() ? both : both + kMigrations[next].sqlite); !done) {
      return done;
    }
  }
  return *version == newest_schema() ? success() : database.set_schema(newest_schema());
}

}  // namespace

int newest_schema() { return static_cast<int>(std::size(kMigrations)); }

Status migrate(Database& database) {
  if (Status begun = database.begin(); !begun) {
    return begun;
  }
  Status done = bring_up_to_date(database);
  if (!done) {
    database.undo();
    return done;
  }
  return database.commit();
}

Status check_schema(Database& database) {
  const Result<int> version = database.schema();
  if (!version) {
    return Error{version.error()};
  }
  return *version == newest_schema() ? success()
                                     : Status(Error{fmt::format("it has schema {}, and this program reads schema {}",
                                                                *version, newest_schema())});
}

}  // namespace lanternfish
