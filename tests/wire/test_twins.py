#!/usr/bin/python3
"""The twins law at the wire. Two servers with the same random numbers play in lockstep. Each pair has a victim, a seat or a
watcher: what it does itself and what it can read is the same on both sides, what it cannot see is chosen independently. As long
as it was told the same, every byte it receives must be the same: steps, stories, chat, tables, looks back, logs."""
import json
import random
import re
import unittest

from client import SHORT, Peer, Server, bend, main, people


class Side:
    """One of the two servers, with a table and all its people."""

    def __init__(self, server, game, seats):
        self.server = server
        self.table = server.new_table(game, people(seats))
        self.id = self.table.id
        self.peers = {}
        for seat, key in self.table.keys.items():
            self.peers[seat] = Peer(server)
            self.peers[seat].sit(self.id, key)
        self.peers["*"] = Peer(server)
        self.peers["*"].sit(self.id)
        self.settle(0)

    def settle(self, n):
        """Everybody has heard step n or a later one, and they all know the same."""
        for peer in self.peers.values():
            peer.wait_step(self.id, lambda step: step["step"] >= n)
        newest = max(peer.steps[self.id]["step"] for peer in self.peers.values())
        for peer in self.peers.values():
            peer.wait_step(self.id, lambda step: step["step"] >= newest)
        return newest

    def step(self, seat):
        return self.peers[seat].steps[self.id]

    def move(self, seat, move):
        answer = self.peers[seat].move(self.id, move)
        assert answer["t"] == "step", answer
        self.settle(answer["step"])

    def fence(self):
        for peer in self.peers.values():
            peer.fence()

    def close(self):
        for peer in self.peers.values():
            peer.close()


def plain(raw):
    """A message without what may differ between two servers: the time."""
    return re.sub(rb'"(made|at|left)":[0-9.]+', rb'"\1":0', raw)


def told(step):
    """What the victim was told with a step: everything that may legitimately make a difference."""
    return json.dumps(step["story"])


class Pair:
    def __init__(self, case, sides, victim, rng):
        self.case, self.sides, self.victim, self.rng = case, sides, victim, rng
        self.hidden = 0          # moves that the victim did not see
        self.differs = False     # hidden moves have differed
        self.compared = 0        # steps compared since then

    def raw_step(self, side):
        """The newest step of the victim, as it came."""
        peer = self.sides[side].peers[self.victim]
        for raw, message in zip(reversed(peer.raw_heard), reversed(peer.heard)):
            if message["t"] == "step":
                return plain(raw)
        raise AssertionError("no step")

    def compare_rest(self):
        """Chat and tables, the log as the victim may fetch it, and a look back."""
        a, b = self.sides
        for side in self.sides:
            side.fence()
        heard = []
        for side in self.sides:
            peer = side.peers[self.victim]
            lines = []
            for raw, message in zip(peer.raw_heard, peer.heard):
                if message["t"] in ("chat", "wish", "gone") or (message["t"] == "table" and plain(raw) not in lines[-1:]):
                    lines.append(plain(raw))
            heard.append(lines)
        self.case.assertEqual(heard[0][-1:], heard[1][-1:])
        self.case.assertEqual([line for line in heard[0] if b'"t":"table"' not in line],
                              [line for line in heard[1] if b'"t":"table"' not in line])
        key = a.table.keys.get(self.victim)
        self.case.assertEqual(a.server.get(f"/api/tables/{a.id}/log", key=key).body,
                              b.server.get(f"/api/tables/{b.id}/log", key=key).body)
        if key and not a.step(self.victim)["over"]:
            self.compare_answers(t="look", step=self.rng.randrange(a.step(self.victim)["step"] + 1))
            words = sorted({one["m"] for side in self.sides for peer in side.peers.values()
                            for one in peer.steps[side.id]["moves"]} | {"zebra"})
            for move in self.rng.sample(words, min(3, len(words))):
                self.compare_answers(t="why", move=move)
                # A question that was never asked: refused, but how must not say anything about others either.
                self.compare_answers(t="move", ask=999999, move=move)

    def compare_answers(self, **message):
        answers = [json.dumps(side.peers[self.victim].ask(table=side.id, id="same", **message)) for side in self.sides]
        self.case.assertEqual(answers[0], answers[1], message)

    def play_one(self):
        """One move on both sides. False when the victim was told different things, or play is over."""
        a, b = self.sides
        before = a.step("*")
        if before["over"]:
            return False
        seat = self.rng.choice(before["asked"])
        move = self.rng.choice(a.step(seat)["moves"])["m"]
        count = a.step(self.victim)["step"]
        a.move(seat, move)
        entry = next((one for one in a.step(self.victim)["story"] if one["step"] == count + 1), None)
        self.case.assertIsNotNone(entry, a.step(self.victim)["story"])
        others = [one["m"] for one in b.step(seat)["moves"]]
        is_hidden = seat != self.victim and entry["move"] != move
        self.hidden += int(is_hidden)
        if is_hidden:
            different = [one for one in others if one != move]
            reply = self.rng.choice(different or others)
            self.differs = self.differs or reply != move
        elif move in others:
            reply = move
        else:
            return False
        b.move(seat, reply)
        return self.compare(before, seat, is_hidden, entry)

    def compare(self, before, seat, is_hidden, entry):
        a, b = (side.step(self.victim) for side in self.sides)
        left = [one for one in before["asked"] if one != seat]
        if is_hidden and left and len(a["story"]) == 1 and a["asked"] == left:
            # The others are still choosing, so nothing was shown: nothing may be told either.
            self.case.assertEqual(told(a), told(b), f"{self.victim} learns from {entry} what it may not see")
        if told(a) != told(b):
            return False
        self.case.assertEqual(self.raw_step(0), self.raw_step(1),
                              f"{self.victim} was told the same, yet its steps differ")
        self.compared += int(self.differs)
        return True


class Twins(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        bent = {"LD_PRELOAD": bend(), "OCHRE_BEND_SEED": "7", "ASAN_OPTIONS": "verify_asan_link_order=0"}
        cls.servers = []
        for _ in range(2):
            cls.servers.append(Server(environment=bent))
            cls.addClassCleanup(cls.servers[-1].close)

    def one_pair(self, game, seats, victim, seed, moves):
        rng = random.Random(f"{game} {seats} {victim} {seed}")
        sides = [Side(server, game, seats) for server in self.servers]
        self.assertEqual(sides[0].table.answer, sides[1].table.answer, "the servers do not have the same random numbers")
        pair = Pair(self, sides, victim, rng)
        self.assertEqual(pair.raw_step(0), pair.raw_step(1))
        steps = 0
        is_same = True
        while steps < moves and is_same:
            is_same = pair.play_one()
            steps += 1
            if is_same and steps % 10 == 0:
                pair.compare_rest()
        if is_same:
            pair.compare_rest()
        for side in sides:
            side.close()
        if not pair.hidden:
            # Nothing could differ: the same moves and the same draws, the same bytes for everybody, up to the end.
            self.assertTrue(is_same or sides[0].step(victim)["over"], f"the same play went apart after {steps} moves")
        return pair

    def pairs(self, game, seats, rounds, moves):
        victims = [f"p{number + 1}" for number in range(seats)] + ["*"]
        compared = hidden = 0
        for seed in range(1 if SHORT else rounds):
            for victim in victims:
                with self.subTest(game=game, victim=victim, seed=seed):
                    pair = self.one_pair(game, seats, victim, seed, moves // 2 if SHORT else moves)
                    compared, hidden = compared + pair.compared, hidden + pair.hidden
        return compared, hidden

    def test_spears(self):
        compared = self.pairs("spears", 3, 3, 60)[0] + self.pairs("spears", 4, 2, 60)[0]
        self.assertGreater(compared, 10, "hidden moves never differed: this test proves nothing")

    # In these nobody hides anything from anybody; what chance will do is not known to the server either, but for its seed.
    def test_valley(self):
        self.assertEqual(self.pairs("valley", 3, 1, 60)[1], 0, "a move was hidden")

    def test_tribes(self):
        self.assertEqual(self.pairs("tribes", 3, 1, 60)[1], 0, "a move was hidden")

    def test_dice(self):
        self.assertEqual(self.pairs("dice", 2, 1, 60)[1] + self.pairs("dice", 4, 1, 30)[1], 0, "a move was hidden")


class Times(unittest.TestCase):
    """When something is told says nothing about hidden hands either. Time is made of thoughts (bend.c): it stands still unless a computer
    thinks, and a clock at the table tells it. So what is compared here is exact, however busy the machine is."""

    @classmethod
    def setUpClass(cls):
        bent = {"LD_PRELOAD": bend(), "OCHRE_BEND_SEED": "7", "OCHRE_BEND_CLOCK": "20", "ASAN_OPTIONS": "verify_asan_link_order=0"}
        cls.servers = []
        for _ in range(2):
            cls.servers.append(Server("--threads", "1", environment=bent))
            cls.addClassCleanup(cls.servers[-1].close)

    def listen(self, server, bot, east, west):
        """What N hears when a computer with this hand in the east has laid a card, and the time left on N's clock then."""
        position = {"seats": "N E S W", "time": "day", "vigor": 12, "units": {"N": "h1", "E": "-", "S": "-", "W": "-"},
                    "row": "p01 p02 p03 p04 p05", "deck": "p06",
                    "hand": {"N": "-1 0", "E": east, "S": "0 +1", "W": west}, "begin": "action N"}
        table = server.new_table("spears", [{"kind": "me"}, {"kind": "bot", "bot": bot}, *[{"kind": "reserved"}] * 2],
                                 position=position, clock={"kind": "game", "seconds": 3600})
        peers = {}
        for seat in ("p3", "p4", "p1"):
            peers[seat] = Peer(server)
            peers[seat].sit(table.id, table.key(seat))
        victim = peers["p1"]
        victim.wait_asked(table.id)
        victim.move(table.id, "hunt:p01")
        # E lays a card while N, S and W still choose: that it has done so is public, what it laid is not.
        step = victim.wait_step(table.id, lambda step: "p2" not in step["asked"] and "p1" in step["asked"])
        # Time stands still again, so that any table that is told from now on has the time of the answer.
        victim.ask(t="hello", lang="en")
        about = victim.until(lambda heard: heard["t"] == "table" and heard["thinking"] == [], "who sits here")
        self.assertTrue(about["clocks"]["p1"]["running"])
        for peer in peers.values():
            peer.close()
        return {"left": about["clocks"]["p1"]["left"], "asked": step["asked"], "story": step["story"], "view": step["view"]}

    def test_a_forced_card_takes_as_long_as_any_other(self):
        # The two others have changed hands: all that N knows is the same.
        for bot, pace in (("level:8", 2.2), ("level:1", 0.0)):
            for forced, free in (("-1 -1", "0 +1"), ("+1 +1", "-1 0"), ("0 0", "-1 +1")):
                with self.subTest(bot=bot, forced=forced):
                    one = self.listen(self.servers[0], bot, forced, free)
                    self.assertLessEqual(one["left"], 3600 - pace, "the computer took its time")
                    self.assertEqual(one, self.listen(self.servers[1], bot, free, forced))



if __name__ == "__main__":
    main(__name__)
