#!/usr/bin/env python3
"""learn.py [--games N] [--plot FILE.svg]: learns breakthrough from nothing but playing against itself, until it beats `greedy`.

A network with one hidden layer says what a position is worth to whoever has just moved; every move is the one that leads to the best position
(now and then any), and each position is moved towards 1 minus what the next one is worth: temporal differences, as in TD-Gammon. NumPy alone.
"""
import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small

import numpy as np
import ochre

SETUP = ochre.Setup("breakthrough")


class Net:
    """Numbers of an observation -> 0 to 1."""

    def __init__(self, inputs, hidden, rng):
        self.part = {"w1": rng.normal(0, 0.1, (inputs, hidden)).astype(np.float32), "b1": np.zeros(hidden, np.float32),
                     "w2": rng.normal(0, 0.1, hidden).astype(np.float32), "b2": np.zeros(1, np.float32)}
        self.mean = {name: np.zeros_like(part) for name, part in self.part.items()}
        self.square = {name: np.zeros_like(part) for name, part in self.part.items()}
        self.steps = 0

    def worth(self, x):
        self.hidden = np.maximum(x @ self.part["w1"] + self.part["b1"], 0)
        return 1 / (1 + np.exp(-(self.hidden @ self.part["w2"] + self.part["b2"])))

    def learn(self, x, target, rate):
        """One step of Adam on the cross entropy."""
        error = (self.worth(x) - target).astype(np.float32) / len(x)
        back = np.outer(error, self.part["w2"]) * (self.hidden > 0)
        self.steps += 1
        slopes = {"w2": self.hidden.T @ error, "b2": error.sum(keepdims=True), "w1": x.T @ back, "b1": back.sum(axis=0)}
        for name, slope in slopes.items():
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope * slope - self.square[name])
            size = np.sqrt(self.square[name] / (1 - 0.999**self.steps)) + 1e-8
            self.part[name] -= rate * self.mean[name] / (1 - 0.9**self.steps) / size


def afterstates(state):
    """Every position one move ahead, and how each looks to whoever has moved."""
    seat, after, seen = state.turn, [], []
    for action in state.legal():
        after.append(state.copy())
        after[-1].apply(action)
        seen.append(after[-1].view(seat).observe())
    return after, np.array(seen, dtype=np.float32)


def choose(net, state, explore, rng):
    after, seen = afterstates(state)
    ended = [i for i, other in enumerate(after) if other.is_over]
    best = ended[0] if ended else int(net.worth(seen).argmax())
    if not ended and rng.random() < explore:
        best = int(rng.integers(len(after)))
    return after[best], seen[best]


def play_itself(net, explore, rng):
    """All positions of one play, as they looked to whoever had just moved, and what they should have been worth."""
    state, seen = SETUP.start(), []
    while not state.is_over:
        state, numbers = choose(net, state, explore, rng)
        seen.append(numbers)
    seen = np.array(seen)
    worth = net.worth(seen)
    target = np.empty(len(seen))
    target[-1] = 1  # whoever moves last has won
    for i in range(len(seen) - 2, -1, -1):  # what comes next, one part as the net sees it and four as it came to be
        target[i] = 1 - (0.2 * worth[i + 1] + 0.8 * target[i + 1])
    return seen, target


def match(net, name, games, rng):
    """The share of games that the net wins against one of our players, half of them moving first."""
    other, wins = ochre.Player(name), 0
    for game in range(games):
        state = SETUP.start()
        for _ in range(2):  # a random beginning, so that games differ
            state.random(ochre.Lot(int(rng.integers(2**32))))
        while not state.is_over:
            if state.turn == game % 2:
                state, _ = choose(net, state, 0, rng)
            else:
                state.apply(other.choose(state.view(state.turn), int(rng.integers(2**32))))
        wins += state.rewards()[game % 2]
    return wins / games


def plot(path, points):
    """The way up, as SVG."""
    across = [40 + 540 * games / max(points[-1][0], 1) for games, _ in points]
    line = " ".join(f"{x:.0f},{260 - 240 * share:.0f}" for x, (_, share) in zip(across, points))
    with open(path, "w", encoding="utf-8") as svg:
        svg.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300" font-family="sans-serif" font-size="12">'
                  f'<path d="M40,20V260H580M40,140H580" fill="none" stroke="#999"/><polyline points="{line}" fill="none" stroke="#a4472a" '
                  f'stroke-width="2"/><text x="40" y="14">share of wins against greedy</text><text x="300" y="285">games against itself, '
                  f'0 to {points[-1][0]}</text><text x="8" y="144">1/2</text></svg>\n')


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--games", type=int, default=4000)
    words.add_argument("--plot")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    rng = np.random.default_rng(asked.seed)
    net, points = Net(SETUP.observation_size, 128, rng), []
    for game in ochre.progress(range(asked.games + 1), words="games against itself"):
        if game % max(asked.games // 12, 1) == 0:
            points.append((game, match(net, "greedy", 40, rng)))
            print(f"{game:6} games: {points[-1][1]:.2f} against greedy", flush=True)
            if points[-1][1] >= max(share for _, share in points):
                best = {name: part.copy() for name, part in net.part.items()}
        seen, target = play_itself(net, 0.1, rng)
        net.learn(seen, target, 0.001 * (1 - 0.9 * game / (asked.games + 1)))
    net.part = best
    share = match(net, "greedy", 200, rng)
    print(f"in the end: {share:.2f} of 200 games against greedy, by the best of these nets")
    if asked.plot:
        plot(asked.plot, points)
    return share


if __name__ == "__main__":
    main()
