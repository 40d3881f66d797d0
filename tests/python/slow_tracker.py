"""The obvious tracker, with python-chess alone: whole boards in a dictionary, one rule after another, no trick.

What lanternfish.Tracker is held against. A board's identity is placement, side to move, castling rights and the
en-passant square where a pawn stands to use it.
"""

from typing import Dict, Iterable, Iterator, List, Optional, Tuple

import chess

Key = Tuple[int, ...]
SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)


def key_of(board: chess.Board) -> Key:
    ep = board.ep_square if board.ep_square is not None and board.has_pseudo_legal_en_passant() else -1
    return (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
            board.occupied_co[True], board.occupied_co[False], board.turn, board.clean_castling_rights(), ep)


def key_of_fen(fen: str) -> Key:
    return key_of(chess.Board(fen))


def window(square: int) -> List[int]:
    """From the higher rank to the lower, files a to h."""
    rank, file = chess.square_rank(square), chess.square_file(square)
    return [chess.square(f, r) for r in (rank + 1, rank, rank - 1) for f in (file - 1, file, file + 1)
            if 0 <= r < 8 and 0 <= f < 8]


def castlings(board: chess.Board) -> Iterator[chess.Move]:
    """Castling with nothing between king and rook. Check does not matter."""
    home = 0 if board.turn else 56
    for rook, between, to in ((home + 7, (home + 5, home + 6), home + 6),
                              (home, (home + 1, home + 2, home + 3), home + 2)):
        if board.clean_castling_rights() & chess.BB_SQUARES[rook] and not any(board.piece_at(s) for s in between):
            yield chess.Move(home + 4, to)


def taken_moves(board: chess.Board) -> Iterator[Tuple[Optional[chess.Move], Optional[int]]]:
    """Every move that the side to move may make, with its capture square; (None, None) is the lost turn."""
    yield None, None
    for move in board.generate_pseudo_legal_moves():
        if board.piece_type_at(move.from_square) == chess.KING and \
                abs(chess.square_file(move.from_square) - chess.square_file(move.to_square)) > 1:
            continue
        yield move, capture_square(board, move)
    for move in castlings(board):
        yield move, None


def capture_square(board: chess.Board, move: chess.Move) -> Optional[int]:
    if board.is_en_passant(move):
        return move.to_square + (-8 if board.turn else 8)
    return move.to_square if board.occupied_co[not board.turn] & chess.BB_SQUARES[move.to_square] else None


def after(board: chess.Board, move: Optional[chess.Move]) -> chess.Board:
    child = board.copy(stack=False)
    child.push(move or chess.Move.null())
    return child


def resolve(board: chess.Board, request: Optional[chess.Move]) -> Tuple[Optional[chess.Move], Optional[int]]:
    """What becomes of a request of the side to move: the taken move and its capture square."""
    if not request:
        return None, None
    kind = board.piece_type_at(request.from_square)
    if kind == chess.PAWN and request.promotion is None and chess.square_rank(request.to_square) in (0, 7):
        request = chess.Move(request.from_square, request.to_square, chess.QUEEN)
    possible = dict((m, c) for m, c in taken_moves(board) if m)
    if request in possible:
        return request, possible[request]
    path = chess.SquareSet(chess.between(request.from_square, request.to_square))
    if kind in SLIDERS:
        hits = [s for s in path if board.piece_at(s)]
        stop = min(hits, key=lambda s: chess.square_distance(s, request.from_square))
        return chess.Move(request.from_square, stop), stop
    if kind == chess.PAWN and len(path) == 1:
        single = chess.Move(request.from_square, path.pop())
        if single in possible:
            return single, None
    return None, None


class SlowTracker:
    def __init__(self, color: chess.Color, start: chess.Board):
        self.color = color
        self.boards: Dict[Key, chess.Board] = {key_of(start): start.copy(stack=False)}
        self._first = start.turn == color

    def opponent_moved(self, capture: Optional[int]) -> None:
        alive = [b for b in self.boards.values() if b.king(not self.color) is not None]
        if self._first:
            self._first = False
            self._keep(alive)
            return
        self._keep(after(board, move) for board in alive for move, captured in taken_moves(board)
                   if captured == capture)
        self._keep(b for b in self.boards.values() if b.king(self.color) is not None)

    def sensed(self, square: Optional[int], result: List[Tuple[int, Optional[chess.Piece]]]) -> None:
        self._keep(b for b in self.boards.values() if all(b.piece_at(s) == piece for s, piece in result))

    def moved(self, requested: Optional[chess.Move], taken: Optional[chess.Move], capture: Optional[int]) -> None:
        children = [after(b, taken) for b in self.boards.values() if resolve(b, requested) == (taken, capture)]
        going_on = [b for b in children if b.king(not self.color) is not None]
        self._keep(going_on or children)

    def _keep(self, boards: Iterable[chess.Board]) -> None:
        self.boards = {key_of(b): b for b in boards}
