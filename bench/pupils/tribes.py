"""Tribes: what a tile is worth in shells (weighing), one member on each land (spreading); before them the right land (settling, plan)."""
import re

POINT, LEVEL, MEMBER, STEP, LAND, WILD = 4, 4, 2, 2, 1, 2  # in shells, as the lessons weighing and spreading say


def number(words, what):
    """ "… 3 members …": 3; 0 where it is not said."""
    found = re.search(rf"(\d+) {what}", words)
    return int(found[1]) if found else 0


def beside(place):
    column, row = ord(place[0]), int(place[1:])
    return [f"{chr(column + right)}{row + down}" for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))]


class Tribe:
    def __init__(self, table, seat):
        self.table, self.me = table, "ABCD"[seat]
        self.mine = table[self.me]
        self.kind, self.fresh, self.members = {}, set(), {}
        for one in self.mine["land"].split():  # d4:G!2: exhausted Goat land with two members
            where, what = one.split(":")
            count = re.search(r"\d+$", what)
            self.kind[where], self.members[where] = what[0], int(count[0]) if count else 0
            if "!" not in what:
                self.fresh.add(where)
        self.empty = {where for where in self.fresh if not self.members[where]}
        self.needs = dict(need.split(":") for need in self.mine["needs"].split())
        self.open = [place for place in self.needs if self.is_open(place)]
        self.wanted = {self.deed(place)["resource"] for place in self.open}

    def deed(self, place):
        return self.table["boards"][self.table["grid"][place]]

    def is_open(self, place):
        """No stone of ours on it yet, and one below or at the foot of an arrow (deed, arrow)."""
        stones = self.table["stones"]
        epoch, column = place.split(".")
        ways = [f"{int(epoch) - 1}.{column}"] + [link.split(">")[0] for link in self.table["links"] if link.endswith(">" + place)]
        return self.me not in stones.get(place, "") and (epoch == "1" or any(self.me in stones.get(way, "") for way in ways))

    def deed_worth(self, place):
        points = self.deed(place)["points"]
        laid = len(self.table["stones"].get(place, ""))
        return POINT * points[min(laid, len(points) - 1)] + LEVEL - WILD * self.needs[place].count("?")

    def best_deed(self):
        return max((self.deed_worth(place) for place in self.open if "-" not in self.needs[place]), default=0)

    def is_spare(self, place):
        """Is there somebody who can leave without a loss (spreading)?"""
        return self.members.get(place, 0) > (place in self.fresh)

    def steps_worth(self, steps):
        reached = sum(any(self.is_spare(place) for place in beside(where)) for where in self.empty)
        return STEP * min(steps, reached)

    def event_worth(self, told):
        """What it brings or takes, if it concerns us alone; what everybody gets or loses alike counts nothing."""
        if told.startswith("Every tribe except"):
            return 0 if self.mine["strongest"] else -MEMBER * number(told, "member")
        is_met = ("weakest" not in told or self.mine["weakest"]) and ("strongest" not in told or self.mine["strongest"])
        if told.startswith("Every") or not is_met:
            return 0
        if "exhaust" in told:
            return -LAND * number(told, "empty land")
        sign = -1 if "you lose" in told else 1
        return sign * (POINT * number(told, "point") + MEMBER * number(told, "member")) + LAND * number(told, "land tile") + number(told, "shell")

    def tile_worth(self, words):
        if "Procreate" in words:
            good = MEMBER * min(number(words, "member"), self.mine["reserve"])
        elif "Explore" in words:
            good = LAND * number(words, "land tile")
        elif "Move" in words:
            good = self.steps_worth(number(words, "step"))
        else:
            good = self.event_worth(next((event["text"] for event in self.table["events"].values() if event["name"] in words), ""))
        costs, brings = re.search(r"costs (\d+)", words), re.search(r"brings (\d+)", words)
        good = max(good, self.best_deed()) if "with a hand" in words else good
        return good - (int(costs[1]) if costs else 0) + (int(brings[1]) if brings else 0)

    def action_worth(self):
        births, land, steps = (int(level) + 1 for level in self.mine["levels"].split("/")[:3])
        return {"P": MEMBER * min(births, self.mine["reserve"]), "E": LAND * land, "M": self.steps_worth(steps)}[self.table["tile"][0]]

    def step_worth(self, start, end):
        if not self.is_spare(start) or end not in self.empty:
            return -1
        return STEP + 0.5 * (self.kind[end] in self.wanted)

    def place_worth(self, where):
        """A new member: beside most empty fresh land, and where fewest stand. The first one: on what a deed asks for."""
        if self.table["phase"] == "FOUND":
            return self.kind[where] in self.wanted
        return sum(near in self.empty for near in beside(where)) - self.members[where]

    def worth(self, move):
        text = move.text
        step = re.match(r"(\w\d+)-(\w\d+)$", text)
        if text[0] == "T":
            return self.tile_worth(move.words)
        if text[0] == "C":
            return self.deed_worth(text[1:4]) - WILD * ("<" in text)
        if text == "A":
            return self.action_worth()
        if step:
            return self.step_worth(step[1], step[2])
        if "@" in text:
            return sum(self.members.get(near, 0) > 0 for near in beside(text.split("@")[1]))
        if text[0] == "+":
            return self.place_worth(text[1:])
        if text[0] == "x":
            return -(self.kind[text[1:]] in self.wanted)
        return self.members[text[1:]] if text[0] == "-" else 0


def choose(sees, lot):
    tribe = Tribe(sees.table, sees.seat)
    return max(sees.moves, key=lambda move: tribe.worth(move) + 0.1 * lot.random())
