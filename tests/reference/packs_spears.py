#!/usr/bin/env python3
"""Spears with packs that nobody printed: several Healers or Warriors, level 0, six different action cards, a tribe of its own.

    packs_spears.py OCHRE [--plays N] [--seed N]

The plain program beside this file plays at random and writes what it finds at every decision as an acceptance case, pack and all;
`ochre case` runs them.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile

from spears import Game, RESOURCES

TYPES = {"h": "hunter", "g": "gatherer", "w": "warrior", "m": "healer", "a": "ambusher"}


def random_units(rng):
    letters = [rng.choice("hgwma") for _ in range(9)]
    units = []
    for letter in letters:
        digit = rng.choice([d for d in "123456789" if letter + d not in [unit["code"] for unit in units]])
        units.append(dict(code=letter + digit, type=TYPES[letter], cost=rng.choice([0, 1, 2, 3]), power=rng.randint(0, 4),
                          level=rng.choice([0, 1, 1, 2, 2, 3]), berry=rng.randint(1, 3) if letter == "g" else 0))
    return units


def random_pack(rng):
    """Valid by 1.7."""
    pack = {"format": "spears-pack-1", "id": "made-up", "title": {"en": "Made up"}}
    if rng.random() < 0.5:
        pack["units"] = random_units(rng)
    else:
        pack["tribes"] = {letter: random_units(rng) for letter in "NESW"}
    pack["prey"] = []
    for k in range(24):
        card = dict(id="p%02d" % (k + 1), time=rng.choice(["day", "night"]), power=rng.randint(0, 9), level=rng.randint(0, 5),
                    berry=rng.randint(0, 3), vigor=rng.random() < 0.2, **{kind: rng.randint(0, 4) for kind in RESOURCES})
        card[rng.choice(RESOURCES)] = 4
        pack["prey"].append(card)
    pack["prey"][0]["time"], pack["prey"][1]["time"] = "day", "night"
    pack["enemies"] = [dict(id="e%d" % (k + 1), power=rng.randint(0, 12), level=rng.randint(0, 5)) for k in range(4)]
    three = [rng.randint(-3, 3) for _ in range(5)]
    pack["action_cards"] = {"3": three, "4": three + [rng.randint(-9, 9)]}
    rng.shuffle(pack["action_cards"]["4"])
    pack["goals"] = dict(zip(RESOURCES, rng.choice([[2, 2, 2], [4, 1, 1], [0, 3, 3], [1, 2, 3]])))
    if all(sum(card[kind] for card in pack["prey"]) >= 20 for kind in RESOURCES):
        return pack
    return random_pack(rng)


def facts(game, is_full):
    """What a case says at this place."""
    found = game.facts()
    expect = {name: found[name] for name in ("vigor", "row", "value")}
    for name in ("units", "own", "berries", "hand", "total") if is_full else ("units", "berries"):
        for letter, value in found[name].items():
            expect["%s.%s" % (name, letter)] = value
    if not game.ask.chance:
        expect["phase"] = game.ask.kind
        for seat in game.pending():
            expect["legal." + game.letter(seat)] = [move.replace(":", " ") for move in game.legal(seat)]
    if game.ask.kind == "OVER":
        expect["winners"] = found["winners"]
        expect["result"] = ["p%d" % (seat + 1) for seat in game.result()]
    return expect


def written_play(rng, name):
    """A case, and the pack that it names."""
    pack = random_pack(rng)
    seats = rng.choice([3, 4])
    options = {"tribes": "".join(rng.sample("NESW", seats)), "first": "p%d" % rng.randint(1, seats),
               "free_overpay": rng.choice([False, True]), "defence_exhausts": rng.choice([False, True])}
    game = Game(seats, {key: str(value) if isinstance(value, str) else str(value).lower() for key, value in options.items()},
                pack)
    game.begin()
    steps = []
    while game.ask.kind != "OVER":
        if not game.setting_up:
            steps.append({"expect": facts(game, len(steps) % 10 == 0)})
        seat = None if game.ask.chance else rng.choice(game.pending())
        legal = game.legal(seat)
        keen = [4 if move[0] in "+h" or move.split(":")[0] in ("buy", "block", "support", "fight", "oblige") else 1
                for move in legal]
        move = rng.choices(legal, keen)[0]
        steps.append({"chance": move} if seat is None else {"move": "p%d>%s" % (seat + 1, move)})
        game.play(move, seat)
    steps.append({"expect": facts(game, True)})
    return {"id": name, "game": "spears", "title": "A made-up pack", "rule": "1.7", "seats": seats, "options": options,
            "pack": name + ".pack", "steps": steps}, pack


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ochre")
    parser.add_argument("--plays", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="write the cases into this folder and leave them there")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = given.keep or folder
        for seed in range(given.seed, given.seed + given.plays):
            name = "seed-%d" % seed
            case, pack = written_play(random.Random(seed), name)
            for ending, what in (("json", case), ("pack", pack)):
                with open("%s/%s.%s" % (folder, name, ending), "w", encoding="utf-8") as file:
                    json.dump(what, file)
        return subprocess.run([given.ochre, "case", folder]).returncode


if __name__ == "__main__":
    sys.exit(main())
