#include "belief/set/filter.h"

#include "belief/set/board_set_builder.h"
#include "rules/rbc.h"

namespace lanternfish {

namespace {

template <typename Keep>
void keep_if(BoardSet& set, ThreadPool& threads, const Keep& keep) {
  threads.for_each(set.shards().size(), [&](std::size_t s) {
    std::erase_if(set.shards()[s], [&](const Hypothesis& h) { return !keep(h); });
  });
}

}  // namespace

WindowMatch::WindowMatch(const Window& window, Color me) {
  const WindowSquares squares = window_squares(window.center);
  Hypothesis seen;
  for (int i = 0; i < squares.size; ++i) {
    squares_ |= bit(squares.squares[i]);
    const Piece piece = window.contents[i];
    if (piece.exists() && piece.color != me) {
      seen.toggle(bit(squares.squares[i]), piece.type);
    }
  }
  expected_ = seen.planes;
}

OwnMove::OwnMove(const Moved& event, const OwnSide& own) : me_(own.me()) {
  const Move requested = normalized_request(own.pieces(), event.requested);
  const Move taken = event.taken;
  captured_ = event.captured == kNoSquare ? 0 : bit(event.captured);
  if (requested.is_null()) {
    return;
  }
  const PieceType type = own.pieces().piece_at(requested.from).type;
  const Bitboard path = between(requested.from, requested.to);
  if (is_castling(type, requested)) {
    const Bitboard castling = castling_path(me_, requested.to > requested.from);
    (taken.is_null() ? blocked_ : empty_) = castling;
  } else if (type != kPawn) {
    empty_ = between(taken.from, taken.to);
    (captured_ != 0 ? occupied_ : empty_) |= bit(taken.to);
  } else if (file_of(requested.from) != file_of(requested.to)) {
    if (taken.is_null()) {
      empty_ = bit(requested.to);
      ep_forbidden_ = requested.to;
    } else if (event.captured == requested.to) {
      occupied_ = captured_;
    } else {
      ep_needed_ = requested.to;
    }
  } else if (taken.is_null()) {
    occupied_ = bit(forward(requested.from, me_));
  } else {
    empty_ = path | bit(requested.to);
    if (taken.to != requested.to) {
      empty_ = bit(taken.to);
      occupied_ = bit(requested.to);
    } else if (path != 0) {
      passed_ = lowest(path);
    }
  }
}

bool OwnMove::possible(const Hypothesis& h) const {
  const Bitboard there = h.occupied();
  return (there & empty_) == 0 && (there & occupied_) == occupied_ && (blocked_ == 0 || (there & blocked_) != 0) &&
         (ep_needed_ == kNoSquare || h.ep_square == ep_needed_) &&
         (ep_forbidden_ == kNoSquare || h.ep_square != ep_forbidden_);
}

Hypothesis OwnMove::after(const Hypothesis& h) const {
  Hypothesis next = h;
  next.ep_square = kNoSquare;
  if (captured_ != 0) {
    next.clear(captured_);
    next.castling &= castling_kept_by(lowest(captured_));
  }
  if (passed_ != kNoSquare && (pawn_attacks(bit(passed_), me_) & h.of_type(kPawn)) != 0) {
    next.ep_square = passed_;
  }
  return next;
}

void filter(BoardSet& set, const WindowMatch& match, ThreadPool& threads) { keep_if(set, threads, match); }

BoardSet after_own_move(const BoardSet& set, const OwnMove& move, ThreadPool& threads) {
  return build_set(runs_of(set, set.size() + 1), set.size(), threads,
                   [&](const ParentRun& run, ChildSink& sink, const ChildSink::Group& group) {
                     for (const Hypothesis& h : run.boards) {
                       if (move.possible(h)) {
                         sink.add(group, move.after(h));
                       }
                     }
                   });
}

void drop_captured_kings(BoardSet& set, ThreadPool& threads) {
  keep_if(set, threads, [](const Hypothesis& h) { return h.of_type(kKing) != 0; });
}

}  // namespace lanternfish
