#!/usr/bin/python3
"""engine_match.py OCHRE [PLAYS]: engines of any kind against each other through the line protocol (docs/engine.md). `ochre engine` is the referee: it
knows the rules, every engine only says what it would play. Here: a foreign engine for breakthrough against ours with 200 iterations."""
import json
import os
import subprocess
import sys


class Engine:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci")
        self.until("uciok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, beginning):
        while line := self.process.stdout.readline():
            if line.startswith(beginning):
                return line.rstrip("\n")
        raise RuntimeError("the engine has ended")

    def best(self, made, limit):
        self.say(("position startpos moves " + " ".join(made)) if made else "position startpos")
        self.say("go " + limit if limit else "go")
        return self.until("bestmove").split()[1]

    def close(self):
        self.say("quit")
        self.process.wait()


def play(referee, engines):
    """One play; the seats that won. An illegal move is refused by the referee, and loses."""
    made = []
    referee.say("position startpos")
    while True:
        referee.say("view")
        seen = json.loads(referee.until("{"))
        if not seen["pending"]:
            return seen["result"]["winners"], made
        seat = seen["pending"][0]
        engine, limit = engines[seat]
        move = engine.best(made, limit)
        if move not in seen["moves"][seat]:
            return [other for other in engines if other != seat], made
        referee.say("moves " + move)
        made.append(move)


def main():
    ochre, plays = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4
    foreign = Engine(sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "foreign_engine.py"))
    ours, referee = Engine(ochre, "engine", "breakthrough"), Engine(ochre, "engine", "breakthrough")
    ours.say("seed 1")
    wins = {"foreign": 0, "ochre": 0}
    for number in range(plays):
        names = ("foreign", "ochre") if number % 2 == 0 else ("ochre", "foreign")
        sides = {"foreign": (foreign, ""), "ochre": (ours, "nodes 200")}
        winners, made = play(referee, {"p1": sides[names[0]], "p2": sides[names[1]]})
        wins[names[int(winners[0][1]) - 1]] += 1
        print(f"{names[0]} - {names[1]}: {winners[0]} after {len(made)} moves")
    print(f"foreign {wins['foreign']}, ochre {wins['ochre']}")
    for engine in (foreign, ours, referee):
        engine.close()


if __name__ == "__main__":
    main()
