#!/usr/bin/env python3
"""`ochre admin` against real servers: every order, every refusal, killed servers, several hosts at once, hostile bytes.
admin.py OCHRE [TEST…]"""
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "wire"))
from client import Closed, Peer, Server, binary, main, people, wait_for  # noqa: E402

FORWARDED = "X-Forwarded-For"


def run(data, *args, lang="en", stdin=subprocess.DEVNULL):
    return subprocess.run([binary(), "admin", *args, "--data", data], stdin=stdin, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": lang})


class Desk(unittest.TestCase):
    def serve(self, *options, **more):
        server = Server("--trust-proxy", *options, **more)
        self.addCleanup(server.close)
        return server

    def fine(self, server, *args, has=""):
        done = run(server.data, *args)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        self.assertIn(has, done.stdout)
        return done.stdout

    def asked(self, server, *args):
        return json.loads(self.fine(server, *args, "--json"))

    def refused(self, code, data, *args, has=""):
        done = run(data, *args)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done)
        self.assertTrue(done.stderr.startswith("ochre admin: "), done.stderr)
        self.assertIn(has, done.stderr)

    def talk(self, server, data, wanted=1):
        """Bytes to the socket as they are; the lines that come back."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(60)
            line.connect(os.path.join(server.data, "ochre.admin"))
            heard = b""
            try:
                line.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass
            try:
                while heard.count(b"\n") < wanted:
                    piece = line.recv(1 << 16)
                    if not piece:
                        break
                    heard += piece
            except (BrokenPipeError, ConnectionResetError):
                pass
            return [json.loads(part) for part in heard.splitlines()]


class Orders(Desk):
    def test_a_day_at_the_desk(self):
        server = self.serve()
        table = server.new_table("dice", [{"kind": "me", "name": "Ama"}, {"kind": "bot", "bot": "random"}])
        peer = Peer(server)
        step = peer.sit(table.id, table.key())
        peer.move(table.id, step["moves"][0]["m"])
        self.assertIn("1 running", self.fine(server, "status"))
        self.assertIn(f"{table.id}  dice", self.fine(server, "list", "--status", "running"))
        shown = self.fine(server, "show", table.id)
        self.assertIn("Ama (here)", shown)
        self.assertIn("p1 listens from 127.0.0.1", shown)
        self.assertRegex(shown, r"\n +1  p1  ")
        self.refused(1, server.data, "delete", table.id, "--yes", has="going on")
        self.refused(2, server.data, "delete", table.id, has="--yes")
        self.fine(server, "end", table.id, "--why", "Bed time", has="ended")
        told = peer.until(lambda heard: heard["t"] == "table" and heard["status"] == "over")
        self.assertEqual(told["why"], "Bed time")
        self.refused(1, server.data, "end", table.id, has="over already")
        log = server.get(f"/api/tables/{table.id}/log")
        self.assertEqual(log.status, 200)
        self.fine(server, "delete", table.id, "--yes", has="deleted")
        self.assertIn("deleted", peer.until(lambda heard: heard["t"] == "gone")["why"])
        self.assertEqual(server.get(f"/api/tables/{table.id}").status, 404)
        self.refused(1, server.data, "show", table.id, has="no such table")
        said = server.said()
        for order in ("end", "delete"):
            self.assertRegex(said, rf" info admin do={order} what={table.id}")

    def test_bans(self):
        server = self.serve()
        peer = Peer(server, headers={FORWARDED: "192.0.2.7"})
        other = Peer(server, headers={FORWARDED: "198.51.100.9"})
        self.assertIn("closed: 1", self.fine(server, "ban", "192.0.2.7", "--hours", "24", "--why", "Enough"))
        bye = peer.until(lambda heard: heard["t"] == "bye")
        self.assertEqual((bye["code"], bye["why"]), ("banned", "Enough"))
        with self.assertRaises(Closed) as closed:
            peer.hear()
        self.assertEqual(closed.exception.code, 1008)
        self.assertEqual(other.ask(t="ping")["t"], "pong")
        again = Peer(server, headers={FORWARDED: "192.0.2.7"}, hello=False)
        self.assertEqual(again.hear()["code"], "banned")
        with self.assertRaises(Closed):
            again.hear()
        answer = server.get("/api/games", headers={FORWARDED: "192.0.2.7"})
        self.assertEqual((answer.status, answer.code), (403, "banned"))
        self.assertEqual(server.get("/", headers={FORWARDED: "192.0.2.7"}).status, server.get("/").status)
        self.assertIn("192.0.2.7", self.fine(server, "bans"))
        self.fine(server, "ban", "2001:db8::1")
        self.assertEqual(server.get("/api/games", headers={FORWARDED: "2001:db8::abcd"}).status, 403)
        server.kill()
        server.start()
        for address, status in (("192.0.2.7", 403), ("2001:db8::5", 403), ("192.0.2.8", 200)):
            self.assertEqual(server.get("/api/games", headers={FORWARDED: address}).status, status, address)
        self.fine(server, "unban", "192.0.2.7", has="may come in")
        self.assertEqual(server.get("/api/games", headers={FORWARDED: "192.0.2.7"}).status, 200)
        self.refused(1, server.data, "unban", "192.0.2.7", has="not shut out")
        self.refused(1, server.data, "ban", "everybody", has="expected an address")
        self.refused(1, server.data, "ban", "0.0.0.0/0", has="nearly everybody")

    def test_announcements(self):
        server = self.serve()
        peer = Peer(server)
        self.fine(server, "announce", "Pause à huit heures", has="told: 1")
        self.assertEqual(peer.until(lambda heard: heard["t"] == "notice")["text"], "Pause à huit heures")
        server.kill()
        server.start()
        late = Peer(server)
        self.assertEqual(late.until(lambda heard: heard["t"] == "notice")["text"], "Pause à huit heures")
        self.assertEqual(server.get("/api/tables").json["notice"]["text"], "Pause à huit heures")
        self.assertIn("Pause à huit heures", self.fine(server, "status"))
        self.fine(server, "announce", "--withdraw")
        self.assertIsNone(late.until(lambda heard: heard["t"] == "notice" and heard["text"] is None)["text"])
        self.assertNotIn("notice", server.get("/api/tables").json)
        self.refused(1, server.data, "announce", "two\nlines", has="500 characters")
        self.refused(1, server.data, "announce", "x" * 501, has="500 characters")

    def test_drain(self):
        server = self.serve()
        table = server.new_table("dice", people(2))
        peer, other = Peer(server), Peer(server)
        step = peer.sit(table.id, table.key("p1"))
        other.sit(table.id, table.key("p2"))
        self.fine(server, "drain", has="no new tables")
        self.assertTrue(peer.until(lambda heard: heard["t"] == "notice")["drain"])
        made = server.post("/api/tables", {"game": "dice", "seats": people(2)})
        self.assertEqual((made.status, made.code), (503, "busy"))
        step = peer.wait_asked(table.id)
        self.assertEqual(peer.move(table.id, step["moves"][0]["m"])["t"], "step")
        self.fine(server, "undrain")
        self.assertEqual(server.post("/api/tables", {"game": "dice", "seats": people(2)}).status, 201)
        self.refused(1, server.data, "undrain", has="not being drained")
        self.fine(server, "drain", "--stop", has="stops when")
        self.assertIsNone(server.process.poll())  # somebody has just moved
        self.fine(server, "drain", "--stop", "--quiet", "0")
        self.assertEqual(server.process.wait(60), 0)
        self.assertIn("stopping why=drained", server.said())
        self.assertEqual(peer.until(lambda heard: heard["t"] == "bye")["again"], 2)
        self.assertFalse(os.path.exists(os.path.join(server.data, "ochre.admin")))
        self.refused(1, server.data, "status", has="no server is running")
        server.start()
        self.assertEqual(server.look(table.id)["steps"], 1)
        self.assertIsNone(self.asked(server, "status")["drain"])

    def test_a_computer_that_thinks_does_not_hold_up_the_end(self):
        server = self.serve()
        server.new_table("tribes", [{"kind": "bot", "bot": "level:7"}, {"kind": "bot", "bot": "level:8"}])
        self.fine(server, "drain", "--stop", "--quiet", "0")
        self.assertEqual(server.process.wait(60), 0)

    def test_words(self):
        server = self.serve()
        table = server.new_table("dice", people(2))
        shown = run(server.data, "list", lang="fr").stdout
        self.assertIn("tables montrées : 1 sur 1", shown)
        self.assertIn("n’existe pas", run(server.data, "show", "nowhere", lang="fr").stderr)
        refusal = run(server.data, "show", "nowhere", "--json")
        self.assertEqual((refusal.returncode, json.loads(refusal.stdout)["error"]["code"]), (1, "table"))
        self.assertEqual(self.asked(server, "show", table.id)["table"], table.id)

    def test_misuse(self):
        server = self.serve()
        for words, has in ((["lst"], "did you mean list"), (["xyzzyq"], "--help"), (["status", "x"], "nothing more"), (["show"], "Name a table"),
                           (["ban"], "Name an address"), (["announce"], "Give a text"), (["announce", ""], "quotes"),
                           (["list", "--hours", "3"], "does not go with list"), (["announce", "a", "--withdraw"], "--withdraw"),
                           (["drain", "--quiet", "3"], "--stop"), (["ban", "192.0.2.1", "--hours", "x"], "--hours"),
                           (["list", "--count", "-1"], "--count"), (["list", "--status", "lost"], "--status"), ([], "")):
            self.refused(2, server.data, *words, has=has)
        self.assertEqual(self.asked(server, "status")["bans"], 0)

    def test_delete_asks_at_a_terminal(self):
        server = self.serve()
        for answer, is_gone in (("no", False), ("", False), ("yes", True)):
            table = server.new_table("dice", people(2))
            ours, theirs = os.openpty()
            process = subprocess.Popen([binary(), "admin", "delete", table.id, "--data", server.data], stdin=theirs, stdout=theirs,
                                       stderr=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "dumb"})
            os.close(theirs)
            heard = b""
            while b"for good?" not in heard:
                heard += os.read(ours, 4096)
            os.write(ours, answer.encode() + b"\n")
            code = process.wait(60)
            os.close(ours)
            self.assertEqual(code, 0 if is_gone else 1)
            self.assertEqual(server.get(f"/api/tables/{table.id}").status, 404 if is_gone else 200)


class Sockets(Desk):
    def test_for_its_owner_alone_and_gone_at_the_end(self):
        server = self.serve()
        place = os.path.join(server.data, "ochre.admin")
        self.assertEqual(stat.S_IMODE(os.lstat(place).st_mode), 0o600)
        self.assertTrue(stat.S_ISSOCK(os.lstat(place).st_mode))
        self.assertEqual(server.stop(), 0)
        self.assertFalse(os.path.exists(place))
        self.refused(1, server.data, "status", has="no server is running")
        self.refused(1, os.path.join(server.data, "nowhere"), "status", has="No such file")

    def test_a_killed_server_leaves_nothing_in_the_way(self):
        server = self.serve()
        server.kill()
        self.assertTrue(os.path.exists(os.path.join(server.data, "ochre.admin")))
        self.refused(1, server.data, "status", has="no server is running")
        server.start()
        self.fine(server, "status")

    def test_what_is_not_ours_is_left_alone(self):
        server = self.serve(start=False)
        place = os.path.join(server.data, "ochre.admin")
        with open(place, "w", encoding="utf-8") as file:
            file.write("mine")
        server.start()
        self.assertRegex(server.said(), r" error admin-closed why=\".*not a socket")
        self.assertEqual(server.get("/health").status, 200)
        self.refused(1, server.data, "status", has="no server is running")
        self.assertEqual(server.stop(), 0)
        with open(place, encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine")

    def test_folders_with_long_names(self):
        below = tempfile.mkdtemp(prefix="ochre-admin-")
        self.addCleanup(shutil.rmtree, below, True)
        for length in (80, 95, 96, 97, 107, 108, 250):
            data = os.path.join(below, "x" * 200, "y" * length) if length > 200 else os.path.join(below, "x" * (length - len(below) - 1))
            os.makedirs(os.path.dirname(data), exist_ok=True)
            with Server(data=data) as server:
                self.fine(server, "status", has="0 running")
                self.assertEqual(server.stop(), 0)
                self.assertNotIn("ochre.admin", os.listdir(data))

    def test_hostile_bytes(self):
        server = self.serve()
        nonsense = [b"\n", b"{}\n", b"[]\n", b"\x00\x00\n", b"\xff\xfe\n", b"{\"do\":\"dance\"}\n", b"GET / HTTP/1.1\n",
                    b"{\"do\":" * 200 + b"\n", b"[" * 5000 + b"\n", b"{\"do\":\"status\"\n"]
        for data in nonsense:
            answer, = self.talk(server, data)
            self.assertIn("error", answer, data)
        answer, = self.talk(server, b"x" * (64 * 1024))
        self.assertEqual(answer["error"]["code"], "size")
        self.talk(server, b"x" * (1 << 20))
        answers = self.talk(server, b"{\"do\":\"status\"}\n{\"do\":\"dance\"}\n{\"do\":\"announce\",\"text\":\"a\"}\n{\"do\":\"bans\"}\n", 4)
        self.assertEqual([list(one)[0] for one in answers], ["version", "error", "told", "bans"])
        for _ in range(50):  # who goes away in the middle
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(os.path.join(server.data, "ochre.admin"))
                try:
                    line.sendall(b"{\"do\":\"announce\",\"text\":\"b\"}\n{\"do\":\"list\"}\n{\"do\"")
                except (BrokenPipeError, ConnectionResetError):
                    pass  # no chair was free: the server went away first
        wait_for("their chairs", lambda: run(server.data, "status").returncode == 0)
        self.fine(server, "status", has="announced: ")
        self.assertEqual(server.get("/health").status, 200)

    def test_too_many_at_the_desk(self):
        server = self.serve()
        lines = []
        for _ in range(16):
            lines.append(socket.socket(socket.AF_UNIX))
            lines[-1].connect(os.path.join(server.data, "ochre.admin"))
        wait_for("the seventeenth to be refused", lambda: run(server.data, "status").returncode == 1)
        for line in lines:
            line.close()
        wait_for("room again", lambda: run(server.data, "status").returncode == 0)

    def test_two_hosts_at_once(self):
        server = self.serve()
        troubles = []

        def work(who):
            for i in range(25):
                done = run(server.data, "ban", f"10.{who}.0.{i}")
                if done.returncode:
                    troubles.append(done)

        threads = [threading.Thread(target=work, args=(who,)) for who in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(troubles, [])
        self.assertEqual(len(self.asked(server, "bans")["bans"]), 50)
        server.kill()
        server.start()
        self.assertEqual(len(self.asked(server, "bans")["bans"]), 50)

    def test_long_answers(self):
        server = self.serve()
        name = "n" * 40
        for _ in range(600):
            server.new_table("dice", [{"kind": "me", "name": name}, {"kind": "open"}])
        answer = self.asked(server, "list", "--count", "100000")
        self.assertEqual((len(answer["tables"]), answer["found"]), (600, 600))
        self.assertEqual(self.fine(server, "list").count("\n"), 51)
        # Who does not read is not waited for.
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(os.path.join(server.data, "ochre.admin"))
            for _ in range(40):
                line.sendall(b"{\"do\":\"list\",\"most\":100000}\n")
            self.fine(server, "status")
            self.assertEqual(server.get("/health").status, 200)

    def test_names_cannot_write_on_the_terminal(self):
        server = self.serve()
        server.new_table("dice", [{"kind": "me", "name": "A\u009b2J\u202eB"}, {"kind": "open"}])
        shown = self.fine(server, "list")
        self.assertNotIn("\u009b", shown)
        self.assertNotIn("\u202e", shown)


class Completion(unittest.TestCase):
    def test_orders_are_offered(self):
        script = subprocess.run([binary(), "completion", "bash"], capture_output=True, text=True, timeout=60).stdout
        self.assertRegex(script, r"compgen -W 'status list show end delete ban unban bans announce drain undrain'")


if __name__ == "__main__":
    main(__name__)
