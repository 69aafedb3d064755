#!/usr/bin/env python3
"""logs.py LOG…: reads logs of plays (docs/log.md) into rows: log, step, seat, move, action, number of choices. As a pandas data frame where
pandas is installed, else as CSV."""
import csv
import sys

import ochre


def read_log(path):
    """A dict a move. The log is played again, so what it says is true."""
    with open(path, encoding="utf-8") as text:
        head, _, body = text.read().partition("\n\n")
    terms, position = [], None
    for line in head.splitlines()[1:]:
        key, _, value = line.partition(" ")
        if key == "game":
            terms.insert(0, value)
        elif key == "seats":
            terms.append(f"seats={value}")
        elif key == "option":
            terms.append(value.replace(" ", "="))
        elif key == "position":
            position = value
    state = ochre.Setup(" ".join(terms), None, position).start()
    for step, line in enumerate(body.splitlines()):
        words = line.split()
        if not words or words[0] not in ("*", "p1", "p2", "p3", "p4") or words[1] == "resign":
            break
        seat = ochre.CHANCE if words[0] == "*" else int(words[0][1]) - 1
        choices = state.legal(seat)
        action = state.view(ochre.ALL if seat == ochre.CHANCE else seat).read_move(words[1], seat)
        yield {"log": path, "step": step, "seat": words[0], "move": words[1], "action": action, "choices": len(choices)}
        state.apply(action, seat)


def main():
    rows = [row for path in sys.argv[1:] for row in read_log(path)]
    try:
        import pandas

        print(pandas.DataFrame(rows).groupby("seat")[["step", "choices"]].agg(["count", "mean"]))
    except ImportError:
        out = csv.DictWriter(sys.stdout, ["log", "step", "seat", "move", "action", "choices"])
        out.writeheader()
        out.writerows(rows)


if __name__ == "__main__":
    main()
