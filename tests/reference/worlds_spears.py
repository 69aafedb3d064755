#!/usr/bin/env python3
"""Are the states that a seat of spears imagines exactly those that may be, and as often as they should come?

    worlds_spears.py WORLDS

Every state that fits what a seat knows (3.2) is listed here by trying all of them: deals of team cards, deals of goal cards,
who placed which card in which round, what lies face down. `worlds` prints states that the program imagines.
"""

import itertools
import json
import subprocess
import sys
from collections import Counter

from spears import RESOURCES, default_pack, signed

DRAWS = 4000
FARTHEST = 5.0      # in standard deviations; the draws are seeded, so a pass stays a pass


def deals(cards, people, each):
    """Every different way to hand out so many of these cards to each, with how often it comes in a shuffle."""
    return Counter(tuple(tuple(sorted(order[each * i:each * i + each])) for i in range(people))
                   for order in itertools.permutations(cards))


def histories(full, shown, own):
    """Every way in which the others placed what was shown in the finished rounds: one tuple of values a round."""
    others = []
    for reveal, mine in zip(shown, own):
        left = list(reveal)
        left.remove(mine)
        others.append(sorted(set(itertools.permutations(left))))
    fitting = []
    for way in itertools.product(*others):
        used = [Counter(placed[k] for placed in way) for k in range(len(way[0]))] if way else []
        if all(count <= full.count(value) for one in used for value, count in one.items()):
            fitting.append(way)
    return fitting


def possible(n, seat, team, goal, rounds, placed):
    """Chances of every world for that seat. `rounds`: values by seat; `placed`: seats that placed in the running round."""
    full = sorted(default_pack()["action_cards"][str(n)])
    others = [x for x in range(n) if x != seat]
    teams = ["Survivor", "Survivor", "Dominator"] + ["Amasser"] * (n == 4)
    teams.remove(team[seat])
    goals = [kind for kind in RESOURCES for _ in range(2)]
    for kind in goal[seat]:
        goals.remove(kind)
    team_deals = deals(teams, len(others), 1)
    goal_deals = deals(goals, len(others), len(goal[seat]))
    ways = histories(full, [sorted(values) for values in rounds], [values[seat] for values in rounds])
    cards = Counter()
    for way in ways:
        hands = []
        for k in range(len(others)):
            hand = full[:]
            for values in way:
                hand.remove(values[k])
            hands.append(tuple(hand))
        down = [sorted(set(hand)) if x in placed else [None] for x, hand in zip(others, hands)]
        for lying in itertools.product(*down):
            share = 1.0 / len(ways)
            for choices in down:
                share /= len(choices)
            cards[(way, tuple(hands), lying)] += share
    shares = lambda deals: {deal: number / sum(deals.values()) for deal, number in deals.items()}
    return shares(team_deals), shares(goal_deals), dict(cards)


def values(text):
    return tuple(int(word) for word in text.split()) if text != "-" else ()


def seen(world, letters, seat):
    """A printed state in the words of `possible`."""
    others = [letter for k, letter in enumerate(letters) if k != seat]
    team = tuple((world["team"][letter],) for letter in others)
    goal = tuple(tuple(sorted(world["goal"][letter].split())) for letter in others)
    way = tuple(tuple(int(done[letter]) for letter in others) for done in world["rounds"])
    lying = tuple(None if world["placed"][letter] == "-" else int(world["placed"][letter]) for letter in others)
    hands = []
    for letter in others:
        hands.append(tuple(sorted(values(world["hand"][letter]))))
    return team, goal, (way, tuple(hands), lying)


def far_off(name, expected, found, draws):
    """What was imagined but cannot be, what can be but was not imagined, what comes too often or too seldom."""
    wrong = []
    for world in found:
        if world not in expected:
            wrong.append("%s: imagined, but it cannot be: %r" % (name, world))
    for world, share in expected.items():
        mean = share * draws
        spread = (mean * (1 - share)) ** 0.5
        if abs(found[world] - mean) > FARTHEST * max(spread, 1):
            wrong.append("%s: came %d times, expected %.0f: %r" % (name, found[world], mean, world))
    return wrong


def check(program, letters, seat, team, goal, rounds, placed, seed):
    n = len(letters)
    given = {"seats": " ".join(letters), "units": {letters[0]: "h1"}, "row": "p01 - - - -", "deck": "-",
             "team": dict(zip(letters, team)), "goal": {letter: " ".join(kinds) for letter, kinds in zip(letters, goal)},
             "rounds": [" ".join("%s %s" % (letter, signed(value)) for letter, value in zip(letters, done))
                        for done in rounds],
             "begin": "action " + letters[0]}
    full = sorted(default_pack()["action_cards"][str(n)])
    given["hand"] = {}
    for k, letter in enumerate(letters):
        hand = full[:]
        for done in rounds:
            hand.remove(done[k])
        given["hand"][letter] = " ".join(signed(value) for value in hand)
    moves = ["p1>hunt:p01"] + ["p%d>card:%s" % (k + 1, signed(value)) for k, value in sorted(placed.items())]
    command = [program, "spears", json.dumps(given), "p%d" % (seat + 1), str(DRAWS), str(seed)] + moves
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    found = [Counter(), Counter(), Counter()]
    for line in printed:
        for box, part in zip(found, seen(json.loads(line), letters, seat)):
            box[part] += 1
    expected = possible(n, seat, team, goal, rounds, placed)
    wrong = []
    for name, worlds, box in zip(("teams", "goals", "cards"), expected, found):
        wrong += far_off(name, worlds, box, len(printed))
    print("%s as p%d, %d rounds, %d placed: %d deals of teams, %d of goals, %d of cards%s" % (
        "".join(letters), seat + 1, len(rounds), len(placed), len(expected[0]), len(expected[1]), len(expected[2]),
        "" if not wrong else " - WRONG"))
    for line in wrong[:5]:
        print("  " + line)
    return not wrong


def main():
    program = sys.argv[1]
    four = list("NESW")
    team4, goal4 = ["Survivor", "Amasser", "Dominator", "Survivor"], [["meat"], ["bone"], ["bone"], ["trophy"]]
    team3, goal3 = ["Dominator", "Survivor", "Survivor"], [["meat", "bone"], ["trophy", "trophy"], ["bone", "meat"]]
    fine = [
        check(program, four, 0, team4, goal4, [], {}, 1),
        check(program, four, 2, team4, goal4, [], {1: 0, 2: -1}, 2),
        check(program, four, 1, team4, goal4, [[-1, 0, 0, 1]], {}, 3),
        check(program, four, 3, team4, goal4, [[-1, 0, 0, 1], [-1, -1, 0, 1]], {0: 0, 1: 1, 3: -1}, 4),
        # 11.3: three times the same three cards, so that every hand is known
        check(program, four, 0, team4, goal4, [[0, -1, -1, 0], [1, -1, 0, -1], [1, 0, -1, -1]], {}, 5),
        check(program, four, 0, team4, goal4, [[0, -1, -1, 1], [1, -1, 0, 1], [1, 0, -1, 0]], {1: 0}, 6),
        check(program, four, 1, team4, goal4, [[0, 0, -1, 1], [1, -1, 0, 1], [1, -1, -1, 0], [-1, 1, 0, -1]], {3: 0}, 7),
        check(program, list("SEN"), 0, team3, goal3, [], {}, 8),
        check(program, list("SEN"), 1, team3, goal3, [[-1, -1, 0]], {0: 1, 2: 1}, 9),
        check(program, list("SEN"), 2, team3, goal3, [[-1, -1, 0], [1, 0, -1], [0, 1, 1]], {0: -1}, 10),
    ]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
