#!/usr/bin/python3
"""A clock on the wall that is set forth and back (tests/wire/bend.c), while a server runs and while it does not: days for a move are
neither lost nor given, and what people read is the wall's."""
import os
import shutil
import tempfile
import time
import unittest

from client import Peer, Server, bend, main, seat_people, wait_for

DAY = 24 * 3600


class Time(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ochre-time-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.wall = os.path.join(self.folder, "wall")
        self.set_wall(0)
        self.server = Server(data=os.path.join(self.folder, "data"),
                             environment={"LD_PRELOAD": bend(), "OCHRE_BEND_WALL": self.wall,
                                          "ASAN_OPTIONS": "verify_asan_link_order=0"})
        self.addCleanup(self.server.close)

    def set_wall(self, days):
        with open(self.wall + ".new", "w", encoding="utf-8") as out:
            out.write(f"{days * DAY}\n")
        os.rename(self.wall + ".new", self.wall)
        self.days = days

    def left(self, table):
        """Seconds that the seat that is asked has left, and that it still has it."""
        peer = Peer(self.server)
        peer.sit(table.id, table.key("p1"))
        about = wait_for("the table", lambda: peer.tables.get(table.id))
        self.assertEqual(about["status"], "running")
        self.assertNotIn("standin", about["seats"][0])
        peer.close()
        return about["clocks"]["p1"]["left"]

    def again(self, end):
        end()
        self.server.start()

    def noted(self):
        """What the server knows of the wall is in the store."""
        import sqlite3  # only here: the store's engine

        def is_noted():
            db = sqlite3.connect(f"file:{os.path.join(self.server.data, 'ochre.db')}?mode=ro", uri=True)
            rows = db.execute("SELECT text FROM memos WHERE name = 'time'").fetchall()
            db.close()
            return rows and abs(int(rows[0][0].split()[1]) / 1000 - time.time() - self.days * DAY) < DAY / 2
        wait_for("the time to be noted", is_noted)

    def test_days_for_a_move(self):
        table, peers = seat_people(self.server, "dice", 2, clock={"kind": "days", "days": 3})
        full = 3 * DAY
        self.assertTrue(full - 600 < self.left(table) <= full)
        for days in (-10, 400, -400, 0):  # while it runs
            self.set_wall(days)
            self.noted()
            self.assertTrue(full - 600 < self.left(table) <= full, days)
            self.again(self.server.stop)
            self.assertTrue(full - 600 < self.left(table) <= full, days)
            self.again(self.server.kill)
            self.assertTrue(full - 600 < self.left(table) <= full, days)
        self.server.kill()
        self.set_wall(-2000)  # while it does not
        self.server.start()
        self.assertTrue(full - 600 < self.left(table) <= full)
        self.noted()
        self.server.stop()
        self.set_wall(-1999)  # a day passes
        self.server.start()
        self.assertTrue(full - DAY - 600 < self.left(table) <= full - DAY)

    def test_what_people_read_is_the_walls(self):
        table, peers = seat_people(self.server, "dice", 2)
        for days in (-100, 100):
            self.set_wall(days)
            peers["p1"].say(t="chat", table=table.id, text=f"day {days}")
            line = peers["p1"].until(lambda m: m["t"] == "chat" and m["text"] == f"day {days}", "the line")
            self.assertLess(abs(line["at"] - time.time() - days * DAY), 600)


if __name__ == "__main__":
    main(__name__)
