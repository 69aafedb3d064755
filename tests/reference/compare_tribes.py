#!/usr/bin/python3
"""Plays tribes at random in the program and in tribes.py side by side, and stops at the first difference.

    compare_tribes.py OCHRE [--slow | --long] [--plays N] [--positions N] [--packs N] [--seed S]

Compared after every move: who is asked, the legal moves, every fact of the view, the result; and for moves that are
well formed but forbidden the number of the rule that the program names. Plays cover all numbers of seats and all
options. Positions are taken from plays and bent: full tribes, exhausted land, an empty bag, any levels, links, and events
of any clauses that the vocabulary of 1.7 allows. Packs with other numbers are played by tribes.py, written down as a
case and run by `ochre case`. The cases of tests/cases/tribes are played by tribes.py too.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import tribes
from engine import Difference, Engine

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACK = tribes.load_pack(ROOT / "packs/tribes/tribes-reconstructed-1.json")
VALUES = {"open_scores": ["true", "false"], "start_arrangement": ["auto", "choose"],
          "round_limit": ["0", "1", "2", "20", "100", "1000"], "first": ["random", "p1", "p2", "p3", "p4"]}
SEATS = tribes.SEATS


def name(letter):
    return letter if letter == "*" else "p%d" % (SEATS.index(letter) + 1)


def set_up(engine, players, options):
    engine.tell("setoption name Seats value %d" % players,
                *("setoption name %s value %s" % item for item in dict(tribes.DEFAULTS, **options).items()))


# ---- comparing ------------------------------------------------------------------------------------------------------------


def compare(game, answer):
    who = game.pending()
    expected = [] if who is None else [name(who)]
    if answer["pending"] != expected:
        raise Difference("pending: reference %s, program %s" % (expected, answer["pending"]))
    if who is not None:
        ours, theirs = game.legal(), answer["moves"][name(who)]
        if sorted(ours) != sorted(theirs):
            raise Difference("legal in %s: only in the reference %s, only in the program %s"
                             % (game.phase, sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))))
    facts, view = game.facts(), answer["view"]
    if game.phase in ("SETUP", "ARRANGE"):  # the rules do not say where start land lies before it is laid
        facts = {key: facts[key] for key in ("phase", "turn", "players", "first", "round", "row", "final", "box")}
    compare_facts(facts, view, "")
    if game.phase == "OVER":
        theirs = answer["result"]
        theirs = theirs.get("winners", theirs) if isinstance(theirs, dict) else theirs
        if [name(letter) for letter in game.result()] != theirs:
            raise Difference("result: reference %s, program %s" % (game.result(), theirs))


def compare_facts(facts, view, path):
    for key, value in facts.items():
        if isinstance(value, dict) and key in SEATS:
            compare_facts(value, view[key], key + ".")
            continue
        theirs = view.get(key)
        if key == "links":
            theirs = sorted(theirs)
        if value != theirs:
            raise Difference("%s%s: reference %s, program %s" % (path, key, value, theirs))


# ---- moves that are well formed, and mostly forbidden ---------------------------------------------------------------------


def any_cell(game, chance):
    tribe = game.tribes[game.pending()]
    if chance.random() < 0.1:
        return chance.choice("abcdefgh") + chance.choice("12345678")
    likely = list(tribe.land) + list(tribe.members) * 2 + game.border(tribe)
    return chance.choice(likely if chance.random() < 0.8 else tribes.CELLS)


def any_move(game, chance):
    kind = chance.choice(list(tribes.SHAPES))
    if chance.random() < 0.6:
        kind = chance.choice(tribes.ANSWERS[game.phase])
    elif chance.random() < 0.4:
        kind = "achieve"
    cell = any_cell(game, chance)
    if kind == "take":
        k = chance.randint(1, len(game.row) + 2)
        check = ["", "", "=" + chance.choice(game.row)[0], "=" + chance.choice(tribes.ACTION_TILES)]
        return "T%d%s" % (k, chance.choice(check))
    if kind == "achieve":
        epoch, column = chance.randint(1, 3), chance.randint(1, 4)
        sources = [d for d in (column - 1, column + 1) if 1 <= d <= 4]
        return "C%d.%d%s" % (epoch, column, "<%d" % chance.choice(sources) if chance.random() < 0.5 else "")
    if kind == "lay":
        return "%s@%s" % (chance.choice(tribes.LETTERS), cell)
    if kind == "walk":
        near = tribes.NEIGHBOURS.get(cell)
        return "%s-%s" % (cell, chance.choice(near) if near and chance.random() < 0.8 else any_cell(game, chance))
    if kind == "arrange":
        return "S:" + "".join(chance.choice(tribes.LETTERS) for _ in range(3))
    return {"stop": ".", "act": "A", "put": "+" + cell, "off": "-" + cell, "exhaust": "x" + cell, "renew": "r" + cell,
            "pick": "#%d" % chance.randint(1, 4)}[kind]


def compare_refusals(game, engine, chance, number, count):
    for _ in range(number):
        text = any_move(game, chance)
        if text.split("=")[0] in game.legal() and text[0] == "T" and "=" in text and game.refusal(text) is None:
            continue
        ours = game.refusal(text)
        if (text in game.legal()) != (ours is None):
            raise Difference("the reference itself: %s in %s is %s, refusal %s"
                             % (text, game.phase, text in game.legal(), ours))
        if ours is None:
            continue
        theirs = engine.refusal(SEATS.index(game.pending()) + 1, text)
        count[ours] = count.get(ours, 0) + 1
        if ours != theirs:
            raise Difference("%s in %s of %s: reference %s, program %s" % (text, game.phase, game.pending(), ours, theirs))


# ---- plays --------------------------------------------------------------------------------------------------------------


def choose(game, chance, style):
    moves = game.legal()
    if game.phase == "MODE" and chance.random() < style["achieving"]:
        late = [move for move in moves if move[0] == "C" and "<" in move] or \
            [move for move in moves if move[:2] in ("C3", "C2")] or moves[1:]
        return chance.choice(late)
    if game.phase == "TAKE":
        liked = [move for move in moves if game.row[int(move[1:]) - 1][0].endswith("+")
                 or (game.row[int(move[1:]) - 1][0] in game.pack.events and style["events"])]
        if liked and chance.random() < style["achieving"]:
            return chance.choice(liked)
    if moves[0] == "." and len(moves) > 1 and chance.random() < 0.7:
        return chance.choice(moves[1:])
    return chance.choice(moves)


def any_style(chance):
    return {"achieving": chance.choice([0, 0.5, 0.9]), "events": chance.random() < 0.5}


def play_on(game, engine, chance, count, trail, limit=100000):
    style = any_style(chance)
    compare(game, engine.view())
    while game.pending() is not None and limit:
        limit -= 1
        text = choose(game, chance, style)
        trail.append("%s>%s" % (name(game.pending()), text))
        game.play(text)
        engine.tell("moves " + trail[-1])
        count["moves"] = count.get("moves", 0) + 1
        count[game.phase] = count.get(game.phase, 0) + 1
        compare(game, engine.view())
        if game.phase in tribes.ANSWERS and chance.random() < 0.5:
            compare_refusals(game, engine, chance, 5, count)


def any_options(chance, players):
    options = {key: chance.choice(values) if chance.random() < 0.4 else tribes.DEFAULTS[key]
               for key, values in VALUES.items()}
    if options["first"] != "random" and int(options["first"][1]) > players:
        options["first"] = "p2"
    return options


def one_play(engine, seed, count):
    chance = random.Random("play %d" % seed)
    players = chance.randint(2, 4)
    options = any_options(chance, players)
    set_up(engine, players, options)
    trail = []
    try:
        engine.tell("position startpos")
        play_on(tribes.Tribes(PACK, players, options), engine, chance, count, trail)
    except Difference as difference:
        report(difference, "play %d" % seed, players, options, "startpos", trail)


# ---- positions, bent ------------------------------------------------------------------------------------------------------

MEASURES = tribes.TRACKS + ["members", "land", "exhausted", "shells", "points", "stones"]
PLAIN = ["gain_points", "lose_points", "gain_members", "lose_members", "draw_land", "wither", "renew", "steps",
         "take_shells", "gain_shells", "lose_shells"]


def any_condition(chance):
    if chance.random() < 0.4:
        return chance.choice(["strongest", "weakest", "not_strongest", "not_weakest"])
    relation = chance.choice(["max", "min", "not_max", "not_min", "ge", "le"])
    condition = {"of": chance.choice(MEASURES), "is": relation}
    if relation in ("ge", "le"):
        condition["k"] = chance.randint(0, 6)
    return condition


def any_effect(chance, may_pick=True):
    kind = chance.choice(PLAIN + ["raise", "lower", "perform"] + (["pick", "pick"] if may_pick else []))
    if kind == "pick":
        return {"do": kind, "options": [any_effect(chance, False) for _ in range(chance.randint(2, 4))]}
    if kind == "perform":
        return {"do": kind, "action": chance.choice(["procreate", "explore", "move"])}
    effect = {"do": kind, "n": chance.choice([1, 1, 2, 3, 15])}
    if kind in ("raise", "lower"):
        effect["track"] = chance.choice(tribes.TRACKS)
    return effect


def any_event(chance, event):
    clauses = []
    for _ in range(chance.randint(0, 4)):
        clause = dict({"who": chance.choice(["self", "others", "all"])}, **any_effect(chance))
        if chance.random() < 0.3:
            clause["given"] = any_condition(chance)
        if chance.random() < 0.6:
            clause["if"] = any_condition(chance)
            singles_out = tribes.plain_condition(clause["if"])["is"] in ("max", "min")
            if clause["who"] != "self" and singles_out and chance.random() < 0.5:
                clause["tie"] = chance.choice(["activator", "each"])
        clauses.append(clause)
    return {"id": event["id"], "epoch": event["epoch"], "name": {"en": "Test"}, "text": {"en": "A test."}, "clauses": clauses}


def bend_land(tribe, chance):
    """Some land exhausted, some more members, often the full tribe."""
    spent = [cell for cell in tribe.land if cell in tribe.spent or chance.random() < 0.3]
    members = dict(tribe.members)
    for _ in range(chance.choice([0, 3, 15, 15])):
        if sum(members.values()) < PACK.start["members"]:
            cell = chance.choice(list(tribe.land))
            members[cell] = members.get(cell, 0) + 1
    return " ".join("%s:%s%s%s" % (cell, tribe.land[cell], "!" if cell in spent else "", members.get(cell, ""))
                    for cell in tribes.CELLS if cell in tribe.land)


def bend(game, chance):
    facts = game.facts()
    position = {"players": game.players, "turn": game.pending(), "first": game.first, "round": game.round, "executed3": game.executed3,
                "stones": facts["stones"], "links": facts["links"]}
    shells = tribes.SHELLS
    for letter, tribe in game.tribes.items():
        mine = min(shells, chance.choice([0, 1, 5, tribe.shells]))
        shells -= mine
        levels = "/".join(str(chance.randint(0, game.pack.top)) for _ in tribes.TRACKS)
        position[letter] = {"land": bend_land(tribe, chance), "shells": mine, "points": chance.choice([0, 1, 3, 20]),
                            "levels": levels if chance.random() < 0.7 else facts[letter]["levels"],
                            "arrow": tribe.has_arrow}
    row, stacks = [tile for tile, _ in game.row], {str(e): list(game.unseen_events[e]) for e in (1, 2, 3)}
    for _ in range(chance.randint(0, 5)):
        stack = stacks[chance.choice("123")]
        if stack:
            row.insert(chance.randint(0, len(row)), stack.pop(chance.randrange(len(stack))))
    words = []
    for tile in row:
        here = min(shells, chance.choice([0, 0, 0, 1, 3]))
        shells -= here
        words.append(tile + ("(%d)" % here if here else ""))
    position["row"] = " ".join(words)
    position["events"] = stacks
    position["grid"] = dict(game.grid)
    for epoch in (2, 3):
        unseen = list(game.unseen_boards[epoch])
        chance.shuffle(unseen)
        for column in tribes.COLUMNS:
            board = "%d.%d" % (epoch, column)
            if board not in game.grid:
                position["grid"][board] = unseen.pop()
    if chance.random() < 0.5:
        position["bag"] = tribes.counts_text({letter: min(game.bag[letter], chance.choice([0, 0, 1])) for letter in tribes.LETTERS})
    else:
        position["bag"] = facts["bag"]
    changed = [PACK.events[tile] for tile in row if tile in PACK.events and chance.random() < 0.9]
    position["pack_events"] = [any_event(chance, event) for event in changed]
    return position


def one_position(engine, seed, count):
    chance = random.Random("position %d" % seed)
    players = chance.randint(2, 4)
    options = dict(any_options(chance, players), start_arrangement="auto")
    game = tribes.Tribes(PACK, players, options)
    style = any_style(chance)
    steps = chance.choice([0, 30, chance.randint(10, 300)])
    while game.pending() is not None and (steps > 0 or game.phase != "TAKE"):
        steps -= 1
        game.play(choose(game, chance, style))
    if game.pending() is None:
        return
    position = bend(game, chance)
    set_up(engine, players, options)
    trail = []
    try:
        engine.tell("position json " + json.dumps(position, separators=(",", ":")))
        play_on(tribes.given(PACK, position, options), engine, chance, count, trail, 60)
    except Difference as difference:
        report(difference, "position %d" % seed, players, options, json.dumps(position), trail)


def one_end(engine, seed):
    """Plays that are over and nearly tied (4.10)."""
    chance = random.Random("end %d" % seed)
    players = chance.randint(2, 4)
    position = {"players": players, "phase": "OVER"}
    for letter in SEATS[:players]:
        land = " ".join("%s:%s%s%s" % (cell, resource, chance.choice(["", "", "!"]), chance.choice(["", "1"]))
                        for cell, resource in zip(tribes.START_CELLS, "GWO"))
        position[letter] = {"land": land + " f3:H1", "shells": chance.choice([4, 5]), "points": chance.randint(0, 2),
                            "levels": "/".join(str(chance.choice([0, 1, 2, 3])) for _ in tribes.TRACKS)}
    set_up(engine, players, tribes.DEFAULTS)
    try:
        engine.tell("position json " + json.dumps(position, separators=(",", ":")))
        compare(tribes.given(PACK, position), engine.view())
    except Difference as difference:
        report(difference, "end %d" % seed, players, tribes.DEFAULTS, json.dumps(position), [])


# ---- packs, bent --------------------------------------------------------------------------------------------------------


def falling(chance, count, most):
    return sorted((chance.randint(0, most) for _ in range(count)), reverse=True)


def bent_resources(chance):
    """1.8, rule 2: counts 1 to 15, 20 to 51 in all, three of them at least 4."""
    while True:
        counts = [chance.choice([1, 3, 4, 10, 15]) for _ in range(5)]
        if 20 <= sum(counts) <= 51 and sorted(counts)[2] >= 4:
            return [dict(resource, count=count) for resource, count in zip(PACK.data["resources"], counts)]


def bent_tracks(chance):
    """Rule 3: equally long lists that never fall."""
    length = chance.randint(2, 8)
    tracks = {}
    for track in tribes.TRACKS:
        is_strength = track == "strength"
        tracks[track] = {"values": sorted(chance.randint(1, chance.choice([3, 15])) for _ in range(length)),
                         "points": [0] * length if is_strength else falling(chance, length, 30)[::-1]}
    return tracks


def bent_boards(chance):
    boards = []
    for board in PACK.data["boards"]:
        symbols = [chance.randint(0, 1) for _ in range(4)] if board["epoch"] < 3 else [1, 1, chance.randint(0, 1), 0]
        boards.append(dict(board, need=chance.randint(1, 3), points=falling(chance, 4, 30), event=symbols,
                           resource=chance.choice(PACK.data["resources"])["id"], track=chance.choice(tribes.TRACKS)))
    return boards


def bent_pack(chance):
    start = {"shells": chance.randint(0, 5), "members": chance.choice([1, 2, 5, 15]), "land": 3,
             "bonus": {str(n): [chance.randint(0, 10) for _ in range(n)] for n in (2, 3, 4)}}
    end = {"events": {str(n): chance.randint(1, 4) for n in (2, 3, 4)}, "most_members": chance.randint(0, 5),
           "most_land": chance.randint(0, 5)}
    return {"resources": bent_resources(chance), "tracks": bent_tracks(chance), "boards": bent_boards(chance),
            "events": [any_event(chance, event) if chance.random() < 0.5 else event for event in PACK.data["events"]],
            "start": start, "end": end}


def facts_of(game):
    """What a case can ask of the program."""
    facts = game.facts()
    expect = {key: facts[key] for key in ("phase", "turn", "round", "final", "executed3", "box")}
    if game.pending():
        expect["legal"] = game.legal()
    if game.phase not in ("SETUP", "ARRANGE"):
        expect.update((key, facts[key]) for key in ("row", "bag", "up"))
        for letter in game.tribes:
            expect.update(("%s.%s" % (letter, key), value) for key, value in facts[letter].items() if key != "stones")
            expect["total." + letter] = facts["total"][letter]
    if game.phase == "OVER":
        expect["result"] = game.result()
    return expect


def one_pack(ochre, seed, count):
    """A whole play with another pack, written down as a case, which the program then runs."""
    chance = random.Random("pack %d" % seed)
    players = chance.randint(2, 4)
    changes, options = bent_pack(chance), dict(any_options(chance, players), round_limit="30")
    options["first"] = "p%d" % chance.randint(1, players)  # a case begins from a position, which has no lots
    game = tribes.Tribes(tribes.Pack(dict(PACK.data, **changes)), players, options)
    style, steps = any_style(chance), []
    while game.pending() is not None:
        text = choose(game, chance, style)
        steps.append({"chance": text} if game.pending() == "*" else {"move": "%s>%s" % (game.pending(), text)})
        game.play(text)
        steps[-1]["expect"] = facts_of(game)
        count["pack moves"] = count.get("pack moves", 0) + 1
    options = {key: {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)
               for key, value in options.items()}
    case = {"id": "pack %d" % seed, "game": "tribes", "title": "-", "rule": "1.8", "options": options, "pack": changes,
            "given": {"players": players, "phase": "SETUP"}, "steps": steps}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "case.json")
        path.write_text(json.dumps(case), encoding="utf-8")
        ran = subprocess.run([ochre, "case", str(path)], capture_output=True, text=True)
    if ran.returncode:
        print("DIFFERENT  pack %d, players %d, options %s\n%s" % (seed, players, options, (ran.stdout + ran.stderr)[:3000]))
        sys.exit(1)


# ---- cases --------------------------------------------------------------------------------------------------------------


def look_up(game, path):
    if path == "turn":
        return game.pending()
    if path == "result":
        return game.result()
    parts = path.split(".", 1)
    found = game.facts()[parts[0]]
    return found.get(parts[1], "") if len(parts) == 2 else found


def check_expectations(game, expect):
    for path, wanted in expect.items():
        if path.startswith("legal"):
            found = game.legal() if game.pending() else []
            right = {"legal": lambda: sorted(found) == sorted(wanted), "legal_count": lambda: len(found) == wanted,
                     "legal_has": lambda: set(wanted) <= set(found),
                     "legal_not": lambda: not set(wanted) & set(found)}[path]()
        else:
            found = look_up(game, path)
            right = found == wanted
        if not right:
            raise Difference("%s: the case wants %s, the reference has %s" % (path, wanted, found))


def foretold(game):
    """What the position says that chance draws next; None when it says nothing."""
    if game.pending() != "*" or not game.script:
        return None
    first = game.legal()[0]
    if first[0] == "~":
        wanted = "~" + game.script["land"].pop(0) if game.script["land"] else None
    elif first[0] == "?":
        board = first[1:4]
        wanted = "?%s=%s" % (board, game.script["grid"][board])
    else:
        epoch = next(e for e in (1, 2, 3) if first[1:] in game.unseen_events[e])
        wanted = "!" + next(event for event in game.script["events"][str(epoch)] if event in game.unseen_events[epoch])
    return wanted


def settle(game):
    while True:
        wanted = foretold(game)
        if wanted is None:
            return
        game.play(wanted)


def one_case(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    if "refused" in case or "pack" in case:
        return False  # positions and packs that must be refused are the program's business
    game = tribes.given(PACK, case.get("given", {}), case.get("options", {}))
    for number, step in enumerate(case["steps"], 1):
        try:
            one_step(game, step)
        except (Difference, AssertionError) as difference:
            raise Difference("%s, step %d: %s" % (path.name, number, difference))
    return True


def tokens_of(said):
    """The moves of a line of a record: blanks between them, {comments}, ~HG short for ~H ~G (5, 5.1)."""
    text = " ".join(said) if isinstance(said, list) else said
    for token in re.sub(r"\{[^}]*\}", " ", text).split():
        yield from ["~" + letter for letter in token[1:]] if token[0] == "~" else [token]


def one_step(game, step):
    for text in tokens_of(step.get("move", step.get("chance", []))):
        if text[0] not in "~=?!":
            settle(game)
        who, _, text = text.rpartition(">")
        if "refused" in step:
            found = game.refusal(text) if not who or who == game.pending() else "N18"
            if found is None or step["refused"] not in (True, found):
                raise Difference("%s: the case wants %s, the reference says %s" % (text, step["refused"], found))
            continue
        game.play(text)
    if "expect" in step and step["expect"].get("turn") != "*":
        settle(game)
    check_expectations(game, step.get("expect", {}))


# ---- the whole ------------------------------------------------------------------------------------------------------------


def report(difference, what, players, options, start, trail):
    changed = {key: value for key, value in options.items() if value != tribes.DEFAULTS[key]}
    print("DIFFERENT  %s\n  %s\n  players %d, options %s\n  from %s\n  after %s"
          % (what, difference, players, changed, start, " ".join(trail)))
    sys.exit(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ochre")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--plays", type=int)
    parser.add_argument("--positions", type=int)
    parser.add_argument("--packs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    much = (180, 3000, 300) if asked.long else (12, 160, 16) if asked.slow else (3, 25, 4)
    asked.plays = much[0] if asked.plays is None else asked.plays
    asked.positions = much[1] if asked.positions is None else asked.positions
    asked.packs = much[2] if asked.packs is None else asked.packs
    cases = 0
    for path in sorted((ROOT / "tests/cases/tribes").glob("*.json")):
        try:
            cases += one_case(path)
        except Difference as difference:
            print("DIFFERENT  " + str(difference))
            sys.exit(1)
    engine, count = Engine(asked.ochre, "tribes"), {}
    for seed in range(asked.seed, asked.seed + asked.plays):
        one_play(engine, seed, count)
    for seed in range(asked.seed, asked.seed + asked.positions):
        one_position(engine, seed, count)
    for seed in range(asked.seed, asked.seed + 4 * asked.positions):
        one_end(engine, seed)
    engine.close()
    for seed in range(asked.seed, asked.seed + asked.packs):
        one_pack(asked.ochre, seed, count)
    print("same: %d cases, %d plays, %d positions, %d packs" % (cases, asked.plays, asked.positions, asked.packs))
    print(" ".join("%s %d" % item for item in sorted(count.items())))


if __name__ == "__main__":
    main()
