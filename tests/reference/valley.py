"""The rules of valley a second time, for comparison with the program.

Written from the rules alone (docs/rules/valley.md has their numbers), without a look at the C code, and as plain as it
can be: no bit masks, no action numbers, no speed. A move is its text. A difference between this file and the program is
a mistake in one of them; compare_valley.py looks for differences.

legal() says what may be done, as rules 4.2 to 4.12 grant it. refusal() says what forbids a move, as the table of 4.14
puts it. They are written apart on purpose, so that they can be compared as well.
"""

import json
import re

SCENES = "BPRXWCHF"
COLUMNS, ROWS = "abcdefgh", "12345"
VALLEY = [column + row for row in ROWS for column in COLUMNS]
CAVES = ["k1", "k2", "k3", "k4", "k5", "k6"]
SPOTS = CAVES + ["w1", "w2"]
SQUARES = VALLEY + CAVES
DEFAULTS = {"convert": "all", "sides": "random", "first": "random", "recall": "any",
            "abandoned": "forbidden", "start_drop": "no"}

TILE = "([BPRXWCHF]{2}[1-9])"
SQUARE = "([a-h][1-5]|k[1-6])"
PUT = TILE + "@" + SQUARE + SQUARE
SHAPES = {
    "put": re.compile("(lay|new):" + PUT),
    "feast": re.compile("(use|bon):B=" + PUT),
    "plain": re.compile("(use|bon):([CPH])"),
    "convert": re.compile("(use|bon):H=([0-9]+)"),
    "ritual": re.compile("(use|bon):R=(k[1-6]|w[12])"),
    "again": re.compile("(use|bon):R=u([BPRXWCHF])"),
    "fight": re.compile("(use|bon):X=" + TILE),
    "water": re.compile("(use|bon):W=" + TILE + "/" + TILE),
    "bear": re.compile(r"(use|bon):F=p([1-4])\." + SQUARE),
    "chase": re.compile("(use|bon):F=-" + SQUARE),
    "common": re.compile("(take|drop):" + TILE),
    "hit": re.compile("(hit):p([1-4])"),
    "recall": re.compile("(recall):" + TILE),
    "word": re.compile("(done|stop)"),
}


def read_move(text):
    """The shape of a move and its parts, or None where the text is no move (rule 6)."""
    for shape, pattern in SHAPES.items():
        match = pattern.fullmatch(text)
        if match:
            return shape, match.groups()
    return None


def load_pack(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def all_tiles(pack):
    """Rule 1.3, in canonical order."""
    tiles = []
    for i in range(7):
        for j in range(i + 1, 8):
            pair = SCENES[i] + SCENES[j]
            copies = pack["tiles"]["picking_copies" if "P" in pair else "copies"]
            tiles += [pair + str(copy) for copy in range(1, copies + 1)]
    return tiles


class Board:
    """A valley of two half boards: terrain, food, caves, and what touches what (rules 1.4, 1.5)."""

    def __init__(self, pack, name):
        self.name = name
        self.terrain, self.food, self.gate, self.high, self.low = {}, {}, {}, {}, {}
        cave = 0
        for part, columns in zip(name.split("+"), ("abcd", "efgh")):
            half = next(h for h in pack["halves"] if h["id"] == part[:-1])
            face = half["faces"][part[-1]]
            for row, line in zip(ROWS, face["rows"]):
                for column, cell in zip(columns, line.split(" ")):
                    self.terrain[column + row] = cell[0]
                    self.food[column + row] = int(cell[1])
            for text in face["caves"]:
                where, values = text.split(" ")
                name = CAVES[cave]
                cave += 1
                edge, place = where
                self.gate[name] = {"T": place + "1", "B": place + "5", "L": "a" + place, "R": "h" + place}[edge]
                self.high[name], self.low[name] = (int(value) for value in values.split("/"))
        self.touching = {square: self._neighbours(square) for square in SQUARES}

    def _neighbours(self, square):
        if square in CAVES:
            return [self.gate[square]]
        found = [cave for cave in CAVES if self.gate[cave] == square]
        column, row = COLUMNS.index(square[0]), ROWS.index(square[1])
        for dc, dr in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= column + dc < 8 and 0 <= row + dr < 5:
                found.append(COLUMNS[column + dc] + ROWS[row + dr])
        return found


class Seat:
    def __init__(self, pack):
        self.board = None
        self.fp = self.sp = self.steaks = 0
        self.fights = pack["supply"]["fights"]
        self.pool, self.held, self.used, self.gone = [], [], [], []
        self.token = {}  # spot: scene
        self.on = {}  # square: (scene, tribe number)
        self.puts = []  # (text, tribe number), in the order of laying
        self.bears = []
        self.tribe = 0
        self.finished = False

    def free(self, square):
        return square not in self.on and square not in self.bears


class Valley:
    def __init__(self, pack, players, options=None):
        self.pack = pack
        self.options = dict(DEFAULTS, **(options or {}))
        self.players = players
        self.seats = {n: Seat(pack) for n in range(1, players + 1)}
        self.tiles = all_tiles(pack)
        self.unseen = list(self.tiles)
        self.stack_size = 0
        self.common, self.dropped = [], []
        self.fight_on = {}  # tile: owners
        self.steak_supply = pack["supply"]["steaks"]
        self.bear_supply = pack["supply"]["bears"]
        self.final = False
        self.starting = True
        self.seat = self.first = None
        self.token_used = self.permit = False
        self.bonuses = ""
        self.entering = None  # (cave, scene of the token that was there or None)
        self.laying = None  # (kind, tile, q1, q2) while its Fight tokens are resolved
        self.phase = "DEAL"
        self.deal = self.dealing()
        self.asked = next(self.deal)

    # ---- set-up (section 2) ------------------------------------------------------------------------------------------

    def dealing(self):
        """Yields what chance is asked, in the order of 6.1, and is sent the answers."""
        if self.options["first"] == "random":
            self.first = int((yield ["first:p%d" % n for n in self.seats])[-1])
        else:
            self.first = int(self.options["first"])
        for _ in range(self.pack["pool"]["common"]):
            self.common.append(self.draw((yield self.draws())))
        boards = {}
        for side in ("left", "right"):
            dealt = []
            for n in self.seats:
                name = (yield self.faces(side, n, dealt)).split("=")[1]
                dealt.append(name[:-1])
                boards[n] = boards.get(n, []) + [name]
        for n, seat in self.seats.items():
            seat.board = Board(self.pack, "+".join(boards[n]))
        for n, seat in self.seats.items():
            for spot in SPOTS:
                left = [scene for scene in SCENES if scene not in seat.token.values()]
                seat.token[spot] = (yield ["token:p%d.%s=%s" % (n, spot, scene) for scene in left])[-1]
        for n in self.clockwise(self.first):
            for _ in range(self.pack["pool"]["personal"]):
                self.seats[n].pool.append(self.draw((yield self.draws())))
        removed = self.pack["removed"][str(self.players)]
        self.stack_size = len(self.unseen) - removed
        self.seat, self.phase = self.first, "START"
        yield []

    def draws(self):
        return ["draw:" + tile for tile in self.unseen]

    def draw(self, text):
        tile = text.split(":")[1]
        self.unseen.remove(tile)
        return tile

    def faces(self, side, n, dealt):
        moves = []
        for half in self.pack["halves"]:
            if half["side"] == side and half["id"] not in dealt:
                for face in sorted(half["faces"]):
                    if face == "A" or self.options["sides"] == "random":
                        moves.append("%s:p%d=%s%s" % (side, n, half["id"], face))
        return moves

    def clockwise(self, begin):
        return [(begin - 1 + k) % self.players + 1 for k in range(self.players)]

    # ---- a typed-in position (9.1) -----------------------------------------------------------------------------------

    @classmethod
    def given(cls, pack, given, options=None):
        self = cls(pack, given.get("players", 2), options)
        if given.get("phase") == "DEAL":
            return self
        number = lambda seat: int(str(seat).lstrip("p"))
        self.asked = []
        self.first = number(given.get("first", 1))
        self.seat = number(given.get("turn", self.first))
        self.phase = given.get("phase", "MAIN")
        self.starting = given.get("starting", self.phase == "START")
        self.final = given.get("final", False)
        self.common = list(given.get("common", []))
        self.dropped = list(given.get("dropped", []))
        self.token_used = given.get("token_used", False)
        self.permit = given.get("permit", False)
        self.bonuses = given.get("bonuses", "")
        named = self.common + self.dropped
        for n, seat in self.seats.items():
            data = given.get("p%d" % n, {})
            seat.board = Board(pack, data.get("board", "L1A+R2A"))
            for key in ("fp", "sp", "steaks", "finished"):
                setattr(seat, key, data.get(key, getattr(seat, key)))
            for key in ("pool", "held", "used", "gone", "bears"):
                setattr(seat, key, list(data.get(key, [])))
            seat.token = dict(data.get("tokens", {}))
            tribes = data.get("old", []) + [data.get("laid", [])]
            for tribe, puts in enumerate(tribes, 1):
                for put in puts:
                    tile, q1, q2 = re.fullmatch(PUT, put).groups()
                    seat.on[q1], seat.on[q2] = (tile[0], tribe), (tile[1], tribe)
                    seat.puts.append((put, tribe))
                    named.append(tile)
            seat.tribe = len(tribes) if tribes[-1] else len(tribes) - 1
            named += seat.pool
            self.steak_supply -= seat.steaks
            self.bear_supply -= len(seat.bears)
        for tile, owners in given.get("fight_on", {}).items():
            self.fight_on[tile] = [number(owner) for owner in owners]
            for owner in self.fight_on[tile]:
                self.seats[owner].fights -= 1
        stack = given.get("stack", 0)
        if isinstance(stack, list):
            self.unseen, self.stack_size = list(stack), len(stack)
        else:
            self.unseen, self.stack_size = [t for t in self.tiles if t not in named], stack
        return self

    # ---- who is asked, and for what ------------------------------------------------------------------------------------

    def pending(self):
        if self.phase in ("DEAL", "REVEAL"):
            return "*"
        return None if self.phase == "OVER" else self.seat

    def legal(self, who):
        if who == "*":
            if self.phase == "DEAL":
                return list(self.asked)
            return self.draws() if self.phase == "REVEAL" else []
        moves = self.recalls(who)
        if who != self.pending():
            return moves
        seat = self.seats[who]
        if self.phase == "START":
            moves += self.starts(seat) or self.new_tribes(seat) or ["stop"]
        elif self.phase == "MAIN":
            moves += ["lay:" + put for put in self.connected(seat)] or self.new_tribes(seat) or ["stop"]
            moves += self.uses(seat)
        elif self.phase == "FIGHT":
            owners = self.fight_on.get(self.laying[1], [])
            moves += ["hit:p%d" % n for n in sorted(set(owners))]
        elif self.phase == "BONUS":
            for scene in self.bonuses:
                moves += ["bon:" + effect for effect in self.effects(seat, scene)]
            moves.append("done")
        elif self.phase == "POST":
            moves += self.uses(seat) + ["done"]
        elif self.phase == "REFILL":
            moves += ["take:" + tile for tile in self.common]
        elif self.phase == "DROP":
            moves += ["drop:" + tile for tile in self.common]
        return moves

    # ---- placements (4.2) ----------------------------------------------------------------------------------------------

    def puts(self, seat):
        """Every tile of the pool on every two touching squares, both ways round, if the common conditions hold."""
        for tile in seat.pool:
            for q1 in SQUARES:
                for q2 in seat.board.touching[q1]:
                    if self.common_conditions(seat, tile, q1, q2):
                        yield tile, q1, q2

    def common_conditions(self, seat, tile, q1, q2):
        if not seat.free(q1) or not seat.free(q2):
            return False
        if self.picking_on_plain(seat, tile, q1, q2):
            return False
        if self.options["abandoned"] == "forbidden" and any(t != seat.tribe for _, t in self.contacts(seat, q1, q2)):
            return False
        return True

    def picking_on_plain(self, seat, tile, q1, q2):
        return not self.permit and any(scene == "P" and seat.board.terrain.get(square) == "P"
                                       for scene, square in zip(tile, (q1, q2)))

    def contacts(self, seat, q1, q2):
        """What lies next to the pair: (scene, tribe) of every square touched."""
        squares = [s for q in (q1, q2) for s in seat.board.touching[q] if s not in (q1, q2)]
        return [seat.on[s] for s in squares if s in seat.on]

    def own_contacts(self, seat, square, other):
        """The scenes of the active tribe that a square touches."""
        return [seat.on[s][0] for s in seat.board.touching[square]
                if s != other and s in seat.on and seat.on[s][1] == seat.tribe]

    def connected(self, seat):
        found = []
        for tile, q1, q2 in self.puts(seat):
            first, second = self.own_contacts(seat, q1, q2), self.own_contacts(seat, q2, q1)
            agree = all(s == tile[0] for s in first) and all(s == tile[1] for s in second)
            welcome = all(seat.token.get(q, scene) == scene for q, scene in ((q1, tile[0]), (q2, tile[1])) if q in CAVES)
            if first + second and agree and welcome:
                found.append("%s@%s%s" % (tile, q1, q2))
        return found

    def starts(self, seat):
        return ["lay:%s@%s%s" % (tile, q1, q2) for tile, q1, q2 in self.puts(seat)
                if any(q in CAVES and seat.token.get(q) == scene for q, scene in ((q1, tile[0]), (q2, tile[1])))]

    def new_tribes(self, seat):
        ignored = self.options["abandoned"] == "ignored"
        return ["new:%s@%s%s" % (tile, q1, q2) for tile, q1, q2 in self.puts(seat)
                if (q1 in CAVES or q2 in CAVES) and (ignored or not self.contacts(seat, q1, q2))]

    # ---- effects of scenes and tokens (4.8, 4.9) ----------------------------------------------------------------------

    def uses(self, seat):
        if self.token_used:
            return []
        moves = []
        for scene in seat.held:
            for effect in self.effects(seat, scene):
                if scene == "H" and effect != "H":
                    continue  # a Hunt token converts nothing
                if scene == "P" and self.phase != "MAIN":
                    continue
                moves.append("use:" + effect)
        return moves

    def effects(self, seat, scene):
        if scene == "B":
            return ["B=" + put for put in self.connected(seat)]
        if scene == "R":
            spots = [spot for spot in SPOTS if spot in seat.token]
            return ["R=" + spot for spot in spots] or ["R=u" + used for used in seat.used]
        if scene == "X":
            return ["X=" + tile for tile in self.pool_tiles()] if seat.fights else []
        if scene == "W":
            others = [tile for tile in self.pool_tiles() if tile not in seat.pool]
            return ["W=%s/%s" % (own, other) for own in seat.pool for other in others]
        if scene == "H":
            steaks = seat.steaks + (1 if self.steak_supply else 0)
            numbers = range(1, steaks + 1) if self.options["convert"] == "any" else [steaks] if steaks else []
            return (["H"] if self.steak_supply else []) + ["H=%d" % n for n in numbers]
        if scene == "F":
            return self.bear_places(seat) + ["F=-" + square for square in seat.bears]
        return [scene]  # Picking, Camp

    def pool_tiles(self):
        return self.common + [tile for seat in self.seats.values() for tile in seat.pool]

    def bear_places(self, seat):
        if not self.bear_supply:
            return []
        return ["F=p%d.%s" % (n, square) for n, other in self.seats.items() if other is not seat
                for square in SQUARES if other.free(square) and self.tiles_beside(other, square)]

    @staticmethod
    def tiles_beside(seat, square):
        return sum(1 for s in seat.board.touching[square] if s in seat.on)

    # ---- taking Fight tokens back (section 5) --------------------------------------------------------------------------

    def own_fights(self, who):
        return [tile for tile in self.pool_tiles() if who in self.fight_on.get(tile, [])]

    def recalls(self, who):
        if self.phase not in ("MAIN", "BONUS", "POST", "REFILL", "DROP"):
            return []
        if self.options["recall"] == "needed":
            seat = self.seats[who]
            could = "X" in self.bonuses if self.phase == "BONUS" else (
                self.phase in ("MAIN", "POST") and "X" in seat.held and not self.token_used)
            if who != self.seat or not could or seat.fights:
                return []
        return ["recall:" + tile for tile in self.own_fights(who)]

    def fight_at_hand(self, who):
        """The remark of 4.6: an empty Fight supply is no obstacle if a token can be taken back first."""
        return bool(self.own_fights(who)) and not self.seats[who].fights

    # ---- making a move ------------------------------------------------------------------------------------------------

    def play(self, who, text):
        assert text in self.legal(who), (who, text)
        if who == "*":
            self.play_chance(text)
            return
        shape, parts = read_move(text)
        seat = self.seats[who]
        if shape == "recall":
            self.fight_home(parts[1], who)
        elif shape == "put":
            self.begin_laying(who, parts[0], *parts[1:])
        elif shape == "hit":
            self.strike(int(parts[1]))
            self.resolve_fights()
        elif shape == "common" and parts[0] == "take":
            self.common.remove(parts[1])
            seat.pool.append(parts[1])
            self.refill()
        elif shape == "common":
            self.common.remove(parts[1])
            self.dropped.append(parts[1])
            for owner in list(self.fight_on.get(parts[1], [])):
                self.fight_home(parts[1], owner)
            self.end_turn()
        elif text == "stop":
            seat.finished = True
            self.next_seat()
        elif text == "done" and self.phase == "BONUS":
            self.bonuses = ""
            self.go_on_with_bonuses()
        elif text == "done":
            self.refill()
        else:
            self.play_effect(who, shape, parts, text)

    def play_chance(self, text):
        if self.phase == "DEAL":
            self.asked = self.deal.send(text)
        else:
            self.common.append(self.draw(text))
            self.stack_size -= 1
            self.end_turn()

    def play_effect(self, who, shape, parts, text):
        """A bonus, or the use of a token (4.8, 4.9)."""
        seat, scene = self.seats[who], text[4]
        token = parts[0] == "use"
        after = self.phase
        if token:
            self.token_used = True
            seat.held.remove(scene)
        if shape == "feast":
            if token:
                seat.used.append(scene)
            self.begin_laying(who, "extra " + after, *parts[1:])
            return
        if shape == "plain" and scene == "C":
            seat.sp += self.pack["camp_sp"]
        elif shape == "plain" and scene == "P":
            if token:
                self.permit = True
            else:
                seat.fp += 1
        elif shape in ("plain", "convert"):
            self.hunt(seat, int(parts[1]) if shape == "convert" else 0)
        elif shape == "ritual":
            seat.held.append(seat.token.pop(parts[1]))
        elif shape == "again":
            seat.used.remove(parts[1])
            seat.held.append(parts[1])
        elif shape == "fight":
            seat.fights -= 1
            self.fight_on.setdefault(parts[1], []).append(who)
        elif shape == "water":
            self.swap(seat, parts[1], parts[2])
        elif shape == "bear":
            other = self.seats[int(parts[1])]
            self.bear_supply -= 1
            other.bears.append(parts[2])
            seat.sp += self.tiles_beside(other, parts[2])
        elif shape == "chase":
            seat.bears.remove(parts[1])
            self.bear_supply += 1
        if token:
            seat.used.append(scene)
        else:
            self.bonuses = self.bonuses.replace(scene, "")
        self.return_to(after)

    def hunt(self, seat, converted):
        if self.steak_supply:
            self.steak_supply -= 1
            seat.steaks += 1
        if converted:
            seat.steaks -= converted
            self.steak_supply += converted
            table = self.pack["steaks"]
            seat.fp += table[min(converted, len(table)) - 1]

    def swap(self, seat, own, other):
        lists = [self.common] + [s.pool for s in self.seats.values()]
        there = next(tiles for tiles in lists if other in tiles)
        seat.pool[seat.pool.index(own)], there[there.index(other)] = other, own

    def return_to(self, phase):
        """After an effect: the next decision of the turn."""
        if phase == "MAIN":
            self.phase = "MAIN"
        elif phase == "BONUS":
            self.go_on_with_bonuses()
        else:
            self.refill()

    # ---- laying a tile (4.3 to 4.5) -------------------------------------------------------------------------------------

    def begin_laying(self, who, kind, tile, q1, q2):
        self.laying = (kind, tile, q1, q2)
        self.resolve_fights()

    def fight_home(self, tile, owner):
        self.fight_on[tile].remove(owner)
        self.seats[owner].fights += 1

    def strike(self, owner):
        seat = self.seats[self.seat]
        if seat.fp >= 1:
            seat.fp -= 1
            self.seats[owner].fp += 1
        self.fight_home(self.laying[1], owner)

    def resolve_fights(self):
        tile = self.laying[1]
        while self.seat in self.fight_on.get(tile, []):
            self.strike(self.seat)
        foreign = self.fight_on.get(tile, [])
        if 0 < self.seats[self.seat].fp < len(foreign) and len(set(foreign)) >= 2:
            self.was = self.phase if self.phase != "FIGHT" else self.was
            self.phase = "FIGHT"
            return
        while foreign:
            self.strike(foreign[0])
        if self.phase == "FIGHT":
            self.phase = self.was
        self.lay_it()

    def lay_it(self):
        kind, tile, q1, q2 = self.laying
        self.laying = None
        seat = self.seats[self.seat]
        cave = q1 if q1 in CAVES else q2 if q2 in CAVES else None
        token = seat.token.pop(cave, None) if cave else None
        links = [(tile[0], q1)] * bool(self.own_contacts(seat, q1, q2))
        links += [(tile[1], q2)] * bool(self.own_contacts(seat, q2, q1))
        if kind == "new" or seat.tribe == 0:
            seat.tribe += 1  # what was active is abandoned now
        seat.pool.remove(tile)
        seat.on[q1], seat.on[q2] = (tile[0], seat.tribe), (tile[1], seat.tribe)
        seat.puts.append(("%s@%s%s" % (tile, q1, q2), seat.tribe))
        if kind == "new":
            if token:
                seat.gone.append(token)
            seat.sp += seat.board.low[cave]
            self.after_tile()
        elif self.phase == "START":
            self.claim(seat, cave, token)
            self.refill()
        elif kind == "lay":
            for _, square in links:
                seat.fp += seat.board.food[square]
            self.bonuses = "".join(scene for scene, _ in links)
            self.entering = (cave, token) if cave else None
            self.go_on_with_bonuses()
        else:
            if cave:
                self.claim(seat, cave, token)
            if kind == "extra BONUS":
                self.bonuses = self.bonuses.replace("B", "")
            self.return_to(kind.split()[1])

    @staticmethod
    def claim(seat, cave, token):
        if token:
            seat.held.append(token)
        seat.sp += seat.board.high[cave] if token else seat.board.low[cave]

    def after_tile(self):
        if self.phase == "START":
            self.refill()
        else:
            self.go_on_with_bonuses()

    def go_on_with_bonuses(self):
        """4.6; then the cave (4.4, step 5), then 4.7."""
        seat = self.seats[self.seat]
        if any(self.effects(seat, s) or (s == "X" and self.fight_at_hand(self.seat)) for s in self.bonuses):
            self.phase = "BONUS"
            return
        self.bonuses = ""
        if self.entering:
            self.claim(seat, *self.entering)
            self.entering = None
        self.phase = "POST"
        if self.token_used or not (self.uses(seat) or ("X" in seat.held and self.fight_at_hand(self.seat))):
            self.refill()

    # ---- the end of a turn (4.10 to 4.12) ------------------------------------------------------------------------------

    def refill(self):
        if len(self.seats[self.seat].pool) < self.pack["pool"]["personal"] and self.common:
            self.phase = "REFILL"
        elif self.players == 2 and self.common and (not self.starting or self.options["start_drop"] == "yes"):
            self.phase = "DROP"
        else:
            self.end_turn()

    def end_turn(self):
        if len(self.common) < self.pack["pool"]["common"] and self.stack_size > 0:
            self.phase = "REVEAL"
            return
        if not self.common:
            self.final = True
        self.next_seat()

    def next_seat(self):
        self.token_used = self.permit = False
        if all(seat.finished for seat in self.seats.values()):
            self.phase = "OVER"
            return
        for n in self.clockwise(self.seat % self.players + 1):
            if n == self.first:
                self.starting = False
                if self.final:
                    self.phase = "OVER"
                    return
            if not self.seats[n].finished:
                self.seat = n
                self.phase = "START" if self.starting else "MAIN"
                return

    # ---- refusals (4.14) -------------------------------------------------------------------------------------------------

    def refusal(self, who, text):
        """The rule that forbids a seat's move, or None where it is legal."""
        shape, parts = read_move(text)
        kind = parts[0]
        if kind == "recall":
            return None if text in self.recalls(who) else "R20"
        if who != self.pending() or self.wrong_decision(kind):
            return "P21"
        broken = self.broken_of_time(who, kind, text, parts) or self.broken_of_place(who, shape, parts)
        return "P%d" % min(broken) if broken else None

    def wrong_decision(self, kind):
        due = {"lay": ("START", "MAIN"), "new": ("START", "MAIN"), "bon": ("BONUS",), "take": ("REFILL",),
               "drop": ("DROP",), "hit": ("FIGHT",)}
        return kind in due and self.phase not in due[kind]

    def broken_of_time(self, who, kind, text, parts):
        """P12 to P15, P18 to P20."""
        seat, broken = self.seats[who], []
        if kind == "use":
            broken += [12] * self.token_used
            broken += [13] * (self.phase not in ("MAIN", "POST"))
            broken += [14] * (text[4] not in seat.held)
        elif kind == "bon":
            broken += [15] * (text[4] not in self.bonuses)
        elif kind in ("take", "drop"):
            broken += [18] * (parts[1] not in self.common)
        elif kind == "hit":
            broken += [19] * (int(parts[1]) not in self.fight_on.get(self.laying[1], []))
        elif kind == "done":
            broken += [20] * (self.phase not in ("BONUS", "POST"))
        elif kind == "stop":
            stuck = self.phase in ("START", "MAIN") and not self.new_tribes(seat) and not (
                self.starts(seat) if self.phase == "START" else self.connected(seat))
            broken += [20] * (not stuck)
        return broken

    def broken_of_place(self, who, shape, parts):
        """P1 to P11, P16, P17."""
        seat = self.seats[who]
        if shape in ("put", "feast"):
            return self.broken_put(seat, parts[0] if shape == "put" else "extra", *parts[1:])
        if shape == "plain" and parts[1] == "H":
            return [16] * (not self.steak_supply)
        if shape == "plain":
            return [17] * (parts == ("use", "P") and self.phase != "MAIN")
        if shape == "convert":
            most = seat.steaks + (1 if self.steak_supply else 0)
            low = 1 if self.options["convert"] == "any" else most
            return [17] * (parts[0] == "use" or not max(low, 1) <= int(parts[1]) <= most)
        if shape == "ritual":
            return [17] * (parts[1] not in seat.token)
        if shape == "again":
            return [17] * (bool(seat.token) or parts[1] not in seat.used)
        if shape == "fight":
            return [16] * (seat.fights == 0) + [17] * (parts[1] not in self.pool_tiles())
        if shape == "water":
            other = [tile for tile in self.pool_tiles() if tile not in seat.pool]
            return [17] * (parts[1] not in seat.pool or parts[2] not in other)
        if shape == "bear":
            other = self.seats.get(int(parts[1]))
            place = other and other is not seat and other.free(parts[2]) and self.tiles_beside(other, parts[2])
            return [16] * (not self.bear_supply) + [17] * (not place)
        if shape == "chase":
            return [17] * (parts[1] not in seat.bears)
        return []

    def broken_put(self, seat, kind, tile, q1, q2):
        broken = [1] * (tile not in seat.pool)
        if q2 not in seat.board.touching[q1]:
            return broken + [2]
        broken += [3] * (q1 in seat.on or q2 in seat.on)
        broken += [4] * (q1 in seat.bears or q2 in seat.bears)
        broken += [5] * self.picking_on_plain(seat, tile, q1, q2)
        first, second = self.own_contacts(seat, q1, q2), self.own_contacts(seat, q2, q1)
        cave, scene = (q1, tile[0]) if q1 in CAVES else (q2, tile[1]) if q2 in CAVES else (None, None)
        start = self.phase == "START"
        if kind == "extra" or (kind == "lay" and not start):
            broken += [6] * any(s != tile[0] for s in first)
            broken += [6] * any(s != tile[1] for s in second)
            broken += [7] * (not first + second)
        if kind != "new" and cave:
            broken += [8] * (seat.token.get(cave, None if start else scene) != scene)
        if self.options["abandoned"] == "forbidden":
            broken += [9] * any(tribe != seat.tribe or kind == "new" for _, tribe in self.contacts(seat, q1, q2))
        if kind == "new" or (start and kind == "lay"):
            broken += [10] * (cave is None)
        if kind == "new":
            broken += [11] * bool(self.starts(seat) if start else self.connected(seat))
        return broken

    # ---- what everybody sees -----------------------------------------------------------------------------------------------

    def result(self):
        if self.phase != "OVER":
            return None
        scores = {n: min(seat.fp, seat.sp) for n, seat in self.seats.items()}
        return [n for n in scores if scores[n] == max(scores.values())]

    def facts(self):
        """The position in the words of 9.1."""
        facts = {
            "phase": self.phase, "players": self.players, "first": self.first, "final": self.final,
            "stack_size": self.stack_size, "steak_supply": self.steak_supply, "bear_supply": self.bear_supply,
            "common": self.common, "bonuses": self.bonuses, "unseen": self.unseen, "dropped": self.dropped,
            "fight_on": {tile: sorted(owners) for tile, owners in self.fight_on.items() if owners},
            "token_used": self.token_used, "permit": self.permit,
        }
        for n, seat in self.seats.items():
            facts["p%d" % n] = self.seat_facts(seat)
        return facts

    def seat_facts(self, seat):
        return {
            "fp": seat.fp, "sp": seat.sp, "score": min(seat.fp, seat.sp) if self.phase == "OVER" else None,
            "steaks": seat.steaks, "fights": seat.fights, "tribe": seat.tribe, "finished": seat.finished,
            "board": seat.board.name if seat.board else None, "pool": seat.pool, "bears": sorted(seat.bears),
            "held": sorted(seat.held), "used": sorted(seat.used), "gone": sorted(seat.gone),
            "laid": [put for put, tribe in seat.puts if tribe == seat.tribe],
            "old": [[put for put, t in seat.puts if t == tribe] for tribe in range(1, seat.tribe)],
            "token": {spot: seat.token.get(spot) for spot in SPOTS},
            "sq": {s: "bear" if s in seat.bears else seat.on.get(s, "-")[0] for s in SQUARES},
        }
