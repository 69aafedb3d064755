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


main(__name__)
