"""Spears: what a hunt is worth in berries, two more than what must be beaten, a plus only for oneself (weighing); before it
Gatherers first (buying), Gatherers stay at home (plan), just enough in defence (defence), weak units pay (sacrifice)."""

GOOD, LEVEL, GATHERED, FLIP, SPARE = 4, 2, 2, 1, 2  # in berries, as the lesson weighing says; SPARE in power
RESOURCES = ("meat", "bone", "trophy")
EARLY = 8  # vigor: the first turns


class Tribe:
    def __init__(self, table, seat):
        self.table, self.me = table, table["seats"].split()[seat]
        self.cards = {unit[0]: unit for unit in table["cards"]["units"][self.me]}  # code, cost, power, level, berries
        self.units = table["units"][self.me].split()
        self.ready = [unit for unit in self.units if unit in self.cards]  # those in parentheses rest
        self.power = sum(self.cards[unit][2] for unit in self.ready)

    def prey(self, name):
        return self.table["cards"]["prey"][int(name[1:]) - 1]  # time, power, level, meat, bone, trophy, …

    def goods(self, name):
        """What one's goal needs: the Amasser takes anything."""
        goods = dict(zip(RESOURCES, self.prey(name)[3:6]))
        return sum(goods.values()) if self.table["team"][self.me] == "Amasser" else goods.get(self.table["goal"][self.me], 0)

    def hunt_worth(self, name):
        """Its goods in berries, half of them without two to spare, and the price."""
        _, power, level = self.prey(name)[:3]
        spare = self.power - power
        goods = GOOD * self.goods(name)
        return (goods if spare >= SPARE else goods / 2 if spare >= 0 else 0) - LEVEL * level

    def best_hunt(self, time):
        return max((self.hunt_worth(name) for name in self.table["row"].split() if name != "-" and self.prey(name)[0] == time), default=0)

    def flip_worth(self):
        is_action = self.table["phase"] == "ACTION"
        return self.best_hunt("night" if self.table["time"] == "day" else "day") - FLIP if is_action else -FLIP

    def block_worth(self):
        """A hunt that costs no action, with two more than the hunter and than the prey."""
        contest = self.table["contest"]
        theirs = max(side["total"] for side in contest["sides"] if "prey" not in side)
        warriors = sum(unit[0] == "w" for unit in self.ready)
        _, power, level = self.prey(contest["prey"])[:3]
        is_stronger = self.power + warriors >= theirs + SPARE and self.power >= power + SPARE
        return GOOD * self.goods(contest["prey"]) - LEVEL * level if is_stronger else -1

    def fight_worth(self, other):
        cards = {unit[0]: unit for unit in self.table["cards"]["units"][other]}
        power = sum(cards[unit][2] for unit in self.table["units"][other].split() if unit in cards)
        best = max((GOOD * self.goods(name) - LEVEL * self.prey(name)[2] for name in self.table["own"][other].split()), default=0)
        return best if self.power >= power + SPARE else -1

    def send_worth(self, text):
        """From left to right until it is enough, Gatherers last; to the defence only if it can be enough."""
        contest = self.table["contest"]
        side, adds = contest["chain"]["side"], contest["chain"]["adds"]
        spare = contest["sides"][side]["total"] - contest["sides"][1 - side]["total"]
        is_defence = self.table["phase"] == "DEFEND_UNITS"
        needed = 1 if is_defence else SPARE
        is_vain = is_defence and spare + sum(add[0] for add in adds.values()) < needed
        if text == "done":
            return 1 if spare >= needed or is_vain else -1
        if spare >= needed or is_vain or text.endswith("!"):
            return 0
        return 4 - 0.2 * self.units.index(text[1:]) - 2 * (text[1] == "g")

    def buy_worth(self, code):
        """Gatherers in the first turns, then strong Hunters, then the Warrior."""
        if code[0] == "g":
            return 9 if self.table["vigor"] >= EARLY else -1
        return self.cards[code][2] + 1 if code[0] == "h" else 1 if code[0] == "w" else -1

    def card_worth(self, value):
        """A plus for one's own side, a minus where it helps the other side or one has no part."""
        own = [side for side in self.table["contest"]["sides"] if self.me in side.get("seats", ())]
        return value if own and own[0]["cards"] else -value

    def worth(self, move):
        word, _, rest = move.text.partition(":")
        if word[0] == "+" or (word == "done" and self.table["phase"].endswith("UNITS")):
            return self.send_worth(word)
        if word[0] == "-":
            return -self.cards[word[1:]][2]
        if word in ("day", "night"):
            return sum(self.goods(name) for name in self.table["row"].split() if self.prey(name)[0] == word)
        weigh = {"hunt": self.hunt_worth, "buy": self.buy_worth, "fight": self.fight_worth, "loot": self.goods,
                 "card": lambda value: self.card_worth(int(value))}.get(word)
        if weigh:
            return weigh(rest)
        weigh = {"flip": self.flip_worth, "block": self.block_worth, "gather": lambda: GATHERED, "accept": lambda: 1}.get(word)
        return weigh() if weigh else 0.5 * (word in ("pass", "done"))


def choose(sees, lot):
    tribe = Tribe(sees.table, sees.seat)
    return max(sees.moves, key=lambda move: tribe.worth(move) + 0.05 * lot.random())
