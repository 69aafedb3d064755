"""The rules of tribes a second time, for comparison with the program.

Written from the rules alone (docs/rules/tribes.md has their numbers), without a look at the C code, and as plain as it
can be: no agenda, no bit sets, no action numbers. A play is one long procedure, told as the rules tell it, that stops at
every question: `yield` puts the question, and the answer comes back as text. A difference between this file and the
program is a mistake in one of them; compare_tribes.py looks for differences.

The moves of a question are listed where the rules grant them. refusal() says what forbids a move, as the table of 4.12
puts it. They are written apart on purpose, so that they can be compared as well.
"""

import itertools
import json
import re

LETTERS = "GHWOI"
TRACKS = ["procreation", "exploration", "movement", "strength"]
SEATS = "ABCD"
ACTION_TILES = ["P", "E", "M", "P+", "E+", "M+"]
ACTION = {"P": "procreate", "E": "explore", "M": "move"}
DEFAULTS = {"open_scores": "true", "start_arrangement": "auto", "round_limit": "100", "first": "p1"}
STONES, SHELLS = 12, 20
COLUMNS = [1, 2, 3, 4]

# ---- geometry (1.3) -------------------------------------------------------------------------------------------------------

DIRECTIONS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
START = [(0, 0), (1, 0), (0, 1)]


def distance(a, b):
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def cell_name(place):
    return "abcdefgh"[place[0] + 3] + str(place[1] + 4)


PLACES = {cell_name((q, r)): (q, r) for r in range(-3, 5) for q in range(-3, 5)
          if min(distance((q, r), start) for start in START) <= 3}
CELLS = list(PLACES)  # row by row, left to right
NAMES = {place: cell for cell, place in PLACES.items()}
START_CELLS = [cell_name(place) for place in START]
NEIGHBOURS = {cell: [NAMES[(q + dq, r + dr)] for dq, dr in DIRECTIONS if (q + dq, r + dr) in NAMES]
              for cell, (q, r) in PLACES.items()}
assert len(CELLS) == 48 and CELLS.index("d4") == 21 and CELLS.index("d5") == 29

# ---- notation (5) ---------------------------------------------------------------------------------------------------------

SHAPES = {
    "stop": re.compile(r"\."),
    "take": re.compile(r"T([1-9][0-9]?)(=(.+))?"),
    "act": re.compile("A"),
    "achieve": re.compile(r"C([1-3])\.([1-4])(<([1-4]))?"),
    "put": re.compile(r"\+([a-h][1-8])"),
    "off": re.compile("-([a-h][1-8])"),
    "exhaust": re.compile("x([a-h][1-8])"),
    "renew": re.compile("r([a-h][1-8])"),
    "lay": re.compile("([GHWOI])@([a-h][1-8])"),
    "walk": re.compile("([a-h][1-8])-([a-h][1-8])"),
    "pick": re.compile("#([1-4])"),
    "arrange": re.compile("S:([GHWOI]{3})"),
}
ANSWERS = {"ARRANGE": ["arrange"], "FOUND": ["put"], "TAKE": ["take"], "MODE": ["act", "achieve"], "BIRTH": ["put"],
           "LIFT": ["off", "stop"], "DROP": ["put"], "LAY": ["lay"], "RENEW": ["renew", "stop"],
           "STEP": ["walk", "stop"], "WILD": ["exhaust"], "LOSE": ["off"], "WITHER": ["exhaust"], "PICK": ["pick"]}


def read_move(text):
    for shape, pattern in SHAPES.items():
        match = pattern.fullmatch(text)
        if match:
            return shape, match.groups()
    return None


# ---- packs (1.8) ----------------------------------------------------------------------------------------------------------


class Pack:
    def __init__(self, data):
        self.data = data
        letter = {r["id"]: r["letter"] for r in data["resources"]}
        self.count = {r["letter"]: r["count"] for r in data["resources"]}
        self.values = {track: data["tracks"][track]["values"] for track in TRACKS}
        self.points = {track: data["tracks"][track]["points"] for track in TRACKS}
        self.top = len(self.values["strength"]) - 1
        self.boards = {b["id"]: dict(b, letter=letter[b["resource"]]) for b in data["boards"]}
        self.events = {e["id"]: e for e in data["events"]}
        self.start, self.end = data["start"], data["end"]

    def with_events(self, events):
        """A pack with some events replaced (7.1.1)."""
        new = {event["id"]: event for event in events}
        data = dict(self.data, events=[new.get(event["id"], event) for event in self.data["events"]])
        return Pack(data)


def load_pack(path):
    with open(path, encoding="utf-8") as file:
        return Pack(json.load(file))


# ---- tribes ---------------------------------------------------------------------------------------------------------------


class Tribe:
    def __init__(self, letter):
        self.letter = letter
        self.land = {}  # cell: resource
        self.spent = set()  # exhausted cells
        self.members = {}  # cell: how many, never 0
        self.level = dict.fromkeys(TRACKS, 0)
        self.shells = self.points = 0
        self.reserve = 0
        self.has_arrow = True

    def inhabited(self):
        return [cell for cell in CELLS if self.members.get(cell)]

    def on_land(self):
        return sum(self.members.values())

    def fresh(self):
        return [cell for cell in CELLS if cell in self.land and cell not in self.spent]

    def put(self, cell):
        self.members[cell] = self.members.get(cell, 0) + 1

    def take_off(self, cell):
        self.members[cell] -= 1
        if not self.members[cell]:
            del self.members[cell]

    def occupied_fresh(self):
        return [cell for cell in self.inhabited() if cell not in self.spent]

    def genuine(self, letter):
        return sum(self.land[cell] == letter for cell in self.occupied_fresh())

    def land_text(self):
        return " ".join("%s:%s%s%s" % (cell, self.land[cell], "!" if cell in self.spent else "",
                                       self.members.get(cell, ""))
                        for cell in CELLS if cell in self.land)


class Question:
    def __init__(self, phase, owner, moves, **more):
        self.phase, self.owner, self.moves = phase, owner, moves
        self.more = more  # what the refusals need to know


class Tribes:
    def __init__(self, pack, players, options=None, begin=True):
        self.pack, self.players = pack, players
        self.options = dict(DEFAULTS, **{key: str(value).lower() for key, value in (options or {}).items()})
        self.tribes = {letter: Tribe(letter) for letter in SEATS[:players]}
        self.round, self.final, self.executed3 = 1, False, 0
        self.bag = dict(pack.count)
        self.hand = dict.fromkeys(LETTERS, 0)
        self.row = []  # [tile, shells]
        self.grid = {}  # "1.2": board, face up
        self.stones = {}  # "1.2": seats in order
        self.links = []  # "1.4>2.3"
        self.unseen_boards = {e: [b for b in pack.boards if pack.boards[b]["epoch"] == e] for e in (1, 2, 3)}
        self.unseen_events = {e: [v for v in pack.events if pack.events[v]["epoch"] == e] for e in (1, 2, 3)}
        self.box = SHELLS - players * pack.start["shells"]
        self.taken = None  # the tile in use this turn, and who took it
        self.taker = None
        self.over = False
        for tribe in self.tribes.values():
            tribe.shells, tribe.reserve = pack.start["shells"], pack.start["members"]
        self.first = None
        if self.options["first"] != "random":
            self.set_first(SEATS[int(self.options["first"][1]) - 1])
        self.question = None
        if begin:
            self.run(self.whole_play())

    # -- the procedure and its questions --

    def run(self, flow):
        self.flow = flow
        self.advance(None)

    def advance(self, answer):
        try:
            self.question = self.flow.send(answer)
        except StopIteration:
            self.question = None

    def pending(self):
        return self.question.owner if self.question else None

    @property
    def phase(self):
        return self.question.phase if self.question else "OVER"

    def legal(self):
        return self.question.moves

    def play(self, text):
        if text.startswith("T") and "=" in text and self.refusal(text) is None:
            text = text.split("=")[0]
        assert text in self.question.moves, "%s is not legal: %s" % (text, self.question.moves)
        self.advance(text)

    def next_seat(self, letter):
        return SEATS[(SEATS.index(letter) + 1) % self.players]

    def from_seat(self, letter):
        """All seats clockwise, this one first."""
        at = SEATS.index(letter)
        return [SEATS[(at + i) % self.players] for i in range(self.players)]

    # -- set-up (2, 4.2) --

    def set_first(self, letter):
        """A1, A49: who begins; the later seats have points."""
        self.first = letter
        for bonus, seat in zip(self.pack.start["bonus"][str(self.players)], self.from_seat(letter)):
            self.tribes[seat].points = bonus

    def in_order(self):
        return [self.tribes[letter] for letter in self.from_seat(self.first)]

    def whole_play(self):
        if self.first is None:
            answer = yield Question("SETUP", "*", ["first:p%d" % (seat + 1) for seat in range(self.players)])
            self.set_first(SEATS[int(answer[-1]) - 1])
        for tribe in self.in_order():
            yield from self.draw_start(tribe)
        left = list(ACTION_TILES)
        while left:
            answer = yield Question("SETUP", "*", ["=" + tile for tile in left])
            left.remove(answer[1:])
            self.row.append([answer[1:], 0])
        for column in COLUMNS:
            yield from self.turn_up(1, column, "SETUP")
        if self.options["start_arrangement"] == "choose":
            for tribe in self.in_order():
                yield from self.arrange(tribe)
        yield from self.found_all()
        yield from self.turns(self.first)

    def draw_start(self, tribe):
        kinds, aside = [], []
        while len(kinds) < 3:
            answer = yield Question("SETUP", "*", ["~" + r for r in LETTERS if self.bag[r]])
            self.bag[answer[1]] -= 1
            (aside if answer[1] in kinds else kinds).append(answer[1])
        for letter in aside:
            self.bag[letter] += 1
        tribe.land = dict(zip(START_CELLS, sorted(kinds, key=LETTERS.index)))

    def arrange(self, tribe):
        kinds = sorted(tribe.land.values(), key=LETTERS.index)
        layouts = ["".join(layout) for layout in itertools.permutations(kinds)]
        answer = yield Question("ARRANGE", tribe.letter, ["S:" + layout for layout in layouts])
        tribe.land = dict(zip(START_CELLS, answer[2:]))

    def found_all(self):
        for tribe in self.in_order():
            answer = yield Question("FOUND", tribe.letter, ["+" + cell for cell in START_CELLS])
            tribe.reserve -= 1
            tribe.put(answer[1:])

    def turn_up(self, epoch, column, phase):
        board = "%d.%d" % (epoch, column)
        answer = yield Question(phase, "*", ["?%s=%s" % (board, b) for b in self.unseen_boards[epoch]])
        self.grid[board] = answer.split("=")[1]
        self.unseen_boards[epoch].remove(self.grid[board])

    # -- turns (4.1, 4.3, 4.8) --

    def turns(self, letter):
        while True:
            yield from self.one_turn(self.tribes[letter])
            self.taken = self.taker = None
            if self.executed3 >= self.pack.end["events"][str(self.players)]:
                self.final = True
            if self.next_seat(letter) == self.first:
                if self.final or self.round == int(self.options["round_limit"]):
                    self.over = True
                    return
                self.round += 1
            letter = self.next_seat(letter)

    def one_turn(self, tribe):
        reach = min(len(self.row), tribe.shells + 1)
        answer = yield Question("TAKE", tribe.letter, ["T%d" % k for k in range(1, reach + 1)])
        k = int(answer[1:])
        for entry in self.row[:k - 1]:
            entry[1] += 1
        tribe.shells -= k - 1
        tile, shells = self.row.pop(k - 1)
        tribe.shells += shells
        self.taken, self.taker = tile, tribe.letter
        if tile in self.pack.events:
            yield from self.event(tribe, self.pack.events[tile])
            return
        mode = "A"
        achievements = self.achievements(tribe) if tile.endswith("+") else []
        if achievements:
            mode = yield Question("MODE", tribe.letter, ["A"] + achievements)
        if mode == "A":
            yield from self.action(tribe, ACTION[tile[0]])
        else:
            yield from self.achieve(tribe, mode)
        self.row.append([tile, 0])

    # -- actions (4.5) --

    def action(self, tribe, name):
        if name == "procreate":
            yield from self.procreate(tribe, self.value(tribe, "procreation"))
        elif name == "explore":
            yield from self.explore(tribe, self.value(tribe, "exploration"))
        else:
            yield from self.steps(tribe, self.value(tribe, "movement"))

    def value(self, tribe, track):
        return self.pack.values[track][tribe.level[track]]

    def birth(self, tribe):
        answer = yield Question("BIRTH", tribe.letter, ["+" + cell for cell in tribe.inhabited()])
        tribe.reserve -= 1
        tribe.put(answer[1:])

    def procreate(self, tribe, count):
        for _ in range(count):
            if tribe.reserve > 0:
                yield from self.birth(tribe)
                continue
            cells = tribe.inhabited()
            if len(cells) < 2:
                return
            answer = yield Question("LIFT", tribe.letter, ["."] + ["-" + cell for cell in cells])
            if answer == ".":
                return
            lifted = answer[1:]
            tribe.take_off(lifted)
            others = [cell for cell in tribe.inhabited() if cell != lifted]
            answer = yield Question("DROP", tribe.letter, ["+" + cell for cell in others], lifted=lifted)
            tribe.put(answer[1:])

    def explore(self, tribe, count):
        drawn = min(count, sum(self.bag.values()))
        for _ in range(drawn):
            answer = yield Question("DRAW", "*", ["~" + r for r in LETTERS if self.bag[r]])
            self.bag[answer[1]] -= 1
            self.hand[answer[1]] += 1
        for _ in range(drawn):
            moves = ["%s@%s" % (r, cell) for r in LETTERS if self.hand[r] for cell in self.border(tribe)]
            answer = yield Question("LAY", tribe.letter, moves)
            letter, cell = answer.split("@")
            self.hand[letter] -= 1
            tribe.land[cell] = letter
        yield from self.renew(tribe, count - drawn)

    def border(self, tribe):
        return [cell for cell in CELLS
                if cell not in tribe.land and any(other in tribe.land for other in NEIGHBOURS[cell])]

    def renew(self, tribe, count):
        for _ in range(count):
            cells = [cell for cell in CELLS if cell in tribe.spent and not tribe.members.get(cell)]
            if not cells:
                return
            answer = yield Question("RENEW", tribe.letter, ["."] + ["r" + cell for cell in cells])
            if answer == ".":
                return
            tribe.spent.remove(answer[1:])

    def steps(self, tribe, count):
        for _ in range(count):
            moves = ["%s-%s" % (cell, to) for cell in tribe.inhabited() for to in NEIGHBOURS[cell] if to in tribe.land]
            if not moves:
                return
            answer = yield Question("STEP", tribe.letter, ["."] + moves)
            if answer == ".":
                return
            cell, to = answer.split("-")
            tribe.take_off(cell)
            tribe.put(to)

    # -- achievements (4.6) --

    def has_stone(self, tribe, epoch, column):
        return tribe.letter in self.stones.get("%d.%d" % (epoch, column), "")

    def has_access(self, tribe, epoch, column):
        """Directly or by a link."""
        if epoch == 1 or self.has_stone(tribe, epoch - 1, column):
            return True
        return any("%d.%d>%d.%d" % (epoch - 1, d, epoch, column) in self.links and self.has_stone(tribe, epoch - 1, d)
                   for d in (column - 1, column + 1))

    def sources(self, tribe, epoch, column):
        """Columns from which the own arrow could lead there."""
        if not tribe.has_arrow or epoch == 1 or self.has_access(tribe, epoch, column):
            return []
        return [d for d in (column - 1, column + 1) if self.has_stone(tribe, epoch - 1, d)]

    def achievements(self, tribe):
        found = []
        for epoch in (1, 2, 3):
            for column in COLUMNS:
                board = "%d.%d" % (epoch, column)
                if board not in self.grid or self.has_stone(tribe, epoch, column):
                    continue
                data = self.pack.boards[self.grid[board]]
                if len(tribe.occupied_fresh()) < data["need"]:
                    continue
                if data["need"] >= 2 and not tribe.genuine(data["letter"]):
                    continue
                if self.has_access(tribe, epoch, column):
                    found.append("C" + board)
                found += ["C%s<%d" % (board, d) for d in self.sources(tribe, epoch, column)]
        return found

    def achieve(self, tribe, move):
        board, _, source = move[1:].partition("<")
        epoch, column = int(board[0]), int(board[2])
        data = self.pack.boards[self.grid[board]]
        if source:
            tribe.has_arrow = False
            self.links.append("%d.%s>%s" % (epoch - 1, source, board))
        missing = data["need"] - min(data["need"], tribe.genuine(data["letter"]))
        for _ in range(missing):
            cells = [cell for cell in tribe.occupied_fresh() if tribe.land[cell] != data["letter"]]
            answer = yield Question("WILD", tribe.letter, ["x" + cell for cell in cells], needed=data["letter"])
            tribe.spent.add(answer[1:])
        space = len(self.stones.get(board, ""))
        self.stones[board] = self.stones.get(board, "") + tribe.letter
        tribe.points += data["points"][space]
        self.change_level(tribe, data["track"], 1)
        if space == 0 and epoch < 3:
            yield from self.turn_up(epoch + 1, column, "REVEAL")
        if data["event"][space] and self.unseen_events[epoch]:
            answer = yield Question("REVEAL", "*", ["!" + event for event in self.unseen_events[epoch]])
            self.unseen_events[epoch].remove(answer[1:])
            self.row.append([answer[1:], 0])

    def change_level(self, tribe, track, by):
        tribe.level[track] = max(0, min(self.pack.top, tribe.level[track] + by))

    # -- events (1.7, 4.7) --

    def measure(self, tribe, what):
        if what in TRACKS:
            return tribe.level[what]
        return {"members": tribe.on_land, "land": lambda: len(tribe.fresh()), "exhausted": lambda: len(tribe.spent),
                "shells": lambda: tribe.shells, "points": lambda: tribe.points,
                "stones": lambda: sum(tribe.letter in seats for seats in self.stones.values())}[what]()

    def holds(self, condition, tribe):
        if condition is None:
            return True
        condition = plain_condition(condition)
        mine = self.measure(tribe, condition["of"])
        everybody = [self.measure(other, condition["of"]) for other in self.tribes.values()]
        return {"max": lambda: mine == max(everybody), "min": lambda: mine == min(everybody),
                "not_max": lambda: mine < max(everybody), "not_min": lambda: mine > min(everybody),
                "ge": lambda: mine >= condition["k"], "le": lambda: mine <= condition["k"]}[condition["is"]]()

    def targets(self, clause, activator):
        if not self.holds(clause.get("given"), activator):
            return []
        order = [self.tribes[letter] for letter in self.from_seat(activator.letter)]
        candidates = {"self": order[:1], "others": order[1:], "all": order}[clause["who"]]
        chosen = [tribe for tribe in candidates if self.holds(clause.get("if"), tribe)]
        singles_out = clause.get("if") is not None and plain_condition(clause["if"])["is"] in ("max", "min")
        if clause["who"] != "self" and singles_out and len(chosen) >= 2 and clause.get("tie", "activator") == "activator":
            chosen = [tribe for tribe in chosen if tribe is activator]
        return chosen

    def event(self, activator, event):
        for clause in event["clauses"]:
            for tribe in self.targets(clause, activator):
                yield from self.effect(tribe, clause)
        if event["epoch"] == 3:
            self.executed3 += 1

    def effect(self, tribe, effect):
        name, n = effect["do"], effect.get("n", 0)
        if name == "gain_points":
            tribe.points += n
        elif name == "lose_points":
            tribe.points = max(0, tribe.points - n)
        elif name == "gain_members":
            for _ in range(min(n, tribe.reserve)):
                yield from self.birth(tribe)
        elif name == "lose_members":
            for _ in range(min(n, tribe.on_land() - 1)):
                answer = yield Question("LOSE", tribe.letter, ["-" + cell for cell in tribe.inhabited()])
                tribe.take_off(answer[1:])
                tribe.reserve += 1
        elif name == "draw_land":
            yield from self.explore(tribe, n)
        elif name == "wither":
            yield from self.wither(tribe, n)
        elif name == "renew":
            yield from self.renew(tribe, n)
        elif name == "steps":
            yield from self.steps(tribe, n)
        elif name == "take_shells":
            for letter in self.from_seat(tribe.letter)[1:]:
                moved = min(n, self.tribes[letter].shells)
                self.tribes[letter].shells -= moved
                tribe.shells += moved
        elif name == "gain_shells":
            moved = min(n, self.box)
            self.box -= moved
            tribe.shells += moved
        elif name == "lose_shells":
            moved = min(n, tribe.shells)
            tribe.shells -= moved
            self.box += moved
        elif name in ("raise", "lower"):
            self.change_level(tribe, effect["track"], n if name == "raise" else -n)
        elif name == "perform":
            yield from self.action(tribe, effect["action"])
        elif name == "pick":
            moves = ["#%d" % k for k in range(1, len(effect["options"]) + 1)]
            answer = yield Question("PICK", tribe.letter, moves)
            yield from self.effect(tribe, effect["options"][int(answer[1:]) - 1])
        else:
            raise ValueError(name)

    def wither(self, tribe, count):
        for _ in range(count):
            cells = [cell for cell in tribe.fresh() if not tribe.members.get(cell)]
            if not cells:
                return
            answer = yield Question("WITHER", tribe.letter, ["x" + cell for cell in cells])
            tribe.spent.add(answer[1:])

    # -- the end (4.10) --

    def total(self, tribe):
        most_members = max(other.on_land() for other in self.tribes.values())
        most_land = max(len(other.fresh()) for other in self.tribes.values())
        total = tribe.points + sum(self.pack.points[track][tribe.level[track]] for track in TRACKS[:3])
        total += self.pack.end["most_members"] * (tribe.on_land() == most_members)
        return total + self.pack.end["most_land"] * (len(tribe.fresh()) == most_land)

    def result(self):
        if not self.over:
            return None
        worth = {letter: (self.total(tribe), tribe.shells, -len(tribe.spent)) for letter, tribe in self.tribes.items()}
        return [letter for letter in self.tribes if worth[letter] == max(worth.values())]

    # -- what can be seen (7.1.1) --

    def row_text(self):
        return " ".join(tile + ("(%d)" % shells if shells else "") for tile, shells in self.row)

    def facts(self):
        facts = {
            "phase": self.phase, "turn": self.pending(), "players": self.players, "round": self.round,
            "first": None if self.first == "A" else self.first, "final": self.final, "executed3": self.executed3, "row": self.row_text(), "box": self.box,
            "bag": counts_text(self.bag), "hand": counts_text(self.hand), "grid": dict(self.grid),
            "stones": {board: seats for board, seats in self.stones.items() if seats}, "links": sorted(self.links),
            "up": " ".join(sorted(board for board in self.grid if board[0] != "1")),
            "unseen_events": [len(self.unseen_events[e]) for e in (1, 2, 3)],
            "total": {letter: self.total(tribe) if self.over else None for letter, tribe in self.tribes.items()},
        }
        for letter, tribe in self.tribes.items():
            facts[letter] = {
                "land": tribe.land_text(), "levels": "/".join(str(tribe.level[track]) for track in TRACKS),
                "shells": tribe.shells, "points": tribe.points, "reserve": tribe.reserve, "arrow": tribe.has_arrow,
                "stones": STONES - sum(letter in seats for seats in self.stones.values())}
        return facts

    # -- prohibitions (4.12) --

    def refusal(self, text):
        """The number of the rule that forbids the move to who is asked; None when it is allowed, "notation" when it is none."""
        read = read_move(text)
        if not read:
            return "notation"
        shape, parts = read
        asked = ANSWERS[self.phase]
        if shape == "stop":
            return None if "stop" in asked else "N17"
        tribe = self.tribes[self.pending()]
        if shape == "achieve" and self.taken:
            return self.refused_achievement(tribe, *parts) or (None if self.phase == "MODE" else "N18")
        if shape not in asked:
            return "N18"
        if shape in ("pick", "arrange"):
            return None if text in self.question.moves else "N18"
        if shape == "act":
            return None
        if shape == "take":
            return self.refused_take(tribe, int(parts[0]), parts[2])
        if any(part not in NEIGHBOURS for part in parts if len(part) == 2):
            return "N11"
        found = getattr(self, "refused_" + shape)(tribe, *parts)
        return min(found, key=lambda rule: int(rule[1:])) if found else None

    def refused_take(self, tribe, k, tile):
        if k > len(self.row):
            return "N12"
        if k - 1 > tribe.shells:
            return "N1"
        return "N12" if tile and self.row[k - 1][0] != tile else None

    def refused_achievement(self, tribe, epoch, column, arrow, source):
        epoch, column = int(epoch), int(column)
        board = "%d.%d" % (epoch, column)
        if self.taken not in ("P+", "E+", "M+"):
            return "N2"
        if self.has_stone(tribe, epoch, column):
            return "N3"
        if board not in self.grid:
            return "N4"
        if not arrow and not self.has_access(tribe, epoch, column):
            return "N5"
        data = self.pack.boards[self.grid[board]]
        if data["need"] >= 2 and not tribe.genuine(data["letter"]):
            return "N6"
        if len(tribe.occupied_fresh()) < data["need"]:
            return "N7"
        if arrow and int(source) not in self.sources(tribe, epoch, column):
            return "N13"
        return None

    def refused_put(self, tribe, cell):
        if self.phase == "FOUND":
            return [] if cell in tribe.land else ["N14"]
        found = [] if tribe.members.get(cell) else ["N8"]
        if self.phase == "DROP" and cell == self.question.more["lifted"]:
            found.append("N18")
        return found

    def refused_off(self, tribe, cell):
        return [] if tribe.members.get(cell) else ["N8"]

    def refused_walk(self, tribe, cell, to):
        found = [] if tribe.members.get(cell) else ["N8"]
        found += [] if to in NEIGHBOURS[cell] else ["N9"]
        return found + ([] if to in tribe.land and cell in tribe.land else ["N14"])

    def refused_exhaust(self, tribe, cell):
        is_wild = self.phase == "WILD"
        found = []
        if is_wild and not tribe.members.get(cell):
            found.append("N8")
        if not is_wild and tribe.members.get(cell):
            found.append("N10")
        if cell not in tribe.land:
            found.append("N14")
        if cell in tribe.spent:
            found.append("N15")
        if is_wild and tribe.land.get(cell) == self.question.more["needed"]:
            found.append("N16")
        return found

    def refused_renew(self, tribe, cell):
        found = ["N10"] if tribe.members.get(cell) else []
        found += [] if cell in tribe.land else ["N14"]
        return found + ([] if cell in tribe.spent else ["N15"])

    def refused_lay(self, tribe, letter, cell):
        found = [] if self.hand[letter] else ["N6"]
        found += [] if any(other in tribe.land for other in NEIGHBOURS[cell]) else ["N9"]
        return found + (["N14"] if cell in tribe.land else [])


def plain_condition(condition):
    words = {"strongest": "max", "weakest": "min", "not_strongest": "not_max", "not_weakest": "not_min"}
    return {"of": "strength", "is": words[condition]} if isinstance(condition, str) else condition


def counts_text(counts):
    return " ".join("%s%d" % (letter, counts[letter]) for letter in LETTERS)


# ---- positions (7.1, 7.1.1) -----------------------------------------------------------------------------------------------

GRID = {"1.1": "hunting", "1.2": "cooking", "1.3": "leather", "1.4": "shamanism",
        "2.1": "riding", "2.2": "cheese", "2.3": "smelting", "2.4": "farming",
        "3.1": "chariots", "3.2": "brewing", "3.3": "weaving", "3.4": "payment"}
STACKS = {"1": "rhino rivals sabretooth winter fever herds wildfire trek".split(),
          "2": "feast invaders epidemic drought tribute flood harvest pastures".split(),
          "3": "conquest siege pestilence eruption plunder famine fallow caravans".split()}
T0 = "d4:G1 e4:W d5:O"
ROW = "P E M P+ E+ M+"


def read_land(tribe, text):
    for word in text.split():
        cell, letter, spent, members = re.fullmatch(r"([a-h][1-8]):([GHWOI])(!?)(\d*)", word).groups()
        tribe.land[cell] = letter
        if spent:
            tribe.spent.add(cell)
        if members:
            tribe.members[cell] = int(members)
    tribe.reserve -= tribe.on_land()


def read_row(text):
    found = []
    for word in text.split():
        tile, _, shells = re.fullmatch(r"([A-Za-z0-9_]+\+?)(\((\d+)\))?", word).groups()
        found.append([tile, int(shells or 0)])
    return found


def given(pack, position, options=None):
    """A play from a position; Tribes.script is what chance is to draw: land, boards and events."""
    pack = pack.with_events(position.get("pack_events", []))
    phase = position.get("phase", "TAKE")
    game = Tribes(pack, position.get("players", 2), options, begin=False)
    game.set_first(position.get("first", game.first or "A"))
    if phase == "SETUP":
        game.script = None
        game.run(game.whole_play())
        return game
    grid = dict(GRID, **position.get("grid", {}))
    game.row = read_row(position.get("row", ROW))
    stones = position.get("stones", {})
    game.stones = dict(stones)
    game.links = list(position.get("links", []))
    up = [board for board in grid if board[0] == "1" or stones.get("%d%s" % (int(board[0]) - 1, board[1:]))]
    game.grid = {board: grid[board] for board in up}
    for board in game.grid.values():
        game.unseen_boards[pack.boards[board]["epoch"]].remove(board)
    in_row = [tile for tile, _ in game.row]
    stacks = {epoch: position.get("events", {}).get(epoch, [event for event in STACKS[epoch] if event not in in_row])
              for epoch in "123"}
    game.unseen_events = {e: [v for v in pack.events if v in stacks[str(e)]] for e in (1, 2, 3)}
    game.round, game.executed3 = position.get("round", 1), position.get("executed3", 0)
    for letter, tribe in game.tribes.items():
        mine = position.get(letter, {})
        if phase in ("ARRANGE", "FOUND"):
            tribe.land = dict(zip(START_CELLS, sorted(position["start"][letter], key=LETTERS.index)))
        else:
            read_land(tribe, mine.get("land", T0))
            tribe.points = mine.get("points", 0)
        tribe.points = mine.get("points", tribe.points)
        tribe.shells = mine.get("shells", 5)
        tribe.level = dict(zip(TRACKS, map(int, mine.get("levels", "0/0/0/0").split("/"))))
        tribe.has_arrow = mine.get("arrow", True)
    game.box = SHELLS - sum(tribe.shells for tribe in game.tribes.values()) - sum(shells for _, shells in game.row)
    laid = [letter for tribe in game.tribes.values() for letter in tribe.land.values()]
    draw = position.get("draw", "")
    game.bag = {letter: max(0, 10 - laid.count(letter), draw.count(letter)) for letter in LETTERS}
    if "bag" in position:
        game.bag = {word[0]: int(word[1:]) for word in position["bag"].split()}
    game.script = {"land": list(draw), "grid": grid, "events": {e: list(stacks[e]) for e in "123"}}
    game.run(begin(game, phase, position.get("turn", game.first)))
    return game


def begin(game, phase, turn):
    if phase == "OVER":
        game.over = True
        return
    if phase == "ARRANGE":
        for tribe in game.in_order():
            yield from game.arrange(tribe)
    if phase in ("ARRANGE", "FOUND"):
        yield from game.found_all()
    yield from game.turns(turn)
