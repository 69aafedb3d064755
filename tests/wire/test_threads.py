#!/usr/bin/python3
"""Server and computer players together, for the thread sanitizer: plays of every kind with bots that think in the pool, hints, people
that come and go, and a stop in the middle of thoughts. A race makes the sanitizer speak, and the server's exit code with it."""
import unittest

from client import Peer, Server, main

GAMES = {"dice": 2, "valley": 3, "tribes": 2, "spears": 4}


class Threads(unittest.TestCase):
    def check_quiet(self, server):
        said = server.said()
        self.assertNotIn("ThreadSanitizer", said)

    def test_plays_of_every_kind(self):
        with Server(environment={"TSAN_OPTIONS": "exitcode=66 halt_on_error=0 second_deadlock_stack=1"}) as server:
            tables = []
            for game, seats in GAMES.items():
                bots = [{"kind": "bot", "bot": name} for name in ("level:1", "greedy", "level:2")[:seats - 1]]
                tables.append((game, server.new_table(game, [{"kind": "me"}, *bots])))
            peer = Peer(server)
            for game, table in tables:
                with self.subTest(game=game):
                    peer.sit(table.id, table.key())
                    for _ in range(12):
                        step = peer.wait_asked(table.id)
                        if step["over"]:
                            break
                        peer.say(t="hint", table=table.id, ask=step["ask"])
                        answer = peer.move(table.id, step["moves"][0]["m"])
                        self.assertIn(answer["t"], ("step", "no"))
            # Whole plays of computers alone, several at once: they need nobody to move.
            for game, seats in GAMES.items():
                made = server.post("/api/tables", {"game": game, "seats": [{"kind": "bot", "bot": "random"}] * seats})
                self.assertIn(made.status, (201, 400))
            self.assertEqual(server.get("/metrics").status, 200)
            self.assertEqual(server.stop(), 0, server.said())
            self.check_quiet(server)

    def test_a_stop_in_the_middle_of_thoughts(self):
        with Server() as server:
            for _ in range(4):
                table = server.new_table("dice", [{"kind": "bot", "bot": "level:5"}, {"kind": "me"}])
                Peer(server).sit(table.id, table.key("p2"))
            self.assertEqual(server.stop(), 0, server.said())
            self.check_quiet(server)
            server.start()
            peer = Peer(server)
            peer.sit(table.id, table.key("p2"))
            self.assertEqual(peer.wait_asked(table.id)["step"], 1)  # it thinks again after the restart
            self.assertEqual(server.stop(), 0, server.said())

    def test_a_review_beside_a_play_and_a_stop_in_its_middle(self):
        """A thread looks on while the loop tells what there is, and a table thinks in between."""
        text = "ochre 1\ngame dice\nrules 1\nseats 2\n\np1 g2g3\np2 g7g6\np1 a2r\np2 g6g5\n"
        with Server("--threads", "2", environment={"TSAN_OPTIONS": "exitcode=66 halt_on_error=0 second_deadlock_stack=1"}) as server:
            table = server.new_table("dice", [{"kind": "me"}, {"kind": "bot", "bot": "level:4"}])
            peer = Peer(server)
            peer.sit(table.id, table.key())
            made = server.post("/api/reviews", {"log": text, "depth": "quick"})
            path = "/api/reviews/" + made.json["review"]
            state = made.json
            while state["state"] == "working":
                state = server.get(path + "?since=0").json
                for n in range(1, 6):
                    self.assertEqual(server.get(f"{path}/moment?n={n}").status, 200)
                step = peer.wait_asked(table.id)
                if not step["over"]:
                    peer.move(table.id, step["moves"][0]["m"])
            self.assertEqual(len(server.get(path + "/result").json["steps"]), 4)
            for _ in range(2):
                self.assertEqual(server.post("/api/reviews", {"log": text, "depth": "deep"}).status, 201)
            self.assertEqual(server.stop(), 0, server.said())
            self.check_quiet(server)


if __name__ == "__main__":
    main(__name__)
