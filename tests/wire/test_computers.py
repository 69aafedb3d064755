#!/usr/bin/python3
"""Computer players as neighbours: somebody fills the server with tables that think for long, and everybody else plays on."""
import re
import unittest

from client import SHORT, Peer, Server, main, wait_for

DEEP = {"kind": "bot", "bot": "level:8"}


def measure(server, name):
    """One number of /metrics, with its labels as they stand there."""
    found = re.search(rf"^{re.escape(name)} ([0-9.e+]+)$", server.get("/metrics").text, re.M)
    assert found, f"{name} is not in /metrics"
    return float(found[1])


class Neighbours(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--threads", "1", "--trust-proxy")
        cls.addClassCleanup(cls.server.close)

    def waiting(self, lane):
        return measure(self.server, f'ochre_bot_waiting{{lane="{lane}"}}')

    def table(self, address, game, seats):
        answer = self.server.post("/api/tables", {"game": game, "seats": seats}, headers={"X-Forwarded-For": address})
        self.assertEqual(answer.status, 201, answer)
        return answer.json

    def flood(self, address, count):
        """Tables of level 8 alone, all of them watched."""
        peer = Peer(self.server, headers={"X-Forwarded-For": address})
        for _ in range(count):
            peer.sit(self.table(address, "tribes", [DEEP] * 4)["table"])
        self.addCleanup(peer.close)
        return peer

    def test_level_1_answers_while_level_8_queues(self):
        count = 10 if SHORT else 30
        self.flood("192.0.2.1", count)
        wait_for("a full queue", lambda: self.waiting("deep") >= count - 2)
        made = self.table("192.0.2.2", "dice", [{"kind": "me"}, {"kind": "bot", "bot": "level:1"}])
        peer = Peer(self.server, headers={"X-Forwarded-For": "192.0.2.2"})
        peer.sit(made["table"], made["seats"][0]["key"])
        for _ in range(5):
            before = measure(self.server, "ochre_bot_answers_total")
            step = peer.wait_asked(made["table"])
            peer.move(made["table"], step["moves"][0]["m"])
            step = peer.wait_step(made["table"], lambda heard, n=step["step"]: heard["step"] >= n + 2)
            self.assertGreaterEqual(self.waiting("deep"), count - 2, "the attacker's queue should still be full")
            self.assertEqual(self.waiting("light"), 0)
            self.assertGreater(measure(self.server, "ochre_bot_answers_total"), before)
        # A hint is a deep thought: it waits for about one of the attacker's, not for all of them.
        step = peer.wait_asked(made["table"])
        before = measure(self.server, "ochre_bot_answers_total")
        hint = peer.ask(t="hint", table=made["table"], ask=step["ask"])
        self.assertEqual(hint["t"], "hint")
        self.assertIn(hint["move"], [move["m"] for move in step["moves"]])
        self.assertLess(measure(self.server, "ochre_bot_answers_total") - before, count / 2)

    def test_tables_that_nobody_watches_rest(self):
        self.table("192.0.2.3", "tribes", [DEEP] * 2)
        wait_for("a table that rests", lambda: measure(self.server, "ochre_bot_tables_resting") >= 1)
        wait_for("thoughts of its lane", lambda: measure(self.server, 'ochre_bot_seconds_total{lane="unwatched"}') > 0)


if __name__ == "__main__":
    main(__name__)
