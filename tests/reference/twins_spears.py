#!/usr/bin/env python3
"""Can a seat of spears, or a watcher, tell two plays apart that differ only in what it may not know?

    twins_spears.py OCHRE [--plays N]

A play is made at random with the plain program beside this file. Its twin is the same play in which two of the seats have changed
team cards, goal cards and every action card they place. For everybody else the two are the same to the end of the last turn:
`ochre apply --view SEAT`, as text with its story and as JSON, must say the same of both at every place, and so must refusals.
"""

import argparse
import random
import subprocess
import sys

from spears import Game


def random_play(rng, seats):
    """The moves of a play as (seat, text), until the game is over; and the places of the decisions that are asked of all."""
    game = Game(seats)
    game.begin()
    moves, cards = [], []
    while game.ask.kind != "OVER":
        if game.ask.kind == "CARDS":
            cards.append(len(moves))
        seat = None if game.ask.chance else rng.choice(game.pending())
        legal = game.legal(seat)
        keen = [5 if move[0] in "+h" or move.split(":")[0] in ("block", "support", "fight", "oblige") else 1
                for move in legal]
        move = rng.choices(legal, keen)[0]
        moves.append((seat, move))
        game.play(move, seat)
    return game.tribes, moves, cards


def twin_of(tribes, moves, x, y):
    """The same play with the secrets of seats x and y exchanged. Cards are matched round by round."""
    other = {x: y, y: x}
    twin = list(moves)
    places = {}                                    # (seat, how many cards it has placed) -> where in the play
    counts = [0] * len(tribes)
    for at, (seat, move) in enumerate(moves):
        if move.startswith("card:"):
            places[(seat, counts[seat])] = at
            counts[seat] += 1
    for (seat, number), at in places.items():
        if seat in other:
            twin[at] = (seat, moves[places[(other[seat], number)]][1])
    for word in ("team", "goal"):
        for seat, partner in other.items():
            mine = [at for at, (_, move) in enumerate(moves) if move.startswith("%s:%s:" % (word, tribes[seat]))]
            theirs = [at for at, (_, move) in enumerate(moves) if move.startswith("%s:%s:" % (word, tribes[partner]))]
            for at, source in zip(mine, theirs):
                twin[at] = (None, "%s:%s:%s" % (word, tribes[seat], moves[source][1].split(":")[2]))
    return twin


def written(moves):
    return " ".join("%s>%s" % ("*" if seat is None else "p%d" % (seat + 1), move) for seat, move in moves)


def said(ochre, seats, moves, viewer, *more):
    command = [ochre, "apply", "spears", "--seats", str(seats), "--view", viewer, "--moves", written(moves)] + list(more)
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def compare(ochre, rng, seed):
    seats = rng.choice([3, 4])
    tribes, moves, cards = random_play(rng, seats)
    x, y = rng.sample(range(seats), 2)
    twin = twin_of(tribes, moves, x, y)
    places = [rng.choice(cards) + rng.randint(0, seats) for _ in range(2)] + [len(moves) - 1 - rng.randint(0, 30)]
    for at in places:
        for viewer in [k for k in range(seats) if k not in (x, y)] + ["-"]:
            name = viewer if viewer == "-" else "p%d" % (viewer + 1)
            for more in ((), ("--json",), ("--lang", "fr")):
                one, other = (said(ochre, seats, play[:at], name, *more) for play in (moves, twin))
                if one != other or one[0] != 0:
                    print("seed %d, after %d moves, %s can tell (p%d and p%d have changed):" % (seed, at, name, x + 1, y + 1))
                    print("  " + written(moves[:at]))
                    print("  " + written(twin[:at]))
                    lines = zip(one[1].splitlines() + [one[2]], other[1].splitlines() + [other[2]])
                    print("\n".join("< %s\n> %s" % pair for pair in lines if pair[0] != pair[1]))
                    return False
            if viewer != "-":
                wrong = rng.choice(["card:+1", "card:-1", "gather", "done", "hunt:p01", "ban:N", "pass", "-h1", "loot:p03"])
                one, other = (said(ochre, seats, play[:at] + [(viewer, wrong)], name) for play in (moves, twin))
                if one != other:
                    print("seed %d: the answer to p%d>%s tells: %r %r" % (seed, viewer + 1, wrong, one, other))
                    return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ochre")
    parser.add_argument("--plays", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for seed in range(given.seed, given.seed + given.plays):
        if not compare(given.ochre, random.Random(seed), seed):
            return 1
    print("%d plays: nobody can tell" % given.plays)
    return 0


if __name__ == "__main__":
    sys.exit(main())
