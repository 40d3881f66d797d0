"""The board as text and as a picture, for render()."""

from typing import Any, Dict, List, Optional

import numpy

# Pieces as 8 rows of 8 dots.
SHAPES: Dict[str, List[str]] = {
    "p": ["........", "...##...", "..####..", "..####..", "...##...", "..####..", ".######.", "........"],
    "n": ["...##...", "..####..", ".#####..", "####.##.", ".##.###.", "...####.", "..#####.", "........"],
    "b": ["...##...", "..#..#..", ".##..##.", ".######.", "..####..", "...##...", ".######.", "........"],
    "r": [".#.##.#.", ".######.", "..####..", "..####..", "..####..", ".######.", ".######.", "........"],
    "q": ["#..##..#", "#..##..#", ".#.##.#.", ".######.", "..####..", "..####..", ".######.", "........"],
    "k": ["...##...", ".######.", "...##...", ".######.", "##.##.##", ".######.", ".######.", "........"],
}
LIGHT, DARK, WHITE, BLACK = (240, 217, 181), (181, 136, 99), (255, 255, 255), (20, 20, 20)
SIZE = 32  # pixels of a square


def _rows(fen: str) -> List[List[Optional[str]]]:
    """The pieces from the eighth rank to the first."""
    rows: List[List[Optional[str]]] = []
    for text in fen.split()[0].split("/"):
        row: List[Optional[str]] = []
        for letter in text:
            row += [None] * int(letter) if letter.isdigit() else [letter]
        rows.append(row)
    return rows


def board_text(fen: str) -> str:
    """The board from White's side, with ranks and files."""
    lines = [f"{8 - i}  " + " ".join(piece or "." for piece in row) for i, row in enumerate(_rows(fen))]
    return "\n".join(lines + ["   a b c d e f g h"])


def board_image(fen: str) -> Any:
    """The board from White's side: uint8 [256, 256, 3]."""
    image = numpy.zeros((8 * SIZE, 8 * SIZE, 3), numpy.uint8)
    for i, row in enumerate(_rows(fen)):
        for j, piece in enumerate(row):
            square = image[i * SIZE:(i + 1) * SIZE, j * SIZE:(j + 1) * SIZE]
            square[:] = DARK if (i + j) % 2 else LIGHT
            if piece is not None:
                dots = numpy.array([[dot == "#" for dot in line] for line in SHAPES[piece.lower()]])
                shape = numpy.kron(dots, numpy.ones((3, 3), bool))
                square[4:28, 4:28][shape] = WHITE if piece.isupper() else BLACK
    return image
