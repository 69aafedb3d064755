"""Valley: add up what a tile brings, shelter twice (weighing); the lower number first (plan), a tile that fits (refill)."""
import re

BONUS = {"C": 3, "F": 2, "R": 2}  # shelter that a bonus is worth, as the lesson weighing says
OTHER = 2                         # what any other bonus counts
TWICE, AHEAD = 2, 5               # shelter counts twice, unless there are five more of it than food: then food does
SCENES = {"Feast": "B", "Picking": "P", "Ritual": "R", "Fight": "X", "Water": "W", "Camp": "C", "Hunt": "H", "Fire": "F"}


def number(words, what):
    """ "… 3 food …": 3; 0 where it is not said."""
    found = re.search(rf"(\d+) {what}", words)
    return int(found[1]) if found else 0


def beside(square):
    column, row = ord(square[0]), int(square[1])
    return [f"{chr(column + 1)}{row}", f"{chr(column - 1)}{row}", f"{square[0]}{row + 1}", f"{square[0]}{row - 1}"]


class Valley:
    """The board of a seat as it lies there."""

    def __init__(self, table, seat):
        self.mine = table[f"p{seat + 1}"]
        self.squares = {name: scene for name, scene in self.mine["sq"].items() if name[0] != "k"}
        self.free = {name for name, scene in self.squares.items() if scene == "-"}
        self.left_behind = {tile[at:at + 2] for tribe in self.mine["old"] for tile in tribe for at in (4, 6)}
        self.food, self.plains, self.caves = {}, set(), []
        for half, first in zip(self.mine["board"].split("+"), "ae"):
            self.read_half(table["halves"][half], ord(first))
        self.is_fed_first = self.mine["sp"] - self.mine["fp"] >= AHEAD

    def read_half(self, half, first):
        for row, line in enumerate(half["rows"], 1):
            for column, square in enumerate(line.split()):
                name = f"{chr(first + column)}{row}"
                self.food[name] = int(square[1:])
                if square[0] == "P":
                    self.plains.add(name)
        for cave in half["caves"]:  # Bc 6/4
            where, values = cave.split()
            gate = {"T": f"{where[1]}1", "B": f"{where[1]}5", "L": f"a{where[1]}", "R": f"h{where[1]}"}[where[0]]
            self.caves.append((gate, *map(int, values.split("/"))))

    def points(self, food, shelter):
        return TWICE * food + shelter if self.is_fed_first else food + TWICE * shelter

    def bonus(self, scene):
        return self.points(0, BONUS[scene]) if scene in BONUS else OTHER

    def meets(self, scene, square, other=None):
        """Does it meet its like there? None: it may not lie there. Beside it lies the other half of the tile."""
        if scene == "P" and square in self.plains:
            return None
        is_met = False
        for near in beside(square):
            there = self.squares.get(near, "-")
            if near == other or there in ("-", "bear"):
                continue
            if there != scene or near in self.left_behind:
                return None
            is_met = True
        return is_met

    def scene_points(self, scene, square):
        return self.points(self.food[square], 0) + self.bonus(scene)

    def tile_points(self, tile):
        """The most that a tile could bring here."""
        best = 0
        for scene, other in ((tile[0], tile[1]), (tile[1], tile[0])):
            for square in self.free:
                if not self.meets(scene, square):
                    continue
                for second in self.free.intersection(beside(square)):
                    is_met = self.meets(other, second, square)
                    if is_met is not None:
                        best = max(best, self.scene_points(scene, square) + (self.scene_points(other, second) if is_met else 0))
                best = max(best, self.cave_points(scene, other, square))
        return best

    def cave_points(self, scene, other, gate):
        for cave, (where, high, low) in enumerate(self.caves, 1):
            token = self.mine["token"][f"k{cave}"]
            if where == gate and token in (None, other):
                return self.scene_points(scene, gate) + self.points(0, high if token else low)
        return 0

    def lay_points(self, lay, words):
        """Food and shelter are said; the bonuses follow."""
        halves = [(lay[1], lay[3], lay[4]), (lay[2], lay[4], lay[3])]
        fights = re.search(r"but (\d+) food", words)
        met = [scene for scene, square, second in halves if square[0] != "k" and self.meets(scene, square, second)]
        return self.said(words) - self.points(int(fights[1]) if fights else 0, 0) + sum(map(self.bonus, met))

    def said(self, words):
        return self.points(number(words, "food"), number(words, "shelter"))

    def bonus_points(self, what, words):
        """What a bonus or a token does now: what is said, and a token, a swap by what it is worth here."""
        if what[:2] == "W=":
            return self.tile_points(what[6:8]) - self.tile_points(what[2:4])
        if what[:2] == "R=":
            return self.bonus(SCENES[re.search(r"the (?:used )?(\w+)(?: Mountain)? token", words)[1]])
        if what[:2] == "F=":
            return self.said(words)
        return self.said(words) or OTHER * ("your tile" not in words)


def choose(sees, lot):
    valley, other = Valley(sees.table, sees.seat), Valley(sees.table, 1 - sees.seat) if sees.table["players"] == 2 else None

    def worth(move):
        word, _, what = move.text.partition(":")
        if word in ("lay", "new"):
            return valley.lay_points(re.match(r"(\w)(\w)\d@(\w\d)(\w\d)", what), move.words)
        if word == "take":
            return valley.tile_points(what)
        if word == "drop":
            return other.tile_points(what)
        if word == "bon" or (word == "use" and sees.table["phase"] != "MAIN"):
            return valley.bonus_points(what, move.words)
        return -1 if word in ("recall", "use", "stop") else 0

    return max(sees.moves, key=lambda move: worth(move) + 0.1 * lot.random())
