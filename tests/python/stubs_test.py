"""The type stubs name what the compiled module has, and nothing else."""

import ast
import os
import unittest

import lanternfish
from lanternfish import _core


class Stubs(unittest.TestCase):
    def test_stubs_and_module_have_the_same_names(self):
        with open(os.path.join(os.path.dirname(lanternfish.__file__), "_core.pyi"), encoding="utf-8") as file:
            stubs = ast.parse(file.read())
        named = {}
        for node in stubs.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named[node.name] = {f.name for f in node.body
                                    if isinstance(f, ast.FunctionDef) and not f.name.startswith("_")}
            elif isinstance(node, ast.FunctionDef):
                named[node.name] = set()
        there = {name: {m for m in vars(value) if not m.startswith("_")} if isinstance(value, type) else set()
                 for name, value in vars(_core).items() if not name.startswith("_") and callable(value)}
        self.assertEqual(named, there)


if __name__ == "__main__":
    unittest.main()
