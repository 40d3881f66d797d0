#!/usr/bin/env python3
"""Runs the tests of the Python module lanternfish, which must be on the path. Arguments name tests:

    PYTHONPATH=build/testing/python tests/python/run_tests.py
    PYTHONPATH=build/testing/python tests/python/run_tests.py tracker_test.Pickling

Tests that need python-chess, reconchess or recorded games are skipped where those are missing.
LANTERNFISH_SLOW_GAMES and LANTERNFISH_SLOW_BOARDS: on how many recorded games, and up to which size of a set, the tracker
is compared with the slow one. LANTERNFISH_AGREEMENT_GAMES: on how many random games the two referees are compared.
"""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

if __name__ == "__main__":
    loader = unittest.TestLoader()
    names = sys.argv[1:]
    suite = loader.loadTestsFromNames(names) if names else loader.discover(HERE, "*_test.py")
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
