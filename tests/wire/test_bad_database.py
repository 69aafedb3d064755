#!/usr/bin/python3
"""A database that is not right, as a host meets it: at the start one clear line and exit code 1, while running refusals with `keep`; nothing in
it is changed. And tables that are moved from a folder to a database and back by the program."""
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import unittest

from client import DEADLINE, Peer, Server, binary, free_port, main, wait_for
from servers import Cluster, new_database, new_replica, seat_across

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def ochre(*words, **environment):
    return subprocess.run([binary(), *words], capture_output=True, text=True, timeout=DEADLINE, env={**os.environ, "LC_ALL": "C.UTF-8", **environment})


class Elder(threading.Thread):
    """A PostgreSQL of version 12, as far as it gets: it lets everybody in and says how old it is."""

    def __init__(self):
        super().__init__(daemon=True)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.place = f"postgres://ochre@127.0.0.1:{self.door.getsockname()[1]}/ochre?sslmode=disable&gssencmode=disable"
        self.start()

    @staticmethod
    def message(kind, text):
        return kind + struct.pack("!I", len(text) + 4) + text

    def run(self):
        while True:
            try:
                guest, _ = self.door.accept()
            except OSError:
                return
            guest.recv(4096)
            said = {b"server_version": b"12.9", b"server_encoding": b"UTF8", b"client_encoding": b"UTF8"}
            guest.sendall(self.message(b"R", struct.pack("!I", 0)) +
                          b"".join(self.message(b"S", name + b"\0" + value + b"\0") for name, value in said.items()) + self.message(b"Z", b"I"))
            threading.Thread(target=guest.recv, args=(4096,), daemon=True).start()  # until it goes

    def close(self):
        self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()


class Starts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="ochre-bad-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        cls.database = new_database(cls.folder)
        cls.addClassCleanup(cls.database.close)
        cls.place = cls.database.place
        with Server("--store", cls.place) as server:
            cls.table = server.new_table("dice", SEATS).id

    def all_of_it(self):
        """What is in the database, but for what servers leave of themselves."""
        text = self.database.run(self.database.tool("pg_dump"), "-h", self.database.socket, "-U", self.database.name, "--no-owner",
                                 "--exclude-table-data=ochre.ledger", "--exclude-table-data=ochre.servers", "--exclude-table-data=ochre.runs",
                                 self.database.name)
        self.assertEqual(text.returncode, 0, text.stderr)
        return "".join(line for line in text.stdout.splitlines(True) if not re.match(r"\\(un)?restrict|SELECT pg_catalog.setval", line))

    def ask(self, text):
        return self.database.ask(text)

    def refused(self, place, *words, lacks="hidden"):
        """Whatever is to begin with it says so in one line that names the place without a password, and ends with 1."""
        before = self.all_of_it()
        own = os.path.join(self.folder, "own")
        for command in (("serve", "--port", str(free_port()), "--data", own, "--store", place), ("serve", "--check", "--store", place),
                        ("store", "move", place, os.path.join(self.folder, "copy"))):
            with self.subTest(command=command[:2]):
                run = ochre(*command)
                self.assertEqual(run.returncode, 1, run.stderr)
                lines = run.stderr.splitlines()
                self.assertEqual(len(lines), 1, run.stderr)
                self.assertNotIn(lacks, run.stderr)
                for word in words:
                    self.assertIn(word, run.stderr)
                self.assertFalse(os.path.exists(os.path.join(self.folder, "copy", "ochre.db")), "a copy of nothing")
        self.assertEqual(self.all_of_it(), before)

    def test_bad_address(self):
        self.refused("postgres://ama:hidden@127.0.0.1:1/ochre", "Connection refused")
        self.refused(self.place.replace("/ochre?", "/nothing?"), "nothing", "does not exist")

    def test_wrong_password(self):
        self.ask("CREATE ROLE ama LOGIN PASSWORD 'right'")
        rules = os.path.join(self.database.folder, "data", "pg_hba.conf")
        with open(rules, encoding="utf-8") as text:
            before = text.read()
        try:
            with open(rules, "w", encoding="utf-8") as out:
                out.write("local all ama scram-sha-256\n" + before)
            self.ask("SELECT pg_reload_conf()")
            place = self.place.replace("ochre@", "ama:hidden@")
            wait_for("the rules to be read", lambda: "password" in ochre("serve", "--check", "--store", place).stderr)
            self.refused(place, "password authentication failed")
        finally:
            with open(rules, "w", encoding="utf-8") as out:
                out.write(before)
            self.ask("SELECT pg_reload_conf()")

    def test_missing_rights(self):
        self.ask("CREATE ROLE guest LOGIN")
        self.refused(self.place.replace("ochre@", "guest@"), "permission denied")

    def test_older_server(self):
        elder = Elder()
        self.addCleanup(elder.close)
        self.refused(elder.place, "PostgreSQL 12.9 is too old", "13 or newer")

    def test_newer_schema(self):
        form, oldest = self.ask("SELECT form || ' ' || oldest FROM ochre.form").split()
        self.ask("UPDATE ochre.form SET form = 99, oldest = 99")
        try:
            self.refused(self.place, "newer version of ochre", "99")
        finally:
            self.ask(f"UPDATE ochre.form SET form = {form}, oldest = {oldest}")
        with Server("--store", self.place) as server:
            self.assertEqual(server.look(self.table)["status"], "running")

    def test_replica(self):
        replica = new_replica(self.database, self.folder)
        self.addCleanup(replica.close)
        self.addCleanup(lambda: [self.ask(order) for order in ("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")])
        run = ochre("serve", "--port", str(free_port()), "--data", os.path.join(self.folder, "own"), "--store", replica.place)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run.stderr)
        self.assertIn("replica that can only be read", run.stderr)


class Running(unittest.TestCase):
    """What goes wrong while people play: they are refused with `keep`, /health says why, and play goes on by itself when it is mended."""

    def setUp(self):
        self.cluster = Cluster(2, is_direct=True)
        self.addCleanup(self.cluster.close)
        self.ask = self.cluster.database.ask

    def refuses_and_goes_on(self, breaks, mends, words):
        table, peers = seat_across(self.cluster.servers, "dice", 2)
        peer = next(one for one in peers.values() if one.steps[table.id]["ask"])
        step = peer.steps[table.id]
        move = step["moves"][0]["m"]
        self.ask(breaks)

        def try_it():
            """Only moves are refused here, so whatever else is stored after one makes the server well again until the next."""
            answer = peer.ask(t="move", table=table.id, ask=step["ask"], move=move)
            self.assertEqual((answer["t"], answer["code"]), ("no", "keep"), answer)
            health = peer.server.get("/health")
            return health if health.status == 503 else None

        self.assertIn(words, wait_for("health to say so", try_it, pause=0.3).json["why"])  # the other server has not tried
        self.assertEqual(self.ask("SELECT count(*) FROM ochre.moves"), "0")
        self.ask(mends)
        for server in self.cluster.servers:
            wait_for("health to be well", lambda: server.get("/health").status == 200, 30)
        count = peer.move(table.id, move, step["ask"])["step"]
        for one in peers.values():
            one.wait_step(table.id, lambda heard: heard["step"] >= count)
            one.close()
        self.assertEqual(int(self.ask("SELECT count(*) FROM ochre.moves")), count)

    def test_full_disk(self):
        """As PostgreSQL says it; what really fills a disk is tried in `store away`."""
        self.refuses_and_goes_on("""
            CREATE FUNCTION public.no_room() RETURNS trigger LANGUAGE plpgsql AS
                $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END$$;
            CREATE TRIGGER no_room BEFORE INSERT ON ochre.moves EXECUTE FUNCTION public.no_room();
            CREATE TRIGGER no_room BEFORE INSERT ON ochre.probe EXECUTE FUNCTION public.no_room();""",
            "DROP TRIGGER no_room ON ochre.moves; DROP TRIGGER no_room ON ochre.probe", "no room left on the disk")

    def test_rights_that_are_taken_away(self):
        self.refuses_and_goes_on("ALTER ROLE ochre NOSUPERUSER; REVOKE INSERT ON ochre.moves, ochre.probe FROM ochre",
                                 "GRANT INSERT ON ochre.moves, ochre.probe TO ochre", "cannot be written to")


class Moves(unittest.TestCase):
    def test_there_and_back(self):
        """Tables of a folder go on around a database, and those of the database in a folder: the same steps, and every log proves true."""
        folder = tempfile.mkdtemp(prefix="ochre-moved-")
        self.addCleanup(shutil.rmtree, folder, True)
        database = new_database(folder)
        self.addCleanup(database.close)
        first, last = os.path.join(folder, "first"), os.path.join(folder, "last")
        with Server(data=first) as server:
            table = server.new_table("tribes", SEATS)
            steps = [self.play_on(server, table, None)]
        for place, source, target in ((("--store", database.place), first, database.place), ((), database.place, last)):
            run = ochre("store", "move", source, target)
            self.assertEqual(run.returncode, 0, run.stderr)
            run = ochre("store", "move", source, target)  # there is something already
            self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run.stderr)
            with Server(*place, data=last if not place else os.path.join(folder, "desk")) as server:
                steps.append(self.play_on(server, table, steps[-1]))
        self.assertGreater(steps[2]["step"], steps[0]["step"])

    def play_on(self, server, table, before):
        peer = Peer(server)
        step = peer.sit(table.id, table.key(), since=0)
        if before:
            self.assertEqual([entry["move"] for entry in step["story"]][:before["step"]], before["moves"])
            self.assertEqual((step["step"], step["ask"]), (before["step"], before["ask"]))
        step = peer.wait_asked(table.id)
        peer.move(table.id, step["moves"][0]["m"])
        peer.wait_asked(table.id)
        peer.close()
        peer = Peer(server)
        step = peer.sit(table.id, table.key(), since=0)
        peer.close()
        return {"step": step["step"], "ask": step["ask"], "moves": [entry["move"] for entry in step["story"]]}


if __name__ == "__main__":
    main(__name__)
