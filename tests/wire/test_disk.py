#!/usr/bin/python3
"""Disks that are full, read-only or broken (tests/wire/bend.c): new moves are refused with a clear reason, nothing that was told is
lost, and the server recovers by itself. And data folders that cannot be used: one clear line, exit code 1, nothing destroyed."""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import unittest

from client import TEXT, Peer, Server, bend, binary, frame, free_port, main, people, seat_people, wait_for


class Disk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ochre-disk-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.fault = os.path.join(self.folder, "fault")
        self.data = os.path.join(self.folder, "data")
        self.server = Server(data=self.data, environment={"LD_PRELOAD": bend(), "OCHRE_BEND_FILE": self.fault,
                                                          "ASAN_OPTIONS": "verify_asan_link_order=0"})
        self.addCleanup(self.server.close)

    def break_disk(self, how):
        with open(self.fault + ".new", "w", encoding="utf-8") as out:
            out.write(f"{how} {self.data}\n")
        os.rename(self.fault + ".new", self.fault)

    def mend_disk(self):
        os.remove(self.fault)

    def refuse_and_recover(self, how):
        table, peers = seat_people(self.server, "dice", 2)
        one, other = peers["p1"], peers["p2"]
        one.move(table.id, "a2a3")
        other.wait_asked(table.id)
        self.break_disk(how)
        for _ in range(3):
            answer = other.move(table.id, "h7h6")
            self.assertEqual((answer["t"], answer.get("code")), ("no", "keep"), answer)
            self.assertTrue(answer["why"])
        health = wait_for("the health to say so", lambda: (lambda a: a if a.status == 503 else None)(self.server.get("/health")))
        self.assertFalse(health.json["ok"])
        self.assertIn("why", health.json)
        made = self.server.post("/api/tables", {"game": "dice", "seats": people(2)})
        self.assertEqual(made.status, 503, made)
        self.assertEqual(self.server.get("/api/games").status, 200)
        self.assertEqual([m for m in one.heard if m["t"] == "step" and m["step"] > 1], [], "told what is not stored")
        # Reading goes on.
        watcher = Peer(self.server)
        self.assertEqual(watcher.sit(table.id)["step"], 1)
        self.mend_disk()
        wait_for("the server to recover by itself", lambda: self.server.get("/health").status == 200)
        wait_for("the host to be told", lambda: " info disk-well" in self.server.said())
        told = [line for line in self.server.said().splitlines() if " disk-" in line]
        self.assertEqual(len(told), 2, told)
        self.assertRegex(told[0], r" error disk-failing why=.+disk")
        answer = other.move(table.id, "h7h6", ask=other.steps[table.id]["ask"])
        self.assertEqual((answer["t"], answer.get("step")), ("step", 2), answer)
        one.wait_step(table.id, lambda step: step["step"] == 2)
        self.server.new_table("dice", people(2))
        self.server.kill()
        self.server.start()
        step = Peer(self.server).sit(table.id, table.key("p1"), since=0)
        self.assertEqual([entry["move"] for entry in step["story"]], ["a2a3", "h7h6"])

    def test_full(self):
        self.refuse_and_recover("full")

    def test_read_only(self):
        self.refuse_and_recover("readonly")

    def test_broken(self):
        self.refuse_and_recover("broken")

    def test_a_full_disk_is_told_after_a_restart_too(self):
        """Nobody has tried to move yet, and the health knows; with room again it is well by itself."""
        table, peers = seat_people(self.server, "dice", 2)
        peers["p1"].move(table.id, "a2a3")
        for end in (self.server.stop, self.server.kill):
            self.break_disk("full")
            end()
            self.server.start()
            health = self.server.get("/health")
            self.assertEqual((health.status, health.json["ok"]), (503, False), health)
            self.assertIn("no room", health.json["why"])
            peer = Peer(self.server)
            self.assertEqual(peer.sit(table.id, table.key("p2"))["step"], 1)
            self.assertEqual(peer.move(table.id, "h7h6").get("code"), "keep")
            self.mend_disk()
            wait_for("health", lambda: self.server.get("/health").status == 200)
        self.assertEqual(peer.move(table.id, "h7h6")["step"], 2)

    def test_a_disk_that_fills_up_while_nobody_moves(self):
        self.assertEqual(self.server.get("/health").status, 200)
        self.break_disk("full")
        wait_for("the health to say so", lambda: self.server.get("/health").status == 503)
        self.mend_disk()
        wait_for("health", lambda: self.server.get("/health").status == 200)

    def test_a_disk_that_cannot_be_read_sets_nothing_aside(self):
        table, peers = seat_people(self.server, "dice", 2)
        peers["p1"].move(table.id, "a2a3")
        self.server.stop()
        self.server.start()  # now it sleeps
        self.break_disk("blind")
        for _ in range(3):
            about = self.server.get(f"/api/tables/{table.id}")
            self.assertEqual((about.status, about.json["error"]["code"]), (503, "keep"), about)
            answer = Peer(self.server).ask(t="sit", table=table.id, key=table.key("p2"), id="sit")
            self.assertEqual((answer["t"], answer["code"]), ("no", "keep"), answer)
        self.mend_disk()
        wait_for("the table", lambda: self.server.get(f"/api/tables/{table.id}").status == 200)
        wait_for("health", lambda: self.server.get("/health").status == 200)  # it may have been looked at while it was blind
        peer = Peer(self.server)
        self.assertEqual(peer.sit(table.id, table.key("p2"))["step"], 1)
        answer = peer.move(table.id, "h7h6")
        self.assertEqual((answer["t"], answer.get("step")), ("step", 2), answer)
        self.assertIn("table-unread", self.server.said())
        self.assertNotIn("table-aside", self.server.said())

    def test_nothing_is_shown_before_it_is_stored(self):
        """The end of a play opens all secrets. An end that cannot be stored must open none, not even to who is quick."""
        table, peers = seat_people(self.server, "spears", 3)
        peer = peers["p1"]
        n = peer.steps[table.id]["step"]
        before = peer.ask(t="look", table=table.id, step=n, id="look")
        self.break_disk("full")
        peer.send_bytes(b"".join(frame(TEXT, json.dumps(message).encode()) for message in
                                 ({"t": "resign", "table": table.id, "id": "resign"},
                                  {"t": "look", "table": table.id, "step": n, "id": "look"},
                                  {"t": "look", "table": table.id, "step": n + 1, "id": "further"})))
        answers = {}  # in any order: the disk may fail sooner or later
        while not {"resign", "look", "further"} <= answers.keys():
            message = peer.until(lambda m: "id" in m, f"three answers, {sorted(answers)} came")
            answers[message["id"]] = message
        if answers["look"]["t"] == "past":
            self.assertEqual(answers["look"], before)
        self.assertEqual(answers["further"]["t"], "no")
        self.assertEqual(answers["resign"].get("code"), "keep", answers["resign"])
        log = self.server.get(f"/api/tables/{table.id}/log")
        self.assertNotIn("reveal", log.text)
        self.mend_disk()
        wait_for("health", lambda: self.server.get("/health").status == 200)
        self.assertIsNone(Peer(self.server).sit(table.id, table.key("p2"))["over"])

    def test_computers_go_on_too(self):
        table = self.server.new_table("dice", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
        peer = Peer(self.server)
        step = peer.sit(table.id, table.key())
        for how in ("full", "readonly"):
            self.break_disk(how)
            self.assertEqual(peer.move(table.id, step["moves"][0]["m"])["code"], "keep")
            self.mend_disk()
            wait_for("health", lambda: self.server.get("/health").status == 200)
            peer.move(table.id, step["moves"][0]["m"])
            step = peer.wait_step(table.id, lambda heard: heard["ask"] and heard["step"] > step["step"])


class Folders(unittest.TestCase):
    def refuse(self, folder, *words, port=None):
        run = subprocess.run([binary(), "serve", "--listen", "127.0.0.1", "--port", str(port or free_port()), "--data", folder],
                             capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 1, run)
        lines = [line for line in run.stderr.splitlines() if line]
        self.assertEqual(len(lines), 1, run.stderr)
        for word in words:
            self.assertIn(word, lines[0])

    def test_a_port_that_is_taken(self):
        with socket.socket() as taken, tempfile.TemporaryDirectory() as folder:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.refuse(os.path.join(folder, "data"), str(port), port=port)

    def test_a_folder_that_cannot_be_made(self):
        with tempfile.TemporaryDirectory() as folder:
            self.refuse(os.path.join(folder, "no", "such", "parent"), "parent")
            path = os.path.join(folder, "file")
            with open(path, "w", encoding="utf-8") as out:
                out.write("I am a file")
            self.refuse(path, path)
            with open(path, encoding="utf-8") as text:
                self.assertEqual(text.read(), "I am a file")

    def test_two_servers_in_one_folder(self):
        with Server() as server:
            self.refuse(server.data, server.data)
            self.assertEqual(server.get("/health").status, 200)

    def database(self, server):
        found = [name for name in os.listdir(server.data)
                 if os.path.isfile(os.path.join(server.data, name)) and open(os.path.join(server.data, name), "rb").read(15) == b"SQLite format 3"]
        self.assertEqual(len(found), 1, os.listdir(server.data))
        return os.path.join(server.data, found[0])

    def test_a_damaged_database_is_left_as_it_is(self):
        with Server() as server:
            server.new_table("dice", people(2))
            server.stop()
            path = self.database(server)
            for damage in (b"not a database at all", None):
                with open(path, "r+b") as out:
                    size = os.path.getsize(path)
                    if damage:
                        whole = open(path, "rb").read()
                        out.truncate(0)
                        out.write(damage * 100)
                    else:
                        out.write(whole[:100] + os.urandom(3996) + whole[4096:])
                        out.truncate(size if size > 4096 else 4096)
                before = open(path, "rb").read()
                self.refuse(server.data, server.data)
                self.assertEqual(open(path, "rb").read(), before)

    def test_a_database_of_a_newer_version(self):
        import sqlite3  # only here: the store's engine, to pretend to be a later version of it
        with Server() as server:
            server.new_table("dice", people(2))
            server.stop()
            path = self.database(server)
            with sqlite3.connect(path) as db:
                db.execute("PRAGMA user_version = 9999")
            db.close()
            self.refuse(server.data, "newer")

    def test_a_table_that_cannot_be_restored_blocks_nobody(self):
        import sqlite3
        with Server() as server:
            bad, _ = seat_people(server, "dice", 2)
            good, peers = seat_people(server, "dice", 2)
            peers["p1"].move(good.id, "a2a3")
            server.stop()
            path = self.database(server)
            db = sqlite3.connect(path)
            names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
            columns = {name: [row[1] for row in db.execute(f"PRAGMA table_info({name})")] for name in names}
            [(name, ids)] = [(name, some) for name, some in columns.items() if "rules" in some and "id" in some]
            self.assertTrue(ids)
            db.execute(f"UPDATE {name} SET rules = 4711 WHERE id = ?", (bad.id,))
            db.commit()
            db.close()
            server.start()
            step = Peer(server).sit(good.id, good.key("p2"))
            self.assertEqual((step["t"], step["step"]), ("step", 1))
            peer = Peer(server)
            peer.sit(bad.id, bad.key("p1"))
            about = wait_for("it to be set aside", lambda: (lambda a: a if a["status"] == "aside" else None)(server.look(bad.id)))
            self.assertTrue(about["why"])
            run = subprocess.run([binary(), "serve", "--check", "--data", server.data], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 1)
            self.assertIn(bad.id, run.stdout + run.stderr)

    def test_backup_while_running(self):
        with Server() as server, tempfile.TemporaryDirectory() as folder:
            table, peers = seat_people(server, "dice", 2)
            peers["p1"].move(table.id, "a2a3")
            os.mkdir(os.path.join(folder, "copy"))
            name = os.path.basename(self.database(server))
            copy = os.path.join(folder, "copy", name)
            run = subprocess.run([binary(), "backup", "--data", server.data, "--to", copy], capture_output=True, text=True,
                                 timeout=60)
            self.assertEqual(run.returncode, 0, run)
            with Server(data=os.path.join(folder, "copy")) as second:
                step = Peer(second).sit(table.id, table.key("p2"), since=0)
                self.assertEqual([entry["move"] for entry in step["story"]], ["a2a3"])


if __name__ == "__main__":
    main(__name__)
