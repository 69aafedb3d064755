#!/usr/bin/python3
"""soak.py OCHRE [--minutes M] [--seed N]: a mixed crowd for a long time; memory and open files must stay flat.

People join, play, talk, take back, ask for hints, lose the connection in the middle of things and come back; tables end and are
played again; watchers come and go. After a warm-up the memory may breathe but not grow.
"""
import argparse
import random
import sys
import threading
import time

from client import Closed, Peer, Refused, Server, binary

GAMES = {"dice": 2, "valley": 2, "tribes": 2, "spears": 3}
CROWD = 8
MEGABYTE = 1 << 20


class Person(threading.Thread):
    """One of the crowd. `trouble` is what should not have happened."""

    def __init__(self, server, number, seed, end):
        super().__init__(daemon=True)
        self.server, self.number, self.end = server, number, end
        self.rng = random.Random(seed + number)
        self.moves = self.plays = self.returns = 0
        self.trouble = None

    def run(self):
        try:
            while time.monotonic() < self.end:
                self.one_play()
        except (AssertionError, Closed, Refused, OSError, KeyError) as wrong:
            if time.monotonic() < self.end:
                self.trouble = f"person {self.number}: {wrong!r}"

    def one_play(self):
        game = self.rng.choice(list(GAMES))
        seats = [{"kind": "me"}] + [{"kind": "bot", "bot": self.rng.choice(("random", "random", "level:1"))}] * (GAMES[game] - 1)
        table = self.server.new_table(game, seats, public=self.rng.random() < 0.5, hints="allow")
        peer = Peer(self.server, lang=self.rng.choice(("en", "fr")), words=self.rng.random() < 0.5)
        peer.sit(table.id, table.key())
        while time.monotonic() < self.end:
            step = peer.wait_asked(table.id)
            if step["over"]:
                self.plays += 1
                break
            peer = self.act(peer, table, step) or peer
            # Nobody needs the past: the newest of each kind is kept in steps and tables.
            peer.heard.clear()
            peer.raw_heard.clear()
        peer.close()

    def act(self, peer, table, step):
        lot = self.rng.random()
        if lot < 0.02:
            peer.say(t="chat", table=table.id, text="grunt " * self.rng.randrange(1, 20))
        elif lot < 0.03:
            peer.say(t="hint", table=table.id, ask=step["ask"])
        elif lot < 0.04 and step["undoable"]:
            peer.say(t="undo", table=table.id, id="undo")
            peer.until(lambda m: m.get("undone") or (m["t"] == "no" and m.get("id") == "undo"), "an undo")
            return None
        elif lot < 0.06:
            watcher = Peer(self.server)
            watcher.sit(table.id)
            watcher.close()
        elif lot < 0.08:
            peer.cut()
            self.returns += 1
            peer = Peer(self.server)
            peer.sit(table.id, table.key(), since=self.rng.choice((0, step["step"])))
            return peer
        elif lot < 0.085:
            self.server.get("/api/tables")
            self.server.get("/metrics")
        elif lot < 0.09:
            peer.say(t="resign", table=table.id)
            peer.wait_step(table.id, lambda heard: heard["over"])
            return None
        answer = peer.move(table.id, self.rng.choice(step["moves"])["m"])
        if answer["t"] == "no":
            # Somebody else's step may cross the move, which is then made twice: the question is closed by then, or the play over.
            if answer["code"] not in ("rate", "ask", "over"):
                raise AssertionError(answer)
            time.sleep(0.2)
        self.moves += 1
        return None


def main():
    binary()
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    call = parser.parse_args()
    seconds = call.minutes * 60
    with Server() as server:
        begin = time.monotonic()
        crowd = [Person(server, number, call.seed, begin + seconds) for number in range(CROWD)]
        for person in crowd:
            person.start()
        samples = []
        while time.monotonic() < begin + seconds and server.process.poll() is None:
            time.sleep(min(5.0, seconds / 20))
            samples.append((server.memory(), server.handles()))
        for person in crowd:
            person.join(120)
        return report(server, crowd, samples, seconds)


def report(server, crowd, samples, seconds):
    troubles = [person.trouble for person in crowd if person.trouble]
    if server.process.poll() is not None:
        troubles.append(f"the server is gone: {server.said()[-2000:]}")
    else:
        if server.get("/health").status != 200:
            troubles.append("the server is not well")
    warm = max(memory for memory, _ in samples[:max(1, len(samples) // 2)])
    last = samples[-1][0]
    moves = sum(person.moves for person in crowd)
    print(f"soak: {seconds / 60:.1f} minutes, {moves} moves of people, {sum(person.plays for person in crowd)} plays, "
          f"{sum(person.returns for person in crowd)} times come back; memory {samples[0][0] / MEGABYTE:.1f} MB at first, "
          f"{warm / MEGABYTE:.1f} MB at most in the first half, {last / MEGABYTE:.1f} MB at the end; "
          f"{samples[-1][1]} files open")
    if moves == 0:
        troubles.append("nobody moved")
    # A finished play stays in memory for a while, then only its header until it is archived: that is the slope allowed.
    allowed = warm + 16 * MEGABYTE + warm // 8
    if last > allowed:
        troubles.append(f"memory grows: {last / MEGABYTE:.1f} MB, allowed were {allowed / MEGABYTE:.1f} MB")
    if samples[-1][1] > 200:
        troubles.append(f"{samples[-1][1]} open files")
    for trouble in troubles:
        print(trouble)
    print(f"{0 if troubles else 1} passed, {1 if troubles else 0} failed")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
