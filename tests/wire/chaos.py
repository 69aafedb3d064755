#!/usr/bin/python3
"""chaos.py OCHRE [--faults N] [--seed N] [--servers N]: random faults under play, and a checker that asks the database itself.

Players sit at several servers around one PostgreSQL and write down what they are told: every step, every line of chat that was
confirmed. Meanwhile servers are killed, stopped for a while and started again, the database is killed and restarted, and the cables
between them are cut or stalled. Now and then all is mended; then every table must be the same at every server, playable on, and what
anybody was ever told must have stood in the database: neither lost nor different. The checker knows nothing of the servers. A witness, triggers
in the database itself, writes down every move that is committed and every taking back; what was told of an edition of a story must be a part of
that edition, as the witness has it, and no more may have been taken back than somebody asked for.
"""
import argparse
import random
import socket
import sys
import threading
import time

from client import Closed, Peer, Refused, binary, people, wait_for
from servers import Cluster, pause, resume, verify

PLAYERS = 6
GAMES = {"dice": 2, "valley": 2, "tribes": 3, "spears": 3}
SEAT_NAMES = {"0": "p1", "1": "p2", "2": "p3", "3": "p4"}
LOST = (Closed, Refused, ConnectionError, TimeoutError, socket.timeout, OSError)
LIFE = 4  # seconds that a server is held for alive without a sign


class Story:
    """What one listener was told of a table, for certain."""

    def __init__(self, table, seat):
        self.table, self.seat = table, seat
        self.told, self.edition = [], 0  # (seat, move) by number; which story that is
        self.heard = {}     # by edition: the most that was told of it
        self.undos = 0      # how often this listener has asked to take back
        self.is_asking = False
        self.is_over = False
        self.events = []    # the last of them, for whoever looks for a fault

    def note(self, what):
        self.events = self.events[-11:] + [f"{time.monotonic():.2f} {self.seat} {what}"]

    def hear(self, step):
        edition, new = step.get("edition", 0), [(entry["seat"], entry["move"]) for entry in step["story"]]
        self.note(f"step {step['since']}-{step['step']} of {edition}{' undone' if step.get('undone') else ''} {new[-2:]}")
        if step.get("undone"):
            self.told, self.is_asking = [], False
        else:
            assert edition == self.edition or not self.told, f"{self.table} {self.seat}: edition {self.edition} goes on as {edition}"
        assert len(self.told) >= step["since"], f"{self.table} {self.seat}: a step from {step['since']}, told {len(self.told)}"
        old = self.told[step["since"]:]
        assert all(fits(a, b) or fits(b, a) for a, b in zip(old, new)), f"{self.table} {self.seat}: told {old}, then {new}"
        self.told, self.edition = self.told[:step["since"]] + new, edition
        assert len(self.told) == step["step"], f"{self.table} {self.seat}: {len(self.told)} told, it is step {step['step']}"
        if len(self.told) >= len(self.heard.get(edition, [])):
            self.heard[edition] = list(self.told)
        self.is_over = bool(step["over"])


class Witness:
    """Triggers that write down, in the transaction itself, what is committed at every table. Whatever changes a table holds the lock of its
    row in `heads`, so the numbers of one table's lines are in the order of the commits."""

    MADE = """
        CREATE TABLE public.witness(line bigserial PRIMARY KEY, number bigint, edition integer, n integer, seat integer, text text);
        CREATE FUNCTION public.see_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO public.witness(number, edition, n, seat, text)
                SELECT NEW.number, lost_asks, NEW.n, NEW.seat, NEW.text FROM ochre.heads WHERE number = NEW.number;
            RETURN NULL; END $$;
        CREATE FUNCTION public.see_cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO public.witness(number, edition, n) VALUES(NEW.number, NEW.lost_asks, NEW.moves);
            RETURN NULL; END $$;
        CREATE TRIGGER see_move AFTER INSERT ON ochre.moves FOR EACH ROW EXECUTE FUNCTION public.see_move();
        CREATE TRIGGER see_cut AFTER UPDATE OF lost_asks ON ochre.heads FOR EACH ROW WHEN (OLD.lost_asks <> NEW.lost_asks)
            EXECUTE FUNCTION public.see_cut();
    """

    def __init__(self, database):
        self.ask = database.ask
        self.ask(self.MADE)

    def editions(self, table):
        """Of a table: every edition of its story, as far as it ever came; and how often something was taken back."""
        lines = self.ask("SELECT edition || ' ' || n || ' ' || coalesce(seat::text, '-') || ' ' || coalesce(text, '-') FROM public.witness "
                         f"WHERE number = (SELECT number FROM ochre.tables WHERE id = '{table}') ORDER BY line").splitlines()
        story, editions, cuts = [], {0: []}, 0
        for edition, n, seat, text in (line.split(" ", 3) for line in lines):
            if seat != "-":
                story = story + [(SEAT_NAMES.get(seat, "*"), text)]
            else:
                story, cuts = story[:int(n)], cuts + 1
            assert len(story) == int(n), f"{table}: a gap in front of move {n}"
            editions[int(edition)] = story
        return editions, cuts


def fits(told, stored):
    """May it be told like this? What is hidden is a question mark."""
    return told == stored or (told[0] == stored[0] and "?" in told[1])


class Play(threading.Thread):
    """One table and all its people, each at a server of its own choice; whoever loses a server goes to another."""

    def __init__(self, chaos, number):
        super().__init__(daemon=True)
        self.chaos, self.rng = chaos, random.Random(chaos.seed * 1000 + number)
        self.trouble, self.tables, self.longest = None, [], {}
        self.stories, self.chat, self.peers, self.lost_at = {}, {}, {}, {}
        self.pending = {}

    # coming and going

    def new_table(self):
        game = self.rng.choice(list(GAMES))
        seats = people(GAMES[game]) if self.rng.random() < 0.6 else \
            [{"kind": "me"}] + [{"kind": "bot", "bot": self.rng.choice(("random", "greedy", "level:2"))}] * (GAMES[game] - 1)
        table = self.rng.choice(self.chaos.cluster.servers).new_table(game, seats)
        self.table = table
        self.tables.append(table)
        self.chat[table.id] = []
        self.stories[table.id] = {seat: Story(table.id, seat) for seat in table.keys}

    def close(self, seat):
        peer = self.peers.pop(seat, None)
        if peer:
            peer.close()
            self.stories[self.table.id][seat].note("has lost its line")
            self.lost_at.setdefault(seat, (time.monotonic(), self.chaos.fault_now))

    def connect(self, seat):
        """At any server that lets us in."""
        server = self.rng.choice(self.chaos.cluster.servers)
        story = self.stories[self.table.id][seat]
        try:
            peer = Peer(server, timeout=3)
            story.is_asking = False  # the answer will not come; what became of it, the story says
            story.note(f"sits down at {server.port}, knows {len(story.told)} of {story.edition}")
            peer.say(t="sit", table=self.table.id, key=self.table.keys[seat], since=len(story.told), edition=story.edition)
            self.peers[seat] = peer
        except (AssertionError, *LOST):
            time.sleep(0.1)

    # playing

    def hear(self, seat, timeout):
        peer, story = self.peers[seat], self.stories[self.table.id][seat]
        try:
            message = peer.hear(timeout)
        except (socket.timeout, TimeoutError):
            return None
        except LOST:
            self.close(seat)
            return None
        if message.get("table") != self.table.id:
            return message
        if message["t"] == "step":
            story.hear(message)
            if seat in self.lost_at:
                since, fault = self.lost_at.pop(seat)
                self.longest[fault] = max(self.longest.get(fault, 0.0), time.monotonic() - since)
            if self.rng.random() < 0.02:
                self.close(seat)  # people come and go without any fault
        elif message["t"] == "ok" and message["of"] == "chat":
            self.chat[self.table.id].append(message["id"])
        elif message["t"] in ("no", "ok") and message["of"] == "undo":
            story.note(f"{message['t']} {message.get('code')}")
            story.is_asking = False  # refused, or a wish, which nobody here ever grants
        return message

    def act(self, seat):
        peer, story = self.peers.get(seat), self.stories[self.table.id][seat]
        step = peer.steps.get(self.table.id) if peer else None
        if not step or not step["ask"] or step["over"] or story.is_asking:
            return
        asked, last = self.pending.get(seat, (None, 0.0))
        if asked == (id(peer), step["ask"]) and time.monotonic() - last < 1:
            return  # it has been answered; if it was refused because nothing can be stored it is answered again
        try:
            lot = self.rng.random()
            if lot < 0.03:
                text = f"line {self.rng.getrandbits(60):x}"
                peer.say(t="chat", table=self.table.id, text=text, id=text)
            elif lot < 0.1 and step["undoable"]:
                story.is_asking, story.undos = True, story.undos + 1
                story.note(f"would like to take back {step['undoable']} of {len(story.told)}")
                peer.say(t="undo", table=self.table.id, id="undo")
                return
            peer.say(t="move", table=self.table.id, ask=step["ask"], move=self.rng.choice(step["moves"])["m"])
            self.pending[seat] = ((id(peer), step["ask"]), time.monotonic())
        except LOST:
            self.close(seat)

    def run(self):
        try:
            while not self.chaos.is_done:
                if self.chaos.rests.is_set():
                    for seat in list(self.peers):
                        self.close(seat)
                    self.lost_at.clear()
                    self.chaos.resting.wait()
                    self.chaos.go_on.wait()
                    continue
                self.turn()
        except AssertionError as wrong:
            self.trouble = str(wrong)
            self.chaos.resting.abort()
        for seat in list(self.peers):
            self.close(seat)

    def turn(self):
        if not self.tables or all(story.is_over for story in self.stories[self.table.id].values()):
            for seat in list(self.peers):
                self.close(seat)
            self.lost_at.clear()
            self.pending.clear()
            try:
                self.new_table()
            except (AssertionError, *LOST):
                time.sleep(0.1)
                return
        for seat in self.table.keys:
            if seat not in self.peers:
                self.connect(seat)
                continue
            while seat in self.peers and self.hear(seat, 0.01):
                pass
            self.act(seat)


class Chaos:
    def __init__(self, call):
        self.seed, self.rng = call.seed, random.Random(call.seed)
        self.cluster = Cluster(call.servers)
        self.witness = Witness(self.cluster.database)
        self.fault_now = "no fault"
        self.is_done = False
        self.rests, self.go_on = threading.Event(), threading.Event()
        self.resting = threading.Barrier(PLAYERS + 1)
        self.plays = [Play(self, number) for number in range(PLAYERS)]
        self.made, self.checked = {}, 0

    # faults

    def kill_server(self):
        server = self.rng.choice(self.cluster.servers)
        server.kill()
        time.sleep(self.rng.uniform(0.1, 1.0))
        server.start(ready=False)

    def stop_server(self):
        server = self.rng.choice(self.cluster.servers)
        pause(server)
        time.sleep(self.rng.choice((0.2, 0.5, 1.0, LIFE + 1.5)))
        resume(server)

    def kill_database(self):
        self.cluster.crash_database()
        time.sleep(self.rng.uniform(0.0, 0.5))
        self.cluster.database.start()

    def cut_cable(self):
        cable = self.rng.choice(self.cluster.cables)
        cable.cut()
        time.sleep(self.rng.uniform(0.0, 1.0))
        cable.mend()

    def stall_cable(self):
        cable = self.rng.choice(self.cluster.cables)
        cable.stall()
        time.sleep(self.rng.choice((0.1, 0.5, 2.0, LIFE + 1.5)))
        cable.mend()

    FAULTS = (kill_server, kill_server, stop_server, kill_database, cut_cable, cut_cable, stall_cable)

    def fault(self):
        for server in self.cluster.servers:
            bring_back(server)
        chosen = self.rng.choice(self.FAULTS)
        self.fault_now = chosen.__name__
        chosen(self)
        self.made[chosen.__name__] = self.made.get(chosen.__name__, 0) + 1
        time.sleep(self.rng.uniform(0.05, 0.6))

    # checking

    def stored(self, table):
        """Moves and chat of a table, as psql reads them."""
        ask = self.cluster.database.ask
        number = ask(f"SELECT number FROM ochre.tables WHERE id = '{table}'")
        rows = ask(f"SELECT seat || ' ' || text FROM ochre.moves WHERE number = {number} ORDER BY n").splitlines()
        moves = [(SEAT_NAMES.get(row.split(" ", 1)[0], "*"), row.split(" ", 1)[1]) for row in rows]
        return moves, ask(f"SELECT text FROM ochre.chat WHERE number = {number} ORDER BY n").splitlines()

    def check_told(self, table, stories):
        """All that anybody was ever told was committed, in the edition of which it was told."""
        editions, cuts = self.witness.editions(table.id)
        history = "\n".join(sorted(line for story in stories.values() for line in story.events))
        undos = sum(story.undos for story in stories.values())
        assert cuts <= undos, f"{table.id}: taken back {cuts} times, asked for {undos} times\n{history}"
        for story in stories.values():
            for edition, told in story.heard.items():
                kept = editions.get(edition)
                assert kept is not None, f"{table.id} {story.seat}: told of edition {edition}, there are {sorted(editions)}\n{history}"
                assert len(told) <= len(kept), f"{table.id} {story.seat}: told of {len(told)} moves of {edition}, kept were {len(kept)}\n{history}"
                for number, (a, b) in enumerate(zip(told, kept)):
                    assert fits(a, b), f"{table.id} {story.seat}: move {number + 1} of {edition} was told as {a}, kept is {b}\n{history}"
            story.heard = {story.edition: list(story.told)}  # what is older has been compared
            story.note("is compared")
        return editions[max(editions)]

    def check_table(self, table, stories, chat):
        newest = self.check_told(table, stories)
        moves, lines = self.stored(table.id)
        assert moves[:len(newest)] == newest, f"{table.id}: stored is {moves[-3:]}, the witness has {newest[-3:]}"
        for line in chat[-30:]:
            assert line in lines, f"{table.id}: confirmed and lost: {line}"
        self.checked += 1
        return moves

    def look(self, server, table):
        """What a server tells somebody who comes."""
        peer = Peer(server)
        step = peer.sit(table.id, table.key(), since=0)
        peer.close()
        return step

    def check_servers(self, table, moves):
        """The same everywhere, as soon as the news of the last commit has come there, and the server can read again."""
        def is_told(step):
            return len(step["story"]) >= len(moves) if step["t"] == "step" else step.get("code") != "keep"

        for server in self.cluster.servers:
            step = self.look(server, table)
            if not moves and step.get("status") == "waiting":  # not everybody had sat down yet
                continue
            if not is_told(step):
                step = wait_for(f"{table.id}: move {len(moves)} at {server.options[-1]}",
                                lambda: next((one for one in [self.look(server, table)] if is_told(one)), None))
            assert step["t"] == "step", f"{table.id} is lost at {server.options[-1]}: {step}"
            told = [(entry["seat"], entry["move"]) for entry in step["story"]]
            assert all(fits(a, b) for a, b in zip(told, moves)), \
                f"{table.id}: a server tells {told[-3:]} ({len(told)}), stored is {moves[-3:]} ({len(moves)})"

    def troubles(self):
        return [play.trouble for play in self.plays if play.trouble]

    def check(self):
        """All is mended and at rest; then the books are compared."""
        for server in self.cluster.servers:
            wait_for("the servers to be well", lambda: is_well(server), 60)
        self.go_on.clear()
        self.rests.set()
        try:
            self.resting.wait(120)
        except threading.BrokenBarrierError:
            raise AssertionError("; ".join(self.troubles()) or "a player did not come to rest") from None
        time.sleep(0.5)  # computers may still be moving, which only adds
        for play in self.plays:
            assert not play.trouble, play.trouble
            for number, table in enumerate(play.tables):
                moves = self.check_table(table, play.stories[table.id], play.chat[table.id])
                if number >= len(play.tables) - 2:
                    self.check_servers(table, moves)
            for table in play.tables[:-4]:
                if all(story.is_over for story in play.stories[table.id].values()):
                    verify(self.cluster.servers[0].get(f"/api/tables/{table.id}/log").text)
            play.tables = play.tables[-4:]
        self.rests.clear()
        self.go_on.set()

    def run(self, faults, every):
        for play in self.plays:
            play.start()
        time.sleep(1)
        for number in range(1, faults + 1):
            self.fault()
            if self.troubles():
                raise AssertionError("; ".join(self.troubles()))
            if number % every == 0 or number == faults:
                self.check()
                told = sum(len(story.told) for play in self.plays for some in play.stories.values() for story in some.values())
                print(f"{number} faults, {sum(len(play.stories) for play in self.plays)} tables, {told} moves told: all of it is stored",
                      flush=True)
        self.is_done = True
        for play in self.plays:
            play.join(60)
        assert not self.troubles(), self.troubles()
        faults = sorted({fault for play in self.plays for fault in play.longest})
        longest = {fault: round(max(play.longest.get(fault, 0.0) for play in self.plays), 1) for fault in faults}
        print(f"{self.made}; longest way back to a table, in seconds, when the line was lost by {longest}; "
              f"{self.checked} tables compared, taken back {self.witness.ask('SELECT count(*) FROM public.witness WHERE seat IS NULL')} times")


def bring_back(server):
    """As whoever looks after servers does: one that could not start because the database was away is started again."""
    if server.process.poll() is not None:
        server.start(ready=False)


def is_well(server):
    bring_back(server)
    try:
        return server.get("/health", timeout=5).status == 200
    except OSError:
        return False


def main():
    binary()
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--every", type=int, default=10, help="faults between two comparisons")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    call = parser.parse_args()
    print(f"chaos: {call.faults} faults, --seed {call.seed}", flush=True)
    chaos = Chaos(call)
    failed = False
    try:
        chaos.run(call.faults, call.every)
    except AssertionError as wrong:
        failed = True
        print(f"after {chaos.made}: {wrong}", flush=True)
        for server in chaos.cluster.servers:
            print("\n".join(server.said().splitlines()[-8:]), flush=True)
    finally:
        chaos.is_done = True
        chaos.rests.clear()
        chaos.go_on.set()
        chaos.cluster.close()
    print("1 failed" if failed else "all is well")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
