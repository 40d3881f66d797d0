#!/usr/bin/env python3
"""Makes an RBC-UCI engine of a reconchess bot, so that it plays in lanternfish-arena.

    lanternfish-arena play --white build/release/lanternfish \\
        --black "python3 tools/reconchess/bot_engine.py reconchess.bots.trout_bot"

The argument is what rc-bot-match takes: the file of a bot or the name of its module. A name with a colon picks one class
of several and may give its constructor's arguments: my_bots.py:Cautious, or my_bots.py:Cautious(depth=3).
What the bot prints goes to standard error. The bot's clock is the arena's; nothing interrupts a bot that does not look at
it. A history is replayed to a fresh bot, whose own choices in it do not count.
"""

import argparse
import importlib
import os
import sys
import traceback
from typing import Callable, Tuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rbc_uci_keeper


def bot_maker(wanted: str) -> Tuple[str, Callable]:
    """The bot's name, and what makes one."""
    from reconchess import load_player
    path, _, expression = wanted.partition(":")
    if not expression:
        return load_player(path)
    if os.path.exists(path):
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        path = os.path.splitext(os.path.basename(path))[0]
    module = importlib.import_module(path)
    name = expression.partition("(")[0]
    if not hasattr(module, name):
        raise RuntimeError(f"{path} has no class '{name}'")
    if name == expression:
        return name, getattr(module, name)
    return name, lambda: eval(expression, vars(module))  # of the user's own command line


def take_stdio() -> Tuple[int, int]:
    """Our input and output, out of the bot's reach and of the programs it starts."""
    stdin, stdout = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return stdin, stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", help="file or module of the bot, with :CLASS where there are several")
    parser.add_argument("--on-error", choices=("lose", "pass"), default="lose",
                        help="what an exception of the bot's costs: the game (the engine ends, with the traceback as its "
                             "last words), or the turn (it passes, and a fresh bot goes on)")
    parser.add_argument("--name", help="what it calls itself; default: the bot's class")
    arguments = parser.parse_args()
    rbc_uci_keeper.keep()
    stdin, stdout = take_stdio()
    # Imports only now: a bot's may start threads, and the keeper forks.
    from rbc_uci_loop import Loop, Output
    output = Output(stdout)
    try:
        from rbc_uci_bot import BotFailure
        from rbc_uci_session import Session
        name, make_bot = bot_maker(arguments.bot)
    except Exception as error:
        traceback.print_exc()
        output.error("internal", f"{arguments.bot}: {type(error).__name__}: {error}")
        return 1
    session = Session(arguments.name or name, make_bot, output, arguments.on_error == "pass")
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
