"""Random plays of breakthrough from Python: OpenSpiel's own (pyspiel, C++ behind Python), and ours. Moves per second of processor time, each the
best of many short slices, in turns. docs/performance.md says what each way does."""
import json
import random
import time

import ochre
import pyspiel

SLICES, SECONDS = 40, 0.01
GAME, SETUP, LOT = pyspiel.load_game("breakthrough"), ochre.Setup("breakthrough"), ochre.Lot(1)


def rate(moves):
    """moves() makes some, and says how many."""
    start, made = time.process_time(), 0
    while (spent := time.process_time() - start) < SECONDS:
        made += moves()
    return made / spent


# ---- pyspiel ----

def spiel():
    """As its own examples play: a list of legal actions, one of them, applied."""
    state, moves = GAME.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        moves += 1
    return moves


BOTS = [pyspiel.make_uniform_random_bot(player, 7) for player in range(2)]


def spiel_bots():
    """Its bot chooses in C++."""
    state, moves = GAME.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(BOTS[state.current_player()].step(state))
        moves += 1
    return moves


def spiel_plays():
    """A play to the end is one call: its bots play in C++."""
    state = GAME.new_initial_state()
    pyspiel.evaluate_bots(state, BOTS, 7)
    return state.move_number()


def spiel_full():
    """With what a learner looks at: an observation and a mask of every move."""
    state, moves = GAME.new_initial_state(), 0
    while not state.is_terminal():
        state.observation_tensor(), state.legal_actions_mask()
        state.apply_action(random.choice(state.legal_actions()))
        moves += 1
    return moves


# ---- ours ----

def single():
    """Three calls a move, and a number by lot."""
    state, moves = SETUP.start(), 0
    while state.turn >= 0:
        legal = state.legal()
        state.apply(legal[LOT.below(len(legal))])
        moves += 1
    return moves


class Nothing:
    """The loop of single() with calls into C that do nothing: what Python itself takes."""
    legal, moves, kept = list(range(22)), set(), slice(1)

    def __call__(self):
        turn, copy, apply, below = Nothing.kept, Nothing.legal.copy, Nothing.moves.discard, abs
        moves = 0
        while turn.stop >= 0 and moves < 64:
            legal = copy()
            apply(legal[below(len(legal) - 1)])
            moves += 1
        return moves


def one_call():
    """A move by lot is one call."""
    state, moves = SETUP.start(), 0
    while state.random(LOT) >= 0:
        moves += 1
    return moves


def playout():
    """A play to the end is one call."""
    return SETUP.start().playout(LOT)


def vector(is_full, threads=1):
    env = ochre.vector(SETUP, 1024, observe=is_full, mask=is_full, threads=threads)

    def step():
        env.step(env.sample())
        return 1024
    return step


def rollout(threads=1, steps=32):
    """Many random steps of every play are one call, which writes whose turn it is, actions, rewards and ends of each."""
    env = ochre.vector(SETUP, 1024, observe=False, mask=False, threads=threads)
    rows = env.rollout(steps, want=["seat", "action", "reward", "done"])

    def roll():
        env.rollout(steps, out=rows)
        return 1024 * steps
    return roll


WAYS = {"spiel": spiel, "spiel_bots": spiel_bots, "spiel_plays": spiel_plays, "spiel_full": spiel_full, "nothing": Nothing(), "single": single,
        "one_call": one_call, "playout": playout, "vector": vector(False), "vector_2": vector(False, 2), "rollout": rollout(), "rollout_2": rollout(2),
        "vector_full": vector(True), "vector_full_2": vector(True, 2)}
BEST = dict.fromkeys(WAYS, 0)
for _ in range(SLICES):
    for name, way in WAYS.items():
        BEST[name] = max(BEST[name], rate(way))
print(json.dumps(BEST))
