"""Runs the examples of all docstrings of the package, and of the documentation page."""

import doctest
import inspect
import os
import pkgutil
import subprocess
import sys
import tempfile
import unittest

import lanternfish
from support import ROOT


def public_objects():
    """(name, object) of the package, its modules and classes and their members, each once."""
    modules = [lanternfish] + [__import__(f"lanternfish.{m.name}", fromlist=["_"])
                               for m in pkgutil.iter_modules(lanternfish.__path__) if m.name not in NEEDS_MORE]
    seen = set()
    for module in modules:
        yield module.__name__, module
        for name, value in vars(module).items():
            if name.startswith("_") or id(value) in seen or not (inspect.isclass(value) or inspect.isroutine(value)):
                continue
            if not (value.__module__ or "").startswith("lanternfish"):
                continue
            seen.add(id(value))
            yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                for member, inner in vars(value).items():
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", inner


def names_for(value) -> dict:
    """What the examples of an object may use: the names of the package and of the module it is in."""
    return {**vars(lanternfish), **vars(sys.modules.get(getattr(value, "__module__", None), lanternfish))}


# Modules that import what the user may not have.
NEEDS_MORE = {"_core", "player"}


class Examples(unittest.TestCase):
    def run_examples(self, text: str, name: str, names: dict) -> int:
        test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
        report = []
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
        self.assertEqual(result.failed, 0, "".join(report))
        return result.attempted

    def test_examples_of_docstrings_give_what_they_say(self):
        attempted = 0
        for name, value in public_objects():
            with self.subTest(name):
                attempted += self.run_examples(inspect.getdoc(value) or "", name, names_for(value))
        self.assertGreater(attempted, 20)

    def test_everything_public_has_a_docstring(self):
        without = [name for name, value in public_objects() if not inspect.getdoc(value)]
        self.assertEqual(without, [])

    def test_examples_of_the_pages_give_what_they_say(self):
        for name, expected in (("guide/python.md", 10), ("guide/environments.md", 5), ("reference/observations.md", 10)):
            with open(os.path.join(ROOT, "docs", name), encoding="utf-8") as page:
                attempted = self.run_examples(page.read().replace("```", ""), name, {})
            self.assertGreater(attempted, expected)

    def test_the_pictures_of_planes_and_actions_are_what_the_command_draws(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "observation_pictures"), folder], check=True,
                           env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)})
            for name in ("planes.svg", "actions.svg"):
                with open(os.path.join(folder, name), encoding="utf-8") as drawn, \
                        open(os.path.join(ROOT, "docs", "reference", name), encoding="utf-8") as committed:
                    self.assertEqual(drawn.read(), committed.read(), name)


if __name__ == "__main__":
    unittest.main()
