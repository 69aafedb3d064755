#!/usr/bin/env python3
"""Play spears in `ochre engine spears` and in the plain program beside this file, and compare them at every decision.

    compare_spears.py OCHRE [--plays N] [--seed N] [--slow | --long]

Compared: who is asked, the legal moves and their order, every fact of the view that sees everything, what each seat and a watcher
may see of it, whether and why illegal moves are refused, and the result. Half of the plays begin from the start with drawn
options, half from a made-up position.
"""

import argparse
import json
import random
import subprocess
import sys

from spears import Game, LETTERS, RESOURCES, default_pack, listed, signed

OPTIONS = {"first": ["random", "p1", "p2", "p3", "p4"], "no_repeat": ["previous_turn", "last_use"],
           "defence_exhausts": ["false", "true"], "free_overpay": ["false", "true"],
           "show_unused_goals": ["false", "true"]}
# K9: a refusal names the section that rules the decision, or the K or R number where one applies.
SECTIONS = {"TIME": "2.3", "PLAY": "4.4", "ACTION": "4.5", "AFTER": "4.5", "HUNT_UNITS": "4.6", "REACT": "4.6",
            "BLOCK_UNITS": "4.6", "SUPPORT_UNITS": "4.6 4.8", "ACCEPT": "4.6 4.8", "OBLIGE": "4.7", "OBLIGE_UNIT": "4.7",
            "OBLIGE_SIDE": "4.7", "CARDS": "4.9", "HEAL": "4.10", "SACRIFICE": "4.10", "VIGOR": "4.6", "FIGHT_UNITS": "4.8",
            "PICK": "4.8", "LOOT": "4.8", "DEFENDER_UNITS": "4.8", "FIGHT_REACT": "4.8", "DEFEND_UNITS": "4.11"}
OWN_RULES = {"ban": "R13", "oblige": "R13", "+": "K4 K5 R22 R23", "-": "K4", "done": "K4"}
SECRET = ("hand", "team", "goal", "placed")


class Difference(Exception):
    pass


class Engine:
    """The program, spoken to over its line protocol."""

    def __init__(self, ochre):
        self.process = subprocess.Popen([ochre, "engine", "spears"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def answer(self):
        """What was said since the last question: the complaints, and the JSON answer to `view`."""
        complaints = []
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise Difference("the program ended")
            if not line.startswith("info"):
                return complaints, json.loads(line)
            complaints.append(line.strip())

    def view(self, who="all"):
        self.say("view " + who)
        complaints, found = self.answer()
        if complaints:
            raise Difference("; ".join(complaints))
        return found

    def printed(self):
        """What no view repeats: the cards."""
        self.say("printed")
        return self.answer()[1]["printed"]

    def refusal(self, move):
        """The rule of the refusal, or None if the move was made."""
        self.say("moves " + move)
        self.say("view -")
        complaints, _ = self.answer()
        for line in complaints:
            if line.startswith("info string rule "):
                return line[len("info string rule "):].split(":")[0]
        return complaints[0] if complaints else None

    def close(self):
        self.say("quit")
        self.process.stdin.close()
        self.process.wait()


# ---- positions ----------------------------------------------------------------------------------------------------------


def made_up(rng, seats):
    """A position as in the acceptance cases, drawn so that rare things are near: fights, piles, healers, few cards."""
    letters = rng.sample(LETTERS, seats)
    order = letters[:] if rng.random() < 0.3 else rng.sample(letters, seats)
    given = {"seats": " ".join(letters), "order": " ".join(order), "time": rng.choice(["day", "night"]),
             "vigor": rng.choice([1, 2, 3, 4, 5, 5, 6, 11, 12]), "turn_number": rng.randint(1, 9)}
    cards = ["p%02d" % k for k in range(1, 25)]
    rng.shuffle(cards)
    cards = cards[:rng.choice([24, 24, 24, 12, 8, 6, 3])]
    given["row"] = " ".join(cards.pop() if cards and rng.random() < 0.9 else "-" for _ in range(5))
    given["own"] = {}
    owned = rng.choice([0, 0.3, 0.6, 0.9])
    piles = {letter: [] for letter in letters}
    deck, queue = [], []
    for card in cards:
        if rng.random() < owned:
            piles[rng.choice(letters)].append(card)
        elif rng.random() < 0.85:
            deck.append(card)
        else:
            queue.append(card)
    given["own"] = {letter: listed(sorted(piles[letter])) for letter in letters}
    given["deck"] = listed(deck) + (" | " + " ".join(queue) if queue else "")
    codes = [unit["code"] for unit in default_pack()["units"]]
    density = rng.choice([0.2, 0.5, 0.8])
    given["units"] = {}
    for letter in letters:
        mine = [code for code in codes if rng.random() < density or (code in ("m1", "a1", "w1") and rng.random() < 0.4)]
        given["units"][letter] = listed("(%s)" % code if rng.random() < 0.2 else code for code in mine)
    given["berries"] = {letter: rng.choice([0, 0, 1, 2, 3, 8, 14, 15]) for letter in letters}
    full = sorted(default_pack()["action_cards"][str(seats)])
    begin = rng.choice(["setup", "gathering", "play", "play", "action", "action", "action", "second", "defence", "defence"])
    who = rng.choice(order)
    gone = 0
    if begin == "action":
        gone = rng.randint(0, 1 + order.index(who)) if who != order[0] else 0
    elif begin == "second":
        gone = rng.randint(0, 1)
    elif begin == "defence":
        gone = rng.randint(0, seats + 1)
    if gone:
        hands = {}
        for letter in letters:
            hand = full[:]
            for _ in range(gone):
                hand.remove(rng.choice(hand))
            hands[letter] = hand
        given["hand"] = {letter: listed(signed(value) for value in hands[letter]) for letter in letters}
    seer_done = begin in ("action", "second", "defence")
    if seats == 4 and rng.random() < 0.6:
        given["banned_last_turn"] = rng.choice(letters)
    if rng.random() < 0.6:
        given["obliged_last_turn"] = rng.choice(letters)
    if seats == 4 and seer_done and rng.random() < 0.5:
        may = [letter for letter in letters if letter != order[2] and letter != given.get("banned_last_turn")]
        given["banned"] = rng.choice(may)
    if seer_done and begin != "action" and rng.random() < 0.3 and gone:
        may = [letter for letter in letters if letter != order[1] and letter != given.get("obliged_last_turn")]
        given["obliged"] = rng.choice(may)
    if gone and rng.random() < 0.5:
        given["blocked"] = rng.choice([letter for letter in letters if letter != given.get("banned")])
    teams = ["Survivor", "Survivor", "Amasser", "Dominator"] if seats == 4 else ["Survivor", "Survivor", "Dominator"]
    rng.shuffle(teams)
    given["team"] = dict(zip(letters, teams))
    goals = [kind for kind in RESOURCES for _ in range(2)]
    rng.shuffle(goals)
    each = 1 if seats == 4 else 2
    given["goal"] = {letter: " ".join(goals[each * i:each * i + each]) for i, letter in enumerate(letters)}
    given["begin"] = {"play": "play " + who, "action": "action " + who, "second": "action %s 2" % order[0]}.get(begin, begin)
    return given


def words(text):
    return [] if text == "-" else text.split()


def game_of(given, options):
    """The plain program at that position (9.1)."""
    letters = given["seats"].split()
    game = Game(len(letters), options)
    game.tribes = letters
    game.order = [game.seat_of(letter) for letter in given["order"].split()]
    game.time, game.vigor, game.turn = given["time"], given["vigor"], given["turn_number"]
    game.row = [None if word == "-" else word for word in given["row"].split()]
    deck, _, queue = given["deck"].partition("|")
    game.unseen, game.queue = set(words(deck.strip())), words(queue.strip())
    for seat, letter in enumerate(letters):
        game.berries[seat] = given["berries"][letter]
        game.own[seat] = set(words(given["own"][letter]))
        for word in words(given["units"][letter]):
            (game.inactive if word[0] == "(" else game.active)[seat].add(word.strip("()"))
        game.team[seat] = given["team"][letter]
        game.goals[seat] = given["goal"][letter].split()
        if "hand" in given:
            game.hand[seat] = [int(word) for word in words(given["hand"][letter])]
    gone = []
    for seat in range(game.n):
        missing = list(game.full_hand)
        for value in game.hand[seat]:
            missing.remove(value)
        gone.append(missing)
    game.rounds = [list(values) for values in zip(*gone)]
    for name, field in (("banned", "banned"), ("banned_last_turn", "banned_before"), ("obliged", "obliged"),
                        ("obliged_last_turn", "obliged_before")):
        if name in given:
            setattr(game, field, game.seat_of(given[name]))
    game.blocked = {game.seat_of(letter) for letter in given.get("blocked", "").split()}
    begin = given["begin"].split()
    index = game.order.index(game.seat_of(begin[1])) if len(begin) > 1 else 0
    game.begin({"setup": game.from_time, "gathering": game.from_gathering, "play": lambda: game.from_play(index),
                "action": lambda: game.from_action(index, len(begin) > 2), "defence": game.from_defence}[begin[0]]())
    return game


# ---- comparing ----------------------------------------------------------------------------------------------------------


def same(what, expected, found):
    if expected != found:
        raise Difference("%s\n  plain program: %r\n  ochre:         %r" % (what, expected, found))


def compare(game, engine, seen_by):
    found = engine.view("all")
    chance = game.ask.chance
    pending = ["*"] if chance else ["p%d" % (seat + 1) for seat in game.pending()]
    same("who is asked", pending, found["pending"])
    for name in pending:
        mine = game.legal(None if chance else int(name[1]) - 1)
        same("moves of " + name, mine, found["moves"][name])
    if game.setting_up:
        return                                              # the set-up; what is not dealt yet has no agreed words
    view, facts = found["view"], game.facts()
    for name, value in facts.items():
        other = view[name]
        if name == "phase" and chance:
            continue
        if name == "blocked":
            other = set(words(other))
        if name == "goal":
            other = {letter: listed(sorted(words(text))) for letter, text in other.items()}
        same("fact " + name, value, other)
    same("enemy", game.enemy or "-", view["enemy"])
    if game.winners is not None:
        same("result", ["p%d" % (seat + 1) for seat in game.result()], found["result"]["winners"])
    compare_seen(game, engine, view, seen_by)


def compare_seen(game, engine, whole, who):
    """3.2: a seat or a watcher sees the whole view but for the secrets of the others, and those only after the end."""
    seen = engine.view(who)["view"]
    whole = {name: value for name, value in whole.items() if name != "under_way"}  # only a position needs it
    if game.ask.kind == "OVER":
        same("view of %s at the end" % who, whole, seen)
        return
    mine = None if who == "-" else game.letter(int(who[1]) - 1)
    for name, value in whole.items():
        if name not in SECRET:
            if name == "contest":
                compare_contest(engine, seen, value, mine, len(whole["seats"].split()), who)
            elif name != "rounds":
                same("what %s sees of %s" % (who, name), value, seen[name])
            continue
        for letter, text in value.items():
            if letter != mine and name in ("team", "goal", "hand", "placed"):
                text = " ".join("?" if word != "-" else "-" for word in text.split())
            same("what %s sees of %s %s" % (who, name, letter), text, seen[name][letter])


def compare_contest(engine, seen, whole, mine, seats, who):
    """All of a contest is public but what the cards may do, which depends on the own hand and on nothing else hidden."""
    contest = seen["contest"]
    if whole is None or contest is None:
        same("what %s sees of contest" % who, whole, contest)
        return
    same("what %s sees of contest" % who, {**whole, "open": None}, {**contest, "open": None})
    same("whether cards are open to " + who, whole["open"] is None, contest["open"] is None)
    if contest["open"] is None:
        return
    cards = engine.printed()["cards"]["values"]
    own = [0]
    if mine is not None:
        placed = seen["placed"][mine]
        own = [int(card) for card in words(seen["hand"][mine])] or [0]
        own = own if placed == "-" else [int(placed)]
    others = seats - (mine is not None)
    same("cards that %s may add" % who, [min(own), max(own)], contest["open"]["own"])
    same("cards that others may add", [others * min(cards), others * max(cards)], contest["open"]["others"])


def some_move(rng, game):
    """A well-formed move that nobody may be allowed to make."""
    codes = [unit["code"] for unit in default_pack()["units"]]
    letter, code, card = rng.choice(LETTERS), rng.choice(codes), "p%02d" % rng.randint(1, 24)
    shown = [c for c in game.row if c]
    if shown and rng.random() < 0.5:
        card = rng.choice(shown)
    return rng.choice(["done", "pass", "refuse", "flip", "gather", "skip", "block", "day", "night", "vigor:yes", "vigor:no",
                       "buy:" + code, "ban:" + letter, "chase:" + card, "hunt:" + card, "fight:" + letter, "+" + code,
                       "+w1!", "-" + code, "pick:" + code, "loot:" + card, "support:" + letter, "accept:" + letter,
                       "oblige:" + letter, "for:" + letter, "card:" + rng.choice(["-1", "0", "+1"]),
                       "heal:m1:" + code, "noheal:m1"])


def try_illegal(rng, game, engine):
    seat = rng.randrange(game.n)
    if rng.random() < 0.8 and game.pending():
        seat = rng.choice(game.pending())
    move = some_move(rng, game)
    asked = seat in game.pending()
    if asked and move in game.legal(seat):
        return 0
    rule = engine.refusal("p%d>%s" % (seat + 1, move))
    kind, word = game.ask.kind, move[0] if move[0] in "+-" else move.split(":")[0]
    if game.ask.chance:
        expected = "chance"
    elif move[-1] in LETTERS and move[-1] not in game.tribes:
        expected = "notation"
    elif not asked:
        expected = "K3" if kind == "CARDS" else "K1"
    else:
        expected = SECTIONS[kind] + " " + OWN_RULES.get(word, "")
    if rule is None or rule not in expected.split():
        raise Difference("p%d>%s in %s should be refused by %s, not by %s" % (seat + 1, move, kind, expected, rule))
    return 1


def play(engine, rng, record):
    """One play; how many moves were made and how many were refused."""
    seats = rng.choice([3, 4, 4])
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    if seats == 3 and options["first"] == "p4":
        options["first"] = "p2"
    letters = rng.sample(LETTERS, seats)
    options["tribes"] = rng.choice(["random", "".join(letters)])
    digits = list("1234"[:seats])
    rng.shuffle(digits)
    options["tokens"] = rng.choice(["clockwise", "clockwise", "shuffled", "".join(digits)])
    if rng.random() < 0.5:
        record.append("setoption name Seats value %d" % seats)
        record.extend("setoption name %s value %s" % item for item in options.items())
        record.append("position startpos")
        game = Game(seats, options)
        game.begin()
    else:
        house = {name: options[name] for name in ("no_repeat", "defence_exhausts", "free_overpay")}
        given = made_up(rng, seats)
        record.append("setoption name Seats value %d" % seats)
        record.extend("setoption name %s value %s" % item for item in options.items())
        record.append("position json " + json.dumps(given))
        game = game_of(given, house)
    for line in record:
        engine.say(line)
    taste = {}
    moves = refused = 0
    while True:
        compare(game, engine, rng.choice(["p%d" % (k + 1) for k in range(seats)] + ["-"]))
        if game.ask.kind == "OVER":
            return moves, refused
        if rng.random() < 0.2 and not game.setting_up:
            refused += try_illegal(rng, game, engine)
        seat = None if game.ask.chance else rng.choice(game.pending())
        legal = game.legal(seat)
        liking = []
        for move in legal:
            word = move.split(":")[0] if move[0] not in "+-" else move[0] + move[-1:] * move.endswith("!")
            liking.append(taste.setdefault(word, rng.choice([0.2, 1, 1, 5])))
        move = rng.choices(legal, liking)[0]
        said = "%s>%s" % ("*" if seat is None else "p%d" % (seat + 1), move)
        record.append("moves " + said)
        engine.say("moves " + said)
        game.play(move, seat)
        moves += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ochre")
    parser.add_argument("--plays", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", action="store_true", help="60 other plays")
    parser.add_argument("--long", action="store_true", help="1000 others")
    given = parser.parse_args()
    if given.slow or given.long:
        given.plays, given.seed = (1000, 2000) if given.long else (60, 1000)
    engine = Engine(given.ochre)
    moves = refused = 0
    for seed in range(given.seed, given.seed + given.plays):
        record = []
        try:
            made, illegal = play(engine, random.Random(seed), record)
        except Difference as difference:
            print("seed %d: %s\nto see it again, say to 'ochre engine spears':" % (seed, difference))
            print("\n".join(record + ["view all"]))
            return 1
        moves, refused = moves + made, refused + illegal
    engine.close()
    print("%d plays, %d moves, %d illegal moves: the two programs agree" % (given.plays, moves, refused))
    return 0


if __name__ == "__main__":
    sys.exit(main())
