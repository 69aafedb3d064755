"""Random plays of breakthrough from Python: OpenSpiel's own (pyspiel, C++ behind Python), and ours. Moves per second of processor time, each the
best of a few slices, in turns. `full`: with observation and mask of every move."""
import json
import random
import time

import ochre
import pyspiel

SLICES, SECONDS = 5, 0.1
GAME, SETUP, LOT = pyspiel.load_game("breakthrough"), ochre.Setup("breakthrough"), ochre.Lot(1)


def rate(moves):
    """moves() makes some, and says how many."""
    start, made = time.process_time(), 0
    while (spent := time.process_time() - start) < SECONDS:
        made += moves()
    return made / spent


def spiel(is_full):
    def play():
        state, moves = GAME.new_initial_state(), 0
        while not state.is_terminal():
            if is_full:
                state.observation_tensor(), state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[random.randrange(len(legal))])
            moves += 1
        return moves
    return play


def single():
    state, moves = SETUP.start(), 0
    while state.turn >= 0:
        legal = state.legal()
        state.apply(legal[LOT.below(len(legal))])
        moves += 1
    return moves


def one_call():
    state, moves = SETUP.start(), 0
    while state.random(LOT) >= 0:
        moves += 1
    return moves


def vector(is_full):
    env = ochre.vector(SETUP, 1024, observe=is_full, mask=is_full)

    def step():
        env.step(env.sample())
        return 1024
    return step


WAYS = {"spiel": spiel(False), "single": single, "one_call": one_call, "vector": vector(False), "spiel_full": spiel(True), "vector_full": vector(True)}
BEST = dict.fromkeys(WAYS, 0)
for _ in range(SLICES):
    for name, way in WAYS.items():
        BEST[name] = max(BEST[name], rate(way))
print(json.dumps(BEST))
