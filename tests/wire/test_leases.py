#!/usr/bin/python3
"""What becomes of a table when its server dies, stands still or loses the database: another lets the computers think and the clocks run,
within seconds; who was only slow does no harm; while the database is away nothing is told, and play goes on by itself when it is back."""
import os
import random
import shutil
import tempfile
import time
import unittest

from client import Closed, Peer, main, people, wait_for
from servers import Cluster, Lane, crash, metric, new_database, new_replica, pause, resume, seat_across


class Leases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="ochre-leases-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        cls.database = new_database(cls.folder)
        cls.addClassCleanup(cls.database.close)

    def setUp(self):
        self.cluster = Cluster(2, database=self.database)
        self.addCleanup(self.cluster.close)
        self.a, self.b = self.cluster.servers

    def bots(self, server, bot="greedy", count=2, **more):
        return server.new_table("valley", [{"kind": "bot", "bot": bot}] * count, **more)

    def holder(self):
        """The server that has the only lease, and the other one."""
        def found():
            held = [metric(server, "ochre_leases") for server in (self.a, self.b)]
            return (self.a, self.b) if held == [1, 0] else (self.b, self.a) if held == [0, 1] else None
        return wait_for("one lease", found)

    def grows(self, peer, table, by=3):
        """Play goes on."""
        newest = peer.steps[table.id]["step"]
        return peer.wait_step(table.id, lambda step: step["step"] >= newest + by or step["over"], "more steps", 30)

    def test_computers_go_on_elsewhere(self):
        """A table of a person and a computer; its server is killed, and the person comes back at the other."""
        table = self.a.new_table("valley", [{"kind": "me"}, {"kind": "bot", "bot": "level:3"}])
        me = Peer(self.a)
        step = me.sit(table.id, table.key())
        step = me.wait_asked(table.id)
        step = me.move(table.id, step["moves"][0]["m"])
        known = step["step"]
        self.a.kill()
        me = Peer(self.b)
        step = me.sit(table.id, table.key(), since=0)
        self.assertGreaterEqual(step["step"], known, "a step that was told is missing")
        while not me.steps[table.id]["over"] and me.steps[table.id]["step"] < known + 8:
            step = me.wait_asked(table.id)
            if not step["over"]:
                me.move(table.id, step["moves"][0]["m"])
        me.close()

    def test_unwatched_computers_go_on(self):
        """Nobody looks at them; their server dies, another takes over."""
        table = self.bots(self.a, "level:2")
        wait_for("the lease", lambda: metric(self.a, "ochre_leases") == 1)
        self.a.kill()
        wait_for("somebody else to let them think", lambda: metric(self.b, "ochre_leases") == 1, 30)
        before = self.b.look(table.id)["steps"]
        wait_for("more steps", lambda: self.b.look(table.id)["steps"] > before or self.b.look(table.id)["status"] == "over", 60)

    def test_slow_holder_does_no_harm(self):
        """It stands still in the middle of a thought, another takes over, and then it goes on as if nothing had happened."""
        table = self.bots(self.a, "level:6")  # which a play does not end with before the test does
        watchers = {server: Peer(server) for server in (self.a, self.b)}  # a lease goes to where somebody listens, and stays there
        for peer in watchers.values():
            peer.sit(table.id)
        holder, other = self.holder()
        watch = watchers[other]
        self.grows(watch, table, 2)
        pause(holder)
        try:
            wait_for("a new holder", lambda: metric(other, "ochre_leases") == 1, 30)
            self.grows(watch, table)
        finally:
            resume(holder)
        self.grows(watch, table, 4)
        wait_for("the slow one to know", lambda: metric(holder, "ochre_leases") == 0, 30)
        told = watch.steps[table.id]["step"]
        watchers[holder].wait_step(table.id, lambda step: step["step"] >= told, "what it has slept through")
        self.assertTrue(same_play(self.cluster.servers, table, told))
        for peer in watchers.values():
            peer.close()

    def test_slow_holder_lets_no_clock_fall(self):
        """Its lease is somebody else's while it stands still, and nothing else at the table has changed: only the fence can refuse it."""
        table = self.a.new_table("dice", people(2), clock={"kind": "move", "seconds": 2})
        peers = {seat: Peer(self.a) for seat in table.keys}
        for seat, peer in peers.items():
            peer.sit(table.id, table.key(seat))
        wait_for("the lease", lambda: metric(self.a, "ochre_leases") == 1)
        ask = self.cluster.database.ask
        pause(self.a)
        try:
            taken = ask("UPDATE ochre.heads SET holder = (SELECT max(server) FROM ochre.servers WHERE server <> holder), fence = fence + 1 "
                        "WHERE holder > 0 RETURNING holder", self.cluster.name)
            self.assertGreater(int(taken.splitlines()[0]), 0)
            time.sleep(2.2)  # its clock runs out, and it does not live so long that it would look whether it still has it
        finally:
            resume(self.a)
        wait_for("the slow one to know", lambda: metric(self.a, "ochre_leases") == 0, 30)
        self.assertEqual(ask("SELECT count(*) FROM ochre.tables WHERE notes LIKE '%missed%'", self.cluster.name), "0")
        for peer in peers.values():
            peer.close()

    def test_clock_falls_once(self):
        for kill in (False, True):
            with self.subTest(kill=kill):
                table, peers = seat_across((self.a, self.b), "dice", 2, clock={"kind": "move", "seconds": 4 if kill else 2})
                wait_for("a holder", lambda: metric(self.a, "ochre_leases") + metric(self.b, "ochre_leases") >= 1)
                if kill:
                    self.a.kill()
                    peers = {"p2": peers["p2"]}
                watcher = peers["p2"]
                about = watcher.until(lambda m: m["t"] == "table" and any(seat.get("missed") for seat in m["seats"]), "a clock that falls", 40)
                self.assertEqual([seat.get("missed", 0) for seat in about["seats"]].count(1), 1, about["seats"])
                step = watcher.wait_step(table.id, lambda s: s["step"] >= 1)
                self.assertGreaterEqual(step["step"], 1)
                for peer in peers.values():
                    peer.close()

    def test_clocks_are_the_same(self):
        table, peers = seat_across((self.a, self.b), "dice", 2, clock={"kind": "game", "seconds": 300})
        for _ in range(4):
            seat = next(s for s in peers if peers[s].steps[table.id]["ask"])
            time.sleep(0.3)  # thinking
            count = peers[seat].move(table.id, peers[seat].steps[table.id]["moves"][0]["m"])["step"]
            for peer in peers.values():
                peer.wait_step(table.id, lambda s: s["step"] >= count)
        left = []
        for server in (self.a, self.b):
            peer = Peer(server)
            peer.sit(table.id)
            left.append(peer.tables[table.id]["clocks"])
            peer.close()
        for seat in ("p1", "p2"):
            self.assertAlmostEqual(left[0][seat]["left"], left[1][seat]["left"], delta=1.0)
            self.assertEqual(left[0][seat]["running"], left[1][seat]["running"])
        used = 600 - sum(left[0][seat]["left"] for seat in ("p1", "p2"))
        self.assertGreater(used, 1.0)
        for peer in peers.values():
            peer.close()

    def test_database_away(self):
        table, peers = seat_across((self.a, self.b), "dice", 2)
        seat = next(s for s in peers if peers[s].steps[table.id]["ask"])
        peer, other = peers[seat], peers["p2" if seat == "p1" else "p1"]
        before = peer.steps[table.id]
        self.cluster.crash_database()
        for server in (self.a, self.b):
            answer = wait_for("health to say so", lambda: server.get("/health") if server.get("/health").status == 503 else None, 30)
            self.assertTrue(answer.json["why"])
        answer = peer.ask(t="move", table=table.id, ask=before["ask"], move=before["moves"][0]["m"])
        self.assertEqual((answer["t"], answer["code"]), ("no", "keep"))
        self.cluster.database.start()
        for server in (self.a, self.b):
            wait_for("health to be well", lambda: server.get("/health").status == 200, 30)
        answer = peer.move(table.id, before["moves"][0]["m"], before["ask"])
        self.assertEqual(answer["t"], "step", answer)
        other.wait_step(table.id, lambda step: step["step"] >= answer["step"])
        for one in peers.values():
            one.close()

    def test_cut_off(self):
        """One server loses its connection: who sits there is told nothing new, and all of it when the cable is mended."""
        table, peers = seat_across((self.a, self.b), "valley", 2)
        for cable in (self.cluster.cables[1], self.cluster.cables[0]):
            for fault in (cable.cut, cable.stall):
                fault()
                far, near = ("p2", "p1") if cable is self.cluster.cables[1] else ("p1", "p2")
                moved = 0
                while peers[near].steps[table.id]["ask"] and moved < 2:
                    answer = peers[near].move(table.id, peers[near].steps[table.id]["moves"][0]["m"])
                    self.assertEqual(answer["t"], "step", answer)
                    moved += 1
                cable.mend()
                count = peers[near].steps[table.id]["step"]
                peers[far].wait_step(table.id, lambda step: step["step"] >= count, "what was missed", 40)
                while peers[far].steps[table.id]["ask"]:
                    wait_for("health", lambda: all(server.get("/health").status == 200 for server in (self.a, self.b)), 40)
                    answer = peers[far].move(table.id, peers[far].steps[table.id]["moves"][0]["m"])
                    self.assertEqual(answer["t"], "step", answer)
                count = peers[far].steps[table.id]["step"]
                peers[near].wait_step(table.id, lambda step: step["step"] >= count)
        for one in peers.values():
            one.close()

    def test_people_come_back(self):
        """Whoever loses its server is back at another at once, with the same key, and knows the same."""
        table, peers = seat_across((self.a, self.b), "dice", 2)
        step = peers["p1"].wait_asked(table.id) if peers["p1"].steps[table.id]["ask"] else peers["p1"].steps[table.id]
        self.a.kill()
        with self.assertRaises((Closed, ConnectionError, OSError)):
            while True:
                peers["p1"].hear(5)
        back = Peer(self.b)
        again = back.sit(table.id, table.key("p1"), since=step["step"])
        self.assertEqual((again["step"], again["ask"]), (step["step"], step["ask"]))
        peers["p2"].until(lambda m: m["t"] == "table" and m["seats"][0]["here"], "p1 to be here again", 20)
        back.close()
        peers["p2"].close()


class Network(unittest.TestCase):
    def test_cut_and_mended(self):
        """Between one server and the database lies a network that loses everything for a while. The other serves on; what was told is kept,
        what was missed is told, and play goes on from both sides."""
        folder = tempfile.mkdtemp(prefix="ochre-network-")
        self.addCleanup(shutil.rmtree, folder, True)
        database = new_database(folder)
        self.addCleanup(database.close)
        try:
            lane = Lane(os.path.join(database.socket, ".s.PGSQL.5432"))
        except (PermissionError, FileNotFoundError) as why:
            self.skipTest(f"no network namespaces here: {why}")
        self.addCleanup(lane.close)
        cluster = Cluster(1, database=database, is_direct=True)
        self.addCleanup(cluster.close)
        near = cluster.servers[0]
        cluster.place = f"postgres://{database.name}@{lane.THERE}:{lane.cable.port}/{cluster.name}?sslmode=disable&gssencmode=disable"
        far = cluster.add(1)
        table, peers = seat_across((near, far), "valley", 2)
        for _ in range(2):
            lane.cut()
            wait_for("health to say so", lambda: far.get("/health").status == 503, 60)
            self.play(peers["p1"], table)
            step = peers["p2"].steps[table.id]
            if step["ask"]:
                answer = peers["p2"].ask(t="move", table=table.id, ask=step["ask"], move=step["moves"][0]["m"])
                self.assertEqual((answer["t"], answer["code"]), ("no", "keep"))
            lane.mend()
            wait_for("health to be well", lambda: far.get("/health").status == 200, 60)
            count = peers["p1"].steps[table.id]["step"]
            peers["p2"].wait_step(table.id, lambda step: step["step"] >= count, "what was missed", 60)
            self.play(peers["p2"], table)
            count = peers["p2"].steps[table.id]["step"]
            peers["p1"].wait_step(table.id, lambda step: step["step"] >= count)
        stored = int(database.ask("SELECT count(*) FROM moves", cluster.name))
        self.assertGreaterEqual(stored, peers["p1"].steps[table.id]["step"])
        for one in peers.values():
            one.close()

    def play(self, peer, table):
        """All that is this seat's to choose now, at most two choices."""
        for _ in range(2):
            step = peer.steps[table.id]
            if step["ask"]:
                answer = peer.move(table.id, step["moves"][0]["m"])
                self.assertEqual(answer["t"], "step", answer)


class FailOver(unittest.TestCase):
    def test_replica_takes_over(self):
        """The database dies for good; its replica, which has all that was ever committed, takes its place. Nobody does anything but that."""
        self.rng = random.Random(5)
        folder = tempfile.mkdtemp(prefix="ochre-failover-")
        self.addCleanup(shutil.rmtree, folder, True)
        database = new_database(folder)
        self.addCleanup(database.close)
        replica = new_replica(database, folder)
        self.addCleanup(replica.close)
        place = f"postgres://{database.name}@/{database.name}?host={database.socket},{replica.socket}&target_session_attrs=read-write"
        cluster = Cluster(2, database=database, place=place)
        self.addCleanup(cluster.close)
        table, peers = seat_across(cluster.servers, "dice", 2)
        for number in range(12):
            if number == 6:
                crash(database)
                replica.ask("SELECT pg_promote()", "postgres")
                for server in cluster.servers:
                    wait_for("the servers to find it", lambda: server.get("/health").status == 200, 60)
            self.move(table, peers)
        told = peers["p1"].steps[table.id]["step"]
        stored = replica.ask(f"SELECT count(*) FROM ochre.moves JOIN ochre.tables USING (number) WHERE id = '{table.id}'")
        self.assertEqual(int(stored), told)
        for peer in peers.values():
            peer.close()

    def move(self, table, peers):
        """Whoever is asked moves; refused while nothing can be stored, it tries again, as a page does."""
        peer = next(one for one in peers.values() if one.steps[table.id]["ask"])
        step = peer.steps[table.id]

        chosen = self.rng.choice(step["moves"])["m"]

        def made():
            answer = peer.move(table.id, chosen, step["ask"])
            if answer["t"] == "no" and answer["code"] == "keep":
                return None
            return peer.steps[table.id]["step"]
        count = wait_for("the move", made, 60, 0.2)
        self.assertGreater(count, step["step"])
        for other in peers.values():
            other.wait_step(table.id, lambda heard: heard["step"] >= count, "the move everywhere", 60)


def same_play(servers, table, steps):
    """What both say of the play, up to this step."""
    def same():
        looks = [server.get(f"/api/tables/{table.id}/log").text.splitlines() for server in servers]
        shorter = min(len(look) for look in looks)
        return looks[0][:shorter - 1] == looks[1][:shorter - 1] and shorter > steps
    return wait_for("the same play at both", same, 20)


if __name__ == "__main__":
    main(__name__)
