#!/usr/bin/env python3
"""Makes an RBC-UCI engine of a reconchess bot, so that it plays in lanternfish-arena.

    lanternfish-arena play --white build/release/lanternfish \\
        --black "python3 tools/reconchess/bot_engine.py reconchess.bots.trout_bot"

The argument is what rc-bot-match takes: the file of a bot or the name of its module. A name with a colon picks one class
of several and may give its constructor's arguments: my_bots.py:Cautious, or my_bots.py:Cautious(depth=3).
A file's folder is the bot's working directory. Handlers may have the parameters of 2019 (reconchess 1.0 to 1.3).
What the bot prints goes to standard error. The bot's clock is the arena's; nothing interrupts a bot that does not look at
it. A history is replayed to a fresh bot, whose own choices in it do not count.
A bot that cannot be loaded or made says so where a game begins, and ends.
"""

import argparse
import os
import sys
import traceback
from typing import Callable, List, Tuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rbc_uci_keeper
import rbc_uci_limits
from rbc_uci_loader import BotFailure, advice, describe, let_stockfish_stand_in, load


def bot_maker(wanted: str, directory: str, warnings: List[str]) -> Tuple[str, Callable]:
    """The bot's name, and what makes one. What cannot be loaded fails when it is to be made."""
    try:
        return load(wanted, directory)
    except BaseException as error:  # sys.exit() too
        traceback.print_exc()
        failure = BotFailure(f"{os.path.join(*wanted.split(os.sep)[-2:])} cannot be loaded", error)

        def fail() -> None:
            raise failure

        warnings.append(str(failure))
        path, _, expression = wanted.partition(":")
        return expression.partition("(")[0] or os.path.splitext(os.path.basename(path))[0], fail


def take_stdio() -> Tuple[int, int]:
    """Our input and output, out of the bot's reach and of the programs it starts."""
    stdin, stdout = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return stdin, stdout


def confine(arguments: argparse.Namespace) -> None:
    """To its output, its limits and its sandbox."""
    if arguments.output:
        os.dup2(os.open(arguments.output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), 2)
    rbc_uci_limits.limit(arguments.memory, arguments.processes, arguments.cpus, arguments.files)
    if arguments.bwrap:
        bot = os.path.abspath(arguments.bot.partition(":")[0])
        folder = os.path.abspath(arguments.directory) if arguments.directory else os.path.dirname(bot)
        rbc_uci_limits.enter_bwrap(folder, [arguments.stockfish] if arguments.stockfish else [],
                                   [os.path.abspath(__file__), "--inside"] + sys.argv[1:])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", help="file or module of the bot, with :CLASS where there are several")
    parser.add_argument("--on-error", choices=("lose", "pass"), default="lose",
                        help="what an exception of the bot's costs: the game (the engine ends, with the traceback as its "
                             "last words), or the turn (it passes, and a fresh bot goes on)")
    parser.add_argument("--directory", help="where it runs; default: the folder of its file")
    parser.add_argument("--stockfish", metavar="PROGRAM",
                        help="stands in where the bot starts a chess engine that is not there, which is said")
    parser.add_argument("--memory", type=int, default=0, metavar="MB", help="of the bot; 0, as below: no limit")
    parser.add_argument("--processes", type=int, default=0, help="and threads, at a time")
    parser.add_argument("--cpus", type=int, default=0, help="processors")
    parser.add_argument("--files", type=int, default=0, help="open at a time")
    parser.add_argument("--bwrap", action="store_true",
                        help="without network and with nothing but its folder, by Debian's bubblewrap")
    parser.add_argument("--output", metavar="FILE", help="for what it prints, instead of standard error")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)  # of the sandbox
    parser.add_argument("--name", help="what it calls itself; default: the bot's class")
    arguments = parser.parse_args()
    if not arguments.inside:
        rbc_uci_keeper.keep()
        confine(arguments)
    stdin, stdout = take_stdio()
    # Imports only now: a bot's may start threads, and the keeper forks.
    from rbc_uci_loop import Loop, Output
    output = Output(stdout)
    warnings: List[str] = []
    if arguments.stockfish:
        let_stockfish_stand_in(os.path.abspath(arguments.stockfish),
                               lambda text: output.send(f"info string warning engine {text}"))
    file = os.path.abspath(arguments.bot.partition(":")[0])  # before the bot's folder is entered
    name, make_bot = bot_maker(arguments.bot, arguments.directory, warnings)
    try:
        from rbc_uci_session import Session
    except Exception as error:
        traceback.print_exc()
        output.error("internal", f"reconchess cannot be used: {describe(error)}{advice(error, file)}")
        return 1
    session = Session(arguments.name or name, make_bot, output, warnings, arguments.on_error == "pass")
    try:
        Loop(os.fdopen(stdin, "rb"), output, session.execute).run()
    except BotFailure:
        return 1  # the session has said what it was
    except Exception as error:
        traceback.print_exc()
        output.error("internal", f"{type(error).__name__}: {error}")
        return 1
    return 0


if __name__ == "__main__":
    status = main()
    sys.stderr.flush()
    os._exit(status)  # a bot's threads would hold up the usual way out
