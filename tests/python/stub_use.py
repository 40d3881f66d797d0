"""What mypy is to accept of the package's types, for the test python_stubs; it is never run."""

from typing import Optional

import numpy

from lanternfish import (Engine, Environment, Game, Observer, ParallelEnvironment, RBCEnv, Tracker, VectorEnvironment,
                         decode_move, encode_sense, policies, records, serve)


def use() -> Optional[str]:
    tracker = Tracker("white", threads=2)
    tracker.sensed("e4", [(3, "p"), ("e4", None)])
    probability: float = tracker.fens(1)[0][1] + float(tracker.piece_probabilities()[0, 0, 0])
    game = Game(seconds=3)
    capture: Optional[int] = game.move("e2e4")[1]
    engine = Engine("trout", {"Threads": 2})
    engine.sensed(engine.sense(seconds=0.5), game.sense(capture))
    games = VectorEnvironment(3)
    games.step(numpy.zeros(len(games), numpy.int64))
    environment = Environment()
    environment.step(environment.sample("white"))
    observer = Observer("black")
    request: Optional[str] = decode_move(76, True)
    parallel = ParallelEnvironment()
    parallel.step({"white": encode_sense(3, True)})
    observation, reward, terminated, truncated, info = RBCEnv(opponent="trout").step(int(observer.mask()[0]))
    probability += reward + len(request or "") + serve.main([])
    policies.PolicyGame(lambda planes, mask: mask, True).sense(["e4"])
    for record in records.read("games"):
        for turn, follower in records.follow(record, True):
            probability += follower.probability(turn.fen)
    return engine.go() if game.winner else None
