"""Finds a bot and loads it, with what its author had around it.

A bot that is named by a file runs in the file's folder, which also comes first on Python's path. Where the module
`player` of a course's framework is missing, reconchess's Player stands in for it.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import os
import shutil
import sys
import traceback
from types import ModuleType
from typing import Callable, List, Optional, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
NOT_THE_BOTS = (HERE + os.sep, os.path.dirname(os.__file__) + os.sep, "<frozen")


class BotFailure(RuntimeError):
    """The bot raised an exception, which is the cause of this one."""

    def __init__(self, where: str, error: BaseException):
        super().__init__(f"{where}: {describe(error)}")


def describe(error: BaseException) -> str:
    """The last line of the traceback, and the place in the bot's own files."""
    text = traceback.format_exception_only(type(error), error)[-1].strip()
    said = f"{type(error).__name__}: {error}" if str(error) not in text else text
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(NOT_THE_BOTS)]
    return f"{said} ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else said


class PlayerModule(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Comes last on the path of finders, so that a bot's own player.py is found before it."""

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name == "player" else None

    def create_module(self, spec) -> Optional[ModuleType]:
        return None

    def exec_module(self, module: ModuleType) -> None:
        from reconchess import Player, load_player
        module.Player, module.load_player = Player, load_player


def is_bot(thing: object) -> bool:
    """By what it can do: a course's own Player is no subclass of reconchess's."""
    return inspect.isclass(thing) and all(callable(getattr(thing, method, None))
                                          for method in ("choose_sense", "choose_move"))


def is_a_base(bot: type) -> bool:
    return bot.__name__ == "Player" and bot.__module__.rpartition(".")[2] == "player"


def bot_class(module: ModuleType) -> type:
    """The only bot, else what get_player() says, else the only one that the module does not import from elsewhere."""
    bots = [thing for _, thing in inspect.getmembers(module, is_bot) if not is_a_base(thing)]
    get_player = getattr(module, "get_player", None)
    if len(bots) == 1:
        return bots[0]
    if inspect.isfunction(get_player):
        return get_player()
    own = [bot for bot in bots if bot.__module__ == module.__name__]
    if len(own) == 1:
        return own[0]
    if not bots:
        raise RuntimeError("it holds no bot: no class has choose_sense and choose_move")
    raise RuntimeError(f"it holds several bots ({', '.join(bot.__name__ for bot in own or bots)}) and no function "
                       "get_player; write FILE:CLASS")


def import_file(path: str) -> ModuleType:
    """As a module of its own, as reconchess does; where that fails, as one of the package that its folder is."""
    folder, name = os.path.dirname(path), os.path.splitext(os.path.basename(path))[0]
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        alone = error
    for loaded, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(folder + os.sep):
            del sys.modules[loaded]
    root, package = os.path.split(folder)
    while os.path.exists(os.path.join(root, "__init__.py")):
        root, outer = os.path.split(root)
        package = f"{outer}.{package}"
    sys.path[0:1] = [root]
    sys.path.append(folder)
    try:
        return importlib.import_module(f"{package}.{name}")
    except ImportError:
        raise alone from None


def other_name_wanted(path: str) -> str:
    return f"{os.path.basename(path)} has the name of another module of Python's; call it something else"


def refuse_another(module: ModuleType, path: str) -> None:
    """Python gives what is loaded already, or a package, for a file of the same name."""
    came = os.path.realpath(getattr(module, "__file__", None) or "")
    if came not in (os.path.realpath(path), os.path.realpath(os.path.join(path, "__init__.py"))):
        raise RuntimeError(other_name_wanted(path))


def advice(error: BaseException, path: str) -> str:
    """Where the error may come from the bot's being taken for another module of its name: that it wants another."""
    folder, name = os.path.dirname(os.path.realpath(path)), os.path.splitext(os.path.basename(path))[0]
    others = [place for place in sys.path if os.path.realpath(place) != folder]
    missed = isinstance(error, (AttributeError, ImportError)) and not isinstance(error, ModuleNotFoundError)
    taken = missed and path.endswith(".py") and importlib.machinery.PathFinder.find_spec(name, others) is not None
    return f"; {other_name_wanted(path)}" if taken else ""


def load(wanted: str, directory: Optional[str] = None) -> Tuple[str, Callable]:
    """The bot's name, and what makes one. `directory`: to run in instead of the file's own folder."""
    path, _, expression = wanted.partition(":")
    folder = os.path.abspath(directory) if directory else None
    if os.path.exists(path):
        path = os.path.abspath(path)
        folder = folder or os.path.dirname(path)
    if folder:
        os.chdir(folder)
        if folder not in sys.path:
            sys.path.insert(0, folder)
    sys.meta_path.append(PlayerModule())
    if os.path.isabs(path):
        module = import_file(path)
        refuse_another(module, path)
    else:
        module = importlib.import_module(path)
    if not expression:
        bot = bot_class(module)
        return bot.__name__, bot
    name = expression.partition("(")[0]
    if not hasattr(module, name):
        raise RuntimeError(f"it has no class '{name}'")
    if name == expression:
        return name, getattr(module, name)
    return name, lambda: eval(expression, vars(module))  # of the user's own command line


def let_stockfish_stand_in(stockfish: str, say: Callable[[str], None]) -> None:
    """For chess engines that were on the author's machine and are not on this one: each start of a missing or unusable
    program by python-chess starts `stockfish` instead, which is said. A missing file with 'stockfish' in its name is
    there for those who look first."""
    import chess.engine
    os.environ.setdefault("STOCKFISH_EXECUTABLE", stockfish)
    protocol = getattr(chess.engine, "Protocol", None) or chess.engine.EngineProtocol  # its name before 1.0
    popen = protocol.popen.__func__

    async def popen_or_stand_in(cls, command, *more, **named):
        words: List[str] = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else list(command)
        if shutil.which(words[0]):
            try:
                return await popen(cls, words, *more, **named)
            except OSError:  # another system's program
                pass
        say(f"'{words[0]}' cannot be started here; {stockfish} stands in for it")
        return await popen(cls, [stockfish] + words[1:], *more, **named)

    def found(genuine: Callable) -> Callable:
        def exists(path) -> bool:
            named = isinstance(path, (str, os.PathLike)) and "stockfish" in os.path.basename(
                os.fspath(path).replace("\\", "/")).lower()
            return genuine(path) or named
        return exists

    protocol.popen = classmethod(popen_or_stand_in)
    os.path.exists, os.path.isfile = found(os.path.exists), found(os.path.isfile)
