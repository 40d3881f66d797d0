#!/usr/bin/env python3
"""The engines of examples/: no longer than a hundred lines, built where the compiler is there, and held against the
protocol: each must play whole games. LANTERNFISH_ARENA names the arena."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, "examples")
ARENA = os.environ.get("LANTERNFISH_ARENA", os.path.join(ROOT, "build", "release", "lanternfish-arena"))


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lanternfish_examples_")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_arena(self, *arguments):
        run = subprocess.run([ARENA, *arguments], capture_output=True, text=True, timeout=300)
        return run.returncode, run.stdout + run.stderr

    def holds(self, engine, source):
        with open(os.path.join(EXAMPLES, source)) as file:
            self.assertLessEqual(len(file.readlines()), 100)
        status, said = self.run_arena("compliance", "--engine", f"cmd={engine}")
        self.assertEqual(status, 0, said)
        self.assertIn("must 4 of 4", said)
        status, said = self.run_arena("match", "--games", "6", "--tc", "60+1", "--turn-limit", "60",
                                      "--openings", os.path.join(ROOT, "book", "openings.epd"),
                                      "--records", os.path.join(self.folder, "games"), "--engine",
                                      f"name=example cmd={engine}", "--engine", f"name=random cmd={ARENA} bot random")
        self.assertEqual(status, 0, said)
        self.assertEqual(said.count("(white: ") + said.count("(black: "), 0, said)

    def built(self, *command):
        if not shutil.which(command[0]):
            self.skipTest(f"no {command[0]}")
        program = os.path.join(self.folder, "engine")
        subprocess.run([*command, "-o", program], check=True, cwd=EXAMPLES, timeout=300)
        return program

    def test_python(self):
        self.holds(f"{sys.executable} {EXAMPLES}/engine.py", "engine.py")

    def test_cpp(self):
        self.holds(self.built("g++", "-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror", "engine.cpp"), "engine.cpp")

    def test_rust(self):
        self.holds(self.built("rustc", "-D", "warnings", "engine.rs"), "engine.rs")


if __name__ == "__main__":
    unittest.main(verbosity=2)
