"""The arrays of recorded games as a table with a row for each decision, as pandas, polars and DuckDB read them.

columns() and from_columns() are numpy's alone. to_table(), from_table() and the files *.parquet and *.arrow of
records.save() and records.load() need pyarrow.
"""

from typing import Any, Dict, List, Tuple, Union

import numpy
import numpy.typing

from . import _arguments

Array = numpy.typing.NDArray[Any]
Column = Union[Array, Tuple[Array, Array]]
OF_GAMES = ("white", "black", "winners", "reasons")  # an entry for each game; in a table, for each of its decisions
ENDINGS = (".parquet", ".arrow")


def columns(data: Dict[str, Array]) -> Dict[str, Column]:
    """The dict of records.arrays() with an entry for each decision in all of it, also of what belongs to the games.

    "bits" becomes a pair: all bits, and where those of each decision begin. A game without decisions is not in it.

    >>> from lanternfish import Game, Record, records
    >>> game = Game()
    >>> _ = game.sense("e7"), game.move("e2e4")
    >>> rows = columns(records.arrays([Record(game.history("me", "you"))]))
    >>> rows["actions"].tolist(), rows["white"].tolist(), len(rows["bits"][1])
    ([4725, 76], ['me', 'me'], 3)
    """
    _arguments.instance("data", data, dict)
    missing = {"actions", "bits", "offsets", "games", "starts", *OF_GAMES} - set(data)
    if missing:
        raise ValueError(f"data: it has no {', '.join(sorted(missing))}: it is not what records.arrays() gives")
    decisions, games = len(data["actions"]), len(data["starts"]) - 1
    for name, array in data.items():
        expected = {"bits": len(array), "offsets": decisions + 1, "starts": games + 1}.get(
            name, games if name in OF_GAMES else decisions)
        if len(array) != expected:
            raise ValueError(f"data: {name} has {len(array)} entries, not {expected}")
    if decisions and not 0 <= data["games"].min() <= data["games"].max() < games:
        raise ValueError(f"data: games: there are {games} of them")
    rows: Dict[str, Column] = {name: array for name, array in data.items()
                               if name not in ("bits", "offsets", "starts", *OF_GAMES)}
    rows["bits"] = data["bits"], data["offsets"]
    rows.update({name: data[name][data["games"]] for name in OF_GAMES})
    return rows


def from_columns(rows: Dict[str, Column]) -> Dict[str, Array]:
    """What columns() was given. Rows may be missing, but the games must stand in order.

    A game of which no row is there has no names, and nobody won it.
    """
    _arguments.instance("rows", rows, dict)
    missing = {"actions", "bits", "games", *OF_GAMES} - set(rows)
    if missing:
        raise ValueError(f"rows: no column {', '.join(sorted(missing))}: this is no table of games")
    data: Dict[str, Array] = {name: column for name, column in rows.items()
                              if name not in ("bits", *OF_GAMES) and isinstance(column, numpy.ndarray)}
    data["bits"], data["offsets"] = rows["bits"]
    games = data["games"]
    if (numpy.diff(games) < 0).any() or (games < 0).any():
        raise ValueError("rows: games: the numbers of the games are not in order: sort the table by them")
    count = int(games[-1]) + 1 if len(games) else 0
    data["starts"] = numpy.searchsorted(games, numpy.arange(count + 1))
    there, first = numpy.unique(games, return_index=True)
    for name in OF_GAMES:
        column = rows[name]
        assert isinstance(column, numpy.ndarray)
        data[name] = numpy.zeros(count, column.dtype)
        data[name][there] = column[first]
    return data


def pyarrow() -> Any:
    """The package pyarrow, or an ImportError that says what needs it."""
    try:
        import pyarrow  # type: ignore[import]
        import pyarrow.parquet  # type: ignore[import]
    except ImportError as error:
        raise ModuleNotFoundError("tables and the files *.parquet and *.arrow need the package pyarrow (pip install "
                                  f"pyarrow); files *.npz do not: {error}") from None
    return pyarrow


def to_table(data: Dict[str, Array]) -> Any:
    """The dict of records.arrays() as a pyarrow.Table: a row for each decision, the columns those of columns().

    "bits" is a list in each row, and so is "boards".
    """
    rows, arrow = columns(data), pyarrow()
    made: Dict[str, Any] = {}
    for name, column in rows.items():
        if isinstance(column, tuple):
            bits, offsets = column
            made[name] = arrow.LargeListArray.from_arrays(arrow.array(offsets, arrow.int64()), arrow.array(bits))
        elif column.ndim == 2:
            made[name] = arrow.FixedSizeListArray.from_arrays(arrow.array(column.reshape(-1)), column.shape[1])
        else:
            made[name] = arrow.array(column)
    return arrow.table(made)


def from_table(table: Any) -> Dict[str, Array]:
    """The dict of records.arrays() that to_table() was given, or a selection of its rows in their order."""
    if not hasattr(table, "combine_chunks"):
        raise TypeError(f"table: expected a pyarrow.Table, not {_arguments.shown(table)}")
    arrow = pyarrow()
    rows: Dict[str, Column] = {}
    for name in table.column_names:
        column = table[name].combine_chunks()
        kind = column.type
        if column.null_count:
            raise ValueError(f"table: {name} has empty entries")
        if arrow.types.is_list(kind) or arrow.types.is_large_list(kind):
            offsets = column.offsets.to_numpy().astype(numpy.int64) if len(column) else numpy.zeros(1, numpy.int64)
            rows[name] = column.values.to_numpy()[offsets[0]:offsets[-1]], offsets - offsets[0]
        elif arrow.types.is_fixed_size_list(kind):
            rows[name] = column.flatten().to_numpy().reshape(-1, kind.list_size)
        elif arrow.types.is_integer(kind) or arrow.types.is_floating(kind):
            rows[name] = column.to_numpy()
        elif arrow.types.is_boolean(kind):
            rows[name] = column.to_numpy(zero_copy_only=False)
        else:
            texts: List[str] = [str(text) for text in column.to_pylist()]
            rows[name] = numpy.array(texts, dtype=str)
    return from_columns(rows)
