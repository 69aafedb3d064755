#!/usr/bin/python3
"""Fair chance and the log over the wire (docs/fair.md, docs/log.md): commitment, pledges, the showing in which shares are opened, what
each may fetch while play runs, and proof after the end, by `ochre verify`, by the arithmetic of the document and by the independent
verifier's own rules. Every way to cheat that the document names is tried. Times are tests/unit/server/test_showing.c's."""
import hashlib
import json
import os
import subprocess
import tempfile
import unittest

from client import Peer, Server, binary, main, people, seat_people

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BOT = {"kind": "bot", "bot": "random"}


def digest(*parts):
    return hashlib.blake2b(b"".join(parts), digest_size=32).hexdigest()


class Secret:
    """A share and its pledge."""

    def __init__(self):
        share = os.urandom(32)
        self.share, self.pledge = share.hex(), digest(b"ochre-pledge-2", share)


def seal_of(fair):
    """The seal as docs/fair.md makes it."""
    marks = [b"\x01" + bytes.fromhex(fair["pledges"][seat]) if seat in fair["pledges"] else b"\x00" for seat in ("p1", "p2", "p3", "p4")]
    return digest(b"ochre-round-2", bytes.fromhex(fair["commitment"]), *marks)


class Chance(unittest.TestCase):
    """What the tests below share."""

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

    def open(self, peer, table, secret, seat):
        """As a client should: in the showing alone, with its own pledge in it, keeping the seal."""
        fair = self.about(peer, table, lambda m: seat in m["fair"].get("unopened", []))["fair"]
        self.assertEqual(fair["pledges"][seat], secret.pledge)
        self.assertEqual(fair["seal"], seal_of(fair))
        answer = peer.ask(t="open", table=table, share=secret.share)
        self.assertEqual(answer["t"], "ok", answer)
        return fair

    def finish(self, game, seats):
        """A play of two people, who pledge and open, and computers, to its end by resigning: the table, its last `fair`, the secrets."""
        mine, other = Secret(), Secret()
        table = self.server.new_table(game, [{"kind": "me"}, *[BOT] * (seats - 2), {"kind": "open"}], pledge=mine.pledge)
        last = f"p{seats}"
        one, two = Peer(self.server), Peer(self.server)
        one.sit(table.id, table.key())
        before = one.tables[table.id]["fair"]
        self.assertEqual(before["pledges"], {"p1": mine.pledge})
        key = self.server.join(table.id, pledge=other.pledge)["key"]
        two.sit(table.id, key)
        told = self.open(one, table.id, mine, "p1")
        self.assertEqual(self.open(two, table.id, other, last)["seal"], told["seal"])
        one.wait_step(table.id, lambda step: True)
        about = self.about(one, table.id, lambda m: m["status"] != "waiting")
        self.assertEqual(about["fair"]["commitment"], before["commitment"], "the promise was changed")
        self.assertEqual(about["fair"]["shares"], {"p1": mine.share, last: other.share})
        self.assertEqual((about["fair"]["withheld"], about["fair"]["seal"]), ([], told["seal"]))
        self.assertNotIn("seed", about["fair"])
        one.say(t="resign", table=table.id)
        two.say(t="resign", table=table.id)
        one.wait_step(table.id, lambda step: step["over"])
        about = self.about(one, table.id, lambda m: m["status"] == "over")
        return table, about["fair"], {"p1": mine, last: other}

    def check_draws(self, table, text):
        """What the server says could have come is what the rules say, and what came is the log's."""
        draws = self.server.get(f"/api/tables/{table.id}/draws").json["draws"]
        self.assertEqual([draw["move"] for draw in draws],
                         [line.split()[1] for line in text.splitlines() if line.startswith("* ")])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "play.log")
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            steps = json.loads(subprocess.run([binary(), "replay", path, "--json"], capture_output=True, text=True, check=True,
                                              timeout=60).stdout)["steps"]
        self.assertEqual(draws, [{name: step[name] for name in ("step", "move", "draw", "outcomes")} for step in steps
                                 if step["seat"] == "*"])


class Fair(Chance):
    def test_the_promise_is_kept_in_every_game(self):
        for game, seats in (("dice", 2), ("valley", 3), ("tribes", 3), ("spears", 4)):
            with self.subTest(game=game):
                table, fair, secrets = self.finish(game, seats)
                self.assertEqual(digest(bytes.fromhex(fair["seed"])), fair["commitment"])
                text = self.log(table.id)
                lines = text.splitlines()
                self.assertEqual(lines[0], "ochre 1")
                for line in (f"game {game}", f"seats {seats}", f"fair 2 {fair['commitment']}", f"reveal {fair['seed']}"):
                    self.assertIn(line, lines)
                for seat, secret in secrets.items():
                    self.assertIn(f"pledge {seat} {secret.pledge}", lines)
                    self.assertIn(f"share {seat} {secret.share}", lines)
                self.assertTrue(lines[-1].startswith("end "))
                run = self.verify(text)
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                if "\n* " in text:
                    self.assertIn(f"Proved to p1, p{seats}:", run.stdout)
                    self.assertIn(fair["seal"], run.stdout)
                    self.check_draws(table, text)
                self.assertEqual(self.verify(text.replace(secrets["p1"].share, "00" * 32)).returncode, 1)

    def test_the_same_log_for_everybody_after_the_end(self):
        table, *_ = self.finish("spears", 3)
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


class Cheating(Chance):
    """Each of these worked, or could not be noticed, when shares were given openly."""

    def waiting(self, game="spears", count=3):
        """A table in its showing: p1 and p2 have pledged, p3 has not. (table, {seat: Peer}, {seat: Secret}, a watcher)"""
        secrets = {"p1": Secret(), "p2": Secret()}
        table = self.server.new_table(game, people(count), pledge=secrets["p1"].pledge)
        peers = {seat: Peer(self.server) for seat in table.keys}
        watcher = Peer(self.server)
        watcher.sit(table.id)
        for seat, peer in peers.items():
            peer.sit(table.id, table.key(seat), **({"pledge": secrets[seat].pledge} if seat == "p2" else {}))
        for peer in (*peers.values(), watcher):
            self.about(peer, table.id, lambda m: m["fair"].get("unopened") == ["p1", "p2"])
        return table, peers, secrets, watcher

    def settle(self, table, peers):
        """Plays to the end by resigning; the log."""
        for peer in peers.values():
            peer.say(t="resign", table=table.id)
        next(iter(peers.values())).wait_step(table.id, lambda step: step["over"])
        return self.log(table.id)

    def test_a_share_is_seen_by_nobody_before_play(self):
        table, peers, secrets, watcher = self.waiting()
        peers["p1"].ask(t="open", table=table.id, share=secrets["p1"].share)
        for peer in (peers["p2"], peers["p3"], watcher):
            self.about(peer, table.id, lambda m: m["fair"].get("unopened") == ["p2"])
            peer.fence()
            self.assertNotIn(secrets["p1"].share.encode(), b"".join(peer.raw_heard))
        for key in (None, table.key("p2"), table.key("p1")):
            self.assertNotIn(secrets["p1"].share, self.log(table.id, key))
        self.assertNotIn(secrets["p1"].share, self.server.get(f"/api/tables/{table.id}").text)
        self.assertNotIn(secrets["p1"].share, self.server.get("/api/tables").text)
        peers["p2"].ask(t="open", table=table.id, share=secrets["p2"].share)
        self.about(watcher, table.id, lambda m: m["fair"].get("shares") == {seat: one.share for seat, one in secrets.items()})

    def test_nothing_is_chosen_once_the_round_is_on(self):
        table, peers, secrets, _ = self.waiting()
        late = Secret()
        told = peers["p1"].tables[table.id]["fair"]
        for seat, peer in peers.items():  # p3 has no pledge, the others have another one
            peer.sit(table.id, table.key(seat), pledge=late.pledge)
            self.assertEqual(peer.tables[table.id]["fair"]["pledges"], told["pledges"], seat)
            self.assertEqual(peer.tables[table.id]["fair"]["seal"], told["seal"], seat)
            answer = peer.ask(t="open", table=table.id, share=late.share)
            self.assertEqual((answer["t"], answer.get("code")), ("no", "off" if seat == "p3" else "form"), answer)
        for share in (None, 7, "", "00", "zz" * 32, secrets["p1"].share + "00"):
            answer = peers["p1"].ask(is_wrong=True, t="open", table=table.id, share=share)
            self.assertEqual((answer["t"], answer.get("code")), ("no", "form"), answer)
        answer = self.about(peers["p2"], table.id, lambda m: True)
        self.assertEqual(answer["fair"]["unopened"], ["p1", "p2"])
        for seat in ("p1", "p2"):
            self.assertNotEqual(peers[seat].ask(t="open", table=table.id, share=secrets[seat].share)["t"], "no")
        answer = peers["p1"].ask(t="open", table=table.id, share=secrets["p1"].share)
        self.assertEqual((answer["t"], answer.get("code")), ("no", "off"))

    def test_a_share_is_not_taken_before_everybody_sits(self):
        secret = Secret()
        table = self.server.new_table("spears", people(3), pledge=secret.pledge)
        peer = Peer(self.server)
        peer.sit(table.id, table.key())
        answer = peer.ask(t="open", table=table.id, share=secret.share)
        self.assertEqual((answer["t"], answer.get("code")), ("no", "waiting"))
        watcher = Peer(self.server)
        watcher.sit(table.id)
        answer = watcher.ask(t="open", table=table.id, share=secret.share)
        self.assertEqual((answer["t"], answer.get("code")), ("no", "seat"))

    def test_what_is_withheld_is_told_to_everybody(self):
        table, peers, secrets, watcher = self.waiting()
        peers["p1"].ask(t="open", table=table.id, share=secrets["p1"].share)
        answer = peers["p1"].ask(t="begin", table=table.id)
        self.assertEqual((answer["t"], answer.get("code")), ("no", "waiting"))
        peers["p1"].say(t="begin", table=table.id, without=True)
        for peer in (*peers.values(), watcher):
            about = self.about(peer, table.id, lambda m: m["status"] == "running")
            self.assertEqual((about["fair"]["withheld"], list(about["fair"]["shares"])), (["p2"], ["p1"]))
        self.assertIn("\nwithheld p2\n", self.log(table.id, table.key("p2")))
        text = self.settle(table, peers)
        self.assertIn("\nwithheld p2\n", text)
        run = self.verify(text)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("Pledged but withheld: p2", run.stdout)
        for change in (("withheld p2\n", ""), (f"pledge p2 {secrets['p2'].pledge}\nwithheld p2\n", ""),
                       ("withheld p2", f"share p2 {secrets['p2'].share}")):
            self.assertEqual(self.verify(text.replace(*change)).returncode, 1, change)

    def test_leaving_in_the_round_is_withholding(self):
        table, peers, secrets, _ = self.waiting()
        peers["p1"].ask(t="open", table=table.id, share=secrets["p1"].share)
        self.assertEqual(self.server.post(f"/api/tables/{table.id}/leave", {}, key=table.key("p2")).status, 200)
        about = self.about(peers["p1"], table.id, lambda m: m["status"] == "running")
        self.assertEqual(about["fair"]["withheld"], ["p2"])
        self.assertEqual(about["seats"][1]["kind"], "bot")

    def test_open_shares_are_refused(self):
        refused = self.server.post("/api/tables", {"game": "dice", "seats": [{"kind": "me"}, BOT], "entropy": "b2NocmU="})
        self.assertEqual((refused.status, refused.code), (400, "form"), refused)
        self.assertIn("pledge", refused.json["error"]["why"])


class Killed(unittest.TestCase):
    """Pledges and shares that were acknowledged are there after kill -9, and the folder proves itself."""
    log, verify, about = Chance.log, Chance.verify, Chance.about

    def start(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def again(self):
        self.server.kill()
        self.server.start()

    def check(self):
        run = subprocess.run([binary(), "serve", "--check", "--data", self.server.data], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_pledge_leave_join_without(self):
        """The seat's pledge must go with whoever leaves, in memory and in the store alike."""
        self.start()
        table = self.server.new_table("spears", [{"kind": "me"}, BOT, {"kind": "open"}])
        got = self.server.join(table.id, pledge=Secret().pledge)
        # the showing has begun: leaving now would be withholding, so another table where it has not
        self.assertEqual(self.server.look(table.id)["fair"]["unopened"], ["p3"])
        table = self.server.new_table("spears", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
        got = self.server.join(table.id, pledge=Secret().pledge)
        self.assertEqual(list(self.server.look(table.id)["fair"]["pledges"]), [got["seat"]])
        self.assertEqual(self.server.post(f"/api/tables/{table.id}/leave", {}, key=got["key"]).status, 200)
        self.assertEqual(self.server.look(table.id)["fair"]["pledges"], {})
        self.server.join(table.id)
        self.server.join(table.id)
        self.assertEqual(self.server.look(table.id)["status"], "running")
        self.again()
        self.assertEqual(self.server.look(table.id)["fair"]["withheld"], [])
        self.server.stop()
        self.check()

    def test_in_the_middle_of_the_showing(self):
        self.start()
        one, two = Secret(), Secret()
        table = self.server.new_table("spears", [{"kind": "me"}, BOT, {"kind": "open"}], pledge=one.pledge)
        key = self.server.join(table.id, pledge=two.pledge)["key"]
        peer = Peer(self.server)
        peer.sit(table.id, table.key())
        told = peer.tables[table.id]["fair"]
        self.again()
        peer = Peer(self.server)
        peer.sit(table.id, table.key())
        self.assertEqual({**peer.tables[table.id]["fair"], "left": 0}, {**told, "left": 0})
        self.assertEqual(peer.ask(t="open", table=table.id, share=one.share)["t"], "ok")
        self.again()
        peer = Peer(self.server)
        peer.sit(table.id, key)
        self.assertEqual(peer.tables[table.id]["fair"]["unopened"], ["p3"])
        self.assertNotIn(one.share.encode(), b"".join(peer.raw_heard))
        self.assertEqual(peer.ask(t="open", table=table.id, share=two.share)["t"], "ok")
        self.again()
        fair = self.server.look(table.id)["fair"]
        self.assertEqual((fair["shares"], fair["seal"]), ({"p1": one.share, "p3": two.share}, told["seal"]))
        for owner in (table.key(), key):  # leaving a running play must not take the share out of it
            self.assertEqual(self.server.post(f"/api/tables/{table.id}/leave", {}, key=owner).status, 200)
        self.again()
        self.assertEqual(self.server.look(table.id)["fair"]["shares"], {"p1": one.share, "p3": two.share})
        self.server.stop()
        self.check()


class Positions(Chance):
    def test_a_set_up_position_is_told_before_anybody_sits(self):
        fen = "8/8/3w44/2w45/8/8/8/W16B1 w 2 - 0 30"
        table = self.server.new_table("dice", [{"kind": "me"}, {"kind": "open"}], position=fen, public=True)
        self.assertIs(self.server.look(table.id)["position"], True)
        [listed] = [one for one in self.server.get("/api/tables").json["tables"] if one["table"] == table.id]
        self.assertIs(listed["position"], True)
        watcher = Peer(self.server)
        watcher.sit(table.id)
        self.assertIs(watcher.tables[table.id]["position"], True)
        self.assertIn("\nposition ", self.log(table.id))
        peer = Peer(self.server)
        key = self.server.join(table.id)["key"]
        peer.sit(table.id, key)
        peer.say(t="resign", table=table.id)
        peer.wait_step(table.id, lambda step: step["over"])
        for command in ("verify", "replay"):
            self.assertIn("set-up position", self.verify(self.log(table.id), command).stdout)
        peer.say(t="rematch", table=table.id)
        about = self.about(peer, table.id, lambda m: m.get("rematch"))
        self.assertIs(self.server.look(about["rematch"])["position"], True)
        plain = self.server.new_table("dice", [{"kind": "me"}, {"kind": "open"}])
        self.assertNotIn("position", self.server.look(plain.id))


if __name__ == "__main__":
    main(__name__)
