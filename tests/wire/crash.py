#!/usr/bin/python3
"""crash.py OCHRE [--rounds N] [--seed N] [--durability on|off|both]: kill -9 at a random moment under load, start again, compare.

Every player writes down what it was told: tables that were made, steps, lines of chat. After each crash the server must still
know all of it (no acknowledged move is lost, no step was told that is not in the store), and every table must be playable on. That holds
with --durability off too, which is about power cuts and not about programs that die: rounds take turns unless told otherwise. The
data folder lives through all rounds; at the end `ochre serve --check` looks at it, and finished plays are verified.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

from client import SHORT, Closed, Peer, Refused, Server, binary, wait_for

PLAYERS = 10
GAMES = {"dice": 2, "valley": 2, "tribes": 2, "spears": 3}
BOTS = ("random", "random", "greedy")


class Story:
    """What a player knows about its table for certain."""

    def __init__(self, table, key, game):
        self.table, self.key, self.game = table, key, game
        self.told, self.edition = [], 0  # (seat, move), by number; which story that is: another one after an undo
        self.asked_undo = False  # and not yet answered
        self.open_undos = 0      # asked for, and not known to have been refused
        self.chat = []
        self.is_over = False

    def hear(self, step):
        if step.get("undone"):
            self.told, self.asked_undo, self.open_undos = [], False, 0
        else:
            assert step.get("edition", 0) == self.edition or not self.told, f"{self.table}: edition {self.edition} goes on as another"
        self.edition = step.get("edition", 0)
        assert len(self.told) >= step["since"], f"{self.table}: a step from {step['since']}, told {len(self.told)}"
        self.told = self.told[:step["since"]] + [(entry["seat"], entry["move"]) for entry in step["story"]]
        assert len(self.told) == step["step"], f"{self.table}: {len(self.told)} told, n is {step['step']}"
        self.is_over = bool(step["over"])

    def compare(self, step):
        """The table as the server knows it now; it may know more, never less and never something else."""
        stored = [(entry["seat"], entry["move"]) for entry in step["story"]]
        known = self.told
        if step["over"]:  # after the end everybody reads the hidden moves too
            known = [real if "?" in move and real[0] == seat else (seat, move)
                     for (seat, move), real in zip(known, stored)] + known[len(stored):]
        if self.open_undos and step.get("edition", 0) > self.edition:
            known = known[:len(stored)]  # the wish to take back was granted, and we never heard of it
        elif step.get("edition", 0) != self.edition:
            raise AssertionError(f"{self.table} ({self.game}): edition {self.edition} has become {step.get('edition', 0)}, and nobody asked")
        if stored[:len(known)] != known:
            raise AssertionError(f"{self.table} ({self.game}): was told {known[-3:]} (of {len(known)}), "
                                 f"stored is {stored[max(0, len(known) - 3):len(known) + 2]} (of {len(stored)})")


class Player(threading.Thread):
    """Plays, talks and takes back until the server dies under it."""

    def __init__(self, server, number, stories, seed):
        super().__init__(daemon=True)
        self.server, self.stories, self.trouble = server, stories, None
        self.rng = random.Random(seed * 1000 + number)

    def run(self):
        try:
            peer = Peer(self.server)
            while True:
                self.play(peer)
        except (Closed, Refused, ConnectionError, TimeoutError, OSError):
            pass  # that is what we came for
        except AssertionError as wrong:
            if "closed" not in str(wrong):
                self.trouble = str(wrong)

    def pick(self):
        running = [story for story in self.stories if not story.is_over]
        if running and (len(running) >= 3 or self.rng.random() < 0.7):
            return self.rng.choice(running)
        game = self.rng.choice(list(GAMES))
        seats = [{"kind": "me"}] + [{"kind": "bot", "bot": self.rng.choice(BOTS)}] * (GAMES[game] - 1)
        made = self.server.new_table(game, seats)
        story = Story(made.id, made.key(), game)
        self.stories.append(story)
        return story

    def hear(self, peer, story):
        message = peer.hear()
        if message.get("table") == story.table:
            if message["t"] == "step":
                story.hear(message)
            elif message["t"] == "no" and message["of"] == "undo":
                story.asked_undo, story.open_undos = False, story.open_undos - 1
            elif message["t"] == "chat" and message["text"] not in story.chat:
                story.chat.append(message["text"])
        return message

    def play(self, peer):
        """Some moves at one of the tables."""
        story = self.pick()
        story.asked_undo = False  # of what became of it the step will tell
        peer.say(t="sit", table=story.table, key=story.key, since=len(story.told), edition=story.edition)
        for _ in range(self.rng.randrange(5, 60)):
            message = self.hear(peer, story)
            if message["t"] == "no" and message["code"] in ("rate", "keep"):
                time.sleep(0.05)
            step = peer.steps.get(story.table)
            if not step or message["t"] not in ("step", "no") or message.get("table") != story.table:
                continue
            if step["over"]:
                break
            if step["ask"] and not story.asked_undo:
                self.act(peer, story, step)
        peer.say(t="rise", table=story.table)
        peer.say(t="ping")
        while self.hear(peer, story)["t"] != "pong":
            pass  # what was on its way when we rose is ours; nothing of this table comes after the pong

    def act(self, peer, story, step):
        lot = self.rng.random()
        if lot < 0.03:
            peer.say(t="chat", table=story.table, text=f"line {self.rng.random()}")
        elif lot < 0.06 and step["undoable"]:
            story.asked_undo, story.open_undos = True, story.open_undos + 1
            peer.say(t="undo", table=story.table)
            return
        peer.say(t="move", table=story.table, ask=step["ask"], move=self.rng.choice(step["moves"])["m"])


def drain(peer_stories):
    return sum(len(story.told) for story in peer_stories)


def check_chat(peer, story):
    """The last fifty lines are told after `sit`; ours must be among them."""
    def missing():
        heard = {message["text"] for message in peer.heard if message["t"] == "chat"}
        return [line for line in story.chat[-40:] if line not in heard]
    try:
        while missing():
            peer.hear(20)
    except TimeoutError:
        raise AssertionError(f"{story.table}: said and lost: {missing()}") from None


def check_all(server, stories):
    """Everything that was told is there; every table that is not over can be played on."""
    for story in stories:
        peer = Peer(server)
        step = peer.sit(story.table, story.key, since=0)
        if step["t"] != "step":
            raise AssertionError(f"{story.table} ({story.game}) is lost: {step}")
        story.compare(step)
        check_chat(peer, story)
        story.told, story.asked_undo, story.open_undos = [], False, 0
        story.hear({**step, "since": 0, "undone": False})
        if not story.is_over:
            step = peer.wait_asked(story.table)
            if not step["over"]:
                answer = peer.move(story.table, step["moves"][0]["m"])
                if answer["t"] != "step":
                    raise AssertionError(f"{story.table} cannot be played on: {answer}")
            story.told = []
            again = Peer(server)
            story.hear({**again.sit(story.table, story.key, since=0), "since": 0})
            again.close()
        peer.close()


def one_round(server, stories, seed, longest, durability_then):
    """Load, a crash, another start with the durability of the next round."""
    players = [Player(server, number, stories[number], seed) for number in range(PLAYERS)]
    for player in players:
        player.start()
    time.sleep(random.Random(seed).uniform(0.02, longest))
    server.kill()
    for player in players:
        player.join(60)
        if player.trouble:
            raise AssertionError(player.trouble)
    server.options[-1] = durability_then
    server.start()
    chosen = [story for some in stories for story in some]
    check_all(server, chosen)
    return drain(chosen)


def verify_finished(server, stories):
    done = [story for some in stories for story in some if story.is_over]
    for story in done[:20]:
        with tempfile.NamedTemporaryFile("wb", suffix=".log") as out:
            out.write(server.get(f"/api/tables/{story.table}/log").body)
            out.flush()
            run = subprocess.run([binary(), "verify", out.name], capture_output=True, text=True, timeout=120)
            if run.returncode:
                raise AssertionError(f"{story.table}: {run.stdout}{run.stderr}")
    return len(done)


def trim(stories, keep=6):
    """Old tables stay in the store; we only look at so many of them every round."""
    for some in stories:
        finished = [story for story in some if story.is_over]
        for story in finished[:-1] + some[:max(0, len(some) - keep)]:
            if story in some and len(some) > keep:
                some.remove(story)


def main():
    binary()
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5 if SHORT else 30)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--durability", choices=("on", "off", "both"), default="both")
    parser.add_argument("--longest", type=float, default=1.0, help="seconds of load before the crash, at most")
    call = parser.parse_args()
    print(f"crash: {call.rounds} rounds, --seed {call.seed}", flush=True)
    stories = [[] for _ in range(PLAYERS)]
    passed, failed = 0, 0
    durabilities = ("off", "on") if call.durability == "both" else (call.durability,)
    with Server("--durability", durabilities[0]) as server:
        for number in range(call.rounds):
            durability = server.options[-1]
            try:
                moves = one_round(server, stories, call.seed + number, call.longest,
                                  durabilities[(number + 1) % len(durabilities)])
            except AssertionError as wrong:
                failed += 1
                print(f"round {number + 1}, durability {durability}: {wrong}", flush=True)
                break
            passed += 1
            tables = sum(len(some) for some in stories)
            print(f"round {number + 1}, durability {durability}: {tables} tables, {moves} moves, all there", flush=True)
            trim(stories)
        if not failed:
            print(f"verified {verify_finished(server, stories)} finished plays")
            server.stop()
            run = subprocess.run([binary(), "serve", "--check", "--data", server.data], capture_output=True, text=True,
                                 timeout=600)
            print(run.stdout.strip() + run.stderr.strip())
            passed, failed = passed + (run.returncode == 0), failed + (run.returncode != 0)
            leftovers = [name for name in os.listdir(server.data) if name.endswith(".tmp")]
            if leftovers:
                print(f"left behind: {leftovers}")
                failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
