#include "tools/server/store_rows.h"

#include "rules/notation.h"

namespace lanternfish {

namespace {

constexpr const char* kStates[] = {"offered", "playing", "over", "void"};

GameState state_of(std::string_view name) {
  for (int i = 0; i < 4; ++i) {
    if (name == kStates[i]) {
      return static_cast<GameState>(i);
    }
  }
  return GameState::kVoid;  // the table's CHECK lets no other name in
}

}  // namespace

const std::string kPersons =
    "SELECT id, name, email, affiliation, password_hash, version, ranked, max_games FROM persons ";

const std::string kGames =
    "SELECT games.id, white, black, w.name, b.name, white_version, black_version, white_accepted, black_accepted, "
    "white_ready, black_ready, games.ranked, clock, state, created_ms, ended_ms, winner, reason, ending, text, "
    "running_ms, revision, tournament "
    "FROM games JOIN persons AS w ON w.id = white JOIN persons AS b ON b.id = black ";
const std::string kTallies = "SELECT white, black, white_version, black_version, wins, draws, losses FROM tallies ";
const std::string kActions = "SELECT side, sense, request, left_ms FROM actions ";
const std::string kTournaments = "SELECT name, clock, games, begins_ms, ends_ms FROM tournaments ";

Person read_person(const Row& row) {
  return {.id = row.integer(0),
          .name = row.text(1),
          .email = row.text(2),
          .affiliation = row.text(3),
          .password_hash = row.text(4),
          .version = static_cast<int>(row.integer(5)),
          .ranked = row.integer(6) != 0,
          .max_games = static_cast<int>(row.integer(7))};
}

StoredGame read_game(const Row& row) {
  StoredGame game;
  game.id = row.integer(0);
  for (const Color c : {kWhite, kBlack}) {
    game.players[c] = row.integer(1 + c);
    game.names[c] = row.text(3 + c);
    game.versions[c] = static_cast<int>(row.integer(5 + c));
    game.accepted[c] = row.integer(7 + c) != 0;
    game.ready[c] = row.integer(9 + c) != 0;
  }
  game.ranked = row.integer(11) != 0;
  game.clock = row.text(12);
  game.state = state_of(row.text(13));
  game.created_ms = row.integer(14);
  game.ended_ms = row.integer(15);
  if (!row.null(16)) {
    game.winner = row.text(16) == "white" ? kWhite : kBlack;
  }
  const Result<WinReason> reason = parse_win_reason(row.text(17));
  game.reason = reason ? *reason : WinReason::kNone;
  game.ending = parse_ending(row.text(18)).value_or(Ending::kStopped);
  game.text = row.text(19);
  game.running_ms = row.integer(20);
  game.revision = row.integer(21);
  game.tournament = row.null(22) ? std::string() : row.text(22);
  return game;
}

StoredAction read_action(const Row& row) {
  StoredAction action;
  action.side = row.text(0) == "white" ? kWhite : kBlack;
  action.left_ms = row.integer(3);
  if (row.null(2)) {
    const Result<Square> square = parse_square(row.text(1));
    action.square = square ? *square : kNoSquare;
  } else {
    action.kind = StoredAction::Kind::kMove;
    const Result<Move> move = parse_move(row.text(2));
    action.request = move ? *move : kNullMove;
  }
  return action;
}

PairTally read_tally(const Row& row) {
  return {.first = row.integer(0),
          .second = row.integer(1),
          .first_version = static_cast<int>(row.integer(2)),
          .second_version = static_cast<int>(row.integer(3)),
          .wins = static_cast<int>(row.integer(4)),
          .draws = static_cast<int>(row.integer(5)),
          .losses = static_cast<int>(row.integer(6))};
}

Tournament read_tournament(const Row& row) {
  return {.name = row.text(0),
          .clock = row.text(1),
          .games = static_cast<int>(row.integer(2)),
          .begins_ms = row.integer(3),
          .ends_ms = row.integer(4),
          .players = {}};
}

std::vector<Parameter> columns_of(const Person& person) {
  return {text(person.name),          text(person.email),     text(person.affiliation),
          text(person.password_hash), number(person.version), number(person.ranked ? 1 : 0),
          number(person.max_games)};
}

std::vector<Parameter> progress_of(const StoredGame& game) {
  std::vector<Parameter> columns;
  for (const std::array<bool, 2>& steps : {game.accepted, game.ready}) {
    for (const Color c : {kWhite, kBlack}) {
      columns.push_back(number(steps[c] ? 1 : 0));
    }
  }
  columns.insert(columns.end(),
                 {text(kStates[static_cast<int>(game.state)]), number(game.ended_ms),
                  game.winner ? text(format_color(*game.winner)) : Parameter(), text(format_win_reason(game.reason)),
                  text(ending_name(game.ending)), text(game.text), number(game.running_ms)});
  return columns;
}

}  // namespace lanternfish
