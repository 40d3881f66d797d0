#include "python/coded_game.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include <fmt/format.h>

#include "rules/movegen.h"

namespace lanternfish {

std::optional<ActionCode> code_of_request(Move request, Color side) {
  if (request.is_null()) {
    return kPassCode;
  }
  const int files = std::abs(file_of(request.to) - file_of(request.from));
  const int ranks = std::abs(rank_of(request.to) - rank_of(request.from));
  const bool on_a_line = files == 0 || ranks == 0 || files == ranks;
  const bool promotes = ranks == 1 && files <= 1 && relative_rank(request.to, side) == 7;
  if (request.promotion != kNoPieceType ? !promotes : !on_a_line && files * ranks != 2) {
    return {};
  }
  return move_code(request, side);
}

CodedGame::CodedGame(const GameRules& rules)
    : game_(rules), seen_{HistoryPlanes(rules.start, kWhite), HistoryPlanes(rules.start, kBlack)} {
  notice();
}

void CodedGame::notice() {
  if (!over()) {
    const Status told = seen_[turn()].observe(OpponentMoved{game_.capture()});
    assert(told.ok());
  }
}

const std::vector<ActionCode>& CodedGame::requests_of_turn() {
  if (requests_.empty()) {
    for (const Move request : requests(game_.referee().board(), turn())) {
      requests_.push_back(code_of_request(request, turn()).value());
    }
  }
  return requests_;
}

void CodedGame::write_mask(std::span<std::uint8_t> mask) {
  assert(mask.size() == kActionCodes);
  std::fill(mask.begin(), mask.end(), 0);
  switch (game_.step()) {
    case SteppedGame::Step::kSense: std::fill(mask.begin() + kFirstSenseCode, mask.end(), 1); break;
    case SteppedGame::Step::kMove:
      for (const ActionCode code : requests_of_turn()) {
        mask[code] = 1;
      }
      break;
    case SteppedGame::Step::kOver: break;
  }
}

Move CodedGame::move_of(ActionCode code) const {
  if (code == kPassCode) {
    return kNullMove;
  }
  return move_of_code(code, turn(), game_.referee().board().pieces(turn(), kPawn)).value_or(kNullMove);
}

bool CodedGame::allows(std::int64_t code) {
  if (code < 0 || code >= kActionCodes || over()) {
    return false;
  }
  if (code >= kFirstSenseCode || is_sense()) {
    return code >= kFirstSenseCode && is_sense();
  }
  const Move move = move_of(static_cast<ActionCode>(code));
  return code == kPassCode || (!move.is_null() && may_request(game_.referee().board(), turn(), move));
}

void CodedGame::write_planes(std::span<std::uint8_t> planes, int turns) {
  assert(planes.size() == static_cast<std::size_t>(turns) * kPlanesPerTurn * 64);
  std::fill(planes.begin(), planes.end(), 0);
  if (over()) {
    return;
  }
  const int first = (kHistoryTurns - turns) * kPlanesPerTurn;
  for (const Plane& plane : seen_[turn()].planes(turns)) {
    for (Bitboard b = plane.squares; b != 0;) {
      planes[static_cast<std::size_t>(plane.index - first) * 64 + pop_lowest(b)] = 1;
    }
  }
}

std::int64_t CodedGame::random_action(std::mt19937_64& random) {
  if (is_sense()) {
    return kFirstSenseCode + static_cast<std::int64_t>(random() % 64);
  }
  const std::vector<ActionCode>& codes = requests_of_turn();
  return codes[random() % codes.size()];
}

Status CodedGame::act(std::int64_t code) {
  if (!allows(code)) {
    return Error{over() ? "the game is over" : fmt::format("action {} may not be chosen now", code)};
  }
  act_allowed(code);
  return success();
}

void CodedGame::act_allowed(std::int64_t code) {
  const Color side = turn();
  const auto action = static_cast<ActionCode>(code);
  if (is_sense()) {
    const Status told = seen_[side].observe(game_.sense(sense_of_code(action, side)).value());
    assert(told.ok());
    return;
  }
  const Status told = seen_[side].observe(game_.move(move_of(action)).value());
  assert(told.ok());
  requests_.clear();
  notice();
}

}  // namespace lanternfish
