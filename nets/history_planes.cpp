#include "nets/history_planes.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "nets/move_code.h"

namespace lanternfish {

namespace {

enum TurnPlane : std::uint8_t {
  kOpponentCaptured = 0,
  kRequest = 1,
  kRequestCaptured = 74,
  kRequestFailed = 75,
  kOwnPieces = 76,
  kSensedSquares = 82,
  kSeenPieces = 83,
  kPlayerIsWhite = 89,
};

}  // namespace

HistoryPlanes::HistoryPlanes(const Board& start, Color me) : own_(start, me) {}

Status HistoryPlanes::observe(const Observation& event) {
  const Status status = std::visit([this](const auto& e) { return own_.observe(e); }, event);
  if (!status) {
    return status;
  }
  if (const auto* notice = std::get_if<OpponentMoved>(&event)) {
    begin_turn(*notice);
  } else if (const auto* sensed = std::get_if<Sensed>(&event)) {
    add_window(sensed->window);
  } else {
    assert(!turn_is_over_);
    last_move_ = std::get<Moved>(event);
    turn_is_over_ = true;
  }
  return status;
}

void HistoryPlanes::begin_turn(const OpponentMoved& event) {
  assert(turn_is_over_);
  turn_is_over_ = false;
  if (turns_.size() == kHistoryTurns) {
    turns_.pop_front();
  }
  turns_.emplace_back().reserve(20);  // own pieces, window and request with what came of it: seldom more
  add(kOpponentCaptured, bit_or_none(event.captured));
  if (!last_move_.requested.is_null()) {
    const ActionCode code = move_code(last_move_.requested, own_.me());
    add(kRequest + code / 64, bit(last_move_.requested.from));
    add(kRequestCaptured, bit_or_none(last_move_.captured));
    add(kRequestFailed, last_move_.taken.is_null() ? kEverywhere : 0);
  }
  for (int t = 0; t < kPieceTypes; ++t) {
    add(kOwnPieces + t, own_.pieces().pieces(own_.me(), static_cast<PieceType>(t)));
  }
}

void HistoryPlanes::add_window(const Window& window) {
  assert(!turn_is_over_);
  const WindowSquares squares = window_squares(window.center);
  Bitboard all = 0;
  std::array<Bitboard, kPieceTypes> seen{};
  for (int i = 0; i < squares.size; ++i) {
    const Piece piece = window.contents[i];
    all |= bit(squares.squares[i]);
    if (piece.exists() && piece.color != own_.me()) {
      seen[piece.type] |= bit(squares.squares[i]);
    }
  }
  add(kSensedSquares, all);
  for (int t = 0; t < kPieceTypes; ++t) {
    add(kSeenPieces + t, seen[t]);
  }
}

void HistoryPlanes::add(int index, Bitboard squares) {
  if (squares != 0) {
    turns_.back().push_back({.squares = oriented(squares, own_.me()), .index = static_cast<std::uint16_t>(index)});
  }
}

PlaneList HistoryPlanes::planes(int newest) const {
  assert(!turn_is_over_);
  PlaneList list;
  const int known = std::min(newest, static_cast<int>(turns_.size()));
  int first = kPlanesPerTurn * (kHistoryTurns - known);
  list.reserve(static_cast<std::size_t>(known) * 20);
  for (auto turn = turns_.end() - known; turn != turns_.end(); ++turn) {
    for (Plane plane : *turn) {
      plane.index = static_cast<std::uint16_t>(plane.index + first);
      list.push_back(plane);
    }
    if (own_.me() == kWhite) {
      list.push_back({.squares = kEverywhere, .index = static_cast<std::uint16_t>(first + kPlayerIsWhite)});
    }
    first += kPlanesPerTurn;
  }
  return list;
}

}  // namespace lanternfish
