#!/usr/bin/env python3
"""baselines.py [--plays N]: what random play looks like in every game: length, branching, score, how often each seat wins. A table, by NumPy."""
import argparse

import numpy as np
import ochre


def measure(game, seats, plays):
    env = ochre.vector(game, num_envs=min(plays, 256), seats=seats, seed=1, observe=False, mask=False, legal=True)
    ends, branching, payoff, moves = 0, [], np.zeros(env.setup.seats), []
    while ends < plays:
        branching.append(env.legal_count.mean())
        env.step(env.sample())
        ends += int(env.done.sum())
        payoff += env.reward.sum(axis=0)
        moves += env.moves[env.done].tolist()
    return np.mean(moves), np.mean(branching), payoff / ends


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--plays", type=int, default=1000)
    asked = words.parse_args()
    print(f"{'game':<10}{'seats':>6}{'moves':>8}{'choices':>9}   share of each seat")
    for game, _, _ in ochre.games():
        seats = ochre.Setup(game).seats
        moves, branching, payoff = measure(game, seats, asked.plays)
        print(f"{game:<10}{seats:>6}{moves:>8.0f}{branching:>9.1f}   {' '.join(f'{share:.2f}' for share in payoff)}", flush=True)


if __name__ == "__main__":
    main()
