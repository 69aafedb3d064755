#!/usr/bin/env python3
"""module.py NATIVE WASM MODULE [ROUNDS]: how fast is WebAssembly beside the program, and how large is it?

NATIVE and WASM are tests/module/player compiled for each, MODULE is ochre.wasm. Both are measured in turn, so that whatever else the machine
does hurts them alike; the best of the rounds counts. Fails when a game is slower than half, or the module larger than it may be.
"""
import gzip
import json
import os
import subprocess
import sys

GAMES = ["dice", "valley", "tribes", "spears"]
SLICE_MS = 1000
LEAST = 0.5  # of the program's speed
MOST = 350 * 1000  # bytes, gzipped
RUN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts", "wasm-run")


def measure(command, game):
    return json.loads(subprocess.run(command + ["speed", game, str(SLICE_MS)], check=True, capture_output=True, text=True).stdout)


def main():
    native, wasm, module = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    slow = []
    print("game      random decisions a second            tree search, iterations a second")
    print("          program       page    ratio          program       page    ratio")
    for game in GAMES:
        best = [{}, {}]
        for _ in range(rounds):
            for found, command in zip(best, ([native], [RUN, wasm])):
                for what, speed in measure(command, game).items():
                    found[what] = max(speed, found.get(what, 0))
        row = f"{game:8}"
        for what in ("decisions", "iterations"):
            ratio = best[1][what] / best[0][what]
            row += f"{best[0][what]:11,} {best[1][what]:10,} {ratio:8.2f}     "
            if ratio < LEAST:
                slow.append(f"{game}: {what} at {ratio:.2f}")
        print(row.rstrip(), flush=True)
    size = len(gzip.compress(open(module, "rb").read(), 9))
    print(f"\nochre.wasm: {size:,} bytes gzipped ({MOST:,} at most)")
    for words in slow:
        print(f"too slow: {words} of the program's speed ({LEAST} at least)")
    return bool(slow) or size > MOST


sys.exit(main())
