#include "python/observer.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "rules/movegen.h"
#include "rules/rbc.h"

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

Status Observer::observe(const Observation& event) {
  const CheckedEvents checked = log_.check(std::span(&event, 1));
  if (!checked) {
    return Error{checked.error()};
  }
  TRY(planes_.observe(event));
  log_.append(checked.events.front());
  codes_.clear();
  return success();
}

void Observer::write_planes(std::span<std::uint8_t> planes, int turns) const {
  assert(planes.size() == static_cast<std::size_t>(turns) * kPlanesPerTurn * 64);
  std::fill(planes.begin(), planes.end(), 0);
  if (!is_asked()) {
    return;
  }
  const int first = (kHistoryTurns - turns) * kPlanesPerTurn;
  for (const Plane& plane : planes_.planes(turns)) {
    for (Bitboard b = plane.squares; b != 0;) {
      planes[static_cast<std::size_t>(plane.index - first) * 64 + pop_lowest(b)] = 1;
    }
  }
}

void Observer::write_tokens(std::span<Token> tokens) const {
  if (is_asked()) {
    write_history_tokens(log_.history(), color(), tokens);
  } else {
    std::fill(tokens.begin(), tokens.end(), Token{0});
  }
}

const std::vector<ActionCode>& Observer::codes_of_turn() const {
  if (codes_.empty()) {
    for (const Move request : requests(own_pieces(), color())) {
      codes_.push_back(code_of_request(request, color()).value());
    }
  }
  return codes_;
}

void Observer::write_mask(std::span<std::uint8_t> mask) const {
  assert(mask.size() == kActionCodes);
  std::fill(mask.begin(), mask.end(), 0);
  if (phase() == Phase::kSense) {
    std::fill(mask.begin() + kFirstSenseCode, mask.end(), 1);
  } else if (phase() == Phase::kMove) {
    for (const ActionCode code : codes_of_turn()) {
      mask[code] = 1;
    }
  }
}

bool Observer::allows(std::int64_t code) const {
  if (code < 0 || code >= kActionCodes) {
    return false;
  }
  if (phase() == Phase::kSense) {
    return code >= kFirstSenseCode;
  }
  if (phase() != Phase::kMove || code >= kFirstSenseCode) {
    return false;
  }
  const Move move = request_of(static_cast<ActionCode>(code));
  return code == kPassCode || (!move.is_null() && may_request(own_pieces(), color(), move));
}

ActionCode Observer::random_action(std::mt19937_64& random) const {
  if (phase() == Phase::kSense) {
    return static_cast<ActionCode>(kFirstSenseCode + random() % 64);
  }
  const std::vector<ActionCode>& codes = codes_of_turn();
  return codes[random() % codes.size()];
}

Move Observer::request_of(ActionCode code) const {
  if (code == kPassCode) {
    return kNullMove;
  }
  return move_of_code(code, color(), own_pieces().pieces(color(), kPawn)).value_or(kNullMove);
}

}  // namespace lanternfish
