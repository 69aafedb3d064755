#!/usr/bin/python3
"""A play that was begun elsewhere goes on from its log (docs/wire.md, "A play that goes on"): whole and cut logs are taken and kept, everything
that is wrong with one is refused with words, and the seed stays where it belongs."""
import os
import re
import subprocess
import tempfile
import unittest

from client import Peer, Server, binary, main, people


def log_of(game, seats):
    """The log of a whole play, as the laboratory writes it."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([binary(), "sim", game, "--games", "1", "--seats", ",".join(["level:1"] * seats), "--logs", folder], check=True,
                       capture_output=True)
        (name,) = os.listdir(folder)
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()


def cut(log, count):
    """The same play after so many moves, as somebody saves it who wants to go on."""
    lines = log.splitlines()
    moves = [line for line in lines if re.match(r"(p\d|\*) ", line)]
    head = lines[:lines.index(moves[0])]
    reveal = [line for line in lines if line.startswith("reveal ")]
    return "\n".join(head + moves[:count] + reveal + [f"end {count}"]) + "\n"


class Brought(unittest.TestCase):
    def test_goes_on_and_is_kept(self):
        for game, seats in (("valley", 2), ("tribes", 3), ("spears", 3), ("dice", 2)):
            with Server() as server:
                made = server.new_table(game, people(seats), log=cut(log_of(game, seats), 40))
                seed = re.search(r"^reveal (\w+)$", log_of(game, seats), re.M)
                self.assertEqual([seat["seat"] for seat in made.answer["seats"]], [f"p{n + 1}" for n in range(seats)])
                look = server.look(made.id)
                self.assertEqual((look["status"], look["brought"]), ("running", True))
                peer = Peer(server)
                peer.sit(made.id, made.key("p1"))
                step = peer.wait_step(made.id, lambda step: step["step"] >= 40)
                log = server.get(f"/api/tables/{made.id}/log?reveal=1", key=made.key("p1")).text
                self.assertNotIn("reveal", log)
                if seed:
                    self.assertNotIn(seed.group(1), log)
                server.kill()
                server.start()
                peer = Peer(server)
                peer.sit(made.id, made.key("p1"))
                self.assertEqual(peer.wait_step(made.id, lambda step: step["step"] >= 40)["view"], step["view"])
                self.assertTrue(server.look(made.id)["brought"])

    def test_a_whole_play_is_looked_back_at(self):
        log = log_of("valley", 2)
        with Server() as server:
            made = server.new_table("valley", people(2), log=log)
            self.assertEqual(server.look(made.id)["status"], "over")
            self.assertIn("\nend ", server.get(f"/api/tables/{made.id}/log").text)

    def test_wrong_logs(self):
        log = cut(log_of("valley", 2), 40)
        wrong = {
            "what this is": ("no log at all", "."),
            "without its seed": (re.sub(r"^reveal .*\n", "", log, flags=re.M), "seed"),
            "with another seed": (re.sub(r"^reveal ..", "reveal 00", log, flags=re.M), "."),
            "with another draw": (re.sub(r"^\* .*\n", "", log, count=1, flags=re.M), "line|move"),
            "cut short": (log[:log.index("reveal ")], "."),
        }
        with Server() as server:
            for name, (text, words) in wrong.items():
                with self.subTest(name):
                    answer = server.post("/api/tables", {"game": "valley", "seats": people(2), "log": text})
                    self.assertEqual((answer.status, answer.code), (400, "terms"))
                    self.assertRegex(answer.json["error"]["why"], words)
            for more in ({"game": "dice"}, {"seats": people(3)}, {"seats": [{"kind": "me"}, {"kind": "open"}]}, {"options": {}},
                         {"log": 7}, {"pledge": "00" * 32}):
                with self.subTest(str(more)):
                    self.assertEqual(server.post("/api/tables", {"game": "valley", "seats": people(2), "log": log, **more}).status, 400)



def alone(game, computers):
    return {"game": game, "seats": [{"kind": "me", "name": "Ama"}] + [{"kind": "bot", "bot": "level:1"}] * computers}


class Taken(unittest.TestCase):
    def test_whoever_plays_alone_takes_the_play_along(self):
        for game, computers in (("valley", 1), ("tribes", 1), ("spears", 2), ("dice", 1)):
            with self.subTest(game), Server() as server:
                made = server.new_table(**alone(game, computers))
                key = made.key("p1")
                path = f"/api/tables/{made.id}"
                peer = Peer(server)
                peer.sit(made.id, key)
                step = peer.wait_step(made.id, lambda step: step["ask"] > 0)
                log = server.get(f"{path}/log?reveal=1", key=key).text
                self.assertNotIn("reveal", log)
                self.assertEqual(server.post(f"{path}/take", {}, key=key).json, {"table": made.id})
                # Told to who is there, and kept.
                told = peer.until(lambda heard: heard["t"] == "table" and heard["status"] == "over", "the end here")
                self.assertIn("taken along", told["why"])
                self.assertEqual(peer.ask(t="move", table=made.id, ask=step["ask"], move=step["moves"][0]["m"])["t"], "no")
                server.kill()
                server.start()
                self.assertEqual(server.look(made.id)["status"], "over")
                self.assertIn("emport\u00e9e", server.get(f"{path}?lang=fr").json["why"])
                answer = server.post(f"{path}/take", {}, key=key)
                self.assertEqual((answer.status, answer.code), (409, "over"))
                # Whole for whoever has a seat there, and for nobody else.
                self.assertNotIn("reveal", server.get(f"{path}/log?reveal=1").text)
                log = server.get(f"{path}/log?reveal=1", key=key).text
                self.assertRegex(log, r"\nreveal \w{64}\nend \d+\n$" if "fair" in log else r"\nend \d+\n$")
                on = server.new_table(**alone(game, computers), log=log)
                again = Peer(server)
                again.sit(on.id, on.key("p1"))
                here = again.wait_step(on.id, lambda step: step["ask"] > 0)
                self.assertEqual((here["step"], here["view"]), (step["step"], step["view"]))

    def test_other_people_are_not_taken_along(self):
        with Server() as server:
            made = server.new_table("dice", people(4), options={"mode": "4i"})
            path = f"/api/tables/{made.id}/take"
            keys = [made.key(f"p{n}") for n in (1, 2, 3, 4)]
            answer = server.post(path, {}, key=keys[0])
            self.assertEqual((answer.status, answer.code), (409, "waiting"))
            peers = []
            for key in keys:
                peer = Peer(server)
                peer.sit(made.id, key)
                peers.append(peer)
            peers[0].wait_step(made.id, lambda step: True)
            for body, key, expected in (({}, None, (401, "key")), ({}, "a" * 26, (403, "key")), ({}, keys[0], (403, "people")),
                                        ({"keys": [keys[1]]}, keys[0], (403, "people")),
                                        ({"keys": [keys[1], "a" * 26]}, keys[0], (403, "key"))):
                with self.subTest(str(expected)):
                    answer = server.post(path, body, key=key)
                    self.assertEqual((answer.status, answer.code), expected)
            for wrong in (7, {"a": 1}, keys * 2):
                self.assertIn(server.post(path, {"keys": wrong}, key=keys[0]).status, (400, 403))
            # Nor who has given up: their cards are still theirs.
            peers[3].ask(t="resign", table=made.id)
            answer = server.post(path, {"keys": keys[1:3]}, key=keys[0])
            self.assertEqual((answer.status, answer.code), (403, "people"))
            self.assertEqual(server.look(made.id)["status"], "running")
            # All of them together may.
            self.assertEqual(server.post(path, {"keys": keys[1:]}, key=keys[0]).status, 200)
            self.assertEqual(server.look(made.id)["status"], "over")

    def test_a_server_deletes_nothing_for_players(self):
        with Server() as server:
            made = server.new_table(**alone("valley", 1))
            answer = server.post(f"/api/tables/{made.id}/drop", {}, key=made.key("p1"))
            self.assertEqual((answer.status, answer.code), (403, "off"))
            self.assertEqual(server.look(made.id)["status"], "running")


main(__name__)
