#!/usr/bin/python3
"""Several servers around one database: who sits at one and who sits at another are at the same table. Whole plays of every game with
chat, taking back and watchers; conflicting moves, of which exactly one wins; what is told of seats, wishes, presence, lists and the
host's orders."""
import os
import random
import subprocess
import threading
import unittest

from client import DEADLINE, SHORT, Peer, binary, main, people, wait_for
from servers import Cluster, metric, order, same_log, seat_across, verify

GAMES = {"dice": 2, "valley": 2, "tribes": 3, "spears": 3}
RACES = 200 if SHORT else 1000


class Servers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(2, is_direct=True)
        cls.a, cls.b = cls.cluster.servers

    @classmethod
    def tearDownClass(cls):
        cls.cluster.close()

    # ---- plays ----

    def newest(self, peers, table, count):
        """Everybody has heard so many steps."""
        for peer in peers.values():
            peer.wait_step(table.id, lambda step: step["step"] >= count or step["over"], f"step {count}")

    def play(self, game, rng, servers=None):
        """A whole play of people who sit at all of them, with a watcher at the last."""
        servers = servers or self.cluster.servers
        table, peers = seat_across(servers, game, GAMES[game])
        watcher = Peer(servers[-1])
        watcher.sit(table.id)
        everybody = {**peers, "watcher": watcher}
        lines, moves, undone = [], 0, 0
        while True:
            newest = max(peer.steps[table.id]["step"] for peer in everybody.values())
            self.newest(everybody, table, newest)
            asked = [peer for peer in peers.values() if peer.steps[table.id]["ask"]]
            if any(peer.steps[table.id]["over"] for peer in peers.values()):
                break
            if not asked:  # a step may ask less than the newest one
                peer = next(iter(peers.values()))
                peer.hear()
                continue
            peer = rng.choice(asked)
            step = peer.steps[table.id]
            answer = peer.move(table.id, rng.choice(step["moves"])["m"])
            self.assertEqual(answer["t"], "step", answer)
            moves += 1
            if moves % 20 == 7:
                lines.append(f"line {moves}")
                answer = peer.ask(t="chat", table=table.id, text=lines[-1])
                self.assertIn(answer["t"], ("ok", "no"), answer)
                if answer["t"] == "no":
                    self.assertIn(answer["code"], ("hush", "rate"))
                    lines.pop()
            if moves % 25 == 11 and peer.steps[table.id]["undoable"]:
                undone += take_back(table, peer, peers, everybody.values())
        for other in everybody.values():
            other.wait_step(table.id, lambda heard: heard["over"], "the end")
        told = [[(entry["seat"], entry["text"] if "text" in entry else entry["move"]) for entry in self.whole(server, table)["story"]]
                for server in servers]
        self.assertTrue(all(one == told[0] for one in told))
        verify(same_log(servers, table))
        for server in servers:
            heard = Peer(server)
            heard.sit(table.id, table.key())
            for line in lines:
                heard.until(lambda m: m["t"] == "chat" and m["text"] == line, line) if lines else None
            heard.close()
        for other in everybody.values():
            other.close()
        self.undone += undone
        return moves

    def whole(self, server, table):
        peer = Peer(server)
        step = peer.sit(table.id, table.key(), since=0)
        peer.close()
        return step

    def test_whole_plays(self):
        rng = random.Random(7)
        self.undone = 0
        for game in GAMES:
            with self.subTest(game=game):
                self.assertGreater(self.play(game, rng), 5)
        self.assertGreater(self.undone, 0)

    def test_questions_have_the_same_numbers(self):
        """Also after moves were taken back: a move that is sent again to another server is never an answer to something else."""
        table, peers = seat_across(self.cluster.servers, "dice", 2)
        twin = Peer(self.b)
        twin.sit(table.id, table.key("p1"))
        one = peers["p1"]
        for _ in range(4):
            step = one.wait_asked(table.id)
            self.assertEqual(twin.wait_step(table.id, lambda s: s["step"] == step["step"] and s["ask"])["ask"], step["ask"])
            one.move(table.id, step["moves"][0]["m"])
            self.assertTrue(take_back(table, one, peers, (one, twin, peers["p2"])))
            back, also = one.steps[table.id], twin.steps[table.id]
            self.assertEqual((back["step"], back["ask"]), (also["step"], also["ask"]))
            self.assertGreater(back["ask"], step["ask"])
            one.move(table.id, back["moves"][0]["m"])
            while not one.steps[table.id]["ask"] and not one.steps[table.id]["over"]:
                other = peers["p2"].wait_asked(table.id)
                peers["p2"].move(table.id, other["moves"][0]["m"])
                count = peers["p2"].steps[table.id]["step"]
                one.wait_step(table.id, lambda s: s["step"] >= count)
        for peer in (one, twin, peers["p2"]):
            peer.close()

    def test_news_play_nothing_again(self):
        """Moves of the other server are applied one by one: no table is made anew for them."""
        table, peers = seat_across(self.cluster.servers, "valley", 2)
        rng = random.Random(3)
        restored = [metric(server, "ochre_tables_restored_total") for server in self.cluster.servers]
        heard = [metric(server, "ochre_news_total") for server in self.cluster.servers]
        for _ in range(20):
            peer = next(one for one in peers.values() if one.steps[table.id]["ask"])
            count = peer.move(table.id, rng.choice(peer.steps[table.id]["moves"])["m"])["step"]
            self.newest(peers, table, count)
        self.assertEqual([metric(server, "ochre_tables_restored_total") for server in self.cluster.servers], restored)
        self.assertGreaterEqual(sum(metric(server, "ochre_news_total") for server in self.cluster.servers) - sum(heard), 20)
        for peer in peers.values():
            peer.close()

    # ---- races ----

    def test_conflicting_moves(self):
        """The same question is answered at two servers at once, each time with another move: exactly one is made."""
        rng = random.Random(11)
        games = [Race(self, rng) for _ in range(4)]
        before = sum(metric(server, "ochre_stale_total") for server in self.cluster.servers)
        done = 0
        while done < RACES:
            for race in games:
                race.send()
            for race in games:
                race.settle()
                done += 1
        for race in games:
            race.close()
        lost = sum(metric(server, "ochre_stale_total") for server in self.cluster.servers) - before
        self.assertGreater(lost, RACES // 10, "hardly anybody came too late at the database: that was no race")
        print(f"{done} races, {lost:.0f} of them lost at the database")

    def test_one_seat_for_two(self):
        for _ in range(20):
            table = self.a.new_table("dice", [{"kind": "me"}, {"kind": "open"}])
            self.b.look(table.id)
            answers = at_once(*[lambda server=server: server.post(f"/api/tables/{table.id}/join", {"name": "x"})
                                for server in (self.a, self.b)])
            self.assertEqual(sorted(answer.status for answer in answers), [200, 409], answers)

    def test_chat_at_once(self):
        table, peers = seat_across(self.cluster.servers, "dice", 2)
        for number in range(4):
            for seat, peer in peers.items():
                peer.say(t="chat", table=table.id, text=f"{seat} {number}")
            for peer in peers.values():
                for _ in range(2):
                    peer.expect("chat", table.id)
        orders = []
        for server in self.cluster.servers:
            peer = Peer(server)
            peer.sit(table.id, table.key())
            orders.append([peer.expect("chat", table.id)["text"] for _ in range(8)])
            peer.close()
        self.assertEqual(orders[0], orders[1])
        for peer in peers.values():
            self.assertEqual([m["text"] for m in peer.heard if m["t"] == "chat"], orders[0])
            peer.close()

    # ---- seats, wishes, presence ----

    def test_wishes(self):
        table, peers = seat_across(self.cluster.servers, "dice", 2)
        one, two = peers["p1"], peers["p2"]
        one.move(table.id, one.wait_asked(table.id)["moves"][0]["m"])
        self.assertEqual(one.ask(t="undo", table=table.id)["t"], "ok")
        wish = two.expect("wish", table.id)
        self.assertEqual(wish["seat"], "p1")
        self.assertEqual(two.ask(t="consent", table=table.id, wish=wish["wish"], yes=False)["t"], "ok")
        self.assertEqual(one.until(lambda m: m["t"] == "wish" and "ended" in m)["ended"], "refused")
        one.ask(t="undo", table=table.id)
        wish = two.until(lambda m: m["t"] == "wish" and "ended" not in m)
        two.say(t="consent", table=table.id, wish=wish["wish"], yes=True)
        self.assertEqual(one.until(lambda m: m["t"] == "wish" and "ended" in m)["ended"], "granted")
        for peer in (one, two):
            peer.until(lambda m: m["t"] == "step" and m.get("undone"))
            peer.close()

    def test_presence(self):
        table, peers = seat_across(self.cluster.servers, "dice", 2)
        one = peers["p1"]

        def about(test, what):
            if table.id in one.tables and test(one.tables[table.id]):
                return
            one.until(lambda m: m["t"] == "table" and test(m), what)
        about(lambda m: m["seats"][1]["here"], "p2 is here")
        watchers = [Peer(self.b) for _ in range(3)]
        for watcher in watchers:
            watcher.sit(table.id)
        about(lambda m: m["watchers"] == 3, "three watch")
        for watcher in watchers:
            watcher.close()
        about(lambda m: m["watchers"] == 0, "nobody watches")
        peers["p2"].close()
        about(lambda m: not m["seats"][1]["here"], "p2 has gone")
        again = Peer(self.b)
        again.sit(table.id, table.key("p2"))
        about(lambda m: m["seats"][1]["here"], "p2 is back")
        self.assertTrue(again.tables[table.id]["seats"][0]["here"] or
                        again.until(lambda m: m["t"] == "table" and m["seats"][0]["here"]))
        one.close()
        again.close()

    def test_ready_shares_and_leaving(self):
        table = self.a.new_table("dice", people(2), ready=False)
        one, two = Peer(self.a), Peer(self.b)
        one.sit(table.id, table.key("p1"), ready=False)
        two.sit(table.id, table.key("p2"), ready=False)
        one.until(lambda m: m["t"] == "table" and m["seats"][1]["kind"] == "person")
        self.assertEqual(two.ask(t="ready", table=table.id, ready=True)["t"], "ok")
        one.until(lambda m: m["t"] == "table" and m["seats"][1]["ready"])
        self.assertEqual(one.ask(t="ready", table=table.id, ready=True)["t"], "ok")
        for peer in (one, two):
            peer.wait_step(table.id, lambda step: True)
        self.assertEqual(self.a.post(f"/api/tables/{table.id}/leave", key=table.key("p2")).status, 200)
        two.expect("gone", table.id)
        one.until(lambda m: m["t"] == "table" and m["seats"][1]["kind"] == "bot")
        one.close()
        two.close()

    def test_rematch(self):
        table, peers = seat_across(self.cluster.servers, "dice", 2)
        peers["p1"].ask(t="resign", table=table.id)
        for peer in peers.values():
            peer.wait_step(table.id, lambda step: step["over"])
        answers = at_once(*[lambda peer=peer: peer.ask(t="rematch", table=table.id) for peer in peers.values()])
        self.assertEqual([answer["t"] for answer in answers], ["ok", "ok"])
        found = {peer.until(lambda m: m["t"] == "table" and m.get("rematch"))["rematch"] if "rematch" not in peer.tables[table.id]
                 else peer.tables[table.id]["rematch"] for peer in peers.values()}
        self.assertEqual(len(found), 1)
        for peer in peers.values():
            peer.close()

    # ---- lists and the host ----

    def test_lists(self):
        table = self.a.new_table("dice", [{"kind": "me"}, {"kind": "open"}], public=True)
        listed = wait_for("the table in the list", lambda: [t for t in self.b.get("/api/tables").json["tables"] if t["table"] == table.id])
        self.assertEqual(listed[0]["status"], "waiting")
        joined = self.b.join(table.id, name="Far")
        wait_for("the list to know", lambda: [t for t in self.a.get("/api/tables").json["tables"]
                                             if t["table"] == table.id and t["seats"][1]["kind"] == "person"])
        self.assertEqual(self.a.get(f"/api/tables/{table.id}/log", key=joined["key"]).status, 200)

    def test_orders(self):
        peer = Peer(self.b)
        order(self.a, "announce", "Cake at four")
        self.assertEqual(peer.expect("notice")["text"], "Cake at four")
        order(self.b, "announce", "--withdraw")
        self.assertIsNone(peer.expect("notice")["text"])
        wait_for("the other to forget it", lambda: "notice" not in self.a.get("/api/tables").json)
        table, peers = seat_across(self.cluster.servers, "dice", 2)
        order(self.a, "end", table.id, "--why", "Enough")
        self.assertEqual(peers["p2"].until(lambda m: m["t"] == "table" and m["status"] == "over")["why"], "Enough")
        order(self.b, "delete", table.id, "--yes")
        peers["p1"].expect("gone", table.id)
        self.assertEqual(self.a.get(f"/api/tables/{table.id}").status, 404)
        order(self.a, "ban", "192.0.2.7")
        wait_for("the ban", lambda: "192.0.2.7" in order(self.b, "bans"))
        order(self.b, "unban", "192.0.2.7")
        wait_for("its end", lambda: "192.0.2.7" not in order(self.a, "bans"))
        for other in (peer, *peers.values()):
            other.close()

    def test_measures(self):
        self.assertIn('ochre_server_info{name="server-1"', self.b.get("/metrics").text)
        wait_for("both to be alive", lambda: metric(self.a, "ochre_servers") == 2)

    # ---- other versions ----

    def test_server_of_another_version(self):
        """Upgrades go one server after the other: until the last is done, servers of two versions share all tables."""
        newer = self.cluster.add(9, program=other_program(self.cluster.folder))
        self.undone, rng = 0, random.Random(11)
        try:
            if "OCHRE_OTHER" not in os.environ:
                self.assertNotEqual(newer.get("/health").json["version"], self.a.get("/health").json["version"])
            for game in ("dice", "spears"):
                with self.subTest(game=game):
                    self.play(game, rng, (self.b, newer))
            self.assertGreater(self.undone, 0)
        finally:
            self.cluster.servers.remove(newer)
            self.assertEqual(newer.stop(), 0)
            newer.close()
        wait_for("the others to know that it has gone", lambda: metric(self.a, "ochre_servers") == 2)

    def test_database_that_has_grown(self):
        """A newer version has let the schema grow, and says that older ones can work with it: who runs goes on, who starts works with it, and
        what is new keeps what the newer one gave it. Where they cannot, who starts is refused, and who runs goes on."""
        with Cluster(2, is_direct=True, database=self.cluster.database) as cluster:
            def ask(order_):
                return cluster.database.ask(order_, cluster.name)
            table, peers = seat_across(cluster.servers, "dice", 2)
            for name in ("tables", "heads", "seats", "moves", "chat", "memos", "servers", "ledger", "archive", "packs"):
                ask(f"ALTER TABLE ochre.{name} ADD COLUMN lantern text NOT NULL DEFAULT 'lit'")
            ask("CREATE TABLE ochre.lanterns(number bigint PRIMARY KEY); UPDATE ochre.form SET form = form + 1")
            ask("UPDATE ochre.heads SET lantern = 'out'; UPDATE ochre.tables SET lantern = 'out'")
            newest = cluster.add(2)
            peers["watcher"] = Peer(newest)
            peers["watcher"].sit(table.id)
            for _ in range(6):
                peer = next(p for p in peers.values() if p.steps[table.id]["ask"])
                count = peer.move(table.id, peer.steps[table.id]["moves"][0]["m"])["step"]
                self.newest(peers, table, count)
            self.assertEqual(ask("SELECT lantern FROM ochre.heads UNION ALL SELECT lantern FROM ochre.tables"), "out\nout")
            ask("UPDATE ochre.form SET oldest = form")
            with self.assertRaisesRegex(AssertionError, "newer version of ochre"):
                cluster.add(3)
            peer = next(p for p in peers.values() if p.steps[table.id]["ask"])
            self.newest(peers, table, peer.move(table.id, peer.steps[table.id]["moves"][0]["m"])["step"])
            for peer in peers.values():
                peer.close()

    def test_words_of_other_versions(self):
        """A server of another version may say what this one does not know."""
        table, peers = seat_across(self.cluster.servers, "dice", 2)
        number = self.cluster.database.ask(f"SELECT number FROM ochre.tables WHERE id = '{table.id}'")
        lines = (f"w{number} dance 1 2 3", f"w{number} here nonsense", f"w{number} here -1 5 5 5 99999999999999999999", f"w{number} ", "w0 sing",
                 "z", "t", "t0")
        for words in ("", "?", "{}", "x" * 3000, *(f"987654321\n{line}" for line in lines)):
            self.cluster.database.ask(f"SELECT pg_notify('ochre', $words${words}$words$)")
        step = peers["p1"].wait_asked(table.id)
        count = peers["p1"].move(table.id, step["moves"][0]["m"])["step"]
        peers["p2"].wait_step(table.id, lambda heard: heard["step"] >= count)
        for peer in peers.values():
            peer.close()


def other_program(folder):
    """An ochre of another version: the one that OCHRE_OTHER names, or this one that says so of itself."""
    if "OCHRE_OTHER" in os.environ:
        return os.environ["OCHRE_OTHER"]
    with open(binary(), "rb") as program:
        text = program.read()
    version = subprocess.run([binary(), "--version"], capture_output=True, check=True).stdout.split()[1]
    path = os.path.join(folder, "ochre-of-another-version")
    with open(path, "wb") as out:
        out.write(text.replace(version + b"\0", b"9" * len(version) + b"\0"))
    os.chmod(path, 0o755)
    return path


def take_back(table, peer, peers, everybody):
    """Asks for it; the others agree. True: everybody has heard that it was done."""
    answer = peer.ask(t="undo", table=table.id)
    if answer["t"] == "no":
        return False
    if answer["t"] == "ok":
        for other in peers.values():
            if other is not peer:
                wish = other.until(lambda m: m["t"] == "wish" and "ended" not in m, "the wish")
                other.say(t="consent", table=table.id, wish=wish["wish"], yes=True)
    for other in everybody:
        if not other.steps[table.id].get("undone"):
            other.until(lambda m: m["t"] == "step" and m.get("undone"), "a step that was taken back")
    return True


def at_once(*acts):
    """What they return, done in threads that begin together."""
    barrier, answers = threading.Barrier(len(acts)), [None] * len(acts)

    def run(number, act):
        barrier.wait(DEADLINE)
        answers[number] = act()
    threads = [threading.Thread(target=run, args=(number, act)) for number, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE)
    return answers


class Race:
    """Both seats of a table, each at both servers."""

    def __init__(self, test, rng):
        self.test, self.rng = test, rng
        self.servers = test.cluster.servers
        self.begin()

    def begin(self):
        self.table = self.servers[0].new_table("dice", people(2))
        self.peers = {seat: [Peer(server) for server in self.servers] for seat in self.table.keys}
        for seat, pair in self.peers.items():
            for peer in pair:
                peer.sit(self.table.id, self.table.key(seat))
        self.all = [peer for pair in self.peers.values() for peer in pair]
        for peer in self.all:
            peer.wait_step(self.table.id, lambda step: True)

    def close(self):
        for peer in self.all:
            peer.close()

    def send(self):
        """Whoever is asked moves at both servers."""
        newest = max(peer.steps[self.table.id]["step"] for peer in self.all)
        for peer in self.all:
            peer.wait_step(self.table.id, lambda step: step["step"] >= newest)
        if any(peer.steps[self.table.id]["over"] for peer in self.all):
            self.close()
            self.begin()
        seat = next(seat for seat, pair in self.peers.items() if pair[0].wait_step(self.table.id, lambda s: True)["ask"])
        self.pair = self.peers[seat]
        self.before = self.pair[0].steps[self.table.id]
        asks = {peer.wait_step(self.table.id, lambda s: s["step"] >= self.before["step"])["ask"] for peer in self.pair}
        self.test.assertEqual(asks, {self.before["ask"]})
        self.ids = []
        moves = self.before["moves"]
        for peer in self.rng.sample(self.pair, 2):
            peer.count += 1
            self.ids.append((peer, peer.count))
            peer.say(t="move", table=self.table.id, ask=self.before["ask"], move=self.rng.choice(moves)["m"], id=peer.count)

    def settle(self):
        """One is made, the other refused; everybody hears the same."""
        answers = [peer.until(lambda m: m.get("id") == number, "an answer") for peer, number in self.ids]
        won = [answer for answer in answers if answer["t"] == "step"]
        lost = [answer for answer in answers if answer["t"] == "no"]
        self.test.assertEqual((len(won), len(lost)), (1, 1), answers)
        self.test.assertEqual(lost[0]["code"] if not won[0]["over"] else "ask", "ask", lost)
        stories = []
        for peer in self.all:
            step = peer.wait_step(self.table.id, lambda s: s["step"] >= won[0]["step"])
            stories.append([entry["move"] for entry in step["story"]][-1])
        self.test.assertEqual(len(set(stories)), 1, stories)


if __name__ == "__main__":
    main(__name__)
