"""Every public function, with every argument wrong in every way: an error that begins with the argument's name."""

import ast
import inspect
import os
import tempfile
import unittest

import numpy

import lanternfish
from lanternfish import (CodedGame, Engine, Environment, Game, Observer, ParallelEnvironment, RBCEnv, Record, Tracker,
                         VectorEnvironment, policies, records, spaces, tables)

NAN, INF = float("nan"), float("inf")
LONG = "e" * 100_000
NO_TEXT = [3, 1.5, NAN, b"e4", True, [], {}, object()]
BAD_TEXT = ["", "z9", LONG, "\ud800", "e2\0e4", "e2\ne4"]
NO_NUMBER = ["", "3", b"3", [], {}, object(), True]
HUGE = [10**30, -10**30, -1]


class Kind:
    """What an argument is when it is right, and what it may not be."""

    def __init__(self, good, wrong):
        self.good, self.wrong = good, wrong


def color():
    return Kind(numpy.bool_(True), NO_TEXT[:3] + [b"white", None, [], object()] + BAD_TEXT + ["red", "White"])


def square(good="e4", none=False):
    return Kind(good, [-1, 64, 10**30, 1.5, NAN, b"e4", True, [], {}, object()] + BAD_TEXT + ([] if none else [None]))


def move():
    return Kind("e2e4", NO_TEXT + BAD_TEXT + ["e2e9", "e2e4x"])


def position(none=True, whole=True):
    return Kind(Game().fen, NO_TEXT + BAD_TEXT + ["8/8/8/8/8/8/8/8 w - - 0 1"] * whole + ([] if none else [None]))


def whole(good, none=False, bad=HUGE):
    return Kind(good, NO_NUMBER + [1.5, NAN, INF] + bad + ([] if none else [None]))


def time(none=True):
    return Kind(0.01, NO_NUMBER + [NAN, INF, -INF, -1, -0.001, 1e300, 10**400] + ([] if none else [None]))


def text(good, bad):
    return Kind(good, [value for value in NO_TEXT if value is not True] + [True, None, "\ud800", "a\0b"] + bad)


def several(good):
    return Kind(good, [3, 1.5, NAN, "", b"", None, True, object()])


RECORD = Record(Game().history())
ARRAYS = records.arrays([RECORD])
FOLDER = tempfile.TemporaryDirectory()  # gone with the program
RECORD.write(os.path.join(FOLDER.name, "game.json"))
# By the name of the parameter, or of the function and the parameter where it means something else there.
KINDS = {
    "color": color(),
    "square": square(none=True), "capture": square(None, none=True), "encode_sense.square": square(),
    "sense_code.square": square(),
    "requested": move(), "taken": move(), "move": move(), "request": move(),
    "start": position(), "position": position(whole=False), "probability.board": position(none=False),
    "result": Kind("3/3/3", [3, 1.5, NAN, True, object(), [], "3/3", LONG, "\ud800", [(1, 2, 3)], ["e4"],
                                  [("e4", 3)], [("e4", "x")], [("a1", None)], [(None, None)]]),
    "memory_mb": whole(64), "threads": whole(1), "turns": whole(1), "games": whole(2), "n": whole(3),
    "boards": whole(10), "nodes": whole(10, none=True), "move_limit": whole(100), "turn_limit": whole(0),
    "code": whole(lanternfish.FIRST_SENSE, bad=[10**30, -10**30, -1, lanternfish.ACTIONS]),
    "decode_move.code": whole(76, bad=[10**30, -1, lanternfish.PASS + 1, 63]),
    "rng_seed": whole(1), "seed": whole(1, none=True, bad=[-1, -10**30, 2**200]),
    "seconds": time(), "clock": time(), "increment": time(), "Game.increment": time(none=False),
    "white": text("w", []), "black": text("b", []), "opponent": text("", ["a\nb"]), "text": text(RECORD.json(), ["", "{}", LONG]),
    "move_model": text("uniform", ["", "wild", LONG]), "strategy": text("random", ["chess", "a\nb", LONG]),
    "command": Kind(None, NO_TEXT + ["", " ", "\t", "''", "a\nb", "a\0b", "\ud800", "/no-such-program", "'"]),
    "options": Kind({"EngineCommand": "none"},
                    [None, 3, NAN, "", b"", [], True, {3: 4}, {"": 1}, {"Seed": None}, {"Seed": NAN}, {"Seed": INF},
                     {"Seed": []}, {"Seed": "1\nquit"}, {"Seed": 10**30}, {"\ud800": 1}]),
    "reset.options": Kind(None, [3, NAN, "", b"", [], True, object()]),
    "path": Kind(os.path.join(FOLDER.name, "game.json"),
                 [3, NAN, None, [], {}, True, "", "a\0b", b""]),
    "actions": Kind([lanternfish.FIRST_SENSE] * 2,
                    [None, 3, NAN, "", b"", True, [], [1.5, 2.5], [NAN, 1], ["a", "b"], [None, None], [1], [[1, 2]], [-1, -1],
                     [10**30, 1], [2**64 - 1, 1], [lanternfish.ACTIONS] * 2, {}, object()]),
    "agent": Kind("white", NO_TEXT + ["", "red", None, LONG]),
    "action": whole(lanternfish.FIRST_SENSE, bad=[10**30, -10**30, -1, lanternfish.ACTIONS]),
    "observe": Kind(True, [None, 3, NAN, "", [], "yes"]),
    "max_iter": whole(3),
    "opponent_options": Kind(None, [3, NAN, "", [], True, {3: 4}, {"NoSuchOption": 1}, {"Seed": NAN}]),
    "VectorEnvironment.opponent": Kind("random", [3, NAN, "wild", [], True, LONG, "\ud800", "a\nb", ""]),
    "VectorEnvironment.color": Kind("both", [None, 3, NAN, "", "red", [], True, LONG]),
    "RBCEnv.opponent": Kind("random", [None, 3, NAN, "wild", [], True, LONG, "\ud800", "a\nb"]),
    "RBCEnv.color": Kind("white", [None, 3, NAN, "", "red", [], True, LONG]),
    "opponent_nodes": whole(1, bad=[0, -1, 10**30]),
    "render_mode": Kind("ansi", [3, NAN, "", "video", [], True]), "illegal": Kind("raise", [None, 3, NAN, "", "pass", []]),
    "RBCEnv.reset.options": Kind(None, [3, NAN, "", [], True, {"a": 1}, {"color": "red"}, {"color": None}]),
    "ParallelEnvironment.step.actions": Kind({"white": lanternfish.FIRST_SENSE},
                                             [None, 3, NAN, "", [], True, {}, {"red": 1}, {"white": NAN}, {"white": -1}]),
    "policy": Kind(lambda observation, mask: mask, [None, 3, NAN, "", [], True]),
    "kind": Kind("planes", [None, 3, NAN, "", "pictures", [], True]), "length": whole(10, bad=[0, -1, 10**30]),
    "Environment.observation": Kind("planes", [None, 3, NAN, "", "pictures", [], True]),
    "ParallelEnvironment.observation": Kind("planes", [None, 3, NAN, "", "pictures", [], True]),
    "RBCEnv.observation": Kind("planes", [None, 3, NAN, "", "pictures", [], True]),
    "VectorEnvironment.observation": Kind("planes", [None, 3, NAN, "", "pieces", [], True]),
    "observation": Kind(numpy.zeros((90, 8, 8), numpy.uint8), []), "mask": Kind(numpy.ones(lanternfish.ACTIONS), []),
    "PolicyGame.color": color(), "allowed": Kind(None, [3, NAN, "", True, object()]),
    "folder": Kind(os.path.dirname(os.path.abspath(__file__)), [3, NAN, None, [], True, "", "a\0b"]),
    "paths": Kind([], [3, NAN, None, True, "", "a\0b"]), "check": Kind(True, [None, 3, NAN, "", []]),
    "left_out": Kind(None, [3, NAN, "", True, (), {}]),
    "record": Kind(RECORD, [None, 3, NAN, "", b"", [], True]),
    "follow.color": Kind(True, [None, 3, NAN, "", "red", []]),
    "tracker": Kind(None, [3, NAN, "", [], True, Tracker(False)]),
    "arrays.boards": Kind(False, [None, 3, NAN, "", []]), "batch": whole(4, bad=[0, -1, 10**30]),
    "shuffled.games": whole(4, bad=[0, -1, 10**30]),
    "load.path": Kind(os.path.abspath(__file__), [3, NAN, None, [], {}, True, "", "a\0b", os.path.abspath(__file__)]),
    "save.path": Kind(os.path.join(FOLDER.name, "data.npz"), [3, NAN, None, [], {}, True, "", "a\0b"]),
    "save.data": Kind({}, [None, 3, NAN, "", [], True]),
    "records": Kind([RECORD], [None, 3, NAN, "", True, [None], ["a"]]),
    "data": Kind(RECORD.planes(), [None, 3, NAN, "", [], True, {}]),
    "columns.data": Kind(ARRAYS, [None, 3, NAN, "", [], True, {}, RECORD.planes()]),
    "to_table.data": Kind(ARRAYS, [None, 3, NAN, "", [], True, {}, RECORD.planes()]),
    "rows": Kind(tables.columns(ARRAYS), [None, 3, NAN, "", [], True, {}]), "table": Kind(None, [None, 3, NAN, "", {}]),
    "decisions": Kind([], [None, 3, NAN, "", True, [0], [-1], [1.5], [NAN], ["a"], [10**30]]),
}


def started(env):
    env.reset(seed=1)
    return env


OBJECTS = {
    "Tracker": lambda: Tracker(True), "Game": Game, "CodedGame": CodedGame, "Observer": lambda: Observer(True),
    "VectorEnvironment": lambda: VectorEnvironment(2, turns=1), "Environment": lambda: Environment(turns=1),
    "Engine": lambda: Engine("random", {"EngineCommand": "none"}), "Record": lambda: RECORD,
    "ParallelEnvironment": lambda: started(ParallelEnvironment(turns=1)),
    "RBCEnv": lambda: started(RBCEnv(turns=1)),
    "View": lambda: policies.View(True),
    "PolicyGame": lambda: policies.PolicyGame(lambda observation, mask: mask, True),
}
# Not functions of the package's own: exceptions, and the tuples that stand in for gymnasium's spaces.
LEFT_OUT = {"ActionError", "ObservationError", "Turn", "Any", "Callable"}


def stub_parameters():
    """{qualified name: [(parameter, has a default)]} of the compiled part."""
    with open(os.path.join(os.path.dirname(lanternfish.__file__), "_core.pyi"), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found = {}
    for node in tree.body:
        for function in [node] if isinstance(node, ast.FunctionDef) else getattr(node, "body", []):
            if isinstance(function, ast.FunctionDef):
                names = [a.arg for a in function.args.args]
                first_default = len(names) - len(function.args.defaults)
                name = function.name if function is node else f"{node.name}.{function.name}"
                found[name] = [(p, i >= first_default) for i, p in enumerate(names) if p != "self"]
    return found


STUBS = stub_parameters()


def parameters_of(name, function):
    if name in STUBS:
        return STUBS[name]
    return [(p.name, p.default is not p.empty) for p in inspect.signature(function).parameters.values()
            if p.name != "self"]


def public_functions():
    """(qualified name, what makes the callable, [(parameter, has a default)]) of the whole package."""
    for module in (lanternfish, records, tables, policies):
        for name in getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]:
            value = getattr(module, name)
            if name in LEFT_OUT or getattr(value, "__module__", "").split(".")[0] != "lanternfish":
                continue
            if inspect.isclass(value):
                yield name, lambda value=value: value, parameters_of(f"{name}.__init__", value.__init__)
                for member, inner in vars(value).items():
                    if member.startswith("_") or not (inspect.isroutine(inner) or isinstance(inner, staticmethod)):
                        continue
                    if isinstance(inner, staticmethod) or member in ("read",):
                        yield f"{name}.{member}", lambda v=value, m=member: getattr(v, m), STUBS[f"{name}.{member}"]
                    else:
                        yield (f"{name}.{member}", lambda n=name, m=member: getattr(OBJECTS[n](), m),
                               parameters_of(f"{name}.{member}", inner))
            elif inspect.isroutine(value):
                yield name, lambda value=value: value, parameters_of(name, value)


def kind_of(function, parameter):
    for key in (f"{function}.{parameter}", f"{function.split('.')[-1]}.{parameter}", parameter):
        if key in KINDS:
            return KINDS[key]
    raise AssertionError(f"say in KINDS what '{parameter}' of {function}() may be")


class WrongArguments(unittest.TestCase):
    def test_every_wrong_value_of_every_argument_is_an_error_that_names_it(self):
        calls = 0
        for function, make, parameters in public_functions():
            good = {p: kind_of(function, p).good for p, has_default in parameters
                    if not has_default or p == "result" or f"{function}.{p}" == "VectorEnvironment.opponent"}
            for parameter, _ in parameters:
                for value in kind_of(function, parameter).wrong:
                    with self.subTest(function=function, parameter=parameter, value=ascii(value)[:60]):
                        calls += 1
                        with self.assertRaises((TypeError, ValueError)) as raised:
                            made = make()(**{**good, parameter: value})
                            if parameter in ("paths", "records"):
                                list(made)
                        self.assertRegex(str(raised.exception)[:200], rf"^\W*{parameter}\b")
                        self.assertLess(len(str(raised.exception)), 3000)
        self.assertGreater(calls, 800)
        print(f"{calls} wrong calls")

    def test_the_good_values_are_good(self):
        for function, make, parameters in public_functions():
            with self.subTest(function):
                try:
                    make()(**{p: kind_of(function, p).good for p, has_default in parameters
                              if not has_default or p == "result"})
                except (lanternfish.ObservationError, lanternfish.ActionError, RuntimeError, ModuleNotFoundError):
                    pass  # out of turn; python-chess may be missing
                except (TypeError, ValueError):
                    self.assertIn(function, ("load", "from_table"))  # no file of arrays; no table without pyarrow

    def test_after_the_end_a_step_is_told_apart_from_a_wrong_action(self):
        env = Environment(turns=1, turn_limit=1)
        for agent in env.agent_iter():
            env.step(None if env.game.over else env.sample(agent))
        for action in (None, 3):
            with self.assertRaisesRegex(lanternfish.ActionError, "both agents have left"):
                env.step(action)

    def test_spaces_take_any_value(self):
        for space in (spaces.Discrete(3), spaces.Box((2,), "uint8")):
            for value in (None, "a", 3.5, NAN, 10**30, [], object()):
                self.assertFalse(space.contains(value))


if __name__ == "__main__":
    unittest.main()
