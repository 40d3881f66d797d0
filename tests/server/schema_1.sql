-- A database of schema 1 with two bots, two ranked games that are over and one that is going on.
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
INSERT INTO persons VALUES (1, 'anna', '', '', '', 1, 1, 4), (2, 'bert', '', '', '', 1, 1, 4);
INSERT INTO games VALUES
  (1, 1, 2, 1, 1, 1, 1, 1, 1, 1, '900+5', 'over', 1, 2, 'white', 'RESIGN', 'resigned', ''),
  (2, 1, 2, 1, 1, 1, 1, 1, 1, 1, '900+5', 'over', 1, 2, NULL, 'MOVE_LIMIT', 'rules', ''),
  (3, 1, 2, 1, 1, 1, 1, 1, 1, 1, '900+5', 'playing', 1, 0, NULL, '', 'rules', '');
PRAGMA user_version = 1;
PRAGMA application_id = 0x4c4e5446;
