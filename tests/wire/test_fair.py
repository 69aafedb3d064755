#!/usr/bin/python3
"""Fair chance and the log over the wire (docs/fair.md, docs/log.md): the promise before the first draw, what each may fetch while play
runs, and proof after the end, by `ochre verify` and by the arithmetic of the document."""
import base64
import hashlib
import os
import subprocess
import tempfile
import unittest

from client import Peer, Server, binary, main, seat_people

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BOT = {"kind": "bot", "bot": "random"}


class Fair(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def log(self, table, key=None):
        answer = self.server.get(f"/api/tables/{table}/log", key=key)
        self.assertEqual(answer.status, 200, answer)
        self.assertTrue(answer.headers["Content-Type"].startswith("text/plain"), answer.headers)
        return answer.text

    def verify(self, text, command="verify"):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "play.log")
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            return subprocess.run([binary(), command, path], capture_output=True, text=True, timeout=60)

    def about(self, peer, table, test):
        if table in peer.tables and test(peer.tables[table]):
            return peer.tables[table]
        return peer.until(lambda m: m["t"] == "table" and m["table"] == table and test(m), "a table message")

    def finish(self, game, seats):
        """A play of one person and computers to its end, by resigning after some moves."""
        share = base64.b64encode(b"first").decode()
        table = self.server.new_table(game, [{"kind": "me"}, *[BOT] * (seats - 2), {"kind": "open"}], entropy=share)
        peer = Peer(self.server)
        peer.sit(table.id, table.key())
        commitment = peer.tables[table.id]["fair"]["commitment"]
        self.server.join(table.id, entropy=base64.b64encode(b"\x00\xff").decode())
        peer.wait_step(table.id, lambda step: True)
        about = self.about(peer, table.id, lambda m: len(m["fair"]["shares"]) == 2)
        self.assertEqual(about["fair"]["commitment"], commitment, "the promise was changed after a share was known")
        self.assertEqual(about["fair"]["shares"], {"p1": b"first".hex(), f"p{seats}": "00ff"})
        self.assertNotIn("seed", about["fair"])
        peer.say(t="resign", table=table.id)
        peer.wait_step(table.id, lambda step: step["over"])
        about = self.about(peer, table.id, lambda m: m["status"] == "over")
        return table, about["fair"]

    def test_the_promise_is_kept_in_every_game(self):
        for game, seats in (("dice", 2), ("valley", 3), ("tribes", 3), ("spears", 4)):
            with self.subTest(game=game):
                table, fair = self.finish(game, seats)
                seed = bytes.fromhex(fair["seed"])
                self.assertEqual(len(seed), 32)
                self.assertEqual(hashlib.blake2b(seed, digest_size=32).hexdigest(), fair["commitment"])
                text = self.log(table.id)
                lines = text.splitlines()
                self.assertEqual(lines[0], "ochre 1")
                for line in (f"game {game}", f"seats {seats}", f"fair {fair['commitment']}", f"share p1 {b'first'.hex()}",
                             f"share p{seats} 00ff", f"reveal {fair['seed']}", "p1 resign"):
                    self.assertIn(line, lines)
                self.assertTrue(lines[-1].startswith("end "))
                run = self.verify(text)
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                run = self.verify(text.replace("share p1 " + b"first".hex(), "share p1 " + b"fjrst".hex()))
                self.assertEqual(run.returncode, 1 if "\n* " in text else run.returncode)

    def test_the_same_log_for_everybody_after_the_end(self):
        table, _ = self.finish("spears", 3)
        self.assertEqual(self.log(table.id), self.log(table.id, table.key()))

    def test_while_play_runs_everybody_has_the_own_view(self):
        table, peers = seat_people(self.server, "spears", 3)
        logs = {seat: self.log(table.id, table.key(seat)) for seat in peers}
        logs["*"] = self.log(table.id)
        self.assertEqual(len(set(logs.values())), 4, "secrets are dealt, so the views differ")
        for seat, text in logs.items():
            self.assertNotIn("\nreveal", text, seat)
            self.assertNotIn("\nend ", text, seat)
            self.assertIn("\nfair ", text, seat)
            self.assertIn("?", text, f"{seat} sees everything")
        story = {seat: [entry["move"] for entry in peer.steps[table.id]["story"]] for seat, peer in peers.items()}
        for seat, moves in story.items():
            told = [line.split(" ", 1)[1] for line in logs[seat].split("\n\n", 1)[1].splitlines() if line and line[0] in "p*"]
            self.assertEqual(told, moves, seat)
        answer = self.server.get(f"/api/tables/{table.id}/log", key="a" * 26)
        self.assertEqual(answer.status, 403, answer)

    def test_a_pack_of_the_host_goes_along(self):
        """Whoever fetches the log has no need of the host's folder of packs."""
        with Server("--packs", os.path.join(ROOT, "packs")) as server:
            table = server.new_table("tribes", [{"kind": "me"}, BOT], pack="tribes-even-1")
            peer = Peer(server)
            peer.sit(table.id, table.key())
            peer.say(t="resign", table=table.id)
            peer.wait_step(table.id, lambda step: step["over"])
            text = server.get(f"/api/tables/{table.id}/log").text
            self.assertRegex(text, r"\npack tribes-even-1 [0-9a-f]{64} \{")
            for command in ("verify", "replay"):
                run = self.verify(text, command)
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_a_log_that_still_runs_is_no_proof(self):
        table, _ = seat_people(self.server, "dice", 2)
        self.assertNotEqual(self.verify(self.log(table.id, table.key())).returncode, 0)

    def test_a_late_share_is_too_late(self):
        table, peers = seat_people(self.server, "dice", 2)
        late = Peer(self.server)
        late.sit(table.id, table.key("p2"), entropy=base64.b64encode(b"late").decode())
        late.fence()
        self.assertEqual(late.tables[table.id]["fair"]["shares"], {})
        self.assertTrue(peers)

    def test_a_share_with_sit(self):
        table = self.server.new_table("dice", [{"kind": "me", "name": "Uno"}, {"kind": "reserved"}],
                                      entropy=base64.b64encode(b"one").decode())
        one, other = Peer(self.server), Peer(self.server)
        one.sit(table.id, table.key("p1"))
        other.sit(table.id, table.key("p2"), entropy=base64.b64encode(b"other").decode(), name="Dos")
        about = self.about(one, table.id, lambda m: len(m["fair"]["shares"]) == 2)
        self.assertEqual(about["fair"]["shares"], {"p1": b"one".hex(), "p2": b"other".hex()})
        self.assertEqual([seat["name"] for seat in about["seats"]], ["Uno", "Dos"])


if __name__ == "__main__":
    main(__name__)
