"""A second, plain program of the rules of spears, written from the rules alone.

The game is told as one long story (`Game.story`), a generator that stops at every decision and at every draw of chance and
goes on with the answer. Nothing here is fast, packed or clever; `check_spears.py` plays it side by side with `ochre engine`.
Numbers in comments are those of the rules (4.6, K2, R13).
"""

from itertools import combinations

LETTERS = "NESW"
RESOURCES = ("meat", "bone", "trophy")
TEAMS = ("Survivor", "Amasser", "Dominator")
MOST_BERRIES = 15
MOST_VIGOR = 12


def default_pack():
    """The tables of 1.4 to 1.6, typed in again."""
    units = []
    for line in ("h1 2 1 1 0", "h2 2 1 1 0", "h3 3 2 2 0", "h4 5 3 2 0", "g1 2 1 1 1", "g2 4 1 1 2", "w1 4 2 1 0",
                 "m1 3 1 1 0", "a1 3 1 1 0"):
        code, cost, power, level, berry = line.split()
        units.append(dict(code=code, cost=int(cost), power=int(power), level=int(level), berry=int(berry)))
    prey = []
    for line in ("d 1 0 110 0", "n 1 0 011 0", "d 2 1 200 1", "n 2 1 020 1", "d 2 1 002 1", "n 2 1 101 1", "n 3 1 300 1",
                 "d 3 1 030 1", "n 3 1 003 1", "d 4 2 111 1", "n 4 2 211 1", "d 4 2 112 1", "d 5 2 410 1", "n 5 2 041 1",
                 "d 5 2 104 1", "n 5 3 221 2", "d 5 3 122 2", "n 5 3 212 2", "d 6 3 222 1 v", "n 6 3 222 1 v",
                 "n 7 3 511 1", "d 7 3 151 1", "n 7 3 115 1", "d 8 4 343 2 v"):
        words = line.split()
        meat, bone, trophy = (int(digit) for digit in words[3])
        prey.append(dict(id="p%02d" % (len(prey) + 1), time="day" if words[0] == "d" else "night", power=int(words[1]),
                         level=int(words[2]), meat=meat, bone=bone, trophy=trophy, berry=int(words[4]),
                         vigor=len(words) > 5))
    enemies = [dict(id="e1", power=1, level=1), dict(id="e2", power=2, level=1), dict(id="e3", power=4, level=2),
               dict(id="e4", power=5, level=3)]
    return dict(units=units, prey=prey, enemies=enemies, action_cards={"4": [-1, -1, 0, 0, 1, 1], "3": [-1, -1, 0, 1, 1]},
                goals=dict(meat=2, bone=2, trophy=2))


def signed(value):
    return "+%d" % value if value > 0 else str(value)


def listed(words):
    """Words in a row, or a dash for none (9.1.1)."""
    return " ".join(words) or "-"


class Ask:
    """What the story waits for: one seat, all of them (cards), or chance."""

    def __init__(self, kind, seat=None, moves=(), chance=False):
        self.kind, self.seat, self.moves, self.chance = kind, seat, list(moves), chance


class Side:
    """One side of a Hunt or Fight: its player, that player's units, and at most one supporter with units."""

    def __init__(self, seat, units, paid=0):
        self.seat, self.units, self.paid = seat, list(units), paid
        self.supporter, self.helpers = None, []


class Over(Exception):
    pass


class Game:
    def __init__(self, seats=4, options=None, pack=None):
        self.n = seats
        self.options = dict(tribes="random", first="random", tokens="clockwise", no_repeat="previous_turn",
                            defence_exhausts="false", free_overpay="false", show_unused_goals="false")
        self.options.update(options or {})
        self.pack = pack or default_pack()
        self.prey = {card["id"]: card for card in self.pack["prey"]}
        self.enemies = {card["id"]: card for card in self.pack["enemies"]}
        self.full_hand = sorted(self.pack["action_cards"][str(seats)])
        everyone = range(seats)
        self.tribes = [None] * seats          # letter of each seat
        self.order = []                       # seats of token 1, 2, ...
        self.team = [None] * seats
        self.goals = [[] for _ in everyone]
        self.turn, self.time, self.vigor = 1, "day", MOST_VIGOR
        self.berries = [MOST_BERRIES] * seats
        self.active = [set() for _ in everyone]      # codes of upright units
        self.inactive = [set() for _ in everyone]
        self.row = [None] * 5
        self.unseen = set(self.prey)
        self.queue = []
        self.own = [set() for _ in everyone]
        self.hand = [list(self.full_hand) for _ in everyone]
        self.placed = [None] * seats
        self.rounds = []                      # finished rounds: the value of each seat
        self.banned = self.banned_before = None
        self.obliged = self.obliged_before = None
        self.blocked = set()
        self.chased_spot = 0
        self.enemy = None
        self.value = dict(hunt=None, block=None, fight=None, **{"def": None})
        self.winners = None
        self.ask = None
        self.running = None
        self.setting_up = False

    # ---- being asked ------------------------------------------------------------------------------------------------

    def begin(self, story=None):
        self.running = story if story is not None else self.story()
        self._advance(None)

    def _advance(self, answer):
        try:
            self.ask = self.running.send(answer)
        except StopIteration:
            self.ask = Ask("OVER")

    def pending(self):
        """Seats that are asked, in seat order."""
        if self.ask.kind == "CARDS":
            return [seat for seat in range(self.n) if self.placed[seat] is None]
        return [] if self.ask.seat is None else [self.ask.seat]

    def legal(self, seat=None):
        if self.ask.kind == "CARDS":
            return ["card:" + signed(value) for value in sorted(set(self.hand[seat]))]
        return list(self.ask.moves)

    def play(self, move, seat=None):
        if self.ask.kind == "CARDS":
            assert self.placed[seat] is None and move in self.legal(seat), move
            self.placed[seat] = int(move[5:])
            if None in self.placed:
                return
            self._advance(None)
        else:
            assert move in self.ask.moves, move
            self._advance(move)

    def choose(self, kind, seat, moves):
        """A decision; what is forced is carried out at once (K2)."""
        assert moves, kind
        if len(moves) == 1:
            return moves[0]
        answer = yield Ask(kind, seat, moves)
        return answer

    def chance(self, kind, moves):
        answer = yield Ask(kind, None, moves, chance=True)
        return answer.split(":")[-1]

    # ---- small things -----------------------------------------------------------------------------------------------

    def letter(self, seat):
        return self.tribes[seat]

    def seat_of(self, letter):
        return self.tribes.index(letter)

    def cards_of(self, seat):
        if "tribes" in self.pack:
            return self.pack["tribes"][self.tribes[seat]]
        return self.pack["units"]

    def codes(self, seat):
        return [unit["code"] for unit in self.cards_of(seat)]

    def unit(self, seat, code):
        return next(unit for unit in self.cards_of(seat) if unit["code"] == code)

    def by_slot(self, seat, codes):
        return [code for code in self.codes(seat) if code in codes]

    def power(self, seat, codes):
        return sum(self.unit(seat, code)["power"] for code in codes)

    def gain(self, seat, berries):
        self.berries[seat] = min(MOST_BERRIES, self.berries[seat] + berries)      # K6

    def holder(self, token):
        """The seat with that role; with three players only Chief and Shaman exist."""
        if token > 2 and self.n == 3:
            return None
        return self.order[token - 1]

    # ---- set-up (2, 6.4) --------------------------------------------------------------------------------------------

    def story(self):
        self.setting_up = True
        yield from self.set_up()
        self.setting_up = False
        yield from self.from_time()

    def set_up(self):
        everyone = range(self.n)
        if self.options["tribes"] == "random":
            for seat in everyone:
                left = [letter for letter in LETTERS if letter not in self.tribes]
                self.tribes[seat] = yield from self.chance("TRIBES", ["tribe:" + letter for letter in left])
        else:
            self.tribes = list(self.options["tribes"])
        tokens = self.options["tokens"]
        if tokens == "shuffled":
            for _ in everyone:
                left = [seat for seat in everyone if seat not in self.order]
                letter = yield from self.chance("TOKENS", ["token:" + self.letter(seat) for seat in left])
                self.order.append(self.seat_of(letter))
        elif tokens == "clockwise":
            if self.options["first"] == "random":
                letter = yield from self.chance("TOKENS", ["first:" + self.letter(seat) for seat in everyone])
                first = self.seat_of(letter)
            else:
                first = int(self.options["first"][1]) - 1
            self.order = [(first + k) % self.n for k in everyone]
        else:
            self.order = [int(digit) - 1 for digit in tokens]
        teams = ["Survivor", "Survivor", "Amasser", "Dominator"] if self.n == 4 else ["Survivor", "Survivor", "Dominator"]
        for seat in everyone:
            kinds = [team for team in TEAMS if team in teams]
            self.team[seat] = yield from self.chance("TEAMS", ["team:%s:%s" % (self.letter(seat), k) for k in kinds])
            teams.remove(self.team[seat])
        goals = [kind for kind in RESOURCES for _ in range(self.pack["goals"][kind])]
        for seat in everyone:
            for _ in range(1 if self.n == 4 else 2):
                kinds = [kind for kind in RESOURCES if kind in goals]
                goal = yield from self.chance("GOALS", ["goal:%s:%s" % (self.letter(seat), k) for k in kinds])
                goals.remove(goal)
                self.goals[seat].append(goal)
        for spot in range(5):
            yield from self.refill(spot)

    def refill(self, spot):
        """3.1: an unseen card by chance; if there is none, the front of the chased queue without chance."""
        if self.unseen:
            card = yield from self.chance("PREY", ["prey:" + card for card in sorted(self.unseen)])
            self.unseen.remove(card)
            self.row[spot] = card
        elif self.queue:
            self.row[spot] = self.queue.pop(0)

    # ---- the flow (4.2) ---------------------------------------------------------------------------------------------

    def from_time(self):
        self.time = yield from self.choose("TIME", self.order[0], ["day", "night"])
        yield from self.from_play(0)

    def from_play(self, index):
        for seat in self.order[index:]:
            yield from self.play_cards(seat)
        yield from self.from_action(0, False)

    def from_action(self, index, second):
        for at in range(index, self.n):
            yield from self.action_step(self.order[at], second and at == index)
        yield from self.from_defence()

    def from_defence(self):
        yield from self.defence()
        if self.vigor == 0:
            self.finish()
            return
        self.end_of_turn()
        yield from self.from_gathering()

    def from_gathering(self):
        yield from self.gathering()
        yield from self.from_play(0)

    def gathering(self):
        """4.3"""
        self.order = [(seat + 1) % self.n for seat in self.order]
        for seat in range(self.n):
            income = 2
            income += sum(self.unit(seat, code)["berry"] for code in self.active[seat] if code[0] == "g")
            income += sum(self.prey[card]["berry"] for card in self.own[seat])
            self.gain(seat, income)
        for spot in range(5):
            if self.row[spot] is None:
                yield from self.refill(spot)
        self.hand = [list(self.full_hand) for _ in range(self.n)]
        self.rounds = []

    def end_of_turn(self):
        """4.12"""
        if self.options["no_repeat"] == "previous_turn" or self.banned is not None:
            self.banned_before = self.banned
        if self.options["no_repeat"] == "previous_turn" or self.obliged is not None:
            self.obliged_before = self.obliged
        self.banned = self.obliged = None
        self.blocked = set()
        self.chased_spot = 0
        self.turn += 1

    # ---- Play Cards (4.4) -------------------------------------------------------------------------------------------

    def play_cards(self, seat):
        self.active[seat] |= self.inactive[seat]
        self.inactive[seat] = set()
        banned = chased = False
        while True:
            moves = ["done"]
            for card in self.cards_of(seat):
                played = card["code"] in self.active[seat] | self.inactive[seat]
                if not played and card["cost"] <= self.berries[seat]:
                    moves.append("buy:" + card["code"])
            if seat == self.holder(3) and not banned:
                moves += ["ban:" + self.letter(x) for x in range(self.n) if x != seat and x != self.banned_before]
            free = [card for card in self.row if card] + list(self.unseen) + self.queue
            if seat == self.holder(4) and not chased and len(free) >= 2:
                moves += ["chase:" + card for card in self.row if card]
            move = yield from self.choose("PLAY", seat, moves)
            if move == "done":
                return
            word, what = move.split(":")
            if word == "buy":
                self.berries[seat] -= self.unit(seat, what)["cost"]
                self.active[seat].add(what)
            elif word == "ban":
                self.banned, banned = self.seat_of(what), True
            else:
                spot = self.row.index(what)
                self.row[spot] = None
                self.queue.append(what)
                self.chased_spot, chased = spot + 1, True

    # ---- the Action step (4.5) --------------------------------------------------------------------------------------

    def action_step(self, seat, second=False):
        chief = seat == self.order[0]
        if not second:
            yield from self.one_action(seat, False)
            if chief:
                second = True
        if second:
            took = yield from self.one_action(seat, True)
            if not took:
                return
        if self.berries[seat] >= 1:
            move = yield from self.choose("AFTER", seat, ["done", "flip"])
            if move == "flip":
                self.flip(seat)

    def flip(self, seat):
        self.berries[seat] -= 1
        self.time = "night" if self.time == "day" else "day"

    def one_action(self, seat, may_skip):
        flipped = False
        while True:
            moves = []
            if self.berries[seat] >= 1 and not flipped:
                moves.append("flip")
            moves.append("gather")
            if may_skip:
                moves.append("skip")
            if self.active[seat]:
                if self.vigor <= 5 and self.banned != seat:
                    moves += ["fight:" + self.letter(x) for x in range(self.n) if x != seat and self.own[x]]
                moves += ["hunt:" + card for card in self.row if card and self.prey[card]["time"] == self.time]
            move = yield from self.choose("ACTION", seat, moves)
            if move == "flip":
                self.flip(seat)
                flipped = True
                continue
            if move == "skip":
                return False
            if move == "gather":
                self.gain(seat, 2)
            elif move.startswith("hunt"):
                yield from self.hunt(seat, move.split(":")[1])
            else:
                yield from self.fight(seat, self.seat_of(move.split(":")[1]))
            return True

    def choose_units(self, kind, seat, codes, least, most=9, may_pay=False, chooser=None):
        """K4 and K5. Returns the units and how many bonuses were paid."""
        chosen, paid = [], 0
        order = self.codes(seat)
        while True:
            moves = ["done"] if len(chosen) >= least else []
            if len(chosen) < most:
                later = [c for c in self.by_slot(seat, codes) if not chosen or order.index(c) > order.index(chosen[-1])]
                moves += ["+" + code for code in later]
                if may_pay and self.berries[seat] >= 1:
                    moves += ["+%s!" % code for code in later if code[0] == "w"]
            move = yield from self.choose(kind, seat if chooser is None else chooser, moves)
            if move == "done":
                return chosen, paid
            if move.endswith("!"):
                self.berries[seat] -= 1
                paid += 1
            chosen.append(move.strip("+!"))

    # ---- Hunt (4.6) -------------------------------------------------------------------------------------------------

    def hunt(self, a, card):
        prey = self.prey[card]
        units, _ = yield from self.choose_units("HUNT_UNITS", a, self.active[a], 1)
        side_a = Side(a, units)
        blocks, offers = {}, {}                      # seat -> units; seat -> (for whom, units)
        for seat in self.order:
            if seat == a:
                continue
            moves = ["pass"]
            if self.active[seat]:
                if seat != self.banned and seat not in self.blocked:
                    moves.append("block")
                moves += ["support:" + self.letter(x) for x in range(self.n) if x == a or x in blocks]
            move = yield from self.choose("REACT", seat, moves)
            if move == "block":
                blocks[seat], _ = yield from self.choose_units("BLOCK_UNITS", seat, self.active[seat], 1)
            elif move != "pass":
                units, _ = yield from self.choose_units("SUPPORT_UNITS", seat, self.active[seat], 1, 2)
                offers[seat] = (self.seat_of(move.split(":")[1]), units)
        side_b = None
        if blocks:
            strength = {seat: self.power(seat, units) + self.warriors(units) for seat, units in blocks.items()}
            b = max(blocks, key=lambda seat: (strength[seat], -self.order.index(seat)))
            self.blocked.add(b)
            side_b = Side(b, blocks[b])
        sides = [side_a] + ([side_b] if side_b else [])
        yield from self.accept(sides, offers)
        yield from self.oblige(sides)
        c = yield from self.cards()
        hunter = side_a
        if side_b:
            va = self.power(a, side_a.units) + self.warriors(side_a.units) + self.support(side_a)
            vb = self.power(side_b.seat, side_b.units) + self.warriors(side_b.units) + self.support(side_b) + c
            self.value["block"] = [va, vb]
            if va == vb:
                self.tire(sides)
                return
            hunter, lower = (side_a, side_b) if va > vb else (side_b, side_a)
            yield from self.sacrifice(lower.seat, lower.units, prey["level"], [(lower.supporter, lower.helpers)])
        v = self.power(hunter.seat, hunter.units) + self.support(hunter) + c
        self.value["hunt"] = [v, prey["power"]]
        success = v > prey["power"]
        if success:
            spot = self.row.index(card)
            self.row[spot] = None
            self.own[hunter.seat].add(card)
            yield from self.refill(spot)
        if v != prey["power"]:
            yield from self.sacrifice(hunter.seat, hunter.units, prey["level"], [(hunter.supporter, hunter.helpers)])
        if success and hunter.supporter is not None:
            self.gain(hunter.supporter, prey["berry"])
        self.tire(sides)
        if success and prey["vigor"] and self.vigor < MOST_VIGOR:
            move = yield from self.choose("VIGOR", hunter.seat, ["vigor:no", "vigor:yes"])
            if move == "vigor:yes":
                self.vigor += 1

    def warriors(self, units):
        return sum(1 for code in units if code[0] == "w")

    def support(self, side):
        """Support value: power, each Ambusher +1."""
        if side.supporter is None:
            return 0
        return self.power(side.supporter, side.helpers) + sum(1 for code in side.helpers if code[0] == "a")

    def accept(self, sides, offers):
        for side in sides:
            mine = [seat for seat in range(self.n) if seat in offers and offers[seat][0] == side.seat]
            if not mine:
                continue
            moves = ["refuse"] + ["accept:" + self.letter(seat) for seat in mine]
            move = yield from self.choose("ACCEPT", side.seat, moves)
            if move != "refuse":
                side.supporter = self.seat_of(move.split(":")[1])
                side.helpers = offers[side.supporter][1]

    def oblige(self, sides):
        """4.7"""
        shaman = self.holder(2)
        bare = [side for side in sides if side.supporter is None]
        busy = [side.seat for side in sides] + [side.supporter for side in sides]
        able = [x for x in range(self.n)
                if x != shaman and x not in busy and x != self.obliged_before and self.active[x]]
        if self.obliged is not None or not bare or not able:
            return
        move = yield from self.choose("OBLIGE", shaman, ["pass"] + ["oblige:" + self.letter(x) for x in able])
        if move == "pass":
            return
        x = self.obliged = self.seat_of(move.split(":")[1])
        units, _ = yield from self.choose_units("OBLIGE_UNIT", x, self.active[x], 1, 1, chooser=shaman)
        in_seat_order = sorted(side.seat for side in bare)
        move = yield from self.choose("OBLIGE_SIDE", shaman, ["for:" + self.letter(seat) for seat in in_seat_order])
        side = next(side for side in bare if side.seat == self.seat_of(move.split(":")[1]))
        side.supporter, side.helpers = x, units

    def cards(self):
        """4.9. The sum of what was placed."""
        self.placed = [None] * self.n
        yield Ask("CARDS")
        for seat in range(self.n):
            self.hand[seat].remove(self.placed[seat])
        self.rounds.append(list(self.placed))
        self.placed = [None] * self.n
        return sum(self.rounds[-1])

    def tire(self, sides):
        for side in sides:
            for seat, units in ((side.seat, side.units), (side.supporter, side.helpers)):
                for code in units:
                    if code in self.active[seat]:
                        self.active[seat].remove(code)
                        self.inactive[seat].add(code)

    # ---- Fight (4.8) ------------------------------------------------------------------------------------------------

    def fight(self, a, t):
        units, paid = yield from self.choose_units("FIGHT_UNITS", a, self.active[a], 1, may_pay=True)
        side_a, side_t = Side(a, units, paid), Side(t, [])
        played = self.by_slot(t, self.active[t] | self.inactive[t])
        if played:
            move = yield from self.choose("PICK", a, ["pick:" + code for code in played])
            side_t.units = [move.split(":")[1]]
        move = yield from self.choose("LOOT", a, ["loot:" + card for card in sorted(self.own[t])])
        card = move.split(":")[1]
        prey = self.prey[card]
        others = self.active[t] - set(side_t.units)
        units, side_t.paid = yield from self.choose_units("DEFENDER_UNITS", t, others, 0, may_pay=True)
        side_t.units += units
        sides, offers = [side_a, side_t], {}
        for seat in self.order:
            if seat in (a, t):
                continue
            moves = ["pass"]
            if self.active[seat]:
                moves += ["support:" + self.letter(x) for x in sorted((a, t))]
            move = yield from self.choose("FIGHT_REACT", seat, moves)
            if move != "pass":
                units, _ = yield from self.choose_units("SUPPORT_UNITS", seat, self.active[seat], 1, 2)
                offers[seat] = (self.seat_of(move.split(":")[1]), units)
        yield from self.accept(sides, offers)
        yield from self.oblige(sides)
        fought = bool(side_t.units) or side_t.supporter is not None
        va, vt = 1, 0
        if fought:
            c = yield from self.cards()
            va = self.power(a, side_a.units) + side_a.paid + self.support(side_a) + c
            vt = self.power(t, side_t.units) + side_t.paid + self.support(side_t)
            self.value["fight"] = [va, vt]
        if va > vt:
            self.own[t].remove(card)
            self.own[a].add(card)
        if va != vt:
            yield from self.sacrifice(a, side_a.units, prey["level"], [(side_a.supporter, side_a.helpers)])
        if va > vt:
            yield from self.sacrifice(t, side_t.units, prey["level"], [(side_t.supporter, side_t.helpers)])
        winner = side_a if va > vt else side_t if va < vt else None
        if winner and winner.supporter is not None:
            self.gain(winner.supporter, prey["berry"])
        self.tire(sides)

    # ---- healing and sacrifice (4.10) -------------------------------------------------------------------------------

    def sacrifice(self, x, units, level, supporters, used=None):
        """`used`: Healers (seat, code) that have worked already; kept over a Defence step."""
        used = set() if used is None else used
        units = self.by_slot(x, units)
        if level == 0 or not units:
            return
        levels = {code: self.unit(x, code)["level"] for code in units}
        if len(units) >= 2:
            healers = []
            for seat, helpers in supporters + [(x, units)]:
                if seat is not None:
                    healers += [(seat, code) for code in self.by_slot(seat, helpers) if code[0] == "m"]
            for seat, healer in healers:
                if (seat, healer) in used:
                    continue
                moves = ["noheal:" + healer]
                moves += ["heal:%s:%s" % (healer, code) for code in units if (seat, healer) != (x, code)]
                move = yield from self.choose("HEAL", seat, moves)
                if move.startswith("heal"):
                    levels[move.split(":")[2]] += 1
                    used.add((seat, healer))
        sets = legal_sets(units, levels, level, self.options["free_overpay"] == "true")
        given = []
        while tuple(given) not in sets:
            going_on = [s for s in sets if list(s[:len(given)]) == given]
            moves = ["-" + code for code in units if any(s[len(given)] == code for s in going_on)]
            move = yield from self.choose("SACRIFICE", x, moves)
            given.append(move[1:])
        self.active[x] -= set(given)
        self.inactive[x] -= set(given)

    # ---- Defence (4.11) ---------------------------------------------------------------------------------------------

    def defence(self):
        if self.vigor == 1:
            self.vigor = 0
            return
        self.enemy = yield from self.chance("ENEMY", ["enemy:" + card for card in sorted(self.enemies)])
        enemy = self.enemies[self.enemy]
        first = self.order[0]
        chosen, total = {}, 0
        for seat in self.order:
            units, paid = yield from self.choose_units("DEFEND_UNITS", seat, self.active[seat], 0, may_pay=seat == first)
            chosen[seat] = units
            total += self.power(seat, units) + paid
            if seat != first:
                total += sum(1 for code in units if code[0] == "a")
        self.value["def"] = [total, enemy["power"]]
        self.vigor -= 1 if total > enemy["power"] else 2
        if self.vigor == 0:
            return
        used = set()
        for seat in self.order:
            others = [(x, chosen[x]) for x in self.order[1:]] if seat == first else []
            yield from self.sacrifice(seat, chosen[seat], enemy["level"], others, used)
        if self.options["defence_exhausts"] == "true":
            for seat in self.order:
                for code in chosen[seat]:
                    if code in self.active[seat]:
                        self.active[seat].remove(code)
                        self.inactive[seat].add(code)
        self.enemy = None

    # ---- the end (7) ------------------------------------------------------------------------------------------------

    def total(self, seat, kind):
        return sum(self.prey[card][kind] for card in self.own[seat])

    def finish(self):
        survivors = [seat for seat in range(self.n) if self.team[seat] == "Survivor"]
        pool = {kind: sum(self.total(seat, kind) for seat in survivors) for kind in RESOURCES}
        dominator = self.team.index("Dominator")
        everything = [sum(self.total(seat, kind) for kind in RESOURCES) for seat in range(self.n)]
        self.winners = []
        if self.n == 4:
            g1, g2 = (self.goals[seat][0] for seat in survivors)
            survive = pool[g1] >= 20 if g1 == g2 else pool[g1] >= 10 and pool[g2] >= 10
            dominate = self.total(dominator, self.goals[dominator][0]) >= 10
        else:
            survive = any(all(pool[kind] >= one[kind] + other[kind] for kind in RESOURCES)
                          for one in demands(self.goals[survivors[0]]) for other in demands(self.goals[survivors[1]]))
            dominate = everything[dominator] >= 25
        if survive:
            self.winners.append("Survivor")
        if self.n == 4 and everything[self.team.index("Amasser")] >= 25:
            self.winners.append("Amasser")
        if dominate and not survive:
            self.winners.append("Dominator")

    def result(self):
        return [seat for seat in range(self.n) if self.team[seat] in self.winners]

    # ---- facts (9.1.1) ----------------------------------------------------------------------------------------------

    def facts(self):
        """What everybody together may know, in the words of the acceptance cases."""
        who = range(self.n)
        name = lambda seat: "-" if seat is None else self.letter(seat)
        per = lambda say: {self.letter(seat): say(seat) for seat in who}

        def units(seat):
            return listed("(%s)" % code if code in self.inactive[seat] else code
                          for code in self.by_slot(seat, self.active[seat] | self.inactive[seat]))

        return {
            "phase": self.ask.kind, "turn_number": self.turn, "vigor": self.vigor, "time": self.time,
            "seats": listed(self.tribes), "order": listed(self.letter(seat) for seat in self.order),
            "row": listed(card or "-" for card in self.row), "unseen": listed(sorted(self.unseen)),
            "queue": listed(self.queue), "banned": name(self.banned), "banned_last_turn": name(self.banned_before),
            "obliged": name(self.obliged), "obliged_last_turn": name(self.obliged_before),
            "blocked": set(self.letter(seat) for seat in self.blocked), "chased": self.chased_spot,
            "units": per(units), "own": per(lambda seat: listed(sorted(self.own[seat]))),
            "total": per(lambda seat: "m%d b%d t%d" % tuple(self.total(seat, kind) for kind in RESOURCES)),
            "hand": per(lambda seat: listed(signed(v) for v in self.hand_now(seat))),
            "team": per(lambda seat: self.team[seat]), "goal": per(lambda seat: listed(sorted(self.goals[seat]))),
            "placed": per(lambda seat: "-" if self.placed[seat] is None else signed(self.placed[seat])),
            "berries": per(lambda seat: self.berries[seat]),
            "reveal": listed(signed(v) for v in sorted(self.rounds[-1])) if self.rounds else "-",
            "value": dict(self.value), "over": self.ask.kind == "OVER",
            "winners": None if self.winners is None else " ".join(self.winners) or "none",
        }

    def hand_now(self, seat):
        return sorted(self.hand[seat])


def legal_sets(units, levels, level, free_overpay):
    """4.10.3, by trying every set."""
    everything = [s for size in range(1, len(units) + 1) for s in combinations(units, size)]
    total = lambda s: sum(levels[code] for code in s)
    if total(units) < level:
        return [tuple(units)]
    exact = [s for s in everything if total(s) == level and all(levels[code] > 0 for code in s)]
    if exact and not free_overpay:
        return exact
    return [s for s in everything if total(s) >= level and all(total(s) - levels[code] < level for code in s)]


def demands(goals):
    """7: what one Survivor of three players may need, every way."""
    none = dict.fromkeys(RESOURCES, 0)
    one, other = goals
    if one == other:
        return [dict(none, **{one: 18})]
    return [dict(none, **{one: 10, other: 8}), dict(none, **{one: 8, other: 10})]
