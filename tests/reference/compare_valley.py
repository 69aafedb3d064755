#!/usr/bin/python3
"""Plays valley at random in the program and in valley.py side by side, and stops at the first difference.

    compare_valley.py OCHRE [--slow | --long] [--plays N] [--positions N] [--packs N] [--seed S]

Compared after every move: who is asked, the legal moves, every fact of the view, the result; and for moves that are
well formed but forbidden the number of the rule that the program names. Plays cover all numbers of seats and all
options; they prefer rare kinds of moves. Positions are taken from plays and bent: few steaks, few bears, Fight tokens
on the pools, an empty stack, bears and tokens anywhere. Packs with other numbers are played by valley.py,
written down as a case and run by `ochre case`. The cases of tests/cases/valley are played by valley.py too.
"""

import argparse
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import valley
from engine import Difference, Engine

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACK = valley.load_pack(ROOT / "packs/valley/recon-1.json")
VALUES = {"convert": ["all", "any"], "sides": ["random", "A"], "first": ["random", "1", "2"],
          "recall": ["any", "needed"], "abandoned": ["forbidden", "ignored"], "start_drop": ["no", "yes"]}
PHASES = ("START", "MAIN", "FIGHT", "BONUS", "POST", "REFILL", "DROP")


def set_up(engine, players, options):
    engine.tell("setoption name Seats value %d" % players,
                *("setoption name %s value %s" % item for item in dict(valley.DEFAULTS, **options).items()))


def name(who):
    return who if who == "*" else "p%d" % who


def compare(game, answer):
    """The first difference between the facts of valley.py and the view of the program."""
    view, facts = answer["view"], game.facts()
    who = game.pending()
    expected = [] if who is None else [name(who)]
    if answer["pending"] != expected:
        raise Difference("pending: reference %s, program %s" % (expected, answer["pending"]))
    if who is not None:
        ours, theirs = game.legal(who), answer["moves"][name(who)]
        if sorted(ours) != sorted(theirs):
            raise Difference("legal: only in the reference %s, only in the program %s"
                             % (sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))))
    if game.phase != "DEAL":
        compare_facts(facts, view, "")
    if game.phase == "OVER":
        theirs = answer["result"]
        if ["p%d" % n for n in game.result()] != theirs.get("winners", theirs):
            raise Difference("result: reference %s, program %s" % (game.result(), theirs))


def compare_facts(facts, view, path):
    for key, value in facts.items():
        if isinstance(value, dict) and key != "fight_on":
            compare_facts(value, view[key], path + key + ".")
        else:
            theirs = view.get(key)
            if key in ("bears", "laid", "dropped"):
                value, theirs = sorted(value), sorted(theirs)
            if key == "old":
                value, theirs = [sorted(t) for t in value], [sorted(t) for t in theirs]
            if key == "fight_on":
                theirs = {tile: [int(str(o).lstrip("p")) for o in owners] for tile, owners in theirs.items()}
            if value != theirs:
                raise Difference("%s%s: reference %s, program %s" % (path, key, value, theirs))


# ---- moves that are well formed, and mostly forbidden ---------------------------------------------------------------------


def any_tile(game, chance):
    pools = game.pool_tiles()
    return chance.choice(pools if pools and chance.random() < 0.8 else game.tiles)


def any_put(game, seat, chance):
    tile = chance.choice(seat.pool) if seat.pool and chance.random() < 0.9 else any_tile(game, chance)
    first = chance.choice(valley.SQUARES if chance.random() < 0.5 else valley.CAVES + list(seat.on))
    if chance.random() < 0.3:
        first = chance.choice(seat.board.touching[first])
    second = chance.choice(seat.board.touching[first] if chance.random() < 0.92 else valley.SQUARES)
    pair = [first, second]
    chance.shuffle(pair)
    return "%s@%s%s" % (tile, *pair)


def any_effect(game, seat, chance):
    scene = chance.choice(valley.SCENES)
    likely = list(seat.held) + list(game.bonuses)
    if likely and chance.random() < 0.7:
        scene = chance.choice(likely)
    if scene == "B":
        return "B=" + any_put(game, seat, chance)
    if scene == "R":
        return "R=" + chance.choice(valley.SPOTS + ["u" + s for s in valley.SCENES])
    if scene == "X":
        return "X=" + any_tile(game, chance)
    if scene == "W":
        return "W=%s/%s" % (any_tile(game, chance), any_tile(game, chance))
    if scene == "H":
        return chance.choice(["H", "H=%d" % chance.randint(1, 18), "H=%d" % min(18, seat.steaks + 1)])
    if scene == "F":
        square = chance.choice(valley.SQUARES)
        return "F=" + chance.choice(["-" + square, "p%d.%s" % (chance.randint(1, game.players), square)])
    return scene


def any_move(game, who, chance):
    seat = game.seats[who]
    kind = chance.choice(["lay", "new", "use", "bon", "take", "drop", "hit", "recall", "done", "stop"])
    if chance.random() < 0.8:  # an answer to the question that is open
        kind = chance.choice({"START": ["lay", "new"], "MAIN": ["lay", "lay", "new", "use", "recall"],
                              "FIGHT": ["hit"], "BONUS": ["bon"], "POST": ["use", "recall"], "REFILL": ["take"],
                              "DROP": ["drop"]}[game.phase])
    if kind in ("lay", "new"):
        return "%s:%s" % (kind, any_put(game, seat, chance))
    if kind in ("use", "bon"):
        return "%s:%s" % (kind, any_effect(game, seat, chance))
    if kind == "hit":
        return "hit:p%d" % chance.randint(1, game.players)
    return kind if kind in ("done", "stop") else "%s:%s" % (kind, any_tile(game, chance))


def compare_refusals(game, engine, chance, number, count):
    moves = {n: game.legal(n) for n in game.seats}
    for _ in range(number):
        who = game.pending()
        if chance.random() < 0.15:
            who = chance.randint(1, game.players)
        text = any_move(game, who, chance)
        legal = text in moves[who]
        ours = game.refusal(who, text)
        if legal != (ours is None):
            raise Difference("the reference itself: %s>%s is %s, refusal %s" % (name(who), text, legal, ours))
        if legal:
            continue
        theirs = engine.refusal(who, text)
        count[ours] = count.get(ours, 0) + 1
        if ours != theirs:
            raise Difference("%s>%s: reference %s, program %s" % (name(who), text, ours, theirs))


# ---- plays --------------------------------------------------------------------------------------------------------------


def kind_of(text):
    return text[:5] if text[:4] in ("use:", "bon:") else text.split(":")[0]


def choose(game, chance, style):
    """A move: of a kind chosen at random, by the taste of the play."""
    who = game.pending()
    moves = game.legal(who)
    if who == "*":
        return who, chance.choice(moves)
    if chance.random() < 0.15:
        others = [(n, move) for n in game.seats if n != who for move in game.legal(n)]
        if others:
            return chance.choice(others)
    kinds = sorted({kind_of(move) for move in moves})
    liked = [kind for kind in kinds if kind in style["likes"]]
    kind = chance.choice(liked if liked and chance.random() < 0.8 else kinds)
    moves = [move for move in moves if kind_of(move) == kind]
    if kind[4:] == "X":  # heap Fight tokens on the same tiles, so that their order matters
        heaped = [move for move in moves if game.fight_on.get(move[6:])]
        moves = heaped if heaped and chance.random() < 0.8 else moves
    if kind in ("lay", "take"):
        burdened = [move for move in moves if game.fight_on.get(move[len(kind) + 1:][:3])]
        moves = burdened if burdened and chance.random() < 0.6 else moves
    return who, chance.choice(moves)


def any_style(chance):
    kinds = ["use:" + s for s in valley.SCENES] + ["bon:" + s for s in valley.SCENES] + ["recall", "done", "new", "stop"]
    return {"likes": chance.sample(kinds, chance.randint(0, 8))}


def play_on(game, engine, chance, count, trail, limit=10000):
    style = any_style(chance)
    compare(game, engine.view())
    while game.pending() is not None and limit:
        limit -= 1
        who, text = choose(game, chance, style)
        trail.append("%s>%s" % (name(who), text))
        game.play(who, text)
        engine.tell("moves " + trail[-1])
        count["moves"] = count.get("moves", 0) + 1
        count[kind_of(text)] = count.get(kind_of(text), 0) + 1
        count[game.phase] = count.get(game.phase, 0) + 1
        compare(game, engine.view())
        if game.phase in PHASES and chance.random() < 0.5:
            compare_refusals(game, engine, chance, 6, count)


def any_options(chance):
    return {key: chance.choice(values) if chance.random() < 0.4 else valley.DEFAULTS[key]
            for key, values in VALUES.items()}


def one_play(engine, seed, count):
    chance = random.Random("play %d" % seed)
    players, options = chance.randint(2, 4), any_options(chance)
    set_up(engine, players, options)
    trail = []
    try:
        engine.tell("position startpos")
        play_on(valley.Valley(PACK, players, options), engine, chance, count, trail)
    except Difference as difference:
        report(difference, "play %d" % seed, players, options, "startpos", trail)


# ---- positions, bent ------------------------------------------------------------------------------------------------------


def one_position(engine, seed, count):
    chance = random.Random("position %d" % seed)
    players, options = chance.randint(2, 4), any_options(chance)
    game = valley.Valley(PACK, players, options)
    style = any_style(chance)
    steps = chance.choice([0, 3, chance.randint(10, 100)])
    while game.pending() is not None and (steps > 0 or game.phase not in ("MAIN", "START")):
        steps -= game.phase != "DEAL"
        game.play(*choose(game, chance, style))
    if game.pending() is None:
        return
    given = bend(game, chance)
    set_up(engine, players, options)
    trail = []
    try:
        engine.tell("position json " + json.dumps(given, separators=(",", ":")))
        play_on(valley.Valley.given(PACK, given, options), engine, chance, count, trail, 40)
    except Difference as difference:
        report(difference, "position %d" % seed, players, options, json.dumps(given), trail)


def bend(game, chance):
    """A position as 9.1 writes it, changed so that rare things happen."""
    facts = game.facts()
    given = {key: facts[key] for key in ("phase", "players", "first", "final", "common", "dropped")}
    given["turn"] = game.seat
    steaks, bears = 18, game.bear_supply
    fights = {n: 3 for n in game.seats}
    given["fight_on"] = {}
    for n, seat in game.seats.items():
        mine = {key: facts["p%d" % n][key] for key in ("sp", "pool", "held", "used", "gone", "laid", "old", "board")}
        mine["fp"] = chance.choice([0, 1, 2, seat.fp])
        mine["tokens"] = dict(seat.token)
        mine["steaks"] = min(steaks, chance.choice([0, 1, 4, 5, 9, 18]))
        mine["finished"] = seat.finished or (n != game.seat and chance.random() < 0.15)
        free = [s for s in valley.SQUARES if seat.free(s)]
        more = chance.sample(free, min(len(free), bears, chance.choice([0, 0, 3, 8])))
        mine["bears"] = seat.bears + more
        steaks -= mine["steaks"]
        bears -= len(more)
        move_tokens(mine, chance)
        given["p%d" % n] = mine
    tiles = game.pool_tiles()
    for tile in chance.sample(tiles, min(len(tiles), 4)):
        for n in game.seats:
            for _ in range(chance.randint(0, 2)):
                if fights[n]:
                    fights[n] -= 1
                    given["fight_on"].setdefault(tile, []).append(n)
    ending = chance.random() < 0.5
    given["stack"] = chance.randint(0, 2) if ending else game.stack_size
    if ending:
        given["common"] = given["common"][:chance.randint(0, 3)]
        pools = given["common"] + [tile for n in game.seats for tile in given["p%d" % n]["pool"]]
        given["fight_on"] = {tile: owners for tile, owners in given["fight_on"].items() if tile in pools}
    return given


def move_tokens(mine, chance):
    """Mountain tokens change their places: from the board to the hand, from the hand to the used ones, and so on."""
    for spot in list(mine["tokens"]):
        if chance.random() < 0.25:
            mine[chance.choice(["held", "held", "used", "gone"])].append(mine["tokens"].pop(spot))
    if chance.random() < 0.2:
        mine["used"] += mine["tokens"].values()
        mine["tokens"] = {}


# ---- packs, bent --------------------------------------------------------------------------------------------------------


def bent_pack(chance):
    """A pack that keeps the rules PV1 to PV12 and has other numbers."""
    pack = copy.deepcopy(PACK)
    pack["steaks"] = chance.choice([[2], [1, 1, 9], list(range(1, 20))])
    pack["supply"] = {"steaks": chance.choice([0, 2, 18]), "bears": chance.choice([0, 1, 18]), "fights": chance.randint(0, 3)}
    pack["camp_sp"] = chance.choice([0, 1, 7])
    pack["tiles"] = chance.choice([{"copies": 2, "picking_copies": 3}, {"copies": 1, "picking_copies": 6},
                                   {"copies": 1, "picking_copies": 4}, {"copies": 2, "picking_copies": 1}])
    pack["pool"]["common"] = chance.randint(3, 5)
    total = len(valley.all_tiles(pack))
    for n in (2, 3, 4):
        spare = total - pack["pool"]["common"] - 4 * n
        pack["removed"][str(n)] = spare - min(spare, chance.choice([0, 1, 7, 30]))
    more = chance.choice([0, 1])  # 3 and 3 caves, or 4 and 2
    for half in pack["halves"]:
        if chance.random() < 0.3:
            del half["faces"]["B"]
        for face in half["faces"].values():
            face["rows"] = [" ".join(chance.choice("FP") + str(chance.randint(0, 9)) for _ in range(4)) for _ in range(5)]
            if more and half["side"] == "left":
                face["caves"].append("Td 99/0")  # no left face has a gate on d1 or in column e
            elif more:
                face["caves"].pop()
    return pack


def facts_of(game):
    """What a case asks after a move."""
    facts = game.facts()
    expect = {"phase": game.phase, "turn": game.pending()}
    if game.phase != "DEAL":
        expect.update({key: facts[key] for key in ("common", "stack_size", "final", "steak_supply", "bear_supply", "bonuses")})
        for n in game.seats:
            keys = ("fp", "sp", "steaks", "fights", "tribe", "finished", "pool", "held", "used", "gone", "token")
            expect.update({"p%d.%s" % (n, key): facts["p%d" % n][key] for key in keys})
    if game.phase in PHASES:
        expect["legal"] = game.legal(game.seat)
    expect["result"] = game.result()
    return copy.deepcopy(expect)


def one_pack(ochre, seed, count):
    """A play with another pack, written down as a case, which the program then runs."""
    chance = random.Random("pack %d" % seed)
    players, options, pack = chance.randint(2, 4), any_options(chance), bent_pack(chance)
    game, style, steps = valley.Valley(pack, players, options), any_style(chance), []
    while game.pending() is not None:
        who, text = choose(game, chance, style)
        game.play(who, text)
        steps.append({"chance": text} if who == "*" else {"move": "%s>%s" % (name(who), text)})
        steps[-1]["expect"] = facts_of(game)
        count["pack moves"] = count.get("pack moves", 0) + 1
    case = {"id": "pack %d" % seed, "game": "valley", "title": "-", "rule": "1.6", "options": options,
            "pack": {key: pack[key] for key in pack if key != "format"}, "given": {"players": players, "phase": "DEAL"},
            "steps": steps}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "case.json")
        path.write_text(json.dumps(case), encoding="utf-8")
        ran = subprocess.run([ochre, "case", str(path)], capture_output=True, text=True)
    if ran.returncode:
        print("DIFFERENT  pack %d, players %d, options %s\n%s" % (seed, players, options, ran.stdout + ran.stderr))
        sys.exit(1)


# ---- cases --------------------------------------------------------------------------------------------------------------


def look_up(game, path):
    if path == "turn":
        who = game.pending()
        return who
    if path == "result":
        return game.result()
    found = game.facts()
    parts = path.split(".")
    if parts[0] == "fight_on":
        return found["fight_on"].get(parts[1], [])
    for part in parts:
        found = found[part]
    return found


def seats_plain(value):
    """Seats go by number or by name: 2 or p2."""
    if isinstance(value, list):
        return [seats_plain(item) for item in value]
    return int(value[1]) if isinstance(value, str) and re.fullmatch("p[1-4]", value) else value


def check_expectations(game, expect):
    for path, wanted in expect.items():
        head, _, seat = path.partition(".")
        if head.startswith("legal"):
            found = game.legal(int(seat[1]) if seat else game.pending())
            right = {"legal": lambda: sorted(found) == sorted(wanted), "legal_count": lambda: len(found) == wanted,
                     "legal_has": lambda: set(wanted) <= set(found),
                     "legal_not": lambda: not set(wanted) & set(found)}[head]()
        elif path == "stack":
            continue  # kept by the runner of the cases; `common` and `stack_size` say the same
        else:
            found = look_up(game, path)
            right = seats_plain(found) == seats_plain(wanted)
        if not right:
            raise Difference("%s: the case wants %s, the reference has %s" % (path, wanted, found))


def one_case(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    if "refused" in case or "pack" in case and isinstance(case["pack"], str):
        return False  # positions and packs that must be refused are the program's business
    pack = dict(PACK, **case.get("pack", {}))
    given = case.get("given", {})
    record = given.get("record")
    draws = []
    if record:
        game = valley.Valley(pack, record["players"], dict(case.get("options", {}), first=str(record["first"])))
        draws = record["tiles"][pack["removed"][str(record["players"])]:]
        while game.phase == "DEAL":
            game.play("*", answer(game, record, draws))
    else:
        game = valley.Valley.given(pack, given, case.get("options", {}))
        draws = list(given["stack"]) if isinstance(given.get("stack"), list) else []
    for number, step in enumerate(case["steps"], 1):
        try:
            one_step(game, step, draws)
        except (Difference, AssertionError) as difference:
            raise Difference("%s, step %d: %s" % (path.name, number, difference))
    return True


def answer(game, record, draws):
    """What a record says to a question of the set-up (6.1)."""
    asked = game.asked[0]
    if asked.startswith("draw"):
        return "draw:" + draws.pop(0)
    seat = int(re.search("p([1-4])", asked).group(1)) - 1
    if asked.startswith("token"):
        spot = asked.split(".")[1].split("=")[0]
        return asked[:-1] + record["tokens"][seat][valley.SPOTS.index(spot)]
    return asked.split("=")[0] + "=" + record["boards"][seat].split("+")[asked.startswith("right")]


def refusal(game, who, text):
    if who == "*":
        return None if text in game.legal(who) else "6.1"
    return game.refusal(who, text) if valley.read_move(text) else "notation"


def one_step(game, step, draws):
    moves = step.get("move", step.get("chance", []))
    for text in moves if isinstance(moves, list) else [moves]:
        who = "*" if "chance" in step else game.pending()
        if ">" in text:
            who, text = int(text[1]), text.split(">")[1]
        text = next((move for move in game.legal(who) if move.lower() == text.lower()), text)  # any letter case (6)
        if "refused" in step:
            found = refusal(game, who, text)
            if found is None or step["refused"] not in (True, found):
                raise Difference("%s: the case wants %s, the reference says %s" % (text, step["refused"], found))
            continue
        game.play(who, text)
        while game.pending() == "*" and draws:
            game.play("*", "draw:" + draws.pop(0))
    check_expectations(game, step.get("expect", {}))


# ---- the whole ------------------------------------------------------------------------------------------------------------


def report(difference, what, players, options, start, trail):
    changed = {key: value for key, value in options.items() if value != valley.DEFAULTS[key]}
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
    much = (120, 750, 120) if asked.long else (8, 42, 7) if asked.slow else (2, 8, 3)
    asked.plays = much[0] if asked.plays is None else asked.plays
    asked.positions = much[1] if asked.positions is None else asked.positions
    asked.packs = much[2] if asked.packs is None else asked.packs
    cases = 0
    for path in sorted((ROOT / "tests/cases/valley").glob("*.json")):
        try:
            cases += one_case(path)
        except Difference as difference:
            print("DIFFERENT  " + str(difference))
            sys.exit(1)
    engine, count = Engine(asked.ochre, "valley"), {}
    for seed in range(asked.seed, asked.seed + asked.plays):
        one_play(engine, seed, count)
    for seed in range(asked.seed, asked.seed + asked.positions):
        one_position(engine, seed, count)
    engine.close()
    for seed in range(asked.seed, asked.seed + asked.packs):
        one_pack(asked.ochre, seed, count)
    print("same: %d cases, %d plays, %d positions, %d packs" % (cases, asked.plays, asked.positions, asked.packs))
    print(" ".join("%s %d" % item for item in sorted(count.items())))


if __name__ == "__main__":
    main()
