#!/usr/bin/env python3
"""opponents.py [--game NAME] [--plays N]: every pair of some of our players against each other, both ways round; a table of shares."""
import argparse
import itertools

import ochre

PLAYERS = ["random", "greedy", "mcts:50"]


def play(setup, players, seed):
    state, lot = setup.start(), ochre.Lot(seed)
    while not state.is_over:
        if state.turn == ochre.CHANCE:
            state.roll(lot)
        else:
            state.apply(players[state.turn].choose(state.view(state.turn), seed=lot.below(2**31)))
    return state.rewards()


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--game", default="breakthrough")
    words.add_argument("--plays", type=int, default=20)
    asked = words.parse_args()
    setup = ochre.setup(asked.game, seats=2)
    for one, two in itertools.combinations(PLAYERS, 2):
        players, share = (ochre.Player(one), ochre.Player(two)), 0.0
        for number in ochre.progress(range(asked.plays), words=f"{one} against {two}"):
            seats = players if number % 2 == 0 else players[::-1]
            share += play(setup, seats, number)[number % 2]
        print(f"{one:>8} against {two:<8} {share / asked.plays:.2f}", flush=True)


if __name__ == "__main__":
    main()
