import json
import os
import random
import shlex
import subprocess
import time
import unittest

import chess
from reconchess import LocalGame

import rbc_uci_text as text
from support import ARENA, Talk, bot_command, environment, marked, our_bot, random_engine, scratch, wait_until

RANDOM = bot_command("reconchess.bots.random_bot")
TURN = ["observe opponent capture none", "sense turn 1 wtime 60000 winc 1000"]


class Protocol(unittest.TestCase):
    def test_it_introduces_itself(self):
        with Talk(RANDOM) as engine:
            engine.send("uci")
            lines = engine.until("uciok")
            self.assertIn("id name RandomBot", lines)
            self.assertIn("id protocol rbc-uci 1", lines)
            self.assertIn("option name UCI_Variant type combo default rbc var rbc", lines)

    def test_a_turn(self):
        with Talk(RANDOM) as engine:
            engine.send("position startpos color white", *TURN)
            sense = engine.until("bestsense")
            self.assertRegex(sense[-1], "^bestsense ([a-h][1-8])$")
            self.assertRegex(sense[-2], "^info phase sense turn 1 time [0-9]+ multipv 1 sense [a-h][1-8]$")
            engine.send("observe sense e7 result qkb/ppp/3", "go turn 1 wtime 59000 winc 1000")
            self.assertRegex(engine.until("bestmove")[-1], "^bestmove (([a-h][1-8]){2}|0000)$")
            engine.send("observe move requested e2e4 taken e2e4 capture none")
            self.assertEqual(engine.ready(), [])

    def test_errors_have_their_codes_and_no_other_effect(self):
        with Talk(RANDOM) as engine:
            engine.send("position startpos color white", "observe opponent capture none")
            for line, code in [("nonsense", "syntax"), ("observe opponent capture none", "phase"),
                               ("observe sense e7 result 3/3/3 extra", "syntax"),
                               ("observe sense e2 result 3/PPP/BQK", "observation"),
                               ("observe sense e7 result qkb/ppp/3 move requested e2e5 taken e2e5 capture none",
                                "observation"),
                               ("observe sense e7 result qkb/ppp/3 move requested e2e4 taken e2d3 capture d3",
                                "observation"),
                               ("observe sense e7 result qkb/ppp/3 move requested g1f3 taken g1h3 capture none",
                                "observation"),
                               ("observe sense none result none move requested 0000 taken 0000 capture e4",
                                "observation"),
                               ("position startpos color green", "syntax"),
                               ("position fen 8/8/8/8/8/8/8/K7 w - - 0 1 color white", "position"),
                               ("position startpos color white history sense none result none", "phase"),
                               ("setoption name Nothing value 1", "option"),
                               ("setoption name Hash value many", "option"),
                               ("setoption name Hash value --5", "option"),
                               ("setoption name Hash value " + 5000 * "9", "option"),
                               ("gameover winner nobody reason none", "syntax")]:
                engine.send(line)
                said = engine.ready()
                self.assertEqual(len(said), 1, (line, said))
                self.assertTrue(said[0].startswith(f"info string error {code} "), (line, said))
            engine.send("sense wtime --5 winc " + 5000 * "9")
            self.assertNotIn("none", engine.until("bestsense")[-1])

    def test_a_command_out_of_turn_gets_its_terminator(self):
        with Talk(RANDOM) as engine:
            for command, answer in [("sense", "bestsense none"), ("go", "bestmove 0000"), ("ponder", "ponderdone")]:
                engine.send(command)
                said = engine.until(answer.split()[0])
                self.assertTrue(said[0].startswith("info string error phase "), said)
                self.assertEqual(said[1:], [answer])

    def test_stop_is_answered_while_the_bot_thinks(self):
        with Talk(our_bot("Stuck")) as engine:
            engine.send("position startpos color white", *TURN)
            engine.until("bestsense")
            engine.send("observe sense none result none", "go wtime 60000")
            self.assertEqual(engine.ready(), [], "isready is answered at once")
            began = time.monotonic()
            engine.send("stop")
            self.assertEqual(engine.until("bestmove"), ["bestmove 0000"])
            self.assertLess(time.monotonic() - began, 0.5)

    def test_searchsenses_and_searchmoves_bind(self):
        with Talk(RANDOM) as engine:
            engine.send("position startpos color white", TURN[0], "sense wtime 1000 searchsenses c3")
            self.assertEqual(engine.until("bestsense")[-1], "bestsense c3")
            engine.send("observe sense none result none", "go searchmoves h2h3 wtime 1000")
            self.assertEqual(engine.until("bestmove")[-1], "bestmove h2h3")

    def test_a_bot_that_counts_on_all_squares_gets_them_and_the_nearest_allowed_is_sensed(self):
        with Talk(our_bot("CountingOnAllSquares")) as engine:
            engine.send("position startpos color white", TURN[0], "sense wtime 1000 searchsenses b2 g7 c5")
            self.assertEqual(engine.until("bestsense")[-1], "bestsense g7")


class Bots(unittest.TestCase):
    def test_what_a_bot_prints_is_not_the_protocol(self):
        with Talk(our_bot("Noisy")) as engine:
            engine.send("position startpos color white", *TURN)
            engine.until("bestsense")
            engine.send("observe sense none result none", "go")
            self.assertEqual([line for line in engine.until("bestmove") if not line.startswith("info phase")],
                             ["bestmove e2e4"])

    def test_an_exception_ends_the_engine_with_the_traceback_as_its_last_words(self):
        for method, where in (("choose_sense", "choose_sense"), ("handle_opponent_move_result", "opponent result")):
            with self.subTest(method=method), Talk(our_bot("Raising"), RAISES=method) as engine:
                engine.send("position startpos color white", *TURN)
                self.assertEqual(engine.process.wait(10), 1)
                said = []
                while not said or said[-1]:
                    said.append(engine.lines.get(timeout=10))
                self.assertTrue(any("Traceback" in line for line in said), said)
                self.assertTrue(said[-2].startswith(f"info string error internal {where}: ZeroDivisionError"), said)
                self.assertFalse(any(line.startswith("bestsense") for line in said), said)

    def test_an_exception_loses_the_game_in_the_arena(self):
        with scratch() as folder:
            command = shlex.join(our_bot("Raising"))
            env = environment(RAISES="choose_move")
            run = subprocess.run([ARENA, "match", "--games", "1", "--logs", "--records", folder, "--engine",
                                  f"name=bad cmd={command}", "--engine", f"name=good cmd={shlex.join(random_engine(1))}"],
                                 env=env, capture_output=True, text=True, timeout=120)
            self.assertIn("black by RESIGN", run.stdout)
            self.assertIn("choose_move: ZeroDivisionError", run.stdout)
            with open(os.path.join(folder, "00001_bad_good.white.log")) as log:
                self.assertIn("Traceback", log.read())

    def test_exceptions_become_errors_and_null_actions_where_that_is_wanted(self):
        with Talk(our_bot("Raising") + ["--on-error", "pass"], RAISES="choose_sense,choose_move") as engine:
            engine.send("position startpos color white", *TURN)
            said = [line for line in engine.until("bestsense") if not line.startswith("info string ")
                    or line.startswith("info string error")]
            self.assertTrue(said[0].startswith("info string error internal choose_sense: ZeroDivisionError"), said)
            self.assertEqual(said[1:], ["bestsense none"])
            engine.send("position startpos color white history opponent capture none sense none result none", "go")
            said = [line for line in engine.until("bestmove") if not line.startswith("info string ")
                    or line.startswith("info string error")]
            self.assertTrue(said[0].startswith("info string error internal choose_move: ZeroDivisionError"), said)
            self.assertEqual(said[1:], ["bestmove 0000"])

    def test_an_exception_in_a_result_costs_the_bot_until_the_next_position(self):
        with Talk(our_bot("Raising") + ["--on-error", "pass"], RAISES="handle_sense_result") as engine:
            engine.send("position startpos color white", *TURN)
            engine.until("bestsense")
            engine.send("observe sense none result none", "go")
            said = engine.until("bestmove")
            self.assertTrue(any(line.startswith("info string error internal sense result: ") for line in said), said)
            self.assertEqual(said[-1], "bestmove 0000")
            engine.send("position startpos color white history opponent capture none", "sense wtime 1000")
            self.assertEqual(engine.until("bestsense")[-1], "bestsense none")

    def last_words(self, bot, *lines, **env):
        with Talk(bot, **env) as engine:
            engine.send(*lines)
            self.assertEqual(engine.process.wait(20), 1)
            said = []
            while not said or said[-1]:
                said.append(engine.lines.get(timeout=10))
            return said[-2]

    def test_a_bot_that_cannot_be_made_ends_the_engine_before_its_first_turn(self):
        self.assertRegex(self.last_words(our_bot("Unmade"), "uci", "isready", "position startpos color white"),
                         "error internal constructor: KeyError: 'STOCKFISH_EXECUTABLE' .odd_bots.py, line [0-9]+.$")

    def test_a_module_that_is_not_there_is_said_at_once_and_ends_the_engine_at_its_game(self):
        with Talk(bot_command("no.such.module")) as engine:
            engine.send("uci")
            reason = "no.such.module cannot be loaded: ModuleNotFoundError: No module named 'no'"
            self.assertIn("info string warning internal " + reason, engine.until("uciok"))
        self.assertEqual(self.last_words(bot_command("no.such.module"), "position startpos color white"),
                         "info string error internal " + reason)

    def test_what_reconchess_refuses_is_refused(self):
        for answer, words in (("-1", "ValueError: -1 is no square"), ("'12'", "ValueError: '12' is no square"),
                              ("64", "ValueError: 64 is no square"), ("sys.exit('no more')", "SystemExit: no more")):
            with self.subTest(sense=answer):
                self.assertIn("choose_sense: " + words,
                              self.last_words(our_bot("Telling"), "position startpos color white", *TURN, SAYS=answer))
        for answer, words in (("chess.Move(8, 72)", "ValueError: chess.Move(8, 72, None) is no request"),
                              ("chess.Move.null()", "ValueError: chess.Move(0, 0, None) is no request"),
                              ("'e2e4'", "TypeError: 'e2e4' is no move")):
            with self.subTest(move=answer):
                self.assertIn("choose_move: " + words,
                              self.last_words(our_bot("Telling"), "position startpos color white",
                                              TURN[0] + " sense none result none", "go wtime 1000", SAYS=answer))

    def test_a_seed_makes_random_bots_repeat_themselves(self):
        said = []
        for _ in range(2):
            with Talk(RANDOM) as engine:
                engine.send("setoption name Seed value 5", "isready", "position startpos color white", *TURN)
                said.append(engine.until("bestsense")[-1])
        self.assertEqual(*said)


class Told(unittest.TestCase):
    """What reconchess's own arbiter tells a bot, and what a bot is told through us, are the same."""

    def setUp(self):
        folder = scratch()
        self.addCleanup(folder.cleanup)
        self.diary = os.path.join(folder.name, "diary")

    def read_diary(self):
        with open(self.diary) as diary:
            return [json.loads(line) for line in diary]

    def play(self, engine, color, turns):
        """Against a random opponent on LocalGame; returns what reconchess would have told the bot, and the events."""
        game, rng = LocalGame(seconds_per_player=None), random.Random(3 + color)
        expected, history = [], []
        engine.send(f"position startpos color {chess.COLOR_NAMES[color]}")

        def tell(event):
            history.append(text.format_event(event))
            engine.send("observe " + history[-1])

        for _ in range(turns):
            moves = game.move_actions()
            if game.turn != color:
                game.move(rng.choice(moves + [None]))
            else:
                tell(text.OpponentMoved(game.opponent_move_results()))
                expected.append(["opponent", game.opponent_move_results() is not None, game.opponent_move_results()])
                engine.send("sense wtime 61000 btime 62000")
                square = text.parse_square(engine.until("bestsense")[-1].split()[1])
                left = 61.0 if color else 62.0
                expected.append(["choose_sense", list(chess.SQUARES), [m.uci() for m in moves], left])
                result = game.sense(square)
                tell(text.Sensed(square, result))
                expected.append(["sense", [[s, p and p.symbol()] for s, p in result]])
                engine.send("go wtime 61000 btime 62000")
                request = text.parse_move(engine.until("bestmove")[-1].split()[1])
                expected.append(["choose_move", [m.uci() for m in moves], left])
                requested, taken, captured = game.move(request)
                if game.board.king(not color) is None:
                    break
                tell(text.Moved(requested, taken, captured))
                expected.append(["move", requested.uci(), taken and taken.uci(), captured is not None, captured])
            game.turn = not game.turn
            if game.board.king(color) is None:
                break
        engine.ready()
        return expected, history

    def test_over_whole_games_and_after_a_restart(self):
        for color in chess.COLORS:
            with self.subTest(color=color), Talk(our_bot("Diary"), DIARY=self.diary) as engine:
                engine.send("setoption name UCI_Opponent value none none computer Some One")
                expected, history = self.play(engine, color, 80)
                self.assertGreater(len(expected), 20)
                told = self.read_diary()
                self.assertEqual(told[0], ["start", color, chess.STARTING_FEN, "Some One"])
                self.assertEqual(told[1:], expected)

                engine.send(f"position startpos color {chess.COLOR_NAMES[color]} history {' '.join(history)}")
                self.assertEqual(engine.ready(), [])
                self.assertEqual(len(self.read_diary()), len(told), "a history it knows already is not replayed")
                engine.send("gameover winner white reason KING_CAPTURE")
                engine.ready()
                end = self.read_diary()[-1]
                self.assertEqual(end[:3], ["end", True, "KING_CAPTURE"])
                os.remove(self.diary)

                with Talk(our_bot("Diary"), DIARY=self.diary) as fresh:
                    fresh.send(f"position startpos color {chess.COLOR_NAMES[color]} history {' '.join(history)}")
                    self.assertEqual(fresh.ready(), [])
                    again = [line for line in self.read_diary() if not line[0].startswith("choose")]
                    self.assertEqual(again[1:], [line for line in expected if not line[0].startswith("choose")])
                os.remove(self.diary)

    def test_a_new_game_ends_the_old_one_for_the_bot(self):
        with Talk(our_bot("Diary"), DIARY=self.diary) as engine:
            engine.send("position startpos color white", "ucinewgame", "position startpos color black")
            engine.ready()
            self.assertEqual([line[0] for line in self.read_diary()], ["start", "end", "start"])
            self.assertEqual(self.read_diary()[1][1:3], [None, None])


@unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
class NobodyLeft(unittest.TestCase):
    """The stuck bot runs six processes, some in sessions of their own."""

    def start(self):
        self.mark = f"LANTERNFISH_TEST_MARK={os.getpid()}_{random.getrandbits(40)}"
        engine = Talk(our_bot("Stuck"), **dict([self.mark.split("=")]))
        engine.send("position startpos color white", *TURN)
        engine.until("bestsense")
        engine.send("observe sense none result none", "go")
        self.assertTrue(wait_until(lambda: len(marked(self.mark)) >= 6), marked(self.mark))
        return engine

    def gone(self):
        return wait_until(lambda: not marked(self.mark), 3.0)

    def test_after_the_end_of_the_input(self):
        with self.start() as engine:
            began = time.monotonic()
            self.assertEqual(engine.end(), 0)
            self.assertLess(time.monotonic() - began, 1.0)
            self.assertTrue(self.gone(), marked(self.mark))

    def test_after_quit(self):
        with self.start() as engine:
            began = time.monotonic()
            engine.send("quit")
            self.assertEqual(engine.process.wait(10), 0)
            self.assertLess(time.monotonic() - began, 1.0)
            self.assertTrue(self.gone(), marked(self.mark))

    def test_after_sigkill(self):
        with self.start() as engine:
            engine.process.kill()
            self.assertTrue(self.gone(), marked(self.mark))

    def test_after_any_of_its_three_processes_is_killed(self):
        for victim in range(3):
            with self.subTest(victim=victim), self.start() as engine:
                ours = sorted(pid for pid in marked(self.mark) if b"bot_engine" in command_line(pid))
                self.assertEqual(len(ours), 3)
                os.kill(ours[victim], 9)
                engine.process.wait(10)
                self.assertTrue(self.gone(), marked(self.mark))


def command_line(pid):
    with open(f"/proc/{pid}/cmdline", "rb") as command:
        return command.read()
