#include "tools/fit/decisions.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "game/game_record.h"

namespace lanternfish {

namespace {

// What both players' last moves were, for the situation of the next.
struct LastMoves {
  std::array<Moved, 2> by_color{};

  MoveSituation situation(const Board& truth) const {
    MoveSituation at = situation_before(truth, ~truth.turn());
    const Moved& observer = by_color[~truth.turn()];
    at.observer_to = observer.taken.is_null() ? kNoSquare : observer.taken.to;
    at.observer_captured = observer.captured != kNoSquare;
    at.mover_captured = by_color[truth.turn()].captured;
    return at;
  }
};

void append(Decisions& decisions, const Board& truth, const MoveSituation& situation, const Moved& moved) {
  const MoverView view = mover_view(truth);
  const MoverBoard board(view, situation);
  MoveDecision decision{.first_move = static_cast<std::uint32_t>(decisions.requests.size()), .moves = 0, .made = 0};
  const auto add_row = [&](int row) {
    decisions.rows.push_back(static_cast<std::uint16_t>(row));
    if (const int coarse = coarse_row(row); coarse >= 0) {
      decisions.rows.push_back(static_cast<std::uint16_t>(coarse));
    }
  };
  const auto end_move = [&](int requests) {
    decisions.row_ends.push_back(static_cast<std::uint32_t>(decisions.rows.size()));
    decisions.requests.push_back(static_cast<float>(requests));
    ++decision.moves;
  };
  bool found = moved.taken.is_null();
  for_each_taken_move(view, truth.turn(), [&](PieceType type, Move move, Square captured) {
    if (move == moved.taken) {
      decision.made = decision.moves;
      found = true;
    }
    for_each_row(board, type, move, captured, add_row);
    end_move(requests_for(board, type, move, captured));
  });
  if (moved.taken.is_null()) {
    decision.made = decision.moves;
  }
  const int requests = requests_for_null(board);
  for_each_null_row(board, requests, add_row);
  end_move(requests);
  assert(found);
  decisions.all.push_back(decision);
}

void append(Decisions& decisions, const NamedGame& named, std::size_t index) {
  const auto turns = unseen_turns(named.game);
  for (const Color side : {kWhite, kBlack}) {
    decisions.players.push_back({.game = index,
                                 .name = named.names[side],
                                 .first = static_cast<std::uint32_t>(decisions.all.size()),
                                 .count = static_cast<std::uint32_t>(turns[side].size())});
    for (const UnseenTurn& turn : turns[side]) {
      append(decisions, *turn.truth, turn.situation, *turn.moved);
    }
  }
}

}  // namespace

Result<std::vector<NamedGame>> read_games(const std::vector<std::string>& names,
                                          const std::function<void(const std::string&)>& problem) {
  std::vector<std::filesystem::path> files = TRY(named_records(names));
  std::sort(files.begin(), files.end());
  std::vector<NamedGame> games;
  for (const auto& file : files) {
    const GameRecord record = TRY(read_game_record(file));
    auto game = recorded_game(record);
    if (!game) {
      problem(fmt::format("{} left out: {}", file.string(), game.error()));
      continue;
    }
    games.push_back({.file = file.filename().string(),
                     .names = {record.names[kWhite].value_or("?"), record.names[kBlack].value_or("?")},
                     .game = std::move(game).value()});
  }
  return games;
}

std::array<std::vector<UnseenTurn>, 2> unseen_turns(const RecordedGame& game) {
  std::array<std::vector<UnseenTurn>, 2> unseen;
  LastMoves last;
  const Color first = game.start.turn();
  for (std::size_t ply = 0;; ++ply) {
    const Color side = ply % 2 == 0 ? first : ~first;
    const auto& turns = game.turns[side];
    if (ply / 2 >= turns.size() || !turns[ply / 2].moved) {
      return unseen;
    }
    const RecordedTurn& turn = turns[ply / 2];
    unseen[side].push_back({last.situation(turn.truth), &turn.truth, &*turn.moved});
    last.by_color[side] = *turn.moved;
  }
}

int coarse_row(int row) {
  namespace rows = move_rows;
  constexpr int kSquares = rows::kCount;
  constexpr int kOpenings = kSquares + 2 * kCoarseSquares;
  constexpr int kExchanges = kOpenings + 64 * 64;
  if (row < rows::kTo) {
    return kSquares + (row - rows::kFrom) % kCoarseSquares;
  }
  if (row < rows::kOpening) {
    return kSquares + kCoarseSquares + (row - rows::kTo) % kCoarseSquares;
  }
  if (row < rows::kStep) {
    return kOpenings + (row - rows::kOpening) % (64 * 64);
  }
  if (row >= rows::kExchange && row < rows::kLeave) {
    return kExchanges + (row - rows::kExchange) / (rows::kAttacked * 2);
  }
  return -1;
}

Decisions decisions_of(const std::vector<NamedGame>& games) {
  Decisions decisions;
  decisions.row_ends.push_back(0);
  for (std::size_t i = 0; i < games.size(); ++i) {
    append(decisions, games[i], i);
  }
  return decisions;
}

}  // namespace lanternfish
