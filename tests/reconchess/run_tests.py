#!/usr/bin/env python3
"""Runs the tests of the Python adapters; exit status 77 where reconchess cannot be imported. Arguments name tests:

    run_tests.py                          all
    run_tests.py player_test              a file
    run_tests.py player_test.Faults       a class of it

LANTERNFISH and LANTERNFISH_ARENA name the programs (default: of the release build), LANTERNFISH_AGREEMENT_GAMES how many
random games the two arbiters are compared on, each way round.
"""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools", "reconchess")]
sys.dont_write_bytecode = True

try:
    import reconchess  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

if __name__ == "__main__":
    loader = unittest.TestLoader()
    names = sys.argv[1:]
    suite = loader.loadTestsFromNames(names) if names else loader.discover(HERE, "*_test.py")
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
